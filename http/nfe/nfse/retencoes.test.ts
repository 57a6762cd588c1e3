import { describe, expect, it } from 'vitest'
import { addDays } from '../../../core/br/civil-date'
import { today } from '../../../fixtures/test-clock'
import { call, faults, ok, run } from '../nota/issuing.fixture'
import {
  billed,
  finished,
  ids,
  nacional,
  nfseById,
  notesOf,
  ORDERS,
  sentNfse,
  server,
  servicesTest,
} from './services.fixture'

servicesTest()

const TRAINING = () => [{ servico_id: ids.training }]
const WHY = { xJust: 'Cliente desistiu do serviço' }

/** An authorised note of a training of 1,000.00 of which 191.50 is kept back. */
async function trained() {
  const { order, note } = await billed(TRAINING())
  const told = await sentNfse(note.id)
  expect(told.status, JSON.stringify(told.problemas)).toBe(3)
  return { order, note: told, title: await titleOf(order) }
}

async function titleOf(order: number) {
  const { ordem_servico_duplicatas } = await ok('GET', `${ORDERS}/${order}`)
  return ok('GET', `/api/contas_receber/${ordem_servico_duplicatas[0].conta_receber_id}`)
}

const taxes = ({ retencoes }: { retencoes: { tributo: string; valor: number }[] }) =>
  retencoes.map(({ tributo, valor }) => [tributo, valor])
const ALL = [
  ['ISS', 20],
  ['IRRF', 15],
  ['CP', 110],
  ['CSRF', 46.5],
]
const RETAINED = '/api/financeiro/contas_receber_retencao'

describe('what the taker keeps back of a note of services', () => {
  it('is taken off the receivable by tax: it owes the net amount, and both together are the gross', async () => {
    const { title } = await trained()
    expect(title).toMatchObject({ vDup: 1000, vSaldo: 808.5, status: 0 })
    expect(taxes(title)).toEqual(ALL)
    const aged = await call('GET', `/reporting/csv/contas_receber_idade?cliente_id=${ids.customer}`)
    expect(String(aged.body)).toMatch(/;808,50\s*$/)
    expect(await faults()).toEqual([])
  })

  it('waits for the proof of the taker, which is noted once and can be undone', async () => {
    const { title } = await trained()
    const waiting = async () =>
      (await ok('GET', `/api/contas_receber?custom=${encodeURIComponent('{"sem_comprovante":true}')}`)).data.map(
        (row: { id: number }) => row.id,
      )
    expect(await waiting()).toContain(title.id)
    const id_list = title.retencoes.map(({ id }: { id: number }) => id)
    const proof = { id_list, dComprovante: today(), nComprovante: 'DARF 0102' }
    expect((await call('POST', `${RETAINED}/comprova`, { ...proof, dComprovante: addDays(today(), 1) })).status).toBe(
      422,
    )
    await ok('POST', `${RETAINED}/comprova`, proof)
    expect(await waiting()).not.toContain(title.id)
    expect((await call('POST', `${RETAINED}/comprova`, proof)).body).toMatchObject({ code: 'proved' })
    await ok('POST', `${RETAINED}/desfazComprova`, { id_list: id_list.slice(0, 1) })
    expect(await waiting()).toContain(title.id)
  })

  it('goes with a note that is cancelled, in the transaction of the answer', async () => {
    const { order, note, title } = await trained()
    await ok('POST', `/api/nfse/nfse/${note.id}/cancelar`, WHY)
    expect((await sentNfse(note.id)).status).toBe(5)
    const after = await ok('GET', `/api/contas_receber/${title.id}`)
    expect(after).toMatchObject({ vSaldo: 0, status: 5, retencoes: [] })
    expect((await ok('GET', `${ORDERS}/${order}`)).status).toBe(2)
    expect(await faults()).toEqual([])
  })

  it('is of the note that took the place of another, and of that one again where the other was cancelled', async () => {
    const { order, note } = await trained()
    await ok('PUT', `/api/srv/servico/${ids.training}`, { pRetIRRF: 0 })
    nacional.treat({ on: 'evento', reject: 'E9999' })
    const { nfse } = await ok('POST', `/api/nfse/nfse/${note.id}/corrigir`, { cMotivo: '05' })
    expect((await sentNfse(nfse.id)).status).toBe(3)
    await sentNfse(note.id)
    await ok('PUT', `/api/srv/servico/${ids.training}`, { pRetIRRF: 1.5 })
    expect(taxes(await titleOf(order))).toEqual(ALL.filter(([tax]) => tax !== 'IRRF'))
    await ok('POST', `/api/nfse/nfse/${nfse.id}/cancelar`, WHY)
    expect((await sentNfse(nfse.id)).status).toBe(5)
    expect(taxes(await titleOf(order))).toEqual(ALL)
    expect(await titleOf(order)).toMatchObject({ vSaldo: 808.5 })
    expect(await faults()).toEqual([])
  })

  it('where the receivable was paid whole before, the note says so, and it is taken off once that is undone', async () => {
    const order = await finished(TRAINING())
    await ok('POST', `${ORDERS}/${order}/faturarOrdemServico`)
    const { id } = (await notesOf(order)).at(-1)
    const title = await titleOf(order)
    const banco = await ok('POST', '/api/banco', { descricao: 'Gaveta' })
    await ok('POST', `/api/contas_receber/${title.id}/baixa`, { banco_id: banco.id, vPago: '1000.00' })
    const told = await sentNfse(id)
    expect(told).toMatchObject({ status: 3, problemas: [{ message: expect.stringContaining('não foram abatidas') }] })
    expect((await call('POST', `/api/nfse/nfse/${id}/abateRetencoes`)).body).toMatchObject({ code: 'over_balance' })
    await ok('POST', '/api/contas_receber/estorna', { id: title.id })
    await ok('POST', `/api/nfse/nfse/${id}/abateRetencoes`)
    expect(await nfseById(id)).toMatchObject({ problemas: null })
    expect(await titleOf(order)).toMatchObject({ vSaldo: 808.5 })
    expect((await call('POST', `/api/nfse/nfse/${id}/abateRetencoes`)).body).toMatchObject({ code: 'nothing_retained' })
  })
})

