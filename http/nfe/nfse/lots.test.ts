import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AbrasfSimulator, startAbrasf } from '../../../fixtures/simulators/abrasf/start'
import { faults, ok, run } from '../nota/issuing.fixture'
import { billed, hurriedNfse, nfseById, openServices, sentNfse, server } from './services.fixture'

/** A city of ABRASF 2.04 that keeps what it is sent as a lot, and answers later by its protocol. */

let city: AbrasfSimulator
let end: () => Promise<void>
let from = 0

beforeAll(async () => {
  city = await startAbrasf()
  end = await openServices({}, { nfseUrl: city.url })
  const [town] = await run(`select "cMun" from empresa where id = ${server.empresa_id}`)
  await run(`update empresa set "IM" = '12345' where id = ${server.empresa_id}`)
  const where = { url_homologacao: 'https://nfse.cidade.example/servico', url_producao: null }
  await ok('POST', '/api/nfse/sistema', { cMun: town?.cMun, ...where, metodo: 'RecepcionarLoteRps' })
})
afterAll(async () => {
  await end()
  await city.stop()
})
beforeEach(() => {
  from = city.calls.length
})

const calls = () => city.calls.slice(from)
const isOfLots = (operation: string): boolean => operation === 'RecepcionarLoteRps'
/** So long after it was sent that no city is still at it. */
const longAfter = () => run(`update troca set criado_em = now() - interval '1 hour' where tipo = 'nfse.dps'`)
const waiting = async (id: number) =>
  (
    await run(
      `select status, erro, dados ->> 'protocolo' as protocolo from troca where registro_id = ${id} and tipo = 'nfse.dps' order by id desc limit 1`,
    )
  )[0]
/** Once what was begun is over: one note more than `before`, of the one that was issued. */
async function madeOnce(id: number, before: number): Promise<void> {
  expect(await nfseById(id)).toMatchObject({ status: 3, sistema: 'abrasf', vServ: 1000 })
  expect(city.city.notes).toHaveLength(before + 1)
  expect(await faults()).toEqual([])
}

describe('a note of a city that answers lots later', () => {
  it('waits under its protocol until its turn has come, and is in force by what is told then', async () => {
    const before = city.city.notes.length
    const { note } = await billed()
    expect((await sentNfse(note.id)).status).toBe(1)
    expect(await waiting(note.id)).toMatchObject({
      status: 'na_fila',
      protocolo: 'P1',
      erro: 'O município recebeu o lote (protocolo P1) e ainda não o processou.',
    })
    expect((await hurriedNfse(note.id)).status).toBe(1)
    await hurriedNfse(note.id)
    await madeOnce(note.id, before)
    expect(calls()).toEqual(['RecepcionarLoteRps', 'ConsultarLoteRps', 'ConsultarLoteRps'])
  })

  it('that is processed with errors says why, and is mended with the same number', async () => {
    const before = city.city.notes.length
    const { note } = await billed()
    await sentNfse(note.id)
    const lot = city.city.lots.at(-1)
    if (lot) lot.came = { refusal: ['E23', 'Valor do ISS não confere.'] }
    expect(await hurriedNfse(note.id)).toMatchObject({ status: 2, cStat: 'E23', xMotivo: 'Valor do ISS não confere.' })
    await ok('POST', `/api/nfse/nfse/${note.id}/corrigir`)
    await sentNfse(note.id)
    await hurriedNfse(note.id)
    expect(await hurriedNfse(note.id)).toMatchObject({ nDPS: note.nDPS })
    await madeOnce(note.id, before)
  })

  it('whose lot is refused as it comes is refused at once', async () => {
    const { note } = await billed()
    city.treat({ on: 'RecepcionarLoteRps', reject: 'E157' })
    expect(await sentNfse(note.id)).toMatchObject({ status: 2, cStat: 'E157' })
  })

  it.each([{ cut: 'after' }, { nonsense: true }] as const)(
    'whose protocol is lost, %j: nothing goes again while the city may be at it, and its receipt finds it',
    async (how) => {
      const before = city.city.notes.length
      const { note } = await billed()
      city.treat({ on: 'RecepcionarLoteRps', ...how })
      await sentNfse(note.id)
      expect((await hurriedNfse(note.id)).status).toBe(1)
      expect(await waiting(note.id)).toMatchObject({
        status: 'incerta',
        erro: expect.stringContaining('processando o lote'),
      })
      city.city.process()
      await hurriedNfse(note.id)
      await madeOnce(note.id, before)
      expect(calls().filter(isOfLots)).toHaveLength(1)
    },
  )

  it('that never came to the city goes again, after its time', async () => {
    const before = city.city.notes.length
    const { note } = await billed()
    city.treat({ on: 'RecepcionarLoteRps', cut: 'before' })
    await sentNfse(note.id)
    await longAfter()
    await hurriedNfse(note.id)
    expect(await waiting(note.id)).toMatchObject({ status: 'na_fila', protocolo: expect.stringMatching(/^P/) })
    await hurriedNfse(note.id)
    await hurriedNfse(note.id)
    await madeOnce(note.id, before)
    expect(calls().filter(isOfLots)).toHaveLength(2)
  })

  it('that goes again though the city has it after all is still one', async () => {
    const before = city.city.notes.length
    const { note } = await billed()
    city.treat({ on: 'RecepcionarLoteRps', cut: 'after' })
    await sentNfse(note.id)
    await longAfter()
    await hurriedNfse(note.id)
    expect(calls().filter(isOfLots)).toHaveLength(2)
    city.city.process()
    await hurriedNfse(note.id)
    await madeOnce(note.id, before)
  })

  it.each([{ cut: 'after' }, { cut: 'before' }, { fault: true }, { reject: 'E92' }] as const)(
    'whose answer is lost, %j: it is asked for again, and nothing is sent again',
    async (how) => {
      const before = city.city.notes.length
      const { note } = await billed()
      await sentNfse(note.id)
      city.city.process()
      city.treat({ on: 'ConsultarLoteRps', ...how })
      expect((await hurriedNfse(note.id)).status).toBe(1)
      await hurriedNfse(note.id)
      await madeOnce(note.id, before)
      expect(calls().filter(isOfLots)).toHaveLength(1)
    },
  )

  it('whose lot the city has lost goes again, once it is sure of it', async () => {
    const before = city.city.notes.length
    const { note } = await billed()
    await sentNfse(note.id)
    city.city.lots.pop()
    await hurriedNfse(note.id)
    expect(await waiting(note.id)).toMatchObject({ protocolo: expect.stringMatching(/^P/) })
    await longAfter()
    await hurriedNfse(note.id)
    expect(await waiting(note.id)).toMatchObject({ protocolo: '', status: 'na_fila' })
    for (let turn = 0; turn < 3; turn++) await hurriedNfse(note.id)
    await madeOnce(note.id, before)
    expect(calls().filter(isOfLots)).toHaveLength(2)
  })
})
