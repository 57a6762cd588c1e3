import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** What suppliers charged last for an order that is being written, and a line that goes to one of them by one key. */

const session = browserTest()

/** Goods that one supplier charged less for than the other, and the names of both. */
const goods = () =>
  session.page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const send = async (path: string, body: object = {}) => {
      const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    const [unit] = (await (await fetch('/api/unidade?perPage=1')).json()).data
    const product = await send('mercadoria', { xProd: 'Arruela comparada', unidade_id: unit.id })
    const cheap = await send('fornecedor', { xNome: 'Barateira do Vale' })
    const dear = await send('fornecedor', { xNome: 'Cara da Serra' })
    for (const [supplier, vUnTrib] of [
      [cheap, 8],
      [dear, 12.5],
    ] as const) {
      const order = await send('compras/pedido_compra', {
        fornecedor_id: supplier.id,
        dEmissao: '2026-11-02',
        pedido_compra_mercadorias: [{ mercadoria_id: product.id, qTrib: 40, vUnTrib }],
      })
      await send(`compras/pedido_compra/${order.id}/fecha`)
    }
    const order = await send('compras/pedido_compra', {
      fornecedor_id: dear.id,
      pedido_compra_mercadorias: [
        { mercadoria_id: product.id, qTrib: 10, vUnTrib: 10 },
        { mercadoria_id: product.id, qTrib: 5, vUnTrib: 7 },
      ],
    })
    return { id: order.id, cheap: cheap.id }
  })

it('shows what each line would cost elsewhere, marks the cheapest, and moves a line there by Enter', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  const { id, cheap } = await goods()
  await page.goto(`${url}/ui/compras/pedido_compra/edit/${id}`)
  await settled(page)
  await keys.press('Shift+F1')
  const table = page.getByRole('table', { name: 'Último preço de cada fornecedor, por item' })
  const row = (at: number) => table.getByRole('row', { name: /Barateira do Vale/ }).nth(at)
  await row(0).waitFor()
  const text = async (at: number): Promise<string> => (await row(at).innerText()).replaceAll(/\s+/g, ' ')
  expect(await text(0)).toContain('Menor preço R$ 8,00 -R$ 20,00 (-20 %) 02/11/2026 40')
  expect(await text(1)).not.toContain('Menor preço')
  expect(await text(1)).toContain('+R$ 5,00 (+14,29 %)')
  await expectPresentable(page, 'pedido-precos')
  const first = row(0).getByRole('button', { name: /Passar/ })
  await first.focus()
  await keys.press('ArrowDown', 'ArrowUp', 'Enter')
  await page.getByText(/Item passado ao pedido \d+, novo, de Barateira do Vale/).waitFor()
  await expect.poll(() => table.getByRole('row', { name: /Barateira do Vale/ }).count()).toBe(1)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('Passar')
  const moved = await page.evaluate(
    async (fornecedor_id) =>
      (await (await fetch(`/api/compras/pedido_compra?where={"fornecedor_id":${fornecedor_id},"status":0}`)).json())
        .data,
    cheap,
  )
  expect(moved).toMatchObject([{ vTotal: 80 }])
})
