import { expect } from 'vitest'
import { lineOf, type SweptSlip, sweepOf } from '../../../fixtures/dda-sweep'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'

/** A company whose bank tells it what slips are against it, in a database of its own. */

let server: TestServer
export let ids: Record<'steel' | 'paper' | 'account' | 'plan', number>

export const PAYER = { id: testCnpj(1), name: 'EMPRESA DE TESTE' }
/** A supplier of the register, and a branch of the same company. */
export const STEEL = { id: testCnpj(21), name: 'Aços Exemplo' }
export const PAPER = { id: testCnpj(22), name: 'Papéis Exemplo' }
/** Nobody has ever heard of it. */
export const STRANGER = { id: testCnpj(99), name: 'Cobranças Rápidas' }
export const FACTOR = { id: testCnpj(55), name: 'Fomento Exemplo' }

/** Begins such a company. Called before all. */
export async function openDda(): Promise<TestServer> {
  server = await testServer()
  const { empresa_id } = server
  const steel = await server.insert('fornecedor', { xNome: STEEL.name, CNPJ_CPF: STEEL.id })
  const paper = await server.insert('fornecedor', { xNome: PAPER.name, CNPJ_CPF: PAPER.id })
  const account = await server.insert('banco', { empresa_id, descricao: 'Bradesco', codigo: '237', tipo: 2 })
  const plan = await server.insert('plano_conta', { codigo: '4.1', descricao: 'Compras' })
  ids = { steel: steel.id, paper: paper.id, account: account.id, plan: plan.id }
  return server
}

export const call: TestServer['admin'] = (...args) => server.admin(...args)
export async function ok(method: string, path: string, body?: object) {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

/** A payable of a supplier. */
export const owes = async (fornecedor_id: number, vConta: string, dVencimento: string, more: object = {}) =>
  ok('POST', '/api/contas_pagar', { fornecedor_id, vConta, dEmissao: '2026-11-01', dVencimento, ...more })
export const payable = (id: number) => ok('GET', `/api/contas_pagar/${id}`)
export const pays = (id: number) =>
  ok('POST', `/api/contas_pagar/${id}/baixa`, { banco_id: ids.account, dPagamento: '2026-11-20', confirma: true })

let last = 0
/** A slip that no test has used, of an issuer. */
export const slip = (
  issuer: SweptSlip['issuer'],
  value: string,
  due: string,
  more: Partial<SweptSlip> = {},
): SweptSlip => ({
  number: ++last,
  issuer,
  value,
  due,
  ...more,
})

/** Sends sweeps; answers what the upload answers. */
export function upload(files: readonly string[], more: Record<string, string> = {}, as = call) {
  const form = new FormData()
  for (const [at, text] of files.entries()) form.append('file', new File([text], `dda-${at}.ret`))
  for (const [name, value] of Object.entries(more)) form.append(name, value)
  return as('POST', '/api/financeiro/boletos_dda', form)
}

/** Takes slips in by a sweep of their own, and answers their records in that order. */
export async function swept(...slips: readonly SweptSlip[]) {
  const { status, body } = await upload([sweepOf(PAYER, slips)])
  expect(status, JSON.stringify(body)).toBe(200)
  const found = []
  for (const one of slips) found.push(await recordOf(one))
  return { told: body, slips: found, slip: found[0] }
}

export const list = async (query: string) => (await ok('GET', `/api/financeiro/boletos_dda?perPage=100&${query}`)).data
export async function recordOf(one: SweptSlip) {
  const [found] = await list(`where=${encodeURIComponent(JSON.stringify({ linha_digitavel: lineOf(one) }))}`)
  return found
}
export const dda = (id: number) => ok('GET', `/api/financeiro/boletos_dda/${id}`)
export const act = (id: number, verb: string, body: object = {}) =>
  call('POST', `/api/financeiro/boletos_dda/${id}/${verb}`, body)
export const proposals = async (id: number) => (await ok('GET', `/api/financeiro/boletos_dda/${id}/propostas`)).data
