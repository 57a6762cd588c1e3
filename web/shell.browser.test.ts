import { describe, expect, it } from 'vitest'
import { ADMIN, browserTest, Keyboard, signIn } from '../fixtures/browser-session'

/** The frame around every screen: addresses, rights, a session that ends, a click too many. */

const session = browserTest()
const keys = new Keyboard(session)

const screens = () =>
  session.page.$$eval('[data-screen]', (found) => found.map((one) => one.getAttribute('data-screen')))

describe('addresses', () => {
  it('a deep link opens the whole stack, and Back closes one layer at a time', async () => {
    const { page, url } = session
    const path = '/ui/comercial/venda/edit/1'
    await page.goto(`${url}${path}/venda_mercadoria/new?venda_id=1`)
    await keys.screen(`${path}/venda_mercadoria/new`)
    expect(await screens()).toEqual(['/ui/comercial/venda', path, `${path}/venda_mercadoria/new`])
    await page.goBack()
    await page.waitForFunction((wanted) => document.querySelectorAll('[data-screen]').length === wanted, 2)
    await page.goBack()
    await page.waitForFunction((wanted) => document.querySelectorAll('[data-screen]').length === wanted, 1)
    expect(await screens()).toEqual(['/ui/comercial/venda'])
  })

  it('the list’s search lives in its address', async () => {
    const { page, url } = session
    await page.goto(`${url}/ui/cadastros/cliente`)
    await keys.screen('/ui/cadastros/cliente')
    await keys.press('/')
    await keys.type('maria')
    await keys.press('Enter')
    await page.waitForURL(/maria/)
    await page.reload()
    await keys.screen('/ui/cadastros/cliente')
    expect(await page.inputValue('.search-box input')).toBe('maria')
  })
})

describe('saving', () => {
  it('two presses make one record', async () => {
    const { page, url } = session
    await page.goto(`${url}/ui/estoque/fabricante/edit/new`)
    await keys.screen('/ui/estoque/fabricante/edit/new')
    await page.getByLabel('Descrição').fill('Fabricante de um só registro')
    // Looked for from before: on a busy machine a notice may have gone by when the second press is over.
    const told = keys.text('Registro criado com sucesso.')
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Control+s')
    await told
    const { total } = await page.evaluate(async () => {
      const answer = await fetch('/api/estoque/fabricante?search=Fabricante%20de%20um%20s%C3%B3', {
        headers: { 'X-Requested-With': 'XMLHttpRequest' },
      })
      return answer.json()
    })
    expect(total).toBe(1)
  })

  it('the first invalid field is shown, in its tab, in the words of the specification', async () => {
    const { page, url } = session
    await page.goto(`${url}/ui/cadastros/cliente/edit/new`)
    await keys.screen('/ui/cadastros/cliente/edit/new')
    await keys.press('F3', 'Control+s')
    await keys.text('Preencha este campo.')
    await expect.poll(() => page.getByLabel('Nome / Razão social').evaluate((one) => one.matches(':focus'))).toBe(true)
    expect(await page.locator('[role=tabpanel]:not([inert]) :focus').count()).toBe(1)
  })
})

describe('a session that ends', () => {
  it('keeps what was typed: one signs in over the form, and saves it', async () => {
    const { page, url } = session
    await page.goto(`${url}/ui/estoque/fabricante/edit/new`)
    await keys.screen('/ui/estoque/fabricante/edit/new')
    await page.getByLabel('Descrição').fill('Escrito antes de a sessão acabar')
    await page.context().clearCookies()
    await keys.press('Control+s')
    await keys.text('Por segurança, faça login novamente.')
    await page.locator('dialog input[type=password]').fill(ADMIN.password)
    await keys.press('Enter')
    await page.locator('dialog input[type=password]').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Descrição').inputValue()).toBe('Escrito antes de a sessão acabar')
    await keys.press('Control+s')
    await keys.text('Registro criado com sucesso.')
  })
})

describe('rights', () => {
  it('a screen without the right is the 404 screen, and is not in the menu nor on its area’s page', async () => {
    await signIn(session, 'vendas@demo.prumo.local')
    await session.page.getByRole('link', { name: 'Cadastros', exact: true }).click()
    await session.page.getByRole('link', { name: 'Municípios' }).waitFor()
    expect(await session.page.getByRole('link', { name: 'Regras de Acesso' }).count()).toBe(0)
    await session.page.goto(`${session.url}/ui/cadastros/role`)
    await keys.screen('/404')
    expect(session.errors).toEqual([])
  })
})
