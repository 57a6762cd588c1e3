import { expect, it } from 'vitest'
import { cieloFile, stoneFile } from '../../../core/cards/cards.fixture'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** A month's end of whoever reconciles cards: files come in, what they do not find is linked, deposits are met with the bank and settled, and taken back. */

const session = browserTest()

const SALES = [
  { nsu: '710001', authorization: '810001', day: '2026-11-03', gross: 20_000, fee: 500 },
  { nsu: '710002', authorization: '810002', day: '2026-11-03', gross: 10_050, fee: 251 },
] as const
const STONE = { nsu: '36262779846039', authorization: 'A1B2C3', day: '2026-11-04', gross: 5000, fee: 125 } as const

/** What is owed of the sales, and what the bank says. The second sale was written down without the numbers of its receipt, on another day. */
const seed = () =>
  session.page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const send = async (path: string, body: object) => {
      const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    const { id: cliente_id } = await send('cliente', { xNome: 'Clara dos Cartões' })
    const owed = { cliente_id, tpConta: 7, dVencimento: '2026-12-03' }
    const first = { numero: 'CARTAO-1', vConta: '200.00', dEmissao: '2026-11-03', nsu: '710001', cAut: '810001' }
    const second = { numero: 'CARTAO-2', vConta: '100.50', dEmissao: '2026-11-01' }
    const third = { numero: 'CARTAO-3', vConta: '50.00', dEmissao: '2026-11-04', nsu: '36262779846039' }
    for (const one of [first, second, third]) await send('contas_receber', { ...owed, ...one })
    const { id: banco_id } = await send('banco', {
      descricao: 'Banco dos cartões',
      tipo: 2,
      codigo: '341',
      conta: '98765-1',
    })
    for (const [amount, memo] of [
      ['292.99', 'CIELO VISA CREDITO'],
      ['48.75', 'STONE PAGAMENTOS'],
    ])
      await send('extrato_banco', { banco_id, dMovimento: '2026-11-20', amount, memo })
    return banco_id
  })

const upload = (name: string, text: string) =>
  session.page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

const inBank = (id: number): Promise<number> =>
  session.page.evaluate(async (account) => (await (await fetch(`/api/banco/${account}`)).json()).vSaldo, id)

it('reads a file of Cielo, links what it did not find, settles the deposit against the bank, and takes it back', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/conciliacao`)
  await settled(page)
  const bank = await seed()
  await page.reload()
  await settled(page)
  await page.getByRole('group', { name: 'O que falta para fechar o mês' }).getByText('Vendas sem registro').waitFor()
  await expectPresentable(page, 'conciliacao')
  await upload('CIELO04.txt', cieloFile({ units: [{ day: '2026-11-20', sales: SALES }] }))
  await keys.text('2 registros, 1 vinculado por si')
  const form = page.getByRole('dialog').last()
  await form.getByText('R$ 300,50 menos a taxa de R$ 7,51 (2,50 %)').waitFor()
  await form.getByText('No extrato').waitFor()
  await settled(page)
  await expectPresentable(page, 'conciliacao-recebimentos')

  // What is not linked is named, and nothing is settled.
  await keys.press('F10')
  await page.getByRole('dialog', { name: 'Finalizar a conciliação' }).waitFor()
  await settled(page)
  await expectPresentable(page, 'conciliacao-finalizar')
  await keys.press('F10')
  await page.getByText('NSU 710002 de 03/11/2026 (R$ 100,50): sem parcela').waitFor()
  await keys.press('Escape')

  await form.getByRole('tab', { name: 'Registros' }).click()
  await form.getByText('Sem parcela').first().waitFor()
  await form.getByRole('button', { name: 'Vincular', exact: true }).focus()
  await keys.press('Enter')
  const choosing = page.getByRole('dialog', { name: /A parcela de NSU 710002/ })
  await choosing.getByText('CARTAO-2').waitFor()
  await settled(page)
  await expectPresentable(page, 'conciliacao-vincular')
  await keys.press('Enter')
  await keys.text('Registro vinculado à conta CARTAO-2.')
  await form.getByRole('button', { name: 'Desvincular', exact: true }).nth(1).waitFor()
  await settled(page)
  await expectPresentable(page, 'conciliacao-registros')

  await keys.press('F10')
  await page.getByRole('dialog', { name: 'Finalizar a conciliação' }).waitFor()
  await settled(page)
  await keys.press('F10')
  await keys.text('1 recebimento baixado.')
  expect(await inBank(bank)).toBe(292.99)

  await form.getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Estornar a conciliação' }).click()
  await page.getByRole('button', { name: 'Estornar', exact: true }).click()
  await keys.text('Conciliação estornada.')
  expect(await inBank(bank)).toBe(0)
})

it('settles the deposit from the bank’s side by one key, and takes it back by another', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  const [id, bank] = await page.evaluate(async () => {
    const { data } = await (await fetch('/api/banco?search=Banco+dos+cart')).json()
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const body = JSON.stringify({ banco_id: data[0].id, dInicio: '2026-11-01', dFim: '2026-11-30' })
    const made = await fetch('/api/financeiro/conciliacao_bancaria', { method: 'POST', headers, body })
    return [(await made.json()).id, data[0].id]
  })
  await page.goto(`${url}/ui/financeiro/conciliacao_bancaria/edit/${id}`)
  const offered = page.getByRole('region', { name: 'Propostas' })
  await offered.getByText('Cielo · 2 parcelas · 20/11/2026 · R$ 300,50').waitFor()
  await offered.getByText('Tarifa R$ 7,51').waitFor()
  await expectPresentable(page, 'conciliacao-lote')
  await page.getByRole('listbox', { name: 'Linhas a conciliar' }).focus()
  await keys.press('Enter')
  await expect.poll(() => inBank(bank)).toBe(292.99)
  await page.getByText('1 linha a conciliar').waitFor()
  await keys.press('Control+z')
  await expect.poll(() => inBank(bank)).toBe(0)
  expect(session.errors).toEqual([])
})

it('reads a file of Stone, points its deposit at a line of the bank by hand, and its rows are found in their list', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/conciliacao`)
  await settled(page)
  await upload('stone.xml', stoneFile({ day: '2026-11-20', paid: { id: '55501', sales: [STONE] } }))
  await keys.text('1 registro, 1 vinculado por si')
  // The form takes the focus as it opens.
  await settled(page)
  const form = page.getByRole('dialog').last()
  await form.getByRole('button', { name: 'Vincular ao extrato' }).focus()
  await keys.press('Enter')
  await page
    .getByRole('dialog', { name: /O depósito de R\$\s48,75/ })
    .getByText('STONE PAGAMENTOS')
    .waitFor()
  await settled(page)
  await expectPresentable(page, 'conciliacao-extrato')
  await keys.press('Enter')
  await keys.text('Recebimento vinculado ao extrato.')
  await settled(page)
  await keys.press('F10')
  await page.getByRole('dialog', { name: 'Finalizar a conciliação' }).waitFor()
  await settled(page)
  await keys.press('F10')
  await keys.text('1 recebimento baixado.')

  await page.goto(`${url}/ui/financeiro/conciliacao_venda`)
  await settled(page)
  await page.getByText('710001').first().waitFor()
  await expectPresentable(page, 'conciliacao-venda')
  await page.getByText('710002').first().dblclick()
  await page.getByRole('button', { name: 'Desvincular' }).waitFor()
  await settled(page)
  await expectPresentable(page, 'conciliacao-venda-registro')
  await keys.press('F10')
  await page.getByRole('button', { name: 'Vincular a uma parcela' }).waitFor()
})
