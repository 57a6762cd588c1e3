import { describe, expect, it } from 'vitest'
import { addDays } from '../../../core/br/civil-date'
import { CITY_HALL_WARNING } from '../../../core/fields/nfse/nfse'
import { today } from '../../../fixtures/test-clock'
import { allBackgroundJobs } from '../../platform/jobs/job'
import { call, faults, ok, run } from '../nota/issuing.fixture'
import { watchesOffice } from './by-office'
import {
  billed,
  hurriedNfse,
  nacional,
  nfseById,
  notesOf,
  ORDERS,
  sentNfse,
  server,
  servicesTest,
} from './services.fixture'

servicesTest()

const WHY = { xJust: 'Cliente desistiu do serviço' }

async function authorised(...given: Parameters<typeof billed>) {
  const { order, note } = await billed(...given)
  const told = await sentNfse(note.id)
  expect(told.status, JSON.stringify(told.problemas)).toBe(3)
  return { order, note: told }
}

const cancels = (id: number, body: object = WHY) => ok('POST', `/api/nfse/nfse/${id}/cancelar`, body)
const statusOf = async (order: number) => (await ok('GET', `${ORDERS}/${order}`)).status

/** Notes that a filter finds. */
async function idsBy(custom: object): Promise<readonly number[]> {
  const { data } = await ok('GET', `/api/nfse/nfse?custom=${encodeURIComponent(JSON.stringify(custom))}`)
  return data.map(({ id }: { id: number }) => id)
}

async function titleOf(order: number): Promise<number> {
  const { ordem_servico_duplicatas } = await ok('GET', `${ORDERS}/${order}`)
  return ordem_servico_duplicatas[0].conta_receber_id
}

describe('a note is cancelled', () => {
  it('by the answer alone, and the invoicing of its order is taken back with it', async () => {
    const { order, note } = await authorised()
    const title = await titleOf(order)
    await cancels(note.id, { ...WHY, cMotivo: 2 })
    expect([(await nfseById(note.id)).status, await statusOf(order)]).toEqual([4, 4])
    expect((await sentNfse(note.id)).status).toBe(5)
    expect(await statusOf(order)).toBe(2)
    expect((await ok('GET', `/api/contas_receber/${title}`)).dhCancelamento).not.toBeNull()
    const kept = await run(`select xml from nfse_xml where nfse_id = ${note.id} and tipo = 'evento'`)
    expect(String(kept[0]?.xml)).toContain('<cMotivo>2</cMotivo>')
    await ok('POST', `${ORDERS}/${order}/faturarOrdemServico`)
    const again = (await notesOf(order)).at(-1)
    expect((await sentNfse(again.id)).status).toBe(3)
    expect(await faults()).toEqual([])
  })

  it.each([{ cut: 'after' }, { nonsense: true }, { cut: 'before' }, { status: 502 }] as const)(
    '%j: the event is asked for before it is sent again',
    async (how) => {
      const { note } = await authorised()
      nacional.treat({ on: 'evento', ...how })
      await cancels(note.id)
      expect((await sentNfse(note.id)).status).toBe(4)
      expect((await hurriedNfse(note.id)).status).toBe(5)
      expect(nacional.state.events.filter(({ chNFSe }) => chNFSe === note.chNFSe)).toHaveLength(1)
    },
  )

  it('refused, it stays as it was, and its order invoiced', async () => {
    const { order, note } = await authorised()
    nacional.treat({ on: 'evento', reject: 'E0822' })
    await cancels(note.id)
    expect(await sentNfse(note.id)).toMatchObject({ status: 3, cStat: 'E0822', xMotivoCancelamento: null })
    expect(await statusOf(order)).toBe(4)
  })

  it('not with a reason of fewer than 16 characters, or one that is none', async () => {
    const { note } = await authorised()
    expect((await call('POST', `/api/nfse/nfse/${note.id}/cancelar`, { xJust: 'curto' })).body.message).toBe(
      'O motivo do cancelamento precisa ter mais de 15 caracteres',
    )
    expect((await call('POST', `/api/nfse/nfse/${note.id}/cancelar`, { ...WHY, cMotivo: 3 })).status).toBe(422)
  })

  it('its order keeps its invoicing while a note lives, and what was paid is said before anything is sent', async () => {
    const { order, note } = await authorised()
    expect((await call('POST', `${ORDERS}/${order}/desfazFaturamento`)).body).toMatchObject({ code: 'has_note' })
    const sent = nacional.calls.length
    const title = await titleOf(order)
    const banco = await ok('POST', '/api/banco', { descricao: 'Gaveta' })
    await ok('POST', `/api/contas_receber/${title}/baixa`, { banco_id: banco.id, vPago: '40.00' })
    const refused = await call('POST', `/api/nfse/nfse/${note.id}/cancelar`, WHY)
    expect(refused).toMatchObject({ status: 400, body: { code: 'paid' } })
    expect(nacional.calls).toHaveLength(sent)
    expect((await nfseById(note.id)).status).toBe(3)
  })

  it('where its order was paid meanwhile it is cancelled all the same, and somebody sees the order that is invoiced still', async () => {
    const { order, note } = await authorised()
    await cancels(note.id)
    const banco = await ok('POST', '/api/banco', { descricao: 'Caixa' })
    await ok('POST', `/api/contas_receber/${await titleOf(order)}/baixa`, { banco_id: banco.id, vPago: '40.00' })
    expect(await sentNfse(note.id)).toMatchObject({
      status: 5,
      problemas: [{ message: expect.stringContaining('não foi desfeito') }],
    })
    expect(await idsBy({ ordem_faturada: true })).toEqual([note.id])
  })
})

