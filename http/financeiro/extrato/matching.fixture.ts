import { expect } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** A company with two accounts and a reconciliation of one, for tests: lines, titles, and what became of them. */

let server: TestServer
let ids: Record<'customer' | 'supplier' | 'account' | 'other' | 'expense' | 'revenue' | 'session', number>

/** Begins such a company, in a database of its own. Called before all. */
export async function openMatching() {
  server = await testServer()
  const { empresa_id } = server
  const made = [
    await server.insert('cliente', { xNome: 'Clinica Aurora' }),
    await server.insert('fornecedor', { xNome: 'Ferragens Uniao' }),
    await server.insert('banco', { empresa_id, descricao: 'Corrente', conta: '12345' }),
    await server.insert('banco', { empresa_id, descricao: 'Poupança', conta: '98765' }),
    await server.insert('plano_conta', { codigo: '3', descricao: 'Despesas' }),
    await server.insert('plano_conta', { codigo: '4', descricao: 'Receitas' }),
  ]
  const [customer = 0, supplier = 0, account = 0, other = 0, expense = 0, revenue = 0] = made.map((one) => one.id)
  const session = await ok('POST', '/api/conciliacao_bancaria', {
    banco_id: account,
    dInicio: '2026-11-01',
    dFim: '2026-11-30',
  })
  ids = { customer, supplier, account, other, expense, revenue, session: session.id }
  return { server, ids }
}

export const call: TestServer['admin'] = (...args) => server.admin(...args)
export async function ok(method: string, path: string, body?: object) {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

let lines = 0
export const line = async (amount: string, memo = 'PIX', more: object = {}) =>
  ok('POST', '/api/extrato_banco', {
    banco_id: ids.account,
    dMovimento: '2026-11-10',
    amount,
    memo: `${memo} ${String(++lines).padStart(2, '0')}`,
    ...more,
  })
export const owes = (vConta: string, more: object = {}) =>
  ok('POST', '/api/contas_receber', {
    cliente_id: ids.customer,
    vConta,
    dEmissao: '2026-11-01',
    dVencimento: '2026-11-10',
    ...more,
  })
export const owed = (vConta: string, more: object = {}) =>
  ok('POST', '/api/contas_pagar', {
    fornecedor_id: ids.supplier,
    vConta,
    dEmissao: '2026-11-01',
    dVencimento: '2026-11-10',
    ...more,
  })
export const balance = async (id = ids.account): Promise<number> => (await ok('GET', `/api/banco/${id}`)).vSaldo
export const stateOf = async (id: number) => (await ok('GET', `/api/extrato_banco/${id}`)).status
export const verb = (name: string, body: object) => ok('POST', `/api/extrato_banco/${name}`, body)
/** What the reconciliation proposes for a line. */
export const proposed = async (id: number) =>
  (await ok('GET', `/api/conciliacao_bancaria/${ids.session}/propostas`)).linhas.find(
    (one: { id: number }) => one.id === id,
  )
export const actAlone = () => ok('POST', `/api/conciliacao_bancaria/${ids.session}/automaticas`)
