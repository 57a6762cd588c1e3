import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { bookFaults } from '../books'

/** A change of one title of a series: of this one, or of it and the later ones that are open. */

let server: TestServer
let ids: { supplier: number; account: number; one: number; other: number }
beforeAll(async () => {
  server = await testServer()
  const { empresa_id } = server
  ids = {
    supplier: (await server.insert('fornecedor', { xNome: 'Imobiliária Exemplo' })).id,
    account: (await server.insert('banco', { empresa_id, descricao: 'Caixa' })).id,
    one: (await server.insert('centro_custo', { descricao: 'Loja' })).id,
    other: (await server.insert('centro_custo', { descricao: 'Obra' })).id,
  }
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

/** Five months of rent, split in two. */
async function series(): Promise<number[]> {
  const { id } = await ok('POST', '/api/contas_pagar', {
    fornecedor_id: ids.supplier,
    vConta: '100.00',
    dEmissao: '2026-11-20',
    dVencimento: '2027-01-10',
    centro_custo_rateio_list: [
      { centro_custo_id: ids.one, vDist: '30.00' },
      { centro_custo_id: ids.other, vDist: '70.00' },
    ],
  })
  const made = await ok('POST', `/api/contas_pagar/${id}/geraRecorrencia`, { qParcelas: 4 })
  return [id, ...made.ids]
}
const read = (id: number | undefined) => ok('GET', `/api/contas_pagar/${id}`)

it('goes to the later ones alone, with their split; those before and those with a payment stay', async () => {
  const all = await series()
  await ok('POST', `/api/contas_pagar/${all[3]}/baixa`, { banco_id: ids.account, vPago: '10.00' })
  const second = await read(all[1])
  const change = { versao: second.versao, vDup: 50, dVencimento: '2027-02-28', descricao: 'Aluguel' }
  await ok('PUT', `/api/contas_pagar/${all[1]}`, {
    ...change,
    centro_custo_rateio_list: second.centro_custo_rateio_list.map((one: { vDist: number }) => ({
      ...one,
      vDist: one.vDist / 2,
    })),
    recorrencia_campos: ['vDup', 'dVencimento', 'descricao'],
  })
  const now = await Promise.all(all.map(read))
  expect(now.map((one) => [one.vDup, one.vSaldo, one.dVencimento, one.descricao])).toEqual([
    [100, 100, '2027-01-10', null],
    [50, 50, '2027-02-28', 'Aluguel'],
    [50, 50, '2027-03-28', 'Aluguel'],
    [100, 90, '2027-04-10', null],
    [50, 50, '2027-05-28', 'Aluguel'],
  ])
  expect(now[4].centro_custo_rateio_list.map((one: { vDist: number }) => one.vDist)).toEqual([15, 35])
})

it('is of this one alone where nothing is named, and refused whole where one of the others refuses', async () => {
  const all = await series()
  const first = await read(all[0])
  const put = (body: object) => server.admin('PUT', `/api/contas_pagar/${all[0]}`, { versao: first.versao, ...body })
  expect((await put({ numero: 'X', recorrencia_campos: ['numero'] })).status).toBe(422)
  expect((await put({ plano_conta_id: 999_999, recorrencia_campos: ['plano_conta_id'] })).status).toBe(422)
  expect(await read(all[0])).toMatchObject({ versao: first.versao, numero: null })
  expect((await put({ obs: 'só esta' })).status).toBe(200)
  expect(await read(all[1])).toMatchObject({ obs: null })
})

it('the last payable of a supplier says what a new one is filled with, with names', async () => {
  await ok('POST', '/api/contas_pagar', {
    fornecedor_id: ids.supplier,
    vConta: '1.00',
    dEmissao: '2026-11-20',
    dVencimento: '2027-01-10',
    banco_id: ids.account,
    tpPagamento: 1,
  })
  const path = '/api/financeiro/contas_pagar/1/lastRegInfo'
  expect(await ok('POST', path, { fornecedor_id: ids.supplier })).toMatchObject({
    tpPagamento: 1,
    banco: { id: ids.account, descricao: 'Caixa' },
    plano_conta: null,
  })
})

it('moves its due dates over local holidays too, where they are moved', async () => {
  const title = { fornecedor_id: ids.supplier, vConta: '100.00', dEmissao: '2026-11-20', dVencimento: '2027-01-12' }
  await server.insert('feriado', { dFeriado: '2027-02-12', descricao: 'Da cidade', anual: false })
  const dates = async (diaUtil: string) => {
    const { id } = await ok('POST', '/api/contas_pagar', title)
    const { ids: later } = await ok('POST', `/api/contas_pagar/${id}/geraRecorrencia`, { qParcelas: 1, diaUtil })
    return (await read(later[0])).dVencimento
  }
  expect([await dates('mantem'), await dates('anterior'), await dates('proximo')]).toEqual([
    '2027-02-12',
    '2027-02-11',
    '2027-02-15',
  ])
})
