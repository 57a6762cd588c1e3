import { expect, it } from 'vitest'
import { browserTest } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** A document shows what it came from and what came of it, opens it, and Esc comes back to where one stood. */

const session = browserTest()

/** A quote that was closed into a sale. */
async function closedQuote(): Promise<{ quote: number; sale: number }> {
  return session.page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const all = async (path: string) => (await (await fetch(`/api/${path}`)).json()).data
    const call = async (path: string, body: object) =>
      (await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    const [customer] = await all('cliente?perPage=1&where={"ativo":true}')
    const operations = await all('tipo_entrada_saida?where={"tipo":1,"movimenta_estoque":true,"ativo":true}')
    const operation = operations.find((one: { gera_financeiro: string }) => one.gera_financeiro === 'GERA_DUPLICATA')
    const products = await all('mercadoria?perPage=100')
    const product = products.find((one: { q_total: number; ativo: boolean }) => one.ativo && one.q_total > 5)
    const { id } = await call('orcamento', {
      cliente_id: customer.id,
      tipo_entrada_saida_id: operation.id,
      orcamento_mercadorias: [{ mercadoria_id: product.id, qTrib: 1, vUnTrib: 10 }],
    })
    const sale = await call(`orcamento/${id}/fecha`, {})
    return { quote: id, sale: sale.venda_id ?? sale.venda?.id ?? 0 }
  })
}

const primary = () => session.page.locator('dialog .dialog-foot .btn-primary').allInnerTexts()

it('a quote leads to its sale and back; the next step leads while nothing waits to be saved', async () => {
  const { page, url } = session
  const { quote } = await closedQuote()
  await page.goto(`${url}/ui/comercial/orcamento/edit/${quote}`)
  await settled(page)
  const strip = page.getByRole('navigation', { name: 'Documentos ligados' })
  const link = strip.getByRole('link', { name: /^Venda nº/ })
  await link.click()
  await page.waitForURL(/\/ui\/comercial\/venda\/edit\/\d+/)
  await settled(page)
  await strip.getByRole('link', { name: new RegExp(`^Orçamento nº ${quote}`) }).waitFor()
  expect((await primary()).map((text) => text.split('\n')[0])).toEqual(['Expedir'])
  await expectPresentable(page, 'ligados')
  await page.getByLabel('Observações').first().fill('Entregar pela manhã')
  expect((await primary()).map((text) => text.split('\n')[0])).toEqual(['Salvar'])
  await page.keyboard.press('Control+Z')
  await page.getByLabel('Observações').first().fill('')
  await page.keyboard.press('Escape')
  await page.waitForURL(`${url}/ui/comercial/orcamento/edit/${quote}`)
  expect(session.errors).toEqual([])
})
