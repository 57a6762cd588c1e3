import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../fixtures/browser-session'
import { seriousFaults, settled, shot } from '../../fixtures/look'

/** What was just done is taken back with Ctrl+Z, or with the button that offers it. */

const session = browserTest()
const keys = new Keyboard(session)
const LIST = '/ui/estoque/fabricante'

const open = async (path: string) => {
  await session.page.goto(session.url + path)
  await keys.screen(path)
  await settled(session.page)
}

const api = (method: string, path: string, body: object | null = null) =>
  session.page.evaluate(
    async ([how, where, what]) => {
      const answer = await fetch(`/api/${where}`, {
        method: how ?? 'GET',
        headers: { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' },
        body: what ?? null,
      })
      return { status: answer.status, body: await answer.json() }
    },
    [method, path, body === null ? null : JSON.stringify(body)],
  )
const make = async (descricao: string) => (await api('POST', 'estoque/fabricante', { descricao })).body
const now = async (id: number) => (await api('GET', `estoque/fabricante/${id}`)).body.descricao

describe('Ctrl+Z', () => {
  it('takes back a save, whatever box has the focus', async () => {
    const { id } = await make('Antes')
    await open(`${LIST}/edit/${id}`)
    await keys.press('Control+a')
    await keys.type('Depois')
    await keys.press('Control+s')
    await keys.text('O registro foi salvo com sucesso.')
    await keys.press('/')
    await keys.press('Control+z')
    await keys.text('Desfeito: está como era antes.')
    expect(await now(id)).toBe('Antes')
  })

  it('takes back what is typed first, where something was typed since', async () => {
    const { page } = session
    const { id } = await make('Antes')
    await open(`${LIST}/edit/${id}`)
    await keys.press('Control+a')
    await keys.type('Depois')
    await keys.press('Control+s')
    await keys.text('O registro foi salvo com sucesso.')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await keys.press('/')
    await keys.type('x')
    await keys.press('Control+z')
    await keys.press('Control+z')
    expect(await page.inputValue('.search-box input')).toBe('')
    expect(await now(id)).toBe('Depois')
  })

  it('takes back a creation, and a deletion, which named what it deletes', async () => {
    const { page } = session
    await open(`${LIST}/edit/new`)
    await keys.type('Feito por engano')
    await keys.press('Control+s')
    await keys.text('Registro criado com sucesso.')
    const made = page.locator('.row-active', { hasText: 'Feito por engano' })
    await made.waitFor()
    await shot(page, 'desfazer')
    expect(await seriousFaults(page)).toEqual([])
    await keys.press('Control+z')
    await made.waitFor({ state: 'detached' })
    const { id } = await make('Excluído por engano')
    await open(LIST)
    await page.locator(`[data-id="${id}"] input[type=checkbox]`).check()
    await keys.press('Delete')
    await page.getByRole('alertdialog').getByText('Excluído por engano').waitFor()
    await keys.press('Control+Enter')
    await keys.text('Registro excluido com sucesso.')
    await keys.press('Control+z')
    await keys.text('Desfeito: está como era antes.')
    expect(await now(id)).toBe('Excluído por engano')
    await page.locator(`[data-id="${id}"]`).waitFor()
  })

  it('is refused with a clear word when the record was changed since', async () => {
    const { id } = await make('Antes')
    await open(`${LIST}/edit/${id}`)
    await keys.press('Control+a')
    await keys.type('Depois')
    await keys.press('Control+s')
    await keys.text('O registro foi salvo com sucesso.')
    await api('PUT', `estoque/fabricante/${id}`, { descricao: 'De outro' })
    await keys.press('Control+z')
    await keys.text('Este registro foi alterado depois: nada foi desfeito.')
    expect(await now(id)).toBe('De outro')
  })
})

describe('a document that stays open', () => {
  it('shows what it was before the save that is taken back, and goes with its creation', async () => {
    const { page } = session
    await open('/ui/comercial/orcamento/edit/new')
    const note = page.getByLabel('Observações')
    await page.getByLabel('Cliente', { exact: true }).first().fill('a')
    await keys.pick()
    await keys.press('Control+s')
    await keys.text(/criado|salvo/)
    await page.waitForURL(/edit\/\d+/)
    await settled(page)
    await note.fill('Entregar cedo')
    await keys.press('Control+s')
    await settled(page)
    await page.getByRole('button', { name: 'Desfazer' }).last().click()
    await keys.text('Desfeito: está como era antes.')
    await expect.poll(() => note.inputValue()).toBe('')
  })
})

describe('many that were deleted', () => {
  it('come back from where their deletion is told', async () => {
    const { page } = session
    const made = [await make('Lote um'), await make('Lote dois')]
    await open(`${LIST}?busca=Lote`.split('?')[0] ?? LIST)
    for (const { id } of made) await page.locator(`[data-id="${id}"] input[type=checkbox]`).check()
    await keys.press('Delete')
    for (const name of ['Lote um', 'Lote dois']) await page.getByRole('alertdialog').getByText(name).waitFor()
    await keys.press('Control+Enter')
    await keys.text('2 feitos.')
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await keys.text('Desfeito: está como era antes.')
    expect(await Promise.all(made.map(({ id }) => now(id)))).toEqual(['Lote um', 'Lote dois'])
    for (const { id } of made) await page.locator(`[data-id="${id}"]`).waitFor()
  })
})