it('ISS that is ours to pay is a payable to the city on its day, and goes with the note', async () => {
  const [town] = await run(`select "cMun" from empresa where id = ${server.empresa_id}`)
  await ok('POST', '/api/nfse/municipio', { cMun: town?.cMun, dInicio: '2021-01-01', dia_vencimento: 10 })
  const { note } = await billed()
  await sentNfse(note.id)
  const owed = `/api/contas_pagar?where=${encodeURIComponent(JSON.stringify({ documento: 'nfse', documento_id: note.id }))}`
  const [payable] = (await ok('GET', owed)).data
  expect(payable).toMatchObject({ tpConta: 9, vDup: 20, vSaldo: 20 })
  expect(payable.dVencimento.slice(8)).toBe('10')
  await ok('POST', `/api/nfse/nfse/${note.id}/cancelar`, WHY)
  await sentNfse(note.id)
  expect((await ok('GET', owed)).data).toMatchObject([{ vSaldo: 0, status: 5 }])
  expect(await faults()).toEqual([])
})

it('ISS that is paid is not owed again by the note that takes the place of its note, which says so', async () => {
  const { note } = await billed()
  await sentNfse(note.id)
  const owedBy = async (id: number) =>
    (
      await ok(
        'GET',
        `/api/contas_pagar?where=${encodeURIComponent(JSON.stringify({ documento: 'nfse', documento_id: id }))}`,
      )
    ).data
  const [payable] = await owedBy(note.id)
  const banco = await ok('POST', '/api/banco', { descricao: 'Conta do ISS' })
  await ok('POST', `/api/contas_pagar/${payable.id}/baixa`, { banco_id: banco.id, vPago: payable.vSaldo })
  const { nfse } = await ok('POST', `/api/nfse/nfse/${note.id}/corrigir`, { cMotivo: '05' })
  expect((await sentNfse(nfse.id)).status).toBe(3)
  await sentNfse(note.id)
  expect((await nfseById(note.id)).status).toBe(6)
  expect(await owedBy(nfse.id)).toEqual([])
  expect((await nfseById(nfse.id)).problemas).toMatchObject([{ message: expect.stringContaining('já está paga') }])
  expect(await faults()).toEqual([])
})
