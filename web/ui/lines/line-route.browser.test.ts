import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { fits, settled, shot } from '../../../fixtures/look'

/** Lines with forms of their own open over the form of their document. */

const session = browserTest()
const keys = new Keyboard(session)
const grid = () => session.page.getByRole('grid', { name: 'Mercadorias' })
const here = (): string => session.page.url().slice(session.url.length)

/** Makes a record of the demo company's first supplier and product. */
async function made(path: string, list: string): Promise<{ readonly id: number; readonly line: number }> {
  return session.page.evaluate(
    async ([path, list]) => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
      const first = async (of: string) => (await (await fetch(`/api/${of}`)).json()).data[0].id
      const items = [{ mercadoria_id: await first('mercadoria'), qTrib: 2 }]
      const body = JSON.stringify({ fornecedor_id: await first('fornecedor'), [list]: items })
      const record = await (await fetch(`/api/${path}`, { method: 'POST', headers, body })).json()
      return { id: record.id, line: record[list][0].id }
    },
    [path, list] as const,
  )
}

it('an item of a purchase order opens by Enter, over the order and with its address', async () => {
  const { page, url } = session
  const { id, line } = await made('compras/pedido_compra', 'pedido_compra_mercadorias')
  const order = `/ui/compras/pedido_compra/edit/${id}`
  await page.goto(`${url}${order}`)
  await settled(page)
  await shot(page, 'pedido-compra')
  await page.getByRole('tab', { name: 'Mercadorias' }).click()
  await grid().getByRole('row').nth(1).getByRole('gridcell').first().click()
  await shot(page, 'pedido-compra-itens')
  await keys.press('Enter')
  await keys.screen(`${order}/pedido_compra_mercadoria/${line}`)
  expect(here()).toBe(`${order}/pedido_compra_mercadoria/${line}?pedido_compra_id=${id}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await shot(page, 'pedido-compra-item-390')
  expect(await fits(page)).toBe(true)
  await page.goBack()
  await shot(page, 'pedido-compra-390')
  expect(await fits(page)).toBe(true)
  await page.goto(`${url}/ui/compras/pedido_compra`)
  await settled(page)
  await shot(page, 'pedidos-compra-390')
  await page.setViewportSize({ width: 1366, height: 768 })
  await settled(page)
  await shot(page, 'pedidos-compra')
})

it('goods of a production order that were not saved yet say why they do not open', async () => {
  const { page, url } = session
  const { id, line } = await made('producao/ordem_producao', 'ordem_producao_mercadoria_list')
  const order = `/ui/producao/ordem_producao/edit/${id}`
  await page.goto(`${url}${order}`)
  await settled(page)
  await grid().getByRole('row').nth(1).getByRole('gridcell').first().click()
  await keys.press('Enter')
  await keys.screen(`${order}/ordem_producao_mercadoria/${line}`)
  await settled(page)
  await page.goBack()
  await keys.screen(order)
  await settled(page)
  await keys.press('F2')
  await page.locator('.quick:focus').waitFor()
  await keys.type('7891000345245')
  await keys.press('Enter')
  await expect.poll(() => grid().getByRole('row').count(), { timeout: 10_000 }).toBe(3)
  await grid().getByRole('row').nth(2).getByRole('gridcell').first().click()
  await keys.press('Enter')
  await keys.text('Salve a ordem para ver os insumos.')
  expect(here()).toBe(order)
})
