import { expect } from 'vitest'
import { slipBar } from '../../../core/banking/pagamento/pagamento.fixture'
import type { PayingBank } from '../../../fixtures/simulators/paying-bank'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'

/** A company that pays at Itaú, in a database of its own: suppliers, payables, remittances, files. */

let server: TestServer
export let ids: Record<'ted' | 'pix' | 'slip' | 'account', number>
let slips = 0

/** Begins such a company; `options` name outside services. Called before all. */
export async function openPaying(options: Parameters<typeof testServer>[0] = {}): Promise<TestServer> {
  server = await testServer(options)
  const { empresa_id } = server
  const ted = await server.insert('fornecedor', {
    xNome: 'Metais do Sul',
    CNPJ_CPF: testCnpj(21),
    cBanco: '237',
    xAgencia: '1234-5',
    xConta: '678901-2',
  })
  const pix = await server.insert('fornecedor', {
    xNome: 'Papéis do Norte',
    CNPJ_CPF: testCnpj(22),
    pix_chave: 'papeis@norte.example',
  })
  const slip = await server.insert('fornecedor', { xNome: 'Energia Leste', CNPJ_CPF: testCnpj(23) })
  const account = await server.insert('banco', {
    empresa_id,
    descricao: 'Itaú',
    codigo: '341',
    agencia: '1234',
    conta: '56789-0',
    tipo: 2,
  })
  ids = { ted: ted.id, pix: pix.id, slip: slip.id, account: account.id }
  return server
}

export const call: TestServer['admin'] = (...args) => server.admin(...args)
export async function ok(method: string, path: string, body?: object, as = call) {
  const answer = await as(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

export const REMITTANCE = '/api/financeiro/remessa_pagamento'
export const ITEM_PATH = '/api/financeiro/remessa_pagamento_conta'
export const DAY = '2026-12-10'

/** A payable; of a slip with its line, whose barcode says the amount. */
export const owes = (vConta: string, by: 'ted' | 'pix' | 'slip' = 'ted', more: object = {}) =>
  ok('POST', '/api/contas_pagar', {
    fornecedor_id: ids[by],
    vConta,
    dEmissao: '2026-11-01',
    dVencimento: DAY,
    ...(by === 'slip' ? { linha_digitavel: lineOf(vConta) } : {}),
    ...more,
  })

function lineOf(vConta: string): string {
  slips += 1
  return slipBar('237', Math.round(Number(vConta) * 100), String(slips).padStart(25, '0'))
}

export const title = (id: number) => ok('GET', `/api/contas_pagar/${id}`)
export const remittance = (id: number) => ok('GET', `${REMITTANCE}/${id}`)
export const item = (id: number) => ok('GET', `${ITEM_PATH}/${id}`)
export const balance = async (): Promise<number> => (await ok('GET', `/api/banco/${ids.account}`)).vSaldo

/** A draft of these payables. Answers it with its items. */
export const draft = (payables: readonly number[], as = call) =>
  ok(
    'POST',
    REMITTANCE,
    {
      banco_id: ids.account,
      dPagamento: DAY,
      descricao: 'Fornecedores',
      remessa_pagamento_conta_list: payables.map((conta_pagar_id) => ({ conta_pagar_id })),
    },
    as,
  )

/** Files of a remittance that was sent. */
export async function filesOf(id: number): Promise<Uint8Array[]> {
  const { arquivos } = await remittance(id)
  const files: Uint8Array[] = []
  for (const one of arquivos.toReversed()) {
    const answer = await call('GET', `${REMITTANCE}/${id}/conteudo?arquivo_id=${one.id}`)
    expect(answer.status).toBe(200)
    files.push(Buffer.from(answer.body, 'latin1'))
  }
  return files
}

/** Payables that were approved and sent: the remittance, its items' numbers and its files. */
export async function sent(payables: readonly number[]) {
  const { id } = await draft(payables)
  await ok('POST', `${REMITTANCE}/${id}/aprova`, { confirma: true })
  const now = await ok('POST', `${REMITTANCE}/${id}/enviaPagamentosBanco`)
  const items: number[] = now.remessa_pagamento_conta_list.map((one: { id: number }) => one.id)
  return { id: Number(id), items, files: await filesOf(id) }
}

/** Sends files of the bank; answers what the upload answers. */
export function upload(files: readonly Uint8Array[], more: Record<string, string> = {}, as = call, path = REMITTANCE) {
  const form = new FormData()
  for (const [at, bytes] of files.entries()) form.append('file', new File([Buffer.from(bytes)], `retorno-${at}.ret`))
  for (const [name, value] of Object.entries(more)) form.append(name, value)
  return as('POST', path, form)
}

export async function taken(files: readonly Uint8Array[]) {
  const told = []
  for (const bytes of files) {
    const { status, body } = await upload([bytes])
    expect(status, JSON.stringify(body)).toBe(200)
    told.push(body)
  }
  return told
}

const where = (values: object) => encodeURIComponent(JSON.stringify(values))
export const linesOf = async (retorno_pagamento_id: number) =>
  (await ok('GET', `/api/retorno_pagamento_item?orderBy=linha&sortedBy=asc&where=${where({ retorno_pagamento_id })}`))
    .data
export const creditsOf = async (fornecedor_id: number) =>
  (await ok('GET', `/api/contas_pagar?where=${where({ tpConta: 11, fornecedor_id })}`)).data

/** Payables with the bank, which has them. */
export async function given(bank: PayingBank, payables: readonly number[]) {
  const made = await sent(payables)
  for (const file of made.files) bank.receive(file)
  return made
}

export const today = () => server.services.clock?.today?.() ?? new Date().toISOString().slice(0, 10)
