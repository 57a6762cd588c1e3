import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { settled } from '../../../fixtures/look'

/** Purchase orders and entries are printed from their lists and their forms, by keyboard. */

const session = browserTest()
const keys = new Keyboard(session)

/** What the server answers in the window that an act opens. */
async function opened(page: Page, address: string, act: () => Promise<void>) {
  const [given] = await Promise.all([
    page.context().waitForEvent('response', { predicate: (one) => one.url().endsWith(address) }),
    act(),
  ])
  return [given.status(), given.headers()['content-type']]
}

it('a purchase order is saved and printed by Ctrl+P', async () => {
  const { page, url } = session
  const id = await page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const { data } = await (await fetch('/api/fornecedor')).json()
    const body = JSON.stringify({ fornecedor_id: data[0].id })
    return (await (await fetch('/api/compras/pedido_compra', { method: 'POST', headers, body })).json()).id
  })
  await page.goto(`${url}/ui/compras/pedido_compra/edit/${id}`)
  await settled(page)
  await page.getByRole('textbox', { name: 'Observações' }).fill('Descarga pelos fundos')
  const saved = page.waitForResponse((one) => one.request().method() === 'PUT')
  const printed = await opened(page, `/reporting/pdf/pedido_compra?id=${id}`, () => keys.press('Control+p'))
  expect(printed).toEqual([200, 'application/pdf'])
  expect((await (await saved).json()).obs).toBe('Descarga pelos fundos')
})

it('the entries chosen in the list are printed together', async () => {
  const { page, url } = session
  await page.goto(`${url}/ui/estoque/entrada`)
  await settled(page)
  const rows = page.getByRole('row', { selected: false })
  await rows.first().waitFor()
  await keys.press('Home', ' ', 'ArrowDown', ' ')
  await expect.poll(() => page.getByRole('row', { selected: true }).count()).toBe(2)
  const numbers = page.getByRole('row', { selected: true }).locator('[role=gridcell]:nth-child(2)')
  const ids = await numbers.allTextContents()
  await page.getByRole('button', { name: 'Ações' }).press('Enter')
  const printed = await opened(page, `/reporting/lote/entrada?id_list=${ids.join(',')}`, () =>
    page.getByRole('menuitem', { name: 'Imprimir' }).press('Enter'),
  )
  expect(printed).toEqual([200, 'application/pdf'])
})