describe('past the term of its city', () => {
  it.each([
    ['105104', 5, 2, 'cancelled'],
    ['105105', 3, 4, 'decided'],
  ] as const)('the city is asked, and decides once: %s', async (tpEvento, status, order, again) => {
    const { order: id, note } = await authorised()
    const { CodigoMunicipio } = note
    const { id: term } = await ok('POST', '/api/nfse/municipio', {
      cMun: Number(CodigoMunicipio),
      dInicio: '2021-01-01',
      cancela_dias: 5,
    })
    await run(`update nfse set "dhEmi" = "dhEmi" - interval '10 days' where id = ${note.id}`)
    await cancels(note.id)
    expect((await sentNfse(note.id)).status).toBe(8)
    expect((await hurriedNfse(note.id)).status).toBe(8)
    nacional.decides(note.chNFSe, tpEvento)
    expect((await hurriedNfse(note.id)).status).toBe(status)
    expect(await statusOf(id)).toBe(order)
    expect((await call('POST', `/api/nfse/nfse/${note.id}/cancelar`, WHY)).body).toMatchObject({ code: again })
    await ok('DELETE', `/api/nfse/municipio/${term}`)
  })

  it('which is counted from the day that the company issued it', async () => {
    const { note } = await authorised()
    const cMun = Number(note.CodigoMunicipio)
    const { id: term } = await ok('POST', '/api/nfse/municipio', { cMun, dInicio: '2021-01-01', cancela_dias: 5 })
    // Ten in the evening of the day before, at the company.
    await run(`update nfse set "dhEmi" = '${addDays(today(), -5)}T01:00:00Z' where id = ${note.id}`)
    await cancels(note.id)
    const [event] = await run(`select "tpEvento" from nfse_evento where nfse_id = ${note.id}`)
    expect(event?.tpEvento).toBe('101103')
    await ok('DELETE', `/api/nfse/municipio/${term}`)
  })
})

describe('of Recife', () => {
  it('the warning is said before, and somebody confirms that the city hall has it, too', async () => {
    const [{ cMun }] = [await ok('GET', `/api/empresa/${server.empresa_id}`)]
    await run(`insert into municipio (id, "xMun", "UF") values (2611606, 'Recife', 'PE') on conflict do nothing`)
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { cMun: 2611606 })
    const { note } = await authorised()
    const trial = await ok('POST', `/api/nfse/nfse/${note.id}/cancelar?simula=1`, WHY)
    expect(JSON.stringify(trial)).toContain(CITY_HALL_WARNING)
    expect((await call('POST', `/api/nfse/nfse/${note.id}/confirmaPrefeitura`)).status).toBe(400)
    await cancels(note.id)
    expect(await sentNfse(note.id)).toMatchObject({ status: 5, pendente_prefeitura: true })
    expect(await idsBy({ pendentes_prefeitura: true })).toEqual([note.id])
    await ok('POST', `/api/nfse/nfse/${note.id}/confirmaPrefeitura`)
    expect(await nfseById(note.id)).toMatchObject({ pendente_prefeitura: false })
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { cMun })
  })
})

