import { expect } from 'vitest'
import { cieloFile, type MadeSale } from '../../../core/cards/cards.fixture'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** A company that reconciles cards, for tests: files are sent, and what became of them is looked at. */

let server: TestServer
let ids: { customer: number; account: number; fees: number; revenue: number }

/** Begins such a company, in a database of its own. Called before all. */
export async function openReconciling() {
  server = await testServer()
  const { empresa_id } = server
  const made = [
    await server.insert('cliente', { xNome: 'Maria Exemplo' }),
    await server.insert('banco', { empresa_id, descricao: 'Conta corrente', codigo: '341', conta: '98765-1' }),
    await server.insert('plano_conta', { codigo: '3.9', descricao: 'Taxas de cartão' }),
    await server.insert('plano_conta', { codigo: '4.9', descricao: 'Vendas por fora' }),
  ]
  const [customer = 0, account = 0, fees = 0, revenue = 0] = made.map((one) => one.id)
  ids = { customer, account, fees, revenue }
  return { server, ids }
}

export const call: TestServer['admin'] = (...args) => server.admin(...args)
export async function ok(method: string, path: string, body?: object) {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
export const PATH = '/api/financeiro/conciliacao'
export async function upload(text: string, as = call, more: Readonly<Record<string, string>> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  form.append('file', new File([text], 'extrato.txt'))
  return as('POST', `${PATH}/upload`, form)
}
export const taken = async (text: string) => {
  const { status, body } = await upload(text)
  expect([status, body.avisos], JSON.stringify(body)).toEqual([200, []])
  return body
}

let n = 100_000
/** A sale of its own number; amounts in cents. */
export const sale = (gross: number, fee: number, more: Partial<MadeSale> = {}): MadeSale => {
  const number = String(++n)
  return { nsu: number, authorization: number, day: '2026-11-02', gross, fee, ...more }
}
/** What is owed of a sale by card. */
export const owes = (one: MadeSale, more: object = {}) =>
  ok('POST', '/api/contas_receber', {
    cliente_id: ids.customer,
    tpConta: 7,
    vConta: (one.gross / 100).toFixed(2),
    dEmissao: one.day,
    dVencimento: '2026-12-02',
    nsu: one.nsu,
    cAut: one.authorization,
    adquirente: 'cielo',
    ...more,
  })
export const where = (filter: object) => encodeURIComponent(JSON.stringify(filter))
export const rowsOf = async (conciliacao_id: number) =>
  (
    await ok(
      'GET',
      `/api/financeiro/conciliacao_venda?where=${where({ conciliacao_id })}&orderBy=id&sortedBy=asc&perPage=100`,
    )
  ).data
export const depositsOf = async (conciliacao_id: number) =>
  (
    await ok(
      'GET',
      `/api/financeiro/conciliacao_recebimento?where=${where({ conciliacao_id })}&orderBy=id&sortedBy=asc`,
    )
  ).data
export const title = (id: number) => ok('GET', `/api/contas_receber/${id}`)
export const inBank = async () => (await ok('GET', `/api/banco/${ids.account}`)).vSaldo
export const cashOf = async (lancamento_id: number) =>
  (await ok('GET', `/api/caixa_lancamento?where=${where({ lancamento_id })}&orderBy=id&sortedBy=asc`)).data.map(
    (one: { evento: string; vLancamento: number }) => [one.evento, one.vLancamento],
  )
/** A line of the bank's statement. */
export const line = (amount: string, dMovimento = '2026-11-20') =>
  ok('POST', '/api/extrato_banco', { banco_id: ids.account, dMovimento, amount, memo: `CIELO ${amount}` })
export const accounts = () => ({ banco_id: ids.account, plano_conta_id: ids.fees })
/** A file of a merchant of its own: what is paid on a day to an account is one deposit, whichever file tells it. */
export const file = (sales: readonly MadeSale[], day = '2026-11-20') =>
  cieloFile({ units: [{ day, sales }], merchant: String(++n).padStart(10, '0') })
