import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { withCheckDigit } from '../../../core/gs1'
import { volumeLabel } from '../../../core/receiving/reading'
import { bookFaults } from '../../books'
import { receivingAt } from './receiving.fixture'

/** Pallets and boxes at the door: one reading counts all that they hold, once; an SSCC that nobody knew opens one. */

let server: TestServer
let at: Awaited<ReturnType<typeof receivingAt>>
let n = 0
beforeAll(async () => {
  server = await testServer()
  at = await receivingAt(server)
})
afterAll(() => server.close())

const SSCC = (): string => withCheckDigit(`37891234${String((n += 1)).padStart(9, '0')}`)
const codeOf = (id: number | undefined): string => volumeLabel(Number(id))
const lots = (nLote: string, qTrib: number) => [{ nLote, dVal: '2070-12-31', qTrib }]

/** An entry of three boxes of 12, and a pallet that two of them are on. */
async function pallet(more: object = {}) {
  const mercadoria_id = await at.product({ xProd: 'Iogurte', codigo: `IOG-${(n += 1)}`, ...more })
  const { id: entry, entrada_mercadorias } = await at.entry([
    { mercadoria_id, qCom: 36, vUnCom: 2, rastreio_list: lots('L7', 36) },
  ])
  const [item] = entrada_mercadorias
  const lot = { entrada_mercadoria_rastreio_id: item.rastreio_list[0].id }
  const made = await at.call('POST', `/api/entrada_mercadoria/${item.id}/geraEtiquetas`, {
    entrada_mercadoria_lote_list: [{ qMultipla: 12, qEtiquetas: 3, ...lot }],
  })
  const labels: readonly number[] = made.body.ids
  const { body: unit } = await at.call('POST', '/api/estoque/unitizador', {})
  for (const one of labels.slice(0, 2)) await put(unit.id, one)
  return { entry: Number(entry), mercadoria_id, labels, unit }
}
const put = async (unit: number, label: number | undefined) => {
  const { status, body } = await at.call('POST', `/api/estoque/unitizador/${unit}/addEtiqueta`, { code: codeOf(label) })
  expect(status, JSON.stringify(body)).toBe(200)
}
const received = async (entry: number): Promise<number> => (await at.lines(entry))[0].qRecebida
const label = async (id: number | undefined) => (await at.call('GET', `/api/entrada_mercadoria_etiqueta/${id}`)).body

