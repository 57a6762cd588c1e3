import { expect } from 'vitest'
import type { CollectionBank } from '../../../fixtures/simulators/collection-bank'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** A company that collects at Bradesco, in a database of its own: receivables, boletos, files. */

let server: TestServer
export let ids: Record<'customer' | 'account' | 'setup' | 'method', number>

export const SETUP = {
  descricao: 'Bradesco 09',
  agencia: '1234',
  agencia_dv: '3',
  conta: '56789',
  conta_dv: '0',
  convenio: '4455667',
  carteira: '09',
  codigo_transmissao: '4455667',
  pMulta: 2,
  pJuros: 1,
  instrucao_1: 'Não receber após 30 dias',
}

/** Begins such a company; `options` name outside services. Called before all. */
export async function openCollecting(options: Parameters<typeof testServer>[0] = {}): Promise<TestServer> {
  server = await testServer(options)
  const { empresa_id } = server
  const customer = await server.insert('cliente', {
    xNome: 'Clínica Aurora',
    CNPJ_CPF: '11222333000181',
    CEP: '01310100',
    xLgr: 'Avenida Paulista',
    nro: '1000',
    xBairro: 'Bela Vista',
    UF: 'SP',
  })
  const account = await server.insert('banco', {
    empresa_id,
    descricao: 'Bradesco',
    codigo: '237',
    agencia: '1234',
    conta: '56789',
    tipo: 2,
  })
  ids = { customer: customer.id, account: account.id, setup: 0, method: 0 }
  ids.setup = (await ok('POST', '/api/banco_cnab', { ...SETUP, banco_id: account.id })).id
  ids.method = (
    await server.insert('pagamento', { descricao: 'Boleto', tPag: '15', emite_boleto: 1, banco_cnab_id: ids.setup })
  ).id
  return server
}

export const call: TestServer['admin'] = (...args) => server.admin(...args)
export async function ok(method: string, path: string, body?: object) {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

export const owes = (vConta: string, more: object = {}) =>
  ok('POST', '/api/contas_receber', {
    cliente_id: ids.customer,
    vConta,
    dEmissao: '2026-11-01',
    dVencimento: '2026-12-10',
    pagamento_id: ids.method,
    ...more,
  })

export const title = (id: number) => ok('GET', `/api/contas_receber/${id}`)
export const boleto = (id: number) => ok('GET', `/api/boleto/${id}`)

/** A receivable with its boleto. */
export async function collected(vConta: string, more: object = {}) {
  const owed = await owes(vConta, more)
  const { boletos } = await ok('POST', '/api/contas_receber/geraBoletos', { ids: [owed.id] })
  return { title: Number(owed.id), boleto: await ok('GET', `/api/boleto/${boletos[0]}`) }
}

/** A file of all that waits, and its bytes. */
export async function sent(boleto_arr: readonly number[] | null = null) {
  const made = await ok('POST', '/api/remessa', { banco_cnab_id: ids.setup, boleto_arr })
  return { made, bytes: await bytesOf(made.id) }
}

export async function bytesOf(id: number): Promise<Uint8Array> {
  const answer = await call('GET', `/api/remessa/${id}/conteudo`)
  expect(answer.status).toBe(200)
  return Buffer.from(answer.body, 'latin1')
}

/** Sends files of the bank; answers what the upload answers. */
export function upload(files: readonly Uint8Array[], more: Record<string, string> = {}, as = call) {
  const form = new FormData()
  for (const [at, bytes] of files.entries()) form.append('file', new File([Buffer.from(bytes)], `retorno-${at}.ret`))
  for (const [name, value] of Object.entries(more)) form.append(name, value)
  return as('POST', '/api/financeiro/retorno', form)
}

export async function taken(bytes: Uint8Array) {
  const { status, body } = await upload([bytes])
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const where = (values: object) => encodeURIComponent(JSON.stringify(values))
export const linesOf = async (retorno_id: number) =>
  (await ok('GET', `/api/retorno_boleto?orderBy=linha&sortedBy=asc&where=${where({ retorno_id })}`)).data
export const instructionsOf = async (boleto_id: number) =>
  (await ok('GET', `/api/boleto_instrucao?orderBy=id&sortedBy=asc&where=${where({ boleto_id })}`)).data
export const balance = async (): Promise<number> => (await ok('GET', `/api/banco/${ids.account}`)).vSaldo

/** Sends all that waits to a bank, and takes in what it says of it. */
export async function exchangedWith(bank: CollectionBank) {
  const { bytes, made } = await sent()
  bank.receive(bytes)
  return { made, told: await taken(bank.file()) }
}
