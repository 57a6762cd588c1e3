import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { bookFaults } from '../books'

/** What a late payment bears, payments of many in several accounts, and payables that are filled by a code. */

let server: TestServer
let ids: { customer: number; supplier: number; account: number; bank: number }
beforeAll(async () => {
  server = await testServer()
  const { empresa_id } = server
  await ok('PUT', `/api/empresa/${empresa_id}`, { pMulta: 2, pJuros: 1 })
  const made = [
    await server.insert('cliente', { xNome: 'Maria Exemplo' }),
    await server.insert('fornecedor', { xNome: 'Metais do Sul' }),
    await server.insert('banco', { empresa_id, descricao: 'Caixa' }),
    await server.insert('banco', { empresa_id, descricao: 'Banco' }),
  ]
  const [customer = 0, supplier = 0, account = 0, bank = 0] = made.map((one) => one.id)
  ids = { customer, supplier, account, bank }
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

async function ok(method: string, path: string, body?: object) {
  const answer = await server.admin(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const DAYS = { dEmissao: '2026-11-01', dVencimento: '2026-11-10' }
const owes = (vConta: string, more: object = {}) =>
  ok('POST', '/api/contas_receber', { cliente_id: ids.customer, vConta, ...DAYS, ...more })
const owed = (vConta: string, more: object = {}) =>
  ok('POST', '/api/contas_pagar', { fornecedor_id: ids.supplier, vConta, ...DAYS, ...more })
const charges = async (side: string, id: number, dPagamento: string) =>
  (await ok('POST', `/api/contas_${side}/encargos`, { ids: [id], dPagamento })).data[0]

describe('a late payment', () => {
  it('bears the fine once, and interest on what is open since the payment that took interest', async () => {
    const { id } = await owes('1000.00')
    expect(await charges('receber', id, '2026-11-20')).toMatchObject({
      vMulta: 20,
      vJuros: 3.33,
      dias: 10,
      desde: '2026-11-10',
      principal: 1000,
    })
    const part = { banco_id: ids.account, dPagamento: '2026-11-20', vPago: '523.33', vMulta: '20', vJuros: '3.33' }
    const { lancamento_id } = await ok('POST', `/api/contas_receber/${id}/baixa`, part)
    expect(await charges('receber', id, '2026-11-24')).toMatchObject({
      vMulta: 0,
      vJuros: 0.67,
      dias: 4,
      desde: '2026-11-20',
      principal: 500,
    })
    // Nothing was posted by asking, and what was reversed is forgotten.
    expect(await ok('GET', `/api/contas_receber/${id}`)).toMatchObject({ vSaldo: 500, vMulta: 20, vJuros: 3.33 })
    await ok('POST', '/api/lancamento/estorna', { id: lancamento_id })
    expect(await charges('receber', id, '2026-11-20')).toMatchObject({ vMulta: 20, vJuros: 3.33 })
  })

  it('bears what the title says before what the company says, and nothing of a payable that says nothing', async () => {
    const { id } = await owes('100.00', { pMulta: 10, pJuros: 0 })
    expect(await charges('receber', id, '2026-11-20')).toMatchObject({ vMulta: 10, vJuros: 0 })
    const payable = await owed('100.00')
    expect(await charges('pagar', payable.id, '2026-11-20')).toMatchObject({ vMulta: 0, vJuros: 0 })
    const strict = await owed('100.00', { pMulta: 2, pJuros: 3 })
    expect(await charges('pagar', strict.id, '2026-11-20')).toMatchObject({ vMulta: 2, vJuros: 1 })
  })

  it('bears nothing where a local holiday of its company was on the due date, and is asked of as many as one call settles', async () => {
    const { id } = await owes('100.00', { dVencimento: '2026-11-18' })
    expect(await charges('receber', id, '2026-11-19')).toMatchObject({ vMulta: 2, dias: 1 })
    const { id: other } = await server.insert('empresa', { CNPJ_CPF: '11444777000161', xNome: 'Outra' })
    await server.insert('feriado', { dFeriado: '2026-11-18', descricao: 'De outra', empresa_id: other })
    expect(await charges('receber', id, '2026-11-19')).toMatchObject({ vMulta: 2, dias: 1 })
    await server.insert('feriado', { dFeriado: '2020-11-18', descricao: 'Da cidade', anual: true })
    expect(await charges('receber', id, '2026-11-19')).toMatchObject({ vMulta: 0, dias: 0 })
    expect(await charges('receber', id, '2026-11-20')).toMatchObject({ vMulta: 2, dias: 2 })
    const ask = (many: number) =>
      server.admin('POST', '/api/contas_receber/encargos', { ids: Array.from({ length: many }, () => id) })
    expect((await ask(5_000)).status).toBe(200)
    expect((await ask(5_001)).status).toBe(422)
  })

  it('bears nothing of a credit or a cancelled title; 404 of one that does not exist', async () => {
    const { id } = await owes('100.00', { tpConta: 11 })
    expect(await charges('receber', id, '2026-11-20')).toMatchObject({ vMulta: 0, vJuros: 0 })
    const gone = await owes('100.00')
    await ok('POST', `/api/contas_receber/${gone.id}/cancela`)
    expect(await charges('receber', gone.id, '2026-11-20')).toMatchObject({ vMulta: 0, vJuros: 0 })
    expect((await server.admin('POST', '/api/contas_receber/encargos', { ids: [999_999] })).status).toBe(404)
  })
})

describe('payments of many', () => {
  it('go each to its own account where none is told, one row of cash in each', async () => {
    const one = await owed('10.00', { banco_id: ids.account })
    const other = await owed('20.00', { banco_id: ids.bank })
    const third = await owed('30.00', { banco_id: ids.bank })
    const before = await Promise.all([ids.account, ids.bank].map((id) => ok('GET', `/api/banco/${id}`)))
    const titulos = [one, other, third].map(({ id }) => ({ id }))
    const answer = await ok('POST', '/api/contas_pagar/baixaLote', { titulos, dPagamento: '2026-11-20' })
    expect(answer).toMatchObject({ contas: 3, valor: 60 })
    expect(answer.lancamentos).toHaveLength(2)
    const after = await Promise.all([ids.account, ids.bank].map((id) => ok('GET', `/api/banco/${id}`)))
    expect(after.map(({ vSaldo }, at) => vSaldo - before[at].vSaldo)).toEqual([-10, -50])
  })

  it('are refused whole where one has no account, or a fee would be of several', async () => {
    const one = await owed('10.00', { banco_id: ids.account })
    const other = await owed('20.00', { banco_id: ids.bank })
    const none = await owed('30.00')
    const titulos = [one, other, none].map(({ id }) => ({ id }))
    const refused = await server.admin('POST', '/api/contas_pagar/baixaLote', { titulos })
    expect(refused.body).toMatchObject({ code: 'no_account', message: 'Selecione a "Conta Caixa"' })
    const fee = await server.admin('POST', '/api/contas_pagar/baixaLote', {
      titulos: titulos.slice(0, 2),
      vTarifa: '1.00',
    })
    expect(fee.body.code).toBe('many_accounts')
    expect(await ok('GET', `/api/contas_pagar/${one.id}`)).toMatchObject({ vSaldo: 10, status: 0 })
  })
})

const LINE = '00191238769012344042300061900189237690000013500'
const COLLECTION = '85680000000117004222014080700000000008500690'

describe('a code fills a payable', () => {
  const reads = (codigo: string) => ok('POST', '/api/contas_pagar/leCodigo', { codigo })

  it('of a boleto, by line or barcode, and tells the payable that has it already', async () => {
    const bar = '00192376900000135001238790123440420006190018'
    const found = await reads('00191.23876 90123.440423 00061.900189 2 37690000013500')
    expect(found).toMatchObject({ tpPagamento: 1, linha_digitavel: LINE, vDup: 135, contas: [] })
    const likely = await owed('135.00', { dVencimento: found.dVencimento })
    expect((await reads(bar)).contas).toMatchObject([{ id: likely.id, repetida: false }])
    await ok('PUT', `/api/contas_pagar/${likely.id}`, { linha_digitavel: bar, tpPagamento: 1, versao: likely.versao })
    expect(await ok('GET', `/api/contas_pagar/${likely.id}`)).toMatchObject({ linha_digitavel: LINE })
    expect((await reads(LINE)).contas).toMatchObject([{ id: likely.id, repetida: true, xNome: 'Metais do Sul' }])
  })

  it('of a collection slip, and knows whom the last one of its issuer was paid to', async () => {
    const first = await reads(COLLECTION)
    expect(first).toMatchObject({ tpPagamento: 5, vDup: 11.7, fornecedor_id: null })
    await owed('11.70', { linha_digitavel: COLLECTION })
    const other = '85660000001196004222014080500000000008500486'
    expect(await reads(other)).toMatchObject({ vDup: 119.6, fornecedor_id: ids.supplier })
  })

  it('of Pix: a code, and a key that a supplier has', async () => {
    const supplier = await server.insert('fornecedor', { xNome: 'Ana Pix', pix_chave: 'ana@exemplo.com' })
    expect(await reads('ANA@exemplo.com')).toMatchObject({
      tpPagamento: 3,
      pix: 'ana@exemplo.com',
      fornecedor_id: supplier.id,
    })
    const code =
      '00020126330014br.gov.bcb.pix011112345678909520400005303986540510.005802BR5913FULANO DE TAL6008BRASILIA62100506PED12363041C28'
    expect(await reads(code)).toMatchObject({ tpPagamento: 4, pix: code, vDup: 10, favorecido: 'FULANO DE TAL' })
  })

  it('422 of what is none, with what is wrong; a wrong line is not kept', async () => {
    const answer = (codigo: string) => server.admin('POST', '/api/contas_pagar/leCodigo', { codigo })
    expect((await answer(`${LINE.slice(0, -1)}1`)).body).toMatchObject({
      errors: { codigo: ['Código inválido: o dígito geral não confere.'] },
    })
    expect((await answer('qualquer')).body.message).toBe('Isto não é um boleto, uma guia, um código nem uma chave Pix.')
    expect((await answer('')).status).toBe(422)
    const kept = await server.admin('POST', '/api/contas_pagar', {
      fornecedor_id: ids.supplier,
      vConta: '1.00',
      ...DAYS,
      linha_digitavel: `${LINE.slice(0, -1)}1`,
    })
    expect(kept).toMatchObject({
      status: 422,
      body: { errors: { linha_digitavel: [expect.stringContaining('dígito')] } },
    })
  })
})
