import { afterEach, describe, expect, it } from 'vitest'
import {
  call,
  faults,
  hurried,
  ids,
  invoiced,
  issuerTest,
  noteById,
  ok,
  run,
  sefaz,
  sent,
  server,
} from '../nota/issuing.fixture'

/** Notes whose send got no answer when a contingency begins: another takes their place, and the sale ends with exactly one that lives. */

issuerTest()

const act = (id: number, verb: string, body: object = {}) => call('POST', `/api/nfe/nfe/${id}/${verb}`, body)
const contingency = async (mod: 55 | 65) =>
  (await ok('POST', '/api/nfe/contingencia', { mod, xJust: 'SEFAZ fora do ar desde cedo' })).id

afterEach(async () => {
  sefaz.faults.up()
  await run('update contingencia set "dhFim" = "dhInicio" where "dhFim" is null')
  expect(await faults()).toEqual([])
})

/** A sale whose note got no answer, and the note that took its place; `back` brings the authority back. */
async function doubled(mod: 55 | 65, treatment: object) {
  sefaz.faults.treat({ service: 'authorise', ...treatment })
  const { note, venda_id } = await invoiced(mod === 65 ? { cliente_id: ids.consumer, geraNFe: 3 } : {})
  const doubtful = Number(note.id)
  expect((await sent(doubtful)).status).toBe(1)
  sefaz.faults.down('PR', 'http')
  if (mod === 55) sefaz.faults.contingency.set('PR', 'on')
  const id = await contingency(mod)
  expect(await noteById(doubtful)).toMatchObject({ reemissivel: true })
  const { status, body } = await act(doubtful, 'reemite')
  expect(status, JSON.stringify(body)).toBe(200)
  await server.runJobs()
  return {
    doubtful,
    venda_id,
    other: Number(body.nfe.id),
    back: async () => {
      sefaz.faults.up()
      await ok('POST', `/api/nfe/contingencia/${id}/desliga`)
      await server.runJobs()
      await hurried(doubtful)
    },
  }
}

/** Of a sale, the notes that live: one. */
const live = (venda_id: number) =>
  run(
    `select id, status from nfe where venda_id = ${venda_id} and "dhAssinatura" is not null and "dhDuvida" is null
     and "dhCancelamento" is null and "dhAbandono" is null and "dhDenegacao" is null`,
  )
const gaps = async (serie: number) => (await ok('GET', `/api/nfe/serie_numero/${serie}/lacunas`)).data
const sales = async (venda_id: number) => (await ok('GET', `/api/venda/${venda_id}`)).status

