import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../fixtures/browser-session'
import { settled } from '../fixtures/look'

/** After every opening, closing, creating and deleting the focus stands on the next sensible thing: never on the page itself, never on what closes. */

const session = browserTest()
const keys = new Keyboard(session)

/** Lists whose records open, with the field that makes a new record of a register and what is written there. */
const LISTS = [
  '/ui/cadastros/cliente',
  '/ui/cadastros/colaborador',
  '/ui/cadastros/fornecedor',
  '/ui/cadastros/motorista',
  '/ui/cadastros/role',
  '/ui/cadastros/tipo_entrada_saida',
  '/ui/cadastros/transportadora',
  '/ui/cadastros/user',
  '/ui/cadastros/vendedor',
  '/ui/comercial/orcamento',
  '/ui/comercial/tabela_preco',
  '/ui/comercial/venda',
  '/ui/compras/pedido_compra',
  '/ui/compras/solicitacao',
  '/ui/configuracao/pagamento',
  '/ui/estoque/armazem_logistico',
  '/ui/estoque/entrada',
  '/ui/estoque/fabricante',
  '/ui/estoque/mercadoria',
  '/ui/estoque/unidade',
  '/ui/expedicao/roteirizacao',
  '/ui/mrp/planejamento',
  '/ui/mrp/previsao',
  '/ui/producao/ordem_producao',
] as const

const open = async (path: string) => {
  await session.page.goto(session.url + path)
  await keys.screen(path)
  await settled(session.page)
}

/** Where the focus is: in words that tell what is wrong with it. */
const focus = () =>
  session.page.evaluate(() => {
    const one = document.activeElement
    if (one === null || one === document.body) return 'nowhere'
    if (one.matches('[aria-label="Fechar"], [aria-label="Dispensar aviso"]')) return 'on what closes'
    const top = [...document.querySelectorAll('dialog[open]')].at(-1)
    if (top !== undefined && !top.contains(one)) return 'under the dialog'
    if (one.closest('[inert]') !== null) return 'in a hidden tab'
    if (one.matches('[role="grid"], .inline-scroll')) return 'the list'
    return 'a thing to work with'
  })

const atWork = async (after: string) => {
  await expect.poll(focus, { message: after, timeout: 3_000 }).toBe('a thing to work with')
}
const atList = async (after: string) => {
  await expect.poll(focus, { message: after, timeout: 3_000 }).toBe('the list')
}
const closed = () => session.page.locator('dialog').waitFor({ state: 'detached' })

describe('over a list', () => {
  it.each(LISTS)('%s', async (path) => {
    const { page, errors } = session
    errors.length = 0
    await open(path)
    await atList('coming to it')
    if ((await page.locator('[role=row][data-id]').count()) > 0) {
      await keys.press('Enter')
      await page.waitForURL(/\/edit\//)
      await settled(page)
      await atWork('opening a record')
      const row = page.url().split('/').at(-1)
      await keys.press('Escape')
      await closed()
      await atList('closing it')
      expect(await page.locator('.row-active').first().getAttribute('data-id')).toBe(row)
    }
    await keys.press('n')
    await page.waitForURL(/\/edit\/new/)
    await settled(page)
    await atWork('beginning a new one')
    await keys.press('Escape')
    await closed()
    await atList('leaving it')
    expect(errors).toEqual([])
  })
})

describe('in a list that is written in itself', () => {
  it('goes into the row that is written, and stays with it', async () => {
    const { page } = session
    await open('/ui/cadastros/motivo_devolucao')
    await atList('coming to it')
    await keys.press('n')
    await atWork('beginning a row')
    await keys.press('Escape')
    await atList('leaving it')
    await keys.press('n')
    await keys.type('Aa foco')
    await keys.press('Enter')
    const row = page.locator('tr[data-id]', { hasText: 'Aa foco' })
    await row.waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Editar Aa foco')
    await keys.press('Enter')
    await keys.type('Ab foco')
    await keys.press('Enter')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^Editar .*Ab foco/)
    await page.getByRole('button', { name: /^Excluir .*Ab foco/ }).click()
    await keys.press('Control+Enter')
    await row.waitFor({ state: 'detached' })
    await expect.poll(focus).not.toBe('nowhere')
  })
})

describe('a record that is made and deleted', () => {
  it('is where its list stands, and the list has the focus after it has gone', async () => {
    const { page } = session
    await open('/ui/estoque/fabricante')
    await keys.press('n')
    await page.waitForURL(/new/)
    await settled(page)
    await keys.type('Madeiras do Foco')
    await keys.press('Control+s')
    await closed()
    await atList('creating')
    const made = page.locator('.row-active', { hasText: 'Madeiras do Foco' })
    await made.waitFor()
    await keys.press('Delete')
    await page.getByRole('alertdialog').waitFor()
    await atWork('being asked')
    await keys.press('Control+Enter')
    await made.waitFor({ state: 'detached' })
    await atList('deleting')
    await keys.press('Control+z')
    await keys.text('Desfeito')
    await atList('undoing')
  })

  it('of a document stays open, and its list stands on it once it is closed', async () => {
    const { page } = session
    await open('/ui/comercial/orcamento')
    await keys.press('n')
    await page.waitForURL(/new/)
    await settled(page)
    await page.getByLabel('Cliente', { exact: true }).first().fill('a')
    await keys.pick()
    await keys.press('Control+s')
    await page.waitForURL(/edit\/\d+$/)
    await settled(page)
    await atWork('saving')
    const id = page.url().split('/').at(-1)
    await keys.press('F10')
    await settled(page)
    await atWork('a verb')
    await keys.press('Escape')
    await closed()
    await atList('closing')
    expect(await page.locator('.row-active').getAttribute('data-id')).toBe(id)
  })
})