describe('a pallet that is read at the door', () => {
  it('counts everything on it, of its lot, where it is put; once, however often the same reading is sent', async () => {
    const { entry, labels, unit } = await pallet({ controla_lote: 2 })
    const more = { chave: `palete-${unit.id}`, armazenamento_id: at.ids.back }
    const read = await at.read(entry, unit.codBar, more)
    expect(read, JSON.stringify(read.body)).toMatchObject({
      status: 200,
      body: {
        xProd: `Palete ${unit.codBar}`,
        qTrib: 2,
        qRecebida: 2,
        qNota: 2,
        unitizador_id: unit.id,
        mercadoria_id: null,
      },
    })
    expect(await received(entry)).toBe(24)
    expect((await at.read(entry, unit.codBar, more)).body).toEqual(read.body)
    expect(await received(entry)).toBe(24)
    expect(await at.read(entry, unit.codBar)).toMatchObject({ status: 409, body: { code: 'unit_read' } })
    expect(await at.read(entry, codeOf(labels[0]))).toMatchObject({ status: 409, body: { code: 'label_again' } })
    expect(await label(labels[1])).toMatchObject({ situacao: 'lida', armazenamento_id: at.ids.back })
    await at.read(entry, codeOf(labels[2]), { armazenamento_id: at.ids.shelf })
    expect((await at.act(entry, 'finalizaRecebimento')).status).toBe(200)
    expect((await at.shown(entry)).entrada_mercadorias[0].rastreio_list).toMatchObject([
      { nLote: 'L7', qTrib: 12, armazenamento_id: at.ids.shelf },
      { nLote: 'L7', qTrib: 24, armazenamento_id: at.ids.back },
    ])
    expect((await at.act(entry, 'finaliza')).status).toBe(200)
    const moved = await at.call('POST', `/api/estoque/unitizador/${unit.id}/move`, { armazenamento_id: at.ids.shelf })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    expect(await asOwner(server.url, (owner: Sql) => bookFaults(owner))).toEqual([])
  })

  it('counts only what was not read before; taken off, nothing of it counts, and it may be read again', async () => {
    const { entry, labels, unit } = await pallet()
    await at.read(entry, codeOf(labels[0]))
    expect((await at.read(entry, unit.codBar, { chave: 'P' })).body).toMatchObject({ qTrib: 1, qRecebida: 2 })
    expect(await received(entry)).toBe(24)
    const off = await at.act(entry, 'desfazLeitura', { leitura: 'P', chave: 'OFF' })
    expect(off.body).toMatchObject({ qTrib: -1, qRecebida: 1, qNota: 2 })
    expect((await at.act(entry, 'desfazLeitura', { leitura: 'P', chave: 'OFF' })).body).toMatchObject({ qTrib: -1 })
    expect(await received(entry)).toBe(12)
    expect((await at.act(entry, 'desfazLeitura', { leitura: 'P' })).status).toBe(409)
    expect((await at.act(entry, 'desfazLeitura', { leitura: 'OFF' })).body.code).toBe('undoes')
    expect((await at.read(entry, unit.codBar)).body).toMatchObject({ qTrib: 1 })
    expect(await received(entry)).toBe(24)
  })

  it('by an SSCC that nobody knew is opened; volumes that are put on it are counted by it then', async () => {
    const { entry, labels } = await pallet()
    const sscc = SSCC()
    const { body } = await at.read(entry, `(00)${sscc}`)
    expect(body).toMatchObject({ xProd: `Palete ${sscc}`, qTrib: 0, qNota: 0, id: null })
    expect((await at.read(entry, `00${sscc}`)).body.unitizador_id).toBe(body.unitizador_id)
    expect((await at.call('GET', `/api/estoque/unitizador/${body.unitizador_id}`)).body).toMatchObject({
      codBar: sscc,
      entrada_id: entry,
    })
    await put(body.unitizador_id, labels[2])
    expect((await at.read(entry, `00${sscc}`)).body).toMatchObject({ qTrib: 1, qNota: 1 })
    expect(await received(entry)).toBe(12)
    const wrong = sscc.slice(0, 17) + String((Number(sscc.at(-1)) + 1) % 10)
    expect((await at.read(entry, `00${wrong}`)).body.message).toBe('GS1-128 inválido ou corrompido')
    expect(await at.read(entry, '001000000999999')).toMatchObject({ status: 404, body: { code: 'unknown_label' } })
  })

  it('of another entry is none of this one; a volume on it that is read alone stays where it lies', async () => {
    const [one, other] = [await pallet(), await pallet()]
    expect(await at.read(one.entry, other.unit.codBar)).toMatchObject({ status: 400, body: { code: 'not_in_entry' } })
    await put(one.unit.id, other.labels[2])
    expect((await at.read(one.entry, one.unit.codBar)).body).toMatchObject({
      qTrib: 2,
      avisos: ['De outras entradas, não contados: 1.'],
    })
    const alone = await at.read(other.entry, codeOf(other.labels[0]), { armazenamento_id: at.ids.back })
    expect(alone.body.avisos).toEqual([`Está no unitizador ${other.unit.codBar}: fica no local dele.`])
    expect(await label(other.labels[0])).toMatchObject({ armazenamento_id: at.ids.shelf })
  })

  it('whose volume lacks a lot that is needed counts nothing', async () => {
    const mercadoria_id = await at.product({ xProd: 'Vacina', codigo: `VAC-${(n += 1)}`, controla_lote: 2 })
    const { id: entry, entrada_mercadorias } = await at.entry([{ mercadoria_id, qCom: 10, vUnCom: 2 }])
    const made = await at.call('POST', `/api/entrada_mercadoria/${entrada_mercadorias[0].id}/geraEtiquetas`, {
      entrada_mercadoria_lote_list: [{ qMultipla: 5, qEtiquetas: 2 }],
    })
    const { body: unit } = await at.call('POST', '/api/estoque/unitizador', {})
    for (const one of made.body.ids) await put(unit.id, one)
    expect(await at.read(entry, unit.codBar)).toMatchObject({ status: 400, body: { code: 'no_lot' } })
    expect(await received(entry)).toBe(0)
  })
})
