import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { receivingAt } from '../recebimento/receiving.fixture'

/** Labels of volumes that come in: made of an item, printed and printed again, read at the door as what they are of, voided. */

let server: TestServer
let at: Awaited<ReturnType<typeof receivingAt>>
beforeAll(async () => {
  server = await testServer()
  at = await receivingAt(server)
})
afterAll(() => server.close())

const FUTURE = '2070-12-31'

/** An entry of ten boxes of 12 of a product with a lot, and its item. */
async function entered(more: object = {}) {
  const mercadoria_id = await at.product({ xProd: 'Iogurte', codigo: `IOG-${Math.random()}`, ...more })
  const rastreio_list = [{ nLote: 'L7', dVal: FUTURE, qTrib: 120 }]
  const entry = await at.entry([{ mercadoria_id, qCom: 120, vUnCom: 2, rastreio_list }])
  const [item] = entry.entrada_mercadorias
  return { entry: entry.id, item: item.id, lot: item.rastreio_list[0].id }
}
const on = (item: number, verb: string, body: object = {}, as = at.call) =>
  as('POST', `/api/entrada_mercadoria/${item}/${verb}`, body)
const make = async (item: number, lots: readonly object[]): Promise<number[]> => {
  const { status, body } = await on(item, 'geraEtiquetas', { entrada_mercadoria_lote_list: lots })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.ids
}
const label = async (id: number | undefined) => (await at.call('GET', `/api/entrada_mercadoria_etiqueta/${id}`)).body
const codeOf = (id: number | undefined): string => `000${String(id).padStart(12, '0')}`

