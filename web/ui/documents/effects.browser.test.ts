import { expect, it } from 'vitest'
import { browserTest } from '../../../fixtures/browser-session'
import { settled } from '../../../fixtures/look'

/** What an action will do is shown before it is done: in its own dialog, and where a document is cancelled. */

const session = browserTest()

/** A sale of one unit of a product that is in stock. */
async function newSale(): Promise<{ id: number; xProd: string; q_total: number }> {
  return session.page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const all = async (path: string) => (await (await fetch(`/api/${path}`)).json()).data
    const [customer] = await all('cliente?perPage=1&where={"ativo":true}')
    const operations = await all('tipo_entrada_saida?where={"tipo":1,"movimenta_estoque":true,"ativo":true}')
    const operation = operations.find((one: { gera_financeiro: string }) => one.gera_financeiro === 'GERA_DUPLICATA')
    const products = await all('mercadoria?perPage=100')
    const product = products.find((one: { q_total: number; ativo: boolean }) => one.ativo && one.q_total > 5)
    const body = JSON.stringify({
      cliente_id: customer.id,
      tipo_entrada_saida_id: operation.id,
      venda_mercadorias: [{ mercadoria_id: product.id, qTrib: 1, vUnTrib: 10 }],
    })
    const { id } = await (await fetch('/api/venda', { method: 'POST', headers, body })).json()
    return { id, xProd: product.xProd, q_total: product.q_total }
  })
}

const shown = () => session.page.getByRole('listitem').allTextContents()

it('a sale shows what dispatching it takes out of stock, does it on a yes, and what cancelling it gives back', async () => {
  const { page, url } = session
  const { id, xProd } = await newSale()
  expect(id).toBeGreaterThan(0)
  await page.goto(`${url}/ui/comercial/venda/edit/${id}`)
  await settled(page)
  await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Ver o que ‘Expedir’ fará' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Expedir?' })
  await dialog.waitFor()
  expect((await shown()).filter((line) => line.startsWith('Sai do estoque: 1')).join()).toContain(xProd)
  const dispatched = page.waitForResponse((one) => one.url().endsWith(`/venda/${id}/fecha`))
  await dialog.getByRole('button', { name: 'Expedir' }).click()
  expect((await (await dispatched).json()).status).toBe(2)
  await settled(page)
  await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Cancelar a venda' }).click()
  await page.getByLabel('Motivo do cancelamento').waitFor()
  expect((await shown()).filter((line) => line.startsWith('Entra no estoque: 1')).join()).toContain(xProd)
  await page
    .getByRole('dialog', { name: /^Cancelar a venda/ })
    .getByRole('button', { name: 'Voltar' })
    .click()
  const now = await page.evaluate(async (sale) => (await (await fetch(`/api/venda/${sale}`)).json()).status, id)
  expect(now).toBe(2)
})
