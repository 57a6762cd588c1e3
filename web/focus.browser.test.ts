import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../fixtures/browser-session'
import { atList, atWork, focusOf } from '../fixtures/focus'
import { settled } from '../fixtures/look'

/** After every opening, closing, creating and deleting the focus stands on the next sensible thing: never on the page itself, never on what closes. */

const session = browserTest()
const keys = new Keyboard(session)

/** A register, one that stays open, a document, a table of the law; `focus.walk.test.ts` goes through all. */
const LISTS = [
  '/ui/cadastros/cliente',
  '/ui/cadastros/role',
  '/ui/comercial/venda',
  '/ui/compras/pedido_compra',
  '/ui/expedicao/roteirizacao',
] as const

const open = async (path: string) => {
  await session.page.goto(session.url + path)
  await keys.screen(path)
  await settled(session.page)
}

const closed = () => session.page.locator('dialog').waitFor({ state: 'detached' })

describe('over a list', () => {
  it.each(LISTS)('%s', async (path) => {
    const { page, errors } = session
    errors.length = 0
    await open(path)
    await atList(session.page, 'coming to it')
    if ((await page.locator('[role=row][data-id]').count()) > 0) {
      await keys.press('Enter')
      await page.waitForURL(/\/edit\//)
      await settled(page)
      await atWork(session.page, 'opening a record')
      const row = page.url().split('/').at(-1)
      await keys.press('Escape')
      await closed()
      await atList(session.page, 'closing it')
      expect(await page.locator('.row-active').first().getAttribute('data-id')).toBe(row)
    }
    await keys.press('n')
    await page.waitForURL(/\/edit\/new/)
    await settled(page)
    await atWork(session.page, 'beginning a new one')
    await keys.press('Escape')
    await closed()
    await atList(session.page, 'leaving it')
    expect(errors).toEqual([])
  })
})

describe('in a list that is written in itself', () => {
  it('goes into the row that is written, and stays with it', async () => {
    const { page } = session
    await open('/ui/cadastros/motivo_devolucao')
    await atList(session.page, 'coming to it')
    await keys.press('n')
    await atWork(session.page, 'beginning a row')
    await keys.press('Escape')
    await atList(session.page, 'leaving it')
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
    await expect.poll(() => focusOf(page)).not.toBe('nowhere')
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
    await atList(session.page, 'creating')
    const made = page.locator('.row-active', { hasText: 'Madeiras do Foco' })
    await made.waitFor()
    await keys.press('Delete')
    await page.getByRole('alertdialog').waitFor()
    await atWork(session.page, 'being asked')
    await keys.press('Control+Enter')
    await made.waitFor({ state: 'detached' })
    await atList(session.page, 'deleting')
    await keys.press('Control+z')
    await keys.text('Desfeito')
    await atList(session.page, 'undoing')
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
    await atWork(session.page, 'saving')
    const id = page.url().split('/').at(-1)
    await keys.press('F10')
    await settled(page)
    await atWork(session.page, 'a verb')
    await keys.press('Escape')
    await closed()
    await atList(session.page, 'closing')
    expect(await page.locator('.row-active').getAttribute('data-id')).toBe(id)
  })
})
