import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AbrasfSimulator, startAbrasf } from '../../../fixtures/simulators/abrasf/start'
import { call, faults, ok, run } from '../nota/issuing.fixture'
import {
  billed,
  finished,
  hurriedNfse,
  ids,
  nfseById,
  notesOf,
  openServices,
  ORDERS,
  sentNfse,
  server,
} from './services.fixture'

/** A company of a city that makes its notes by a system of its own (ABRASF 2.04). */

let city: AbrasfSimulator
let end: () => Promise<void>
let sistema: number
const WHERE = { url_homologacao: 'https://nfse.cidade.example/servico', url_producao: null }

beforeAll(async () => {
  city = await startAbrasf()
  end = await openServices({}, { nfseUrl: city.url })
  const [town] = await run(`select "cMun" from empresa where id = ${server.empresa_id}`)
  await run(`update empresa set "IM" = '12345' where id = ${server.empresa_id}`)
  sistema = (await ok('POST', '/api/nfse/sistema', { cMun: town?.cMun, ...WHERE })).id
})
afterAll(async () => {
  await end()
  await city.stop()
})

async function issued(...given: Parameters<typeof billed>) {
  const { order, note } = await billed(...given)
  const told = await sentNfse(note.id)
  expect(told.status, JSON.stringify([told.xMotivo, told.problemas])).toBe(3)
  return { order, note: told }
}
const TRAINING = () => [{ servico_id: ids.training }]
const WHY = { xJust: 'Cliente desistiu do serviço' }
const statusOf = async (order: number) => (await ok('GET', `${ORDERS}/${order}`)).status

describe('a note of a city with a system of its own', () => {
  it.each(['GerarNfse', 'RecepcionarLoteRpsSincrono'])(
    'is signed, sent and in force by its answer: %s',
    async (metodo) => {
      await ok('PUT', `/api/nfse/sistema/${sistema}`, { metodo })
      const { note } = await issued(TRAINING())
      expect(note).toMatchObject({ sistema: 'abrasf', vServ: 1000, vISSQN: 20, vTotalRet: 191.5, vLiq: 808.5 })
      expect(note).toMatchObject({ chNFSe: null, leiaute: 'ABRASF 2.04', retencoes: expect.arrayContaining([]) })
      expect(note.cVerif).toMatch(/^AB\d+$/)
      expect(city.calls.at(-1)).toBe(metodo)
      const kept = await run(`select tipo from nfse_xml where nfse_id = ${note.id} order by id`)
      expect(kept.map(({ tipo }) => tipo)).toEqual(['assinada', 'protocolo'])
      const paper = await call('GET', `/api/nfse/print_danfse/${note.id}`)
      expect(paper.status).toBe(200)
      await ok('PUT', `/api/nfse/sistema/${sistema}`, { metodo: 'GerarNfse' })
      expect(await faults()).toEqual([])
    },
  )

  it.each([
    { cut: 'after' },
    { cut: 'half' },
    { cut: 'before' },
    { nonsense: true },
    { fault: true },
    { status: 500 },
  ] as const)('%j: its receipt is asked for before anything is sent again, and one note is made', async (how) => {
    const { note } = await billed()
    const before = city.city.notes.length
    city.treat({ on: 'GerarNfse', ...how })
    expect((await sentNfse(note.id)).status).toBe(1)
    const from = city.calls.length
    expect((await hurriedNfse(note.id)).status).toBe(3)
    expect(city.calls[from]).toBe('ConsultarNfsePorRps')
    expect(city.city.notes).toHaveLength(before + 1)
  })

  it('of a receipt that has its note already, it takes that; another of the same number stops the series', async () => {
    const { note } = await billed()
    city.treat({ on: 'GerarNfse', cut: 'after' }, { on: 'ConsultarNfsePorRps', reject: 'E4' })
    await sentNfse(note.id)
    // The city says at first that there is none, takes it again, and refuses it as known: then it is asked for.
    expect((await hurriedNfse(note.id)).status).toBe(3)
    expect(city.calls.slice(-3)).toEqual(['ConsultarNfsePorRps', 'GerarNfse', 'ConsultarNfsePorRps'])
  })

  it('is not sent again while the city tells another note of its receipt', async () => {
    const { note } = await billed()
    city.treat({ on: 'GerarNfse', cut: 'before' })
    const { serie, nDPS } = await sentNfse(note.id)
    const [other] = city.city.notes
    if (!other) throw new Error('The city has no note.')
    city.city.notes.push({ ...other, rps: [other.owner, serie, nDPS, 1].join('|') })
    const from = city.calls.length
    expect((await hurriedNfse(note.id)).status).toBe(1)
    expect(city.calls.slice(from)).toEqual(['ConsultarNfsePorRps'])
    city.city.notes.pop()
    expect((await hurriedNfse(note.id)).status).toBe(3)
  })

  it('that it refuses says why, and is mended with the same number', async () => {
    const { note } = await billed()
    city.treat({ on: 'GerarNfse', reject: 'E157' })
    expect(await sentNfse(note.id)).toMatchObject({ status: 2, cStat: 'E157', xMotivo: 'Recusada pelo simulador.' })
    await ok('POST', `/api/nfse/nfse/${note.id}/corrigir`)
    expect(await sentNfse(note.id)).toMatchObject({ status: 3, nDPS: note.nDPS })
  })

  it('waits as a draft while nobody said where the city’s system is', async () => {
    await ok('PUT', `/api/nfse/sistema/${sistema}`, { url_homologacao: null })
    const order = await finished()
    await ok('POST', `${ORDERS}/${order}/faturarOrdemServico`)
    const [note] = await notesOf(order)
    expect(note).toMatchObject({ status: 0, problemas: [{ message: expect.stringContaining('Falta o endereço') }] })
    await ok('PUT', `/api/nfse/sistema/${sistema}`, WHERE)
    await ok('POST', `/api/nfse/nfse/${note.id}/emite`)
    expect((await sentNfse(note.id)).status).toBe(3)
  })
})

