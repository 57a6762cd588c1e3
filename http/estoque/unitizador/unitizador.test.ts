import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { withCheckDigit } from '../../../core/gs1'
import { volumeLabel } from '../../../core/receiving/reading'
import { bookFaults } from '../../books'
import { receivingAt } from '../recebimento/receiving.fixture'

/** Pallets and boxes: labels are put on and taken off, all that one holds moves at once, and the books stay true. */

let server: TestServer
let at: Awaited<ReturnType<typeof receivingAt>>
let n = 0
beforeAll(async () => {
  server = await testServer()
  at = await receivingAt(server)
})
afterAll(() => server.close())

const SSCC = (): string => withCheckDigit(`37891234${String((n += 1)).padStart(9, '0')}`)
const faults = () => asOwner(server.url, (owner: Sql) => bookFaults(owner))
const codeOf = (id: number | undefined): string => volumeLabel(Number(id))

/** An entry of 24 pieces of one lot, in two boxes with labels. */
async function boxes({ place = at.ids.shelf, finished = true } = {}) {
  const mercadoria_id = await at.product({ xProd: 'Iogurte', codigo: `IOG-${(n += 1)}`, controla_lote: 1 })
  const rastreio_list = [{ nLote: `L${n}`, dVal: '2070-12-31', qTrib: 24 }]
  const made = await at.entry([{ mercadoria_id, qCom: 24, vUnCom: 2, rastreio_list }], { armazenamento_id: place })
  const [item] = made.entrada_mercadorias
  if (finished) expect((await at.act(made.id, 'finaliza')).status).toBe(200)
  const { body } = await at.call('POST', `/api/entrada_mercadoria/${item.id}/geraEtiquetas`, {
    entrada_mercadoria_lote_list: [
      { qMultipla: 12, qEtiquetas: 2, entrada_mercadoria_rastreio_id: item.rastreio_list[0].id },
    ],
  })
  const labels: readonly number[] = body.ids
  return { entry: Number(made.id), item: Number(item.id), mercadoria_id, labels }
}
const unit = async (values: object = {}) => {
  const { status, body } = await at.call('POST', '/api/estoque/unitizador', values)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const on = (id: number, verb: string, body: object = {}, as = at.call) =>
  as('POST', `/api/estoque/unitizador/${id}/${verb}`, body)
const put = (id: number, label: number | undefined) => on(id, 'addEtiqueta', { code: codeOf(label) })
const shown = async (id: number) => (await at.call('GET', `/api/estoque/unitizador/${id}`)).body
const label = async (id: number | undefined) => (await at.call('GET', `/api/entrada_mercadoria_etiqueta/${id}`)).body
const lies = async (mercadoria_id: number): Promise<string[]> => {
  const where = encodeURIComponent(JSON.stringify({ mercadoria_id }))
  const { body } = await at.call('GET', `/api/estoque/mercadoria_armazenamento_lote?where=${where}&perPage=100`)
  return body.data
    .filter((one: { qDisp: number }) => one.qDisp !== 0)
    .map((one: { armazenamento: { codigo: string }; qDisp: number }) => `${one.armazenamento.codigo} ${one.qDisp}`)
    .toSorted()
}

describe('a unit-holder', () => {
  it('has the code of our label, or its supplier’s SSCC, which is proved; each once in a company', async () => {
    const own = await unit()
    expect(own).toMatchObject({ codBar: `001${String(own.id).padStart(12, '0')}`, tipo: 'palete', status: 0 })
    const sscc = SSCC()
    expect(await unit({ codBar: `(00)${sscc}`, tipo: 'caixa' })).toMatchObject({ codBar: sscc, tipo: 'caixa' })
    expect((await at.call('POST', '/api/estoque/unitizador', { codBar: sscc })).status).toBe(409)
    const wrong = sscc.slice(0, 17) + String((Number(sscc.at(-1)) + 1) % 10)
    for (const [codBar, told] of [
      [wrong, 'SSCC inválido: informe os 18 dígitos, com o verificador.'],
      ['123', 'SSCC inválido: informe os 18 dígitos, com o verificador.'],
      ['001000000999999', 'Este é o código de outra etiqueta nossa: deixe vazio para usar a deste unitizador.'],
    ])
      expect(await at.call('POST', '/api/estoque/unitizador', { codBar })).toMatchObject({
        status: 422,
        body: { errors: { codBar: [told] } },
      })
    expect((await at.call('PUT', `/api/estoque/unitizador/${own.id}`, { codBar: own.codBar })).status).toBe(200)
  })

  it('holds labels, each on one at the most; what is put on from another place comes over in the books', async () => {
    const [here, there] = [await boxes(), await boxes({ place: at.ids.back })]
    const [one, other] = [await unit(), await unit()]
    expect((await put(one.id, here.labels[0])).body).toMatchObject({ xProd: 'Iogurte', qMultipla: 12, unidade: 'UN' })
    expect(await put(one.id, here.labels[0])).toMatchObject({ status: 409 })
    expect(await put(other.id, here.labels[0])).toMatchObject({
      status: 409,
      body: { message: `A etiqueta ${codeOf(here.labels[0])} está em outro unitizador: tire-a de lá antes.` },
    })
    expect(await lies(there.mercadoria_id)).toEqual(['B-01 24'])
    expect((await put(one.id, there.labels[0])).status).toBe(200)
    expect(await lies(there.mercadoria_id)).toEqual(['A-01 12', 'B-01 12'])
    expect(await shown(one.id)).toMatchObject({ qEtiquetas: 2, armazenamento_id: at.ids.shelf })
    expect(await faults()).toEqual([])
    expect((await on(one.id, 'removeEtiqueta', { code: codeOf(there.labels[0]) })).status).toBe(200)
    expect(await on(one.id, 'removeEtiqueta', { code: codeOf(there.labels[0]) })).toMatchObject({
      status: 400,
      body: { code: 'not_on_it' },
    })
    expect(await label(there.labels[0])).toMatchObject({ unitizador_id: null, armazenamento_id: at.ids.shelf })
    expect(await lies(there.mercadoria_id)).toEqual(['A-01 12', 'B-01 12'])
  })

  it('moves with all that is on it, at once; nothing moves where something has left', async () => {
    const [first, second] = [await boxes(), await boxes()]
    const { id } = await unit()
    for (const one of [...first.labels, ...second.labels]) expect((await put(id, one)).status).toBe(200)
    expect((await on(id, 'move', { armazenamento_id: at.ids.back })).status).toBe(200)
    expect([await lies(first.mercadoria_id), await lies(second.mercadoria_id)]).toEqual([['B-01 24'], ['B-01 24']])
    expect(await label(second.labels[1])).toMatchObject({ unitizador_id: id, armazenamento_id: at.ids.back })
    expect(await faults()).toEqual([])
    const gone = await at.call('POST', '/api/estoque/consumo', {
      consumo_mercadoria_list: [{ mercadoria_id: second.mercadoria_id, qTrib: 5 }],
    })
    expect((await at.call('POST', `/api/estoque/consumo/${gone.body.id}/finalizar`)).status).toBe(200)
    const refused = await on(id, 'move', { armazenamento_id: at.ids.shelf })
    expect(refused).toMatchObject({ status: 400, body: { code: 'no_stock' } })
    expect([await lies(first.mercadoria_id), await lies(second.mercadoria_id)]).toEqual([['B-01 24'], ['B-01 19']])
    expect(await shown(id)).toMatchObject({ armazenamento_id: at.ids.back })
    expect((await at.act(first.entry, 'cancela', { xJust: 'Nota recusada pelo comprador' })).status).toBe(200)
    expect(await faults()).toEqual([])
  })

  it('is closed with something on it, opened again, emptied; a label that is voided is on none', async () => {
    const { labels } = await boxes()
    const { id } = await unit()
    expect(await on(id, 'fecha')).toMatchObject({ status: 400, body: { code: 'no_labels' } })
    await put(id, labels[0])
    await put(id, labels[1])
    expect((await on(id, 'fecha')).body).toMatchObject({ status: 2 })
    expect(await on(id, 'removeEtiqueta', { code: codeOf(labels[0]) })).toMatchObject({
      status: 400,
      body: { code: 'closed', message: 'Este unitizador está lacrado: reabra-o antes.' },
    })
    expect((await on(id, 'move', { armazenamento_id: at.ids.back })).status).toBe(200)
    expect((await at.call('POST', `/api/entrada_mercadoria_etiqueta/${labels[0]}/anula`)).status).toBe(200)
    expect((await on(id, 'esvazia')).body).toMatchObject({ status: 4, qEtiquetas: 0 })
    expect(await label(labels[1])).toMatchObject({ unitizador_id: null, armazenamento_id: at.ids.back })
    expect((await on(id, 'reabre')).body).toMatchObject({ status: 0 })
    expect((await put(id, labels[0])).body.message).toBe(`A etiqueta ${codeOf(labels[0])} foi anulada.`)
    expect((await at.call('DELETE', `/api/estoque/unitizador/${id}`)).body.code).toBe('moved')
    expect(await faults()).toEqual([])
  })

  it('before its goods are in stock only its labels know where they go; a volume on it is not sent elsewhere alone', async () => {
    const { mercadoria_id, labels, entry } = await boxes({ finished: false })
    const { id } = await unit()
    await put(id, labels[0])
    expect((await on(id, 'move', { armazenamento_id: at.ids.back })).body).toMatchObject({ dhMovimentacao: null })
    expect(await lies(mercadoria_id)).toEqual([])
    const alone = await at.call('PUT', `/api/entrada_mercadoria_etiqueta/${labels[0]}`, {
      armazenamento_id: at.ids.shelf,
    })
    expect(alone).toMatchObject({ status: 422 })
    await at.act(entry, 'cancela', { xJust: 'Nota recusada pelo comprador' })
    expect((await put(id, labels[1])).body.code).toBe('cancelled')
  })

  it('has a label that says what is on it, and where; printed again it is the same, and says so', async () => {
    const { labels } = await boxes()
    const { id, codBar } = await unit()
    await put(id, labels[0])
    await put(id, labels[1])
    const printed = (await on(id, 'getprintfile')).body
    expect(printed).toMatchObject({ type: 'etiqueta', filename: `unitizador-${id}.zpl` })
    for (const said of ['Palete', '2 volumes', '24 UN Iogurte', 'A-01', codBar])
      expect(printed.contents).toContain(said)
    expect(printed.contents).not.toContain('via')
    expect((await on(id, 'getprintfile')).body.contents).toContain('2ª via')
    const supplied = await unit({ codBar: SSCC() })
    expect((await on(supplied.id, 'getprintfile')).body.contents).toContain(`00${supplied.codBar}`)
    expect(await shown(id)).toMatchObject({ nVias: 2, status: 0 })
  })

  it('of another company does not exist, and takes no label of another', async () => {
    const { labels } = await boxes()
    const empresa = await server.insert('empresa', { CNPJ_CPF: testCnpj(9), xNome: 'Outra Ltda' })
    const permissions = ['store entrada', 'show entrada', 'edit entrada']
    const stranger = await server.user({ permissions, empresas: [empresa.id] })
    const { id } = await unit()
    expect((await on(id, 'addEtiqueta', { code: codeOf(labels[0]) }, stranger)).status).toBe(404)
    const theirs = (await stranger('POST', '/api/estoque/unitizador', {})).body
    expect((await on(theirs.id, 'addEtiqueta', { code: codeOf(labels[0]) }, stranger)).status).toBe(404)
    expect(await on(id, 'addEtiqueta', { code: '7891000315507' })).toMatchObject({
      status: 400,
      body: { code: 'not_a_volume' },
    })
    expect(await put(id, 999_999)).toMatchObject({ status: 404 })
  })
})

describe('labels that are made for a unit-holder', () => {
  it('are on it as they are made', async () => {
    const { item } = await boxes({ finished: false })
    const { id } = await unit()
    const { body } = await at.call('POST', `/api/entrada_mercadoria/${item}/geraEtiquetas`, {
      entrada_mercadoria_lote_list: [{ qMultipla: 6, qEtiquetas: 2, unitizador_id: id }],
    })
    expect(await shown(id)).toMatchObject({ qEtiquetas: 2 })
    expect(await label(body.ids[1])).toMatchObject({ unitizador_id: id, indexVol: 2 })
  })
})
