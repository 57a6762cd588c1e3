import { expect, it } from 'vitest'
import { browserTest } from '../../fixtures/browser-session'
import { expectPresentable, settled } from '../../fixtures/look'

/** The life of a customer or product, by one key: from its list, from its form, and from a field or line of a document. */

const session = browserTest()
const ficha = () => session.page.getByRole('region', { name: 'Ficha' })

async function saleWithGoods(): Promise<{ id: number; cliente: string; xProd: string }> {
  return session.page.evaluate(async () => {
    const { data } = await (await fetch('/api/venda?perPage=1')).json()
    const sale = await (await fetch(`/api/venda/${data[0].id}`)).json()
    return { id: sale.id, cliente: sale.cliente.xNome, xProd: sale.venda_mercadorias[0].mercadoria.xProd }
  })
}

it('opens from a field and a line of a sale, from a list and from a form; Esc comes back', async () => {
  const { page, url } = session
  await page.goto(`${url}/ui/comercial/venda`)
  await settled(page)
  const { id, cliente, xProd } = await saleWithGoods()
  await page.goto(`${url}/ui/comercial/venda/edit/${id}`)
  await settled(page)
  await page.locator('[data-field="cliente_id"] input').focus()
  await page.keyboard.press('Control+i')
  await page.getByRole('heading', { name: `Cliente ${cliente}` }).waitFor()
  await ficha().getByRole('heading', { name: 'Últimas vendas' }).waitFor()
  await expectPresentable(page, 'ficha-cliente')
  await page.keyboard.press('Escape')
  await ficha().waitFor({ state: 'detached' })
  await page.keyboard.press('F2')
  await page.getByRole('grid', { name: 'Mercadorias' }).focus()
  await page.keyboard.press('Control+i')
  await page.getByRole('heading', { name: `Mercadoria ${xProd}` }).waitFor()
  await ficha().getByRole('heading', { name: 'Estoque por local' }).waitFor()
  await expectPresentable(page, 'ficha-mercadoria')
  await page.keyboard.press('Escape')
  await page.goto(`${url}/ui/cadastros/fornecedor`)
  await settled(page)
  await page.getByRole('grid').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+i')
  await page.getByRole('heading', { name: /^Fornecedor / }).waitFor()
  await page.keyboard.press('Escape')
  await ficha().waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.waitForURL(/fornecedor\/edit\/\d+/)
  await settled(page)
  await page.getByRole('button', { name: 'Ficha' }).click()
  await ficha().waitFor()
  expect(session.errors).toEqual([])
})