describe('labels of volumes', () => {
  it('are as many as are asked for, each a volume of its own, of a lot and a place', async () => {
    const { item, lot } = await entered()
    const ids = await make(item, [
      { qMultipla: '12', qEtiquetas: 2, entrada_mercadoria_rastreio_id: lot, armazenamento_id: at.ids.back },
      { qMultipla: '6.5' },
    ])
    expect(ids).toHaveLength(3)
    expect([await label(ids[0]), await label(ids[1]), await label(ids[2])]).toMatchObject([
      { qMultipla: 12, indexVol: 1, qEtiquetas: 2, entrada_mercadoria_rastreio_id: lot, codigo: codeOf(ids[0]) },
      { qMultipla: 12, indexVol: 2, qEtiquetas: 2, armazenamento_id: at.ids.back, situacao: 'nova' },
      { qMultipla: 6.5, indexVol: 1, qEtiquetas: 1, entrada_mercadoria_rastreio_id: null, nVias: 0 },
    ])
    const other = await entered()
    for (const [wrong, told] of [
      [{ qMultipla: 0 }, { qMultipla: ['Peso zerado'] }],
      [{ qMultipla: 1, qEtiquetas: 0 }, { qEtiquetas: ['Quantidade inválida'] }],
      [{ qMultipla: 1, qEtiquetas: 1001 }, { qEtiquetas: ['No máximo 1000 etiquetas por vez.'] }],
      [
        { qMultipla: 1, entrada_mercadoria_rastreio_id: other.lot },
        { entrada_mercadoria_rastreio_id: ['O lote é de outro item da entrada.'] },
      ],
    ])
      expect(await on(item, 'geraEtiquetas', { entrada_mercadoria_lote_list: [wrong] })).toMatchObject({
        status: 422,
        body: { errors: told },
      })
  })

  it('print what they are of; printed again they are the same, and say so', async () => {
    const { item, lot } = await entered()
    const [first, second] = await make(item, [{ qMultipla: 12, qEtiquetas: 2, entrada_mercadoria_rastreio_id: lot }])
    const { status, body } = await on(item, 'getprintfilerastreio')
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ type: 'etiqueta', filename: `rastreio-${item}.zpl`, encoding: 'utf-8' })
    for (const said of [
      'Iogurte',
      'Lote L7',
      'Validade 31/12/2070',
      '12 UN',
      'Metais do Sul',
      'NF 123',
      '01/02',
      '02/02',
    ])
      expect(body.contents).toContain(said)
    for (const id of [first, second]) expect(body.contents).toContain(codeOf(id))
    expect(body.contents).not.toContain('via')
    const again = (await on(item, 'getprintfilerastreio', { etiqueta_id: second })).body.contents
    expect([again.includes('2ª via'), again.includes(codeOf(first)), again.includes(codeOf(second))]).toEqual([
      true,
      false,
      true,
    ])
    expect([await label(first), await label(second)]).toMatchObject([{ nVias: 1, situacao: 'impressa' }, { nVias: 2 }])
    const [third] = await make(item, [{ qMultipla: 12 }])
    const fresh = (await on(item, 'getprintfilerastreio')).body.contents
    expect([fresh.includes(codeOf(third)), fresh.includes(codeOf(first)), fresh.includes('via')]).toEqual([
      true,
      false,
      false,
    ])
    const all = (await on(item, 'getprintfilerastreio')).body.contents
    expect([first, second, third].map((id) => all.includes(codeOf(id)))).toEqual([true, true, true])
    const { body: history } = await at.call('GET', `/api/entrada_mercadoria_etiqueta/${second}/auditoria`)
    expect(JSON.stringify(history)).toContain('imprime')
  })

  it('are read at the door: as much as they hold, of their lot, where they go, once', async () => {
    const { entry, item, lot } = await entered({ controla_lote: 2 })
    const [first, second] = await make(item, [
      { qMultipla: 12, qEtiquetas: 2, entrada_mercadoria_rastreio_id: lot, armazenamento_id: at.ids.back },
    ])
    const read = await at.read(entry, codeOf(first))
    expect(read, JSON.stringify(read.body)).toMatchObject({
      status: 200,
      body: { entrada_mercadoria_id: item, qTrib: 12, nLote: 'L7', dVal: FUTURE, qRecebida: 12 },
    })
    expect(await at.read(entry, codeOf(first))).toMatchObject({
      status: 409,
      body: { code: 'label_again', message: 'Etiqueta já foi escaneada. Deseja adicionar novamente?' },
    })
    expect(await label(first)).toMatchObject({ situacao: 'lida', nLote: 'L7', dVal: FUTURE })
    expect(await on(item, 'deleteEtiquetas')).toMatchObject({ status: 409, body: { code: 'label_read' } })
    expect((await at.call('PUT', `/api/entrada_mercadoria_etiqueta/${first}`, { qMultipla: 1 })).status).toBe(409)
    expect((await at.call('DELETE', `/api/entrada_mercadoria_etiqueta/${first}`)).status).toBe(409)
    await at.act(entry, 'desfazLeitura', { leitura: read.body.chave })
    expect((await label(first)).situacao).toBe('nova')
    expect((await on(item, 'deleteEtiquetas', { ids: [first] })).body).toEqual({ excluidas: 1 })
    expect(await at.read(entry, codeOf(first))).toMatchObject({ status: 404, body: { code: 'unknown_label' } })
    expect((await at.call('POST', `/api/entrada_mercadoria_etiqueta/${second}/anula`)).status).toBe(200)
    expect(await at.read(entry, codeOf(second))).toMatchObject({
      status: 409,
      body: { message: `A etiqueta ${codeOf(second)} foi anulada.` },
    })
  })

  it('say their lot after the item’s lots have become those that were read', async () => {
    const { entry, item, lot } = await entered({ controla_lote: 2 })
    const [only] = await make(item, [{ qMultipla: 120, entrada_mercadoria_rastreio_id: lot }])
    await at.read(entry, codeOf(only))
    expect((await at.act(entry, 'finalizaRecebimento')).status).toBe(200)
    expect((await at.shown(entry)).entrada_mercadorias[0].rastreio_list).toMatchObject([{ nLote: 'L7', qTrib: 120 }])
    expect((await on(item, 'getprintfilerastreio')).body.contents).toContain('Lote L7')
  })

  it('of another entry or another company are none of this one', async () => {
    const [one, other] = [await entered(), await entered()]
    const [foreign] = await make(other.item, [{ qMultipla: 1 }])
    expect(await at.read(one.entry, codeOf(foreign))).toMatchObject({ status: 400, body: { code: 'not_in_entry' } })
    const empresa = await server.insert('empresa', { CNPJ_CPF: testCnpj(9), xNome: 'Outra Ltda' })
    const stranger = await server.user({
      permissions: ['show entrada', 'edit entrada'],
      empresas: [empresa.id],
    })
    expect((await stranger('GET', `/api/entrada_mercadoria_etiqueta/${foreign}`)).status).toBe(404)
    expect((await on(other.item, 'getprintfilerastreio', {}, stranger)).status).toBe(404)
  })

  it('are stored together: those with a number change, the others are made', async () => {
    const { item } = await entered()
    const [first] = await make(item, [{ qMultipla: 12 }])
    const list = [
      { id: first, qMultipla: 10 },
      { qMultipla: 2, qEtiquetas: 2 },
    ]
    const { status, body } = await at.call('POST', `/api/entrada_mercadoria_etiqueta/${item}/storeAll`, {
      entrada_mercadoria_etiqueta_list: list,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.ids).toHaveLength(3)
    expect(await label(first)).toMatchObject({ qMultipla: 10 })
    const { entry } = await entered()
    await at.act(entry, 'cancela', { xJust: 'Nota recusada pelo comprador' })
    const [cancelled] = (await at.shown(entry)).entrada_mercadorias
    const refused = await on(cancelled.id, 'geraEtiquetas', { entrada_mercadoria_lote_list: [{ qMultipla: 1 }] })
    expect(refused).toMatchObject({ status: 400, body: { code: 'cancelled' } })
  })
})