describe('an NF-e in doubt', () => {
  it('that the authority never took is given up: its number is a gap, and it is never sent', async () => {
    const { doubtful, other, venda_id, back } = await doubled(55, { cut: 'before' })
    expect(await noteById(doubtful)).toMatchObject({ status: 9, substituta_id: other })
    expect(await noteById(other)).toMatchObject({ status: 3, tpEmis: 7 })
    const { chNFe, nNF } = await noteById(doubtful)
    await back()
    expect(await noteById(doubtful)).toMatchObject({ status: 6, cStat: '217' })
    expect(await gaps(ids.serie)).toContainEqual({ de: nNF, ate: nNF })
    expect(sefaz.state.notes.has(chNFe)).toBe(false)
    expect(await live(venda_id)).toEqual([{ id: other, status: 3 }])
    expect(await sales(venda_id)).toBe(4)
    expect((await act(doubtful, 'corrige')).status).toBe(400)
  })

  it('that was authorised is cancelled by itself, and the sale stays with the other', async () => {
    const { doubtful, other, venda_id, back } = await doubled(55, { cut: 'after' })
    const { chNFe } = await noteById(doubtful)
    await back()
    expect(await sent(doubtful)).toMatchObject({ status: 5, nProt: expect.stringMatching(/^\d{15}$/) })
    expect(sefaz.state.eventsOf(chNFe).map(({ tpEvento }) => tpEvento)).toEqual(['110111'])
    expect(await live(venda_id)).toEqual([{ id: other, status: 3 }])
    expect(await sales(venda_id)).toBe(4)
  })

  it('whose cancellation is refused is told of: two notes of one sale', async () => {
    const { doubtful, back } = await doubled(55, { cut: 'after' })
    sefaz.faults.treat({ service: 'event', reject: '501' })
    await back()
    expect(await sent(doubtful)).toMatchObject({ status: 3, cStat: '501' })
    const { data } = await ok('GET', '/api/filas?area=nfe')
    expect(data.find((one: { nome: string }) => one.nome === 'notas_em_dobro')).toMatchObject({ qtd: 1, ruim: true })
    await ok('POST', `/api/nfe/nfe/${doubtful}/cancela`, { xJust: 'Outra nota tomou o lugar desta' })
    expect((await sent(doubtful)).status).toBe(5)
  })

  it('of which the authority still tells nothing stays in doubt', async () => {
    const { doubtful, other, venda_id } = await doubled(55, { cut: 'after' })
    expect((await hurried(doubtful)).status).toBe(9)
    expect(await live(venda_id)).toEqual([{ id: other, status: 3 }])
  })

  it('takes its place again where the other was refused and given up', async () => {
    sefaz.faults.treat({ service: 'authorise', cut: 'after' }, { service: 'authorise', reject: '806' })
    const { note, venda_id } = await invoiced()
    await sent(note.id)
    sefaz.faults.down('PR', 'http')
    sefaz.faults.contingency.set('PR', 'on')
    const id = await contingency(55)
    const { body } = await act(note.id, 'reemite')
    await server.runJobs()
    expect(await noteById(body.nfe.id)).toMatchObject({ status: 2 })
    sefaz.faults.up()
    await ok('POST', `/api/nfe/contingencia/${id}/desliga`)
    // Authorised, it waits for what becomes of the other.
    expect(await hurried(note.id)).toMatchObject({ status: 3, dhDuvida: expect.any(String) })
    await ok('POST', `/api/nfe/nfe/${body.nfe.id}/abandona`, { xJust: 'A primeira foi autorizada' })
    expect(await noteById(note.id)).toMatchObject({ status: 3, dhDuvida: null, substituta_id: null })
    expect(await live(venda_id)).toEqual([{ id: note.id, status: 3 }])
    expect((await sent(note.id)).status).toBe(3)
  })

  it('denied there keeps its number, and the sale its other note', async () => {
    const { doubtful, other, venda_id, back } = await doubled(55, { cut: 'after' })
    const { chNFe } = await noteById(doubtful)
    const kept = sefaz.state.notes.get(chNFe)
    if (!kept) throw new Error('It was not taken.')
    sefaz.state.add({ kind: 'note', note: { ...kept, cStat: '302' } })
    await back()
    expect(await noteById(doubtful)).toMatchObject({ status: 7 })
    expect(await live(venda_id)).toEqual([{ id: other, status: 3 }])
  })

  it('is asked of notes that were sent without an answer alone, while a contingency of their model is on', async () => {
    const { note } = await invoiced()
    expect(await act(note.id, 'reemite')).toMatchObject({ status: 400, body: { code: 'not_in_doubt' } })
    sefaz.faults.contingency.set('PR', 'on')
    await contingency(55)
    expect(await act(note.id, 'reemite')).toMatchObject({ status: 400, body: { code: 'not_in_doubt' } })
    expect((await sent(note.id)).status).toBe(3)
    expect((await act(note.id, 'reemite')).body.message).toBe('Esta nota já foi autorizada.')
  })
})

describe('an NFC-e in doubt', () => {
  it('that was authorised is cancelled by naming the one that took its place, as soon as that is authorised', async () => {
    const { doubtful, other, venda_id, back } = await doubled(65, { cut: 'after' })
    expect(await noteById(other)).toMatchObject({ status: 1, tpEmis: 9, dhLimite: expect.any(String) })
    const { chNFe } = await noteById(doubtful)
    await back()
    expect(await noteById(other)).toMatchObject({ status: 3 })
    expect(await sent(doubtful)).toMatchObject({ status: 5 })
    const [event] = sefaz.state.eventsOf(chNFe)
    expect(event?.tpEvento).toBe('110112')
    expect(event?.xml).toContain(`<chNFeRef>${(await noteById(other)).chNFe}</chNFeRef>`)
    expect(await live(venda_id)).toEqual([{ id: other, status: 3 }])
    expect(await sales(venda_id)).toBe(4)
  })

  it('that the authority never took is given up', async () => {
    const { doubtful, other, venda_id, back } = await doubled(65, { cut: 'before' })
    await back()
    expect(await noteById(doubtful)).toMatchObject({ status: 6 })
    expect(await live(venda_id)).toEqual([{ id: other, status: 3 }])
  })

  it('that went off-line and was refused keeps its key and date, and is not given up', async () => {
    const id = await contingency(65)
    const { note } = await invoiced({ cliente_id: ids.consumer, geraNFe: 3 })
    sefaz.faults.treat({ service: 'authorise', reject: '806' })
    const refused = await sent(note.id)
    expect(refused).toMatchObject({ status: 2, tpEmis: 9 })
    const { data } = await ok('GET', '/api/filas?area=nfe')
    expect(data.find((one: { nome: string }) => one.nome === 'notas_offline')).toMatchObject({ qtd: 1 })
    expect(await act(note.id, 'abandona', { xJust: 'Não vale mais a pena' })).toMatchObject({
      status: 400,
      body: { code: 'has_left' },
    })
    await ok('POST', `/api/nfe/contingencia/${id}/desliga`)
    await ok('POST', `/api/nfe/nfe/${note.id}/corrige`)
    expect(await sent(note.id)).toMatchObject({ status: 3, chNFe: refused.chNFe, dhEmi: refused.dhEmi })
  })
})
