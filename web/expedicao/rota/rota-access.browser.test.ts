import { describe, expect, it } from 'vitest'
import { ADMIN, browserTest, Keyboard, signIn } from '../../../fixtures/browser-session'
import { seriousFaults, settled, watchRequests } from '../../../fixtures/look'

/** A delivery route before somebody who may see it and no more. */

const PATH = '/ui/expedicao/rota'
const session = browserTest()
const keys = new Keyboard(session)

describe('who may only look', () => {
  it('sees the route and why nothing can be changed', async () => {
    const { page, url, browser } = session
    await page.goto(url + PATH)
    await keys.screen(PATH)
    const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' }
    const made = await page.evaluate(
      async ({ init, password }) => {
        const post = async (path: string, body: object): Promise<{ id: number }> =>
          (await fetch(path, { method: 'POST', headers: init, body: JSON.stringify(body) })).json()
        const route = await post('/api/expedicao/rota', { veiculo_id: 1, dRota: '2026-11-23' })
        const waiting = await (await fetch(`/api/expedicao/rota_venda/${route.id}/getVendas`)).json()
        await post(`/api/expedicao/rota_venda/${route.id}/addVendas`, {
          vendas: [waiting.data[0].id, waiting.data[1].id],
        })
        const role = await post('/api/funcoes/role', { name: 'consulta_rotas' })
        const name = 'show rotas_entrega'
        const known = await (
          await fetch(`/api/funcoes/permission?where=${encodeURIComponent(JSON.stringify({ name }))}`)
        ).json()
        const right = known.data[0] ?? (await post('/api/funcoes/permission', { name }))
        await post(`/api/funcoes/role/${role.id}/attachPermission`, { permission_id: right.id })
        const user = await post('/api/user', {
          name: 'Consulta',
          email: 'consulta@teste.example',
          password,
          password_cp: password,
          empresa_id: 1,
          empresas: [1],
        })
        await post(`/api/user/${user.id}/attachRole`, { role_id: role.id })
        return { route: route.id, user }
      },
      { init: headers, password: ADMIN.password },
    )
    expect(made.user.id, JSON.stringify(made.user)).toEqual(expect.any(Number))
    const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 1366, height: 768 } })
    const other = await context.newPage()
    watchRequests(other)
    const hands = new Keyboard({ page: other })
    await signIn({ page: other, url }, 'consulta@teste.example')
    await other.goto(`${url}${PATH}/edit/${made.route}`)
    await hands.screen(`${PATH}/edit/${made.route}`)
    await other.locator('.stop').nth(1).waitFor()
    await other.getByText('Somente leitura').waitFor()
    const add = other.getByRole('button', { name: 'Incluir vendas' })
    expect(await add.getAttribute('aria-disabled')).toBe('true')
    expect(await add.getAttribute('title')).toContain('Alterar rotas de entrega')
    expect(await other.locator('.stop-grip, .stop .icon-btn').count()).toBe(0)
    await other.locator('dialog').getByRole('button', { name: 'Por que não posso?' }).first().click()
    await hands.text('Quem pode liberar:')
    await other.keyboard.press('Escape')
    await settled(other)
    expect(await seriousFaults(other)).toEqual([])
    await context.close()
  })
})