describe('it is ended at the city', () => {
  it.each([{}, { cut: 'after' }, { cut: 'before' }, { fault: true }] as const)(
    'cancelled, %j: once, and the invoicing of its order is taken back',
    async (how) => {
      const { order, note } = await issued()
      city.treat({ on: 'CancelarNfse', ...how })
      await ok('POST', `/api/nfse/nfse/${note.id}/cancelar`, { ...WHY, cMotivo: 2 })
      await sentNfse(note.id)
      expect((await hurriedNfse(note.id)).status).toBe(5)
      expect(await statusOf(order)).toBe(2)
      const kept = await run(`select xml from nfse_xml where nfse_id = ${note.id} and tipo = 'evento'`)
      expect(String(kept[0]?.xml)).toContain('<CodigoCancelamento>2</CodigoCancelamento>')
    },
  )

  it('refused, it stays in force', async () => {
    await ok('PUT', `/api/nfse/sistema/${sistema}`, { codigo_outros: 5 })
    const { note } = await issued()
    await ok('POST', `/api/nfse/nfse/${note.id}/cancelar`, WHY)
    expect(await sentNfse(note.id)).toMatchObject({ status: 3, cStat: 'E77' })
    await ok('PUT', `/api/nfse/sistema/${sistema}`, { codigo_outros: 1 })
  })

  it.each([{}, { cut: 'after' }, { status: 500 }] as const)(
    'replaced, %j: by one request, and what is kept back is of the other',
    async (how) => {
      const { order, note } = await issued(TRAINING())
      city.treat({ on: 'SubstituirNfse', ...how })
      const { nfse } = await ok('POST', `/api/nfse/nfse/${note.id}/corrigir`, { cMotivo: '05' })
      await sentNfse(nfse.id)
      expect((await hurriedNfse(nfse.id)).status).toBe(3)
      expect(await nfseById(note.id)).toMatchObject({ status: 6, substituta_id: nfse.id, dhRetencao: null })
      const kept = await run(`select tipo from nfse_xml where nfse_id = ${note.id} and "tpEvento" = '105102'`)
      expect(kept).toEqual([{ tipo: 'evento_protocolo' }])
      expect(await statusOf(order)).toBe(4)
      expect(await faults()).toEqual([])
    },
  )

  it('not replaced where the city does not: it says what to do instead', async () => {
    await ok('PUT', `/api/nfse/sistema/${sistema}`, { substitui: false })
    const { note } = await issued()
    const refused = await call('POST', `/api/nfse/nfse/${note.id}/corrigir`, { cMotivo: '05' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'no_replacing' } })
    expect(await nfseById(note.id)).toMatchObject({ substituta_id: null })
    await ok('PUT', `/api/nfse/sistema/${sistema}`, { substitui: true })
  })
})

it('of a city that nothing is sent to, the file is there, and somebody tells its number and its end', async () => {
  await ok('PUT', `/api/nfse/sistema/${sistema}`, { sistema: 'manual' })
  const called = city.calls.length
  const { order, note } = await billed(TRAINING())
  expect(await sentNfse(note.id)).toMatchObject({ status: 1, sistema: 'manual' })
  expect((await call('GET', `/api/nfse/get_xml/${note.id}`)).status).toBe(200)
  await ok('POST', `/api/nfse/nfse/${note.id}/informaRecusa`)
  expect(await nfseById(note.id)).toMatchObject({ status: 2, xMotivo: 'Recusada no sistema do município.' })
  await ok('POST', `/api/nfse/nfse/${note.id}/corrigir`)
  expect(await sentNfse(note.id)).toMatchObject({ status: 1, dhRejeicao: null })
  const number = `/api/nfse/nfse/${note.id}/informaNumero`
  expect((await call('POST', number, { nNFSe: 'doze' })).body.errors).toHaveProperty('nNFSe')
  await ok('POST', number, { nNFSe: '4711', cVerif: 'XY1' })
  expect(await nfseById(note.id)).toMatchObject({ status: 3, nNFSe: '4711', vLiq: 808.5 })
  expect((await nfseById(note.id)).dhRetencao).not.toBeNull()
  await ok('POST', `/api/nfse/nfse/${note.id}/cancelar`, WHY)
  await ok('POST', `/api/nfse/nfse/${note.id}/mantem`)
  await ok('POST', `/api/nfse/nfse/${note.id}/cancelar`, WHY)
  await ok('POST', `/api/nfse/nfse/${note.id}/informaCancelamento`)
  expect([(await nfseById(note.id)).status, await statusOf(order), city.calls.length]).toEqual([5, 2, called])
  expect(await faults()).toEqual([])
  await ok('PUT', `/api/nfse/sistema/${sistema}`, { sistema: 'abrasf' })
})