describe('another takes its place', () => {
  const corrects = (id: number, body: object = { cMotivo: '99', xMotivo: 'Descrição do serviço errada' }) =>
    ok('POST', `/api/nfse/nfse/${id}/corrigir`, body)

  it('with a number of its own; the first is ended once that is in force, and the invoicing stays', async () => {
    const { order, note } = await authorised()
    const { nfse } = await corrects(note.id)
    expect(nfse.nDPS).toBe(note.nDPS + 1)
    expect((await call('POST', `/api/nfse/nfse/${note.id}/cancelar`, WHY)).body).toMatchObject({
      code: 'being_replaced',
    })
    expect((await sentNfse(nfse.id)).status).toBe(3)
    expect(await sentNfse(note.id)).toMatchObject({ status: 6, substituta_id: nfse.id })
    expect(nacional.state.eventOf(note.chNFSe, '105102')?.xml).toContain((await nfseById(nfse.id)).chNFSe)
    expect(await statusOf(order)).toBe(4)
  })

  it('refused, it is mended or given up, and the first stays in force', async () => {
    const { note } = await authorised()
    nacional.treat({ on: 'dps', reject: 'E0312' })
    const { nfse } = await corrects(note.id)
    expect((await sentNfse(nfse.id)).status).toBe(2)
    await ok('POST', `/api/nfse/nfse/${nfse.id}/abandona`, { xJust: 'A nota estava certa como era' })
    expect(await nfseById(note.id)).toMatchObject({ status: 3, substituta_id: null })
    const second = await corrects(note.id, { cMotivo: '05' })
    await sentNfse(second.nfse.id)
    expect((await sentNfse(note.id)).status).toBe(6)
  })

  it('both in force where its event was refused, which is seen and sent again', async () => {
    const { note } = await authorised()
    nacional.treat({ on: 'evento', reject: 'E9999' })
    const { nfse } = await corrects(note.id)
    await sentNfse(nfse.id)
    expect(await sentNfse(note.id)).toMatchObject({ status: 3, problemas: [{ cStat: 'E9999' }] })
    expect(await idsBy({ em_dobro: true })).toEqual([note.id])
    await ok('POST', `/api/nfse/nfse/${note.id}/substitui`)
    expect(await sentNfse(note.id)).toMatchObject({ status: 6, problemas: null })
  })

  it('cancelled itself where the event was refused, the first stands again and may be cancelled, too', async () => {
    const { order, note } = await authorised()
    nacional.treat({ on: 'evento', reject: 'E9999' })
    const { nfse } = await corrects(note.id)
    await sentNfse(nfse.id)
    await sentNfse(note.id)
    await cancels(nfse.id)
    expect((await sentNfse(nfse.id)).status).toBe(5)
    expect(await nfseById(note.id)).toMatchObject({ status: 3, substituta_id: null })
    expect([await idsBy({ em_dobro: true }), await statusOf(order)]).toEqual([[], 4])
    await cancels(note.id)
    expect([(await sentNfse(note.id)).status, await statusOf(order)]).toEqual([5, 2])
  })

  it.each([
    ['taken at last, nothing of the order is in force', {}, 6, 2],
    ['refused at last, the first stands alone', { reject: 'E9999' }, 3, 4],
  ] as const)('cancelled itself before the event had its answer: %s', async (_, later, status, orders) => {
    const { order, note } = await authorised()
    nacional.treat({ on: 'evento', cut: 'before' })
    const { nfse } = await corrects(note.id)
    await sentNfse(nfse.id)
    await sentNfse(note.id)
    await cancels(nfse.id)
    expect((await sentNfse(nfse.id)).status).toBe(5)
    expect([(await nfseById(note.id)).substituta_id, await idsBy({ em_dobro: true })]).toEqual([nfse.id, []])
    nacional.treat({ on: 'evento', ...later })
    const told = await hurriedNfse(note.id)
    expect([told.status, told.substituta_id, await statusOf(order)]).toEqual([
      status,
      status === 6 ? nfse.id : null,
      orders,
    ])
  })

  it('not without a reason', async () => {
    const { note } = await authorised()
    expect((await call('POST', `/api/nfse/nfse/${note.id}/corrigir`)).body.errors).toHaveProperty('cMotivo')
    expect((await call('POST', `/api/nfse/nfse/${note.id}/corrigir`, { cMotivo: '99' })).body.errors).toHaveProperty(
      'xMotivo',
    )
  })
})

const looks = () =>
  allBackgroundJobs()
    .get(watchesOffice.name)
    ?.run({}, { services: server.services, signal: new AbortController().signal, attempt: 1, attempts: 1 })

it('a note for which the system fails waits its turn as others do: the night after begins with another', async () => {
  const { note } = await authorised()
  await run(`update nfse set "dhOficioConsulta" = now() - interval '1 day' where id <> ${note.id}`)
  nacional.treat({ on: 'consulta', status: 500 })
  await looks()
  expect((await nfseById(note.id)).dhOficioConsulta).not.toBeNull()
})

it('cancelled by its city, a note is told to somebody, who takes it over; until then it stays as it is', async () => {
  const { order, note } = await authorised()
  const acts = () => call('POST', `/api/nfse/nfse/${note.id}/acataOficio`)
  await looks()
  expect((await acts()).body).toMatchObject({ code: 'not_by_office' })
  nacional.decides(note.chNFSe, '305101')
  await looks()
  const [problem] = (await nfseById(note.id)).problemas
  expect(problem.message).toBe(
    'O município cancelou esta NFS-e de ofício. Serviço fora do município. Processo 2026/0815.',
  )
  expect([(await nfseById(note.id)).status, await statusOf(order), await idsBy({ de_oficio: true })]).toEqual([
    3,
    4,
    [note.id],
  ])
  await acts()
  expect([(await nfseById(note.id)).status, await statusOf(order), await idsBy({ de_oficio: true })]).toEqual([
    5,
    2,
    [],
  ])
  const kept = await run(`select 1 from nfse_xml where nfse_id = ${note.id} and "tpEvento" = '305101'`)
  expect(kept).toHaveLength(1)
})
