import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, guidePicture, settled } from '../../../fixtures/look'

/** A sale that was invoiced comes back in part, by keyboard from its own bar; its credit pays the next one. */

const session = browserTest()

/** A sale of three pieces that was invoiced, and the next one of the same customer, whose instalment is in store credit. */
async function sales(): Promise<{ sold: number; next: number; product: string }> {
  return session.page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const all = async (path: string) => (await (await fetch(`/api/${path}`)).json()).data
    const send = async (path: string, body: object = {}) => {
      const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    const cliente = await send('cliente', { xNome: 'Maria que devolve' })
    const operations = await all('tipo_entrada_saida?where={"tipo":1,"movimenta_estoque":true,"ativo":true}')
    const operation = operations.find((one: { gera_financeiro: string }) => one.gera_financeiro === 'GERA_DUPLICATA')
    const products = await all('mercadoria?perPage=100')
    const product = products.find((one: { q_total: number; ativo: boolean }) => one.ativo && one.q_total > 9)
    const credit = await send('financeiro/pagamentos', { descricao: 'Crédito do cliente', tPag: '21' })
    const sale = (qTrib: number, pagamento_id: number | null) =>
      send('venda', {
        cliente_id: cliente.id,
        tipo_entrada_saida_id: operation.id,
        venda_mercadorias: [{ mercadoria_id: product.id, qTrib, vUnTrib: 5000, pIPI: 0 }],
        venda_duplicatas: [{ n: 1, dVencimento: '2027-01-10', vDup: qTrib * 5000, pagamento_id }],
      })
    const [first, second] = [await sale(3, null), await sale(1, credit.id)]
    for (const { id } of [first, second]) await send(`venda/${id}/fecha`)
    await send(`venda/${first.id}/fatura`)
    return { sold: first.id, next: second.id, product: product.codigo }
  })
}

/** A new return finds its sale by customer and product, and by its number, from the keyboard alone. */
async function findsSale(sold: number, product: string): Promise<void> {
  const { page, url } = session
  const keys = new Keyboard(session)
  const begin = async (): Promise<void> => {
    await page.goto(`${url}/ui/comercial/venda_devolucao/edit/new`)
    await settled(page)
    await page.waitForSelector('dialog input:focus')
  }
  const found = async (): Promise<void> => {
    await keys.pick()
    await page.getByRole('grid', { name: 'Mercadorias' }).getByRole('gridcell').first().waitFor()
    expect(await page.getByRole('combobox', { name: 'Venda obrigatório' }).inputValue()).toBe(`Venda ${sold}`)
    expect(await page.getByRole('combobox', { name: /^Cliente/ }).inputValue()).toBe('Maria que devolve')
  }
  await begin()
  await keys.type('Maria que devolve')
  await keys.pick()
  await keys.press('Tab')
  await keys.type(product)
  await keys.pick()
  await keys.press('Tab', 'ArrowDown')
  await found()
  await begin()
  await keys.press('Tab', 'Tab')
  await keys.type(String(sold))
  await found()
}

it('a part of a sale comes back, is shown before it is done, and its credit pays the next sale', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  const { sold, next, product } = await sales()
  await findsSale(sold, product)
  await page.goto(`${url}/ui/comercial/venda/edit/${sold}`)
  await settled(page)
  await keys.chip('Faturada')
  await page.getByRole('button', { name: 'Mais', exact: true }).focus()
  await keys.press('Enter')
  await page.getByRole('menuitem', { name: 'Devolver itens' }).focus()
  await keys.press('Enter')
  await page.waitForURL(/venda_devolucao\/edit\/new/)
  await keys.screen('/ui/comercial/venda_devolucao/edit/new')
  await settled(page)
  const grid = page.getByRole('grid', { name: 'Mercadorias' })
  await grid.getByRole('gridcell').first().waitFor()
  await expectPresentable(page, 'devolucao-nova')
  const money = page.getByLabel('Dinheiro', { exact: true })
  await money.selectOption({ label: 'Reembolso' })
  await page.getByRole('combobox', { name: 'Conta do reembolso' }).waitFor()
  await money.selectOption({ label: 'Crédito para o cliente' })
  await expect.poll(() => page.getByRole('combobox', { name: 'Conta do reembolso' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Devolver tudo' }).focus()
  await keys.press('Enter')
  await keys.press('F10')
  const dialog = page.getByRole('alertdialog', { name: /^Finalizar/ })
  await dialog.waitFor()
  const told = await dialog.getByRole('listitem').allTextContents()
  expect(told.join('\n')).toContain('Dá crédito a Maria que devolve: R$ 15.000,00.')
  expect(told.join('\n')).toMatch(/Voltam a .*, ao custo com que saíram/)
  await expectPresentable(page, 'devolucao-previa')
  await guidePicture(page, 'devolucao')
  await keys.press('Enter')
  await keys.text(/Devolução finalizada: entrada \d+ criada\./)
  await keys.chip('Finalizada')
  await expectPresentable(page, 'devolucao-finalizada')

  await page.goto(`${url}/ui/comercial/venda/edit/${next}`)
  await settled(page)
  await keys.chip('Fechada')
  await keys.press('F9')
  await keys.chip('Faturada')
  const left = await page.evaluate(
    async () =>
      (await (await fetch('/api/contas_receber?where={"tpConta":11}&orderBy=id&sortedBy=desc&perPage=1')).json())
        .data[0].vSaldo,
  )
  expect(left).toBe(-10_000)
  expect(session.errors).toEqual([])
})
