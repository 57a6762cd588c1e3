import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { bookFaults } from '../books'
import { inDays } from './output.fixture'

/** Lots: told as goods come in or later, those that expire first leave first, and undoing gives back the same. */

let server: TestServer
let ids: Record<'supplier' | 'customer' | 'buys' | 'sells' | 'near' | 'far' | 'apart', number>

beforeAll(async () => {
  server = await testServer()
  const { empresa_id } = server
  const place = (codigo: string, more: object = {}) =>
    server.insert('armazenamento', { empresa_id, codigo, xArmazenamento: codigo, ...more })
  const other = await server.insert('armazem', { empresa_id, xNome: 'Outro galpão' })
  ids = {
    near: (await place('A', { padrao: true })).id,
    far: (await place('B')).id,
    apart: (await place('C', { armazem_id: other.id })).id,
    supplier: (await server.insert('fornecedor', { xNome: 'Laticínios do Sul' })).id,
    customer: (await server.insert('cliente', { xNome: 'Maria Exemplo' })).id,
    buys: (await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })).id,
    sells: (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id,
  }
})
afterAll(() => server.close())

const call: TestServer['admin'] = (...args) => server.admin(...args)
async function ok(method: string, path: string, body?: object) {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const faults = () => asOwner(server.url, (owner: Sql) => bookFaults(owner))
const product = async (values: object = { controla_lote: 2 }): Promise<number> =>
  (await server.insert('mercadoria', { xProd: 'Queijo', ...values })).id

interface LotLine {
  readonly nLote: string
  readonly dVal?: string | null
  readonly qTrib: number
  readonly armazenamento_id?: number
}

const enter = (mercadoria_id: number, qCom: number, rastreio_list: readonly LotLine[], item: object = {}) =>
  ok('POST', '/api/entrada', {
    fornecedor_id: ids.supplier,
    tipo_entrada_saida_id: ids.buys,
    entrada_mercadorias: [{ mercadoria_id, qCom, vUnCom: 2, rastreio_list, ...item }],
  })
async function entered(...args: Parameters<typeof enter>) {
  const entry = await enter(...args)
  await ok('POST', `/api/entrada/${entry.id}/finaliza`)
  return entry
}
const cancelled = async (entry: number) =>
  (await call('POST', `/api/entrada/${entry}/cancela`, { xJust: 'Lançada por engano no teste' })).body
const sale = (mercadoria_id: number, qTrib: number, head: object = {}) =>
  ok('POST', '/api/venda', {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.sells,
    venda_mercadorias: [{ mercadoria_id, qTrib, vUnTrib: 10 }],
    ...head,
  })
async function sold(...args: Parameters<typeof sale>) {
  const { id } = await sale(...args)
  await ok('POST', `/api/venda/${id}/fecha`)
  return id
}
const list = async (path: string, where: object) =>
  (
    await ok(
      'GET',
      `/api/${path}?perPage=100&orderBy=id&sortedBy=asc&where=${encodeURIComponent(JSON.stringify(where))}`,
    )
  ).data

/** What lies of which lot where, in words: `A L1 5`; without a lot `A – 5`. */
async function lies(mercadoria_id: number): Promise<string[]> {
  const lots = await list('estoque/mercadoria_armazenamento_lote', { mercadoria_id })
  const places = await list('estoque/mercadoria_armazenamento', { mercadoria_id })
  const loose = places.map((one: { armazenamento_id: number; armazenamento: { codigo: string }; qDisp: number }) => {
    const here = lots.filter((lot: { armazenamento_id: number }) => lot.armazenamento_id === one.armazenamento_id)
    const rest = one.qDisp - here.reduce((all: number, lot: { qDisp: number }) => all + lot.qDisp, 0)
    return [one.armazenamento.codigo, '–', rest] as const
  })
  const told = lots.map(
    (lot: { armazenamento: { codigo: string }; lote: { nLote: string }; qDisp: number }) =>
      [lot.armazenamento.codigo, lot.lote.nLote, lot.qDisp] as const,
  )
  return [...told, ...loose]
    .filter(([, , q]) => q !== 0)
    .map((one) => one.join(' '))
    .toSorted()
}

describe('goods that come in', () => {
  it('are of the lots that are told, where they are put, at shares of the cost to the cent', async () => {
    const id = await product({ controla_lote: 1 })
    await entered(id, 7, [
      { nLote: ' l1 ', dVal: inDays(90), qTrib: 2 },
      { nLote: 'L2', dVal: null, qTrib: 3, armazenamento_id: ids.far },
    ])
    expect(await lies(id)).toEqual(['A L1 2', 'A – 2', 'B L2 3'])
    const rows = await list('estoque/movimento', { mercadoria_id: id })
    expect(rows.map((row: { vCusto: number }) => row.vCusto)).toEqual([4, 6, 4])
    expect(await faults()).toEqual([])
  })

  it('join the lot that is there: number and expiry name it, for each product', async () => {
    const [id, other] = [await product(), await product()]
    await entered(id, 1, [{ nLote: 'L1', dVal: inDays(9), qTrib: 1 }])
    await entered(id, 2, [{ nLote: 'l1', dVal: inDays(9), qTrib: 2 }])
    await entered(id, 1, [{ nLote: 'L1', dVal: inDays(10), qTrib: 1 }])
    await entered(other, 1, [{ nLote: 'L1', dVal: inDays(9), qTrib: 1 }])
    const lots = await list('estoque/mercadoria_lote', { mercadoria_id: id })
    expect(lots.map((one: LotLine) => one.dVal)).toEqual([inDays(9), inDays(10)])
    expect(await lies(id)).toEqual(['A L1 1', 'A L1 3'])
  })

  it('422 a second lot of one number without expiry; 409 one with the same', async () => {
    const mercadoria_id = await product()
    const make = (lot: object) => call('POST', '/api/estoque/mercadoria_lote', { mercadoria_id, ...lot })
    expect((await make({ nLote: 'a1' })).status).toBe(201)
    expect((await make({ nLote: 'A1' })).body.message).toBe('Este lote já existe, também sem validade.')
    expect((await make({ nLote: 'A1', dVal: inDays(9) })).status).toBe(201)
    expect((await make({ nLote: 'A1', dVal: inDays(9) })).status).toBe(409)
    const twins = await Promise.all([1, 2, 3, 4].map(() => make({ nLote: 'B1' })))
    expect(twins.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  it('two entries with a new lot at once make it once', async () => {
    const id = await product()
    const lots = [{ nLote: 'NOVO', dVal: null, qTrib: 1 }]
    const entries = await Promise.all([1, 2, 3, 4].map(() => enter(id, 1, lots)))
    await Promise.all(entries.map((one) => ok('POST', `/api/entrada/${one.id}/finaliza`)))
    expect(await list('estoque/mercadoria_lote', { mercadoria_id: id })).toHaveLength(1)
    expect(await lies(id)).toEqual(['A NOVO 4'])
  })

  it.each([
    ['without any lot', []],
    ['with a part of it told', [{ nLote: 'L1', dVal: null, qTrib: 1 }]],
  ])('400 no_lot %s, where the product needs it', async (_, lots) => {
    const entry = await enter(await product(), 2, lots)
    expect(await call('POST', `/api/entrada/${entry.id}/finaliza`)).toMatchObject({
      status: 400,
      body: { code: 'no_lot', message: 'Lote/Validade não informados: Queijo.' },
    })
  })

  it('422 lots of more than the item, also where the item shrinks; dates that cannot be; half a piece', async () => {
    const id = await product()
    const wrong = async (rastreio_list: readonly object[]) =>
      call('POST', '/api/entrada', {
        fornecedor_id: ids.supplier,
        tipo_entrada_saida_id: ids.buys,
        entrada_mercadorias: [{ mercadoria_id: id, qCom: 2, vUnCom: 2, rastreio_list }],
      })
    expect((await wrong([{ nLote: 'L1', qTrib: 2.0001 }])).body.message).toBe(
      'Os lotes somam 2,0001, mais do que a quantidade do item, 2.',
    )
    expect((await wrong([{ nLote: 'L1', qTrib: 1, dFab: inDays(5), dVal: inDays(4) }])).status).toBe(422)
    expect((await wrong([{ nLote: '  ', qTrib: 1 }])).status).toBe(422)
    const { entrada_mercadorias } = (await wrong([{ nLote: 'L1', qTrib: 2 }])).body
    expect((await call('PUT', `/api/entrada_mercadoria/${entrada_mercadorias[0].id}`, { qCom: 1 })).status).toBe(422)
    const un = await server.insert('unidade', { un: 'PC', descricao: 'Peça', decimal: 0 })
    const piece = await product({ controla_lote: 1, unidade_id: un.id })
    expect(
      (
        await call('POST', '/api/entrada', {
          fornecedor_id: ids.supplier,
          tipo_entrada_saida_id: ids.buys,
          entrada_mercadorias: [
            { mercadoria_id: piece, qCom: 2, vUnCom: 2, rastreio_list: [{ nLote: 'A', qTrib: 0.5 }] },
          ],
        })
      ).body.message,
    ).toContain('não tem decimais')
  })

  it('past their expiry only by who manages entries', async () => {
    const clerk = await server.user({
      permissions: ['show entrada', 'store entrada', 'edit entrada', 'show mercadoria'],
    })
    const body = {
      fornecedor_id: ids.supplier,
      tipo_entrada_saida_id: ids.buys,
      entrada_mercadorias: [
        {
          mercadoria_id: await product(),
          qCom: 1,
          vUnCom: 1,
          rastreio_list: [{ nLote: 'L', dVal: inDays(-1), qTrib: 1 }],
        },
      ],
    }
    expect((await clerk('POST', '/api/entrada', body)).body.message).toBe('A validade já passou.')
    expect((await call('POST', '/api/entrada', body)).status).toBe(201)
  })
})

describe('a lot that is told after goods came in', () => {
  it('takes what lies without one, and gives it back; cancelling the entry takes both out', async () => {
    const id = await product({ controla_lote: 1 })
    const { id: entry, entrada_mercadorias } = await entered(id, 5, [])
    const item = entrada_mercadorias[0].id
    const path = `/api/entrada_mercadoria/${item}/addLoteValidade`
    const first = await ok('POST', path, { nLote: 'L1', dVal: inDays(30), qTrib: 2 })
    await ok('POST', path, { nLote: 'L2', dVal: inDays(40), armazenamento_id: ids.far })
    expect(await lies(id)).toEqual(['A L1 2', 'B L2 3'])
    expect((await call('POST', path, { nLote: 'L3' })).body.code).toBe('all_told')
    const [, late] = await list('estoque/mercadoria_lote', { mercadoria_id: id })
    const { entradas, saidas } = await ok('GET', `/api/estoque/mercadoria_lote/${late.id}/rastreia`)
    expect([entradas, saidas]).toMatchObject([[{ titulo: 'Entrada', documento_id: entry, quantidade: 3 }], []])
    const report = await call('GET', `/reporting/html/lotes_rastreio?lote_id=${late.id}`)
    expect(String(report.body)).toContain(`Entrada ${entry}`)
    expect((await call('PUT', `/api/entrada_mercadoria_rastreio/${first.id}`, { qTrib: 1 })).status).toBe(422)
    await ok('POST', `/api/entrada_mercadoria_rastreio/${first.id}/cancela`)
    expect(await lies(id)).toEqual(['A – 2', 'B L2 3'])
    expect(await faults()).toEqual([])
    await cancelled(entry)
    expect(await lies(id)).toEqual([])
    expect(await faults()).toEqual([])
    expect((await call('POST', path, { nLote: 'L4' })).status).toBe(400)
  })

  it('400 no_stock where they have left meanwhile', async () => {
    const id = await product({ controla_lote: 1 })
    const { entrada_mercadorias } = await entered(id, 5, [])
    await sold(id, 4)
    const path = `/api/entrada_mercadoria/${entrada_mercadorias[0].id}/addLoteValidade`
    expect((await call('POST', path, { nLote: 'L1' })).body.code).toBe('no_stock')
    await ok('POST', path, { nLote: 'L1', qTrib: 1 })
    expect(await lies(id)).toEqual(['A L1 1'])
  })

  it('getLotes and storeAll: what is known of the product, and all lots of an item at once', async () => {
    const id = await product()
    await entered(id, 1, [{ nLote: 'V1', dVal: inDays(9), qTrib: 1 }])
    const { entrada_mercadorias } = await enter(id, 4, [{ nLote: 'X', qTrib: 1 }])
    const item = entrada_mercadorias[0].id
    expect((await ok('GET', `/api/entrada_mercadoria/${item}/getLotes`)).data).toMatchObject([{ nLote: 'V1' }])
    const data_list = [
      { nLote: 'A', qTrib: 3 },
      { nLote: 'B', qTrib: 1 },
    ]
    const { data } = await ok('POST', `/api/entrada_mercadoria_rastreio/${item}/storeAll`, { data_list })
    expect(data).toMatchObject(data_list)
  })
})

it('duplica tells the same lot of what has none yet, in another location', async () => {
  const id = await product()
  const { id: entry, entrada_mercadorias } = await enter(id, 5, [{ nLote: 'L1', dVal: inDays(9), qTrib: 2 }])
  const [row] = await list('entrada_mercadoria_rastreio', { entrada_mercadoria_id: entrada_mercadorias[0].id })
  const path = `/api/entrada_mercadoria_rastreio/${row.id}/duplica`
  expect(await ok('POST', path, { armazenamento_id: ids.far })).toMatchObject({ nLote: 'L1', qTrib: 3 })
  expect((await call('POST', path)).body.code).toBe('all_told')
  await ok('POST', `/api/entrada/${entry}/finaliza`)
  expect(await lies(id)).toEqual(['A L1 2', 'B L1 3'])
})

describe('goods that leave', () => {
  it('are of the lots that expire first, over several, those of the named location before others of its warehouse', async () => {
    const id = await product()
    await entered(id, 9, [
      { nLote: 'LATE', dVal: inDays(50), qTrib: 2 },
      { nLote: 'SOON', dVal: inDays(5), qTrib: 2 },
      { nLote: 'NEVER', dVal: null, qTrib: 2 },
      { nLote: 'FAR', dVal: inDays(1), qTrib: 2, armazenamento_id: ids.far },
      { nLote: 'APART', dVal: inDays(1), qTrib: 1, armazenamento_id: ids.apart },
    ])
    await sold(id, 3, { armazenamento_id: ids.near })
    expect(await lies(id)).toEqual(['A LATE 1', 'A NEVER 2', 'B FAR 2', 'C APART 1'])
    await sold(id, 4, { armazenamento_id: ids.near })
    expect(await lies(id)).toEqual(['B FAR 1', 'C APART 1'])
    const { id: last } = await sale(id, 2, { armazenamento_id: ids.near })
    expect((await call('POST', `/api/venda/${last}/fecha`)).body.message).toBe(
      'Estoque insuficiente: Queijo (faltam 1).',
    )
    await sold(id, 2)
    expect(await lies(id)).toEqual([])
    expect(await faults()).toEqual([])
  })

  it('neither expired, nor expiring before the product’s least days, nor blocked; on its last day a lot is good', async () => {
    const id = await product({ controla_lote: 2, dias_validade_minima: 3 })
    await entered(id, 6, [
      { nLote: 'OLD', dVal: inDays(-1), qTrib: 1 },
      { nLote: 'SHORT', dVal: inDays(2), qTrib: 1 },
      { nLote: 'GOOD', dVal: inDays(3), qTrib: 1 },
      { nLote: 'BAD', dVal: inDays(90), qTrib: 3 },
    ])
    const [bad] = await list('estoque/mercadoria_lote', { mercadoria_id: id, nLote: 'BAD' })
    const block = (body: object) => call('PUT', `/api/estoque/mercadoria_lote/${bad.id}`, body)
    expect((await block({ bloqueado: true })).body.message).toBe('Informe o motivo do bloqueio.')
    expect((await block({ bloqueado: true, xMotivoBloqueio: 'Recolhimento' })).status).toBe(200)
    expect(await ok('GET', `/api/mercadoria/${id}`)).toMatchObject({ q_total: 6, q_disp: 2 })
    const { id: two } = await sale(id, 2)
    expect((await call('POST', `/api/venda/${two}/fecha`)).body.message).toBe(
      'Estoque insuficiente: Queijo (faltam 1, 5 em lotes vencidos ou bloqueados).',
    )
    await sold(id, 1)
    expect(await lies(id)).toEqual(['A BAD 3', 'A OLD 1', 'A SHORT 1'])
  })

  it('400 no_lot of goods that lie without one, where it is needed', async () => {
    const id = await product({ controla_lote: 1 })
    await entered(id, 2, [])
    await ok('PUT', `/api/mercadoria/${id}`, { controla_lote: 2 })
    const { id: one } = await sale(id, 1)
    expect(await call('POST', `/api/venda/${one}/fecha`)).toMatchObject({
      status: 400,
      body: { code: 'no_lot', message: 'Lote/Validade não informados: Queijo (faltam 1, 2 sem lote).' },
    })
  })

  it('come back to the lots that they left when the sale is cancelled; part of a sale too, by a return', async () => {
    const id = await product()
    await entered(id, 6, [
      { nLote: 'L1', dVal: inDays(5), qTrib: 2 },
      { nLote: 'L2', dVal: inDays(9), qTrib: 4 },
    ])
    const first = await sold(id, 3)
    expect(await lies(id)).toEqual(['A L2 3'])
    await ok('POST', `/api/venda/${first}/cancela`, { xJust: 'Cancelada pelo teste de lotes' })
    expect(await lies(id)).toEqual(['A L1 2', 'A L2 4'])
    const second = await sold(id, 4, { venda_duplicatas: [{ n: 1, dVencimento: inDays(30), vDup: 40 }] })
    await ok('POST', `/api/venda/${second}/fatura`)
    const { venda_mercadorias } = await ok('GET', `/api/venda/${second}`)
    for (const devolver of [1, 2]) {
      const back = await ok('POST', '/api/venda_devolucao', {
        venda_id: second,
        devolucao_mercadoria_list: [{ venda_mercadoria_id: venda_mercadorias[0].id, devolver }],
      })
      await ok('POST', `/api/venda_devolucao/${back.id}/finaliza`)
      const { entrada_id } = await ok('GET', `/api/venda_devolucao/${back.id}`)
      await ok('POST', `/api/entrada/${entrada_id}/finaliza`)
    }
    expect(await lies(id)).toEqual(['A L1 2', 'A L2 3'])
    expect(await faults()).toEqual([])
  })

  it('an entry whose lot has left is not cancelled, whatever else lies there', async () => {
    const id = await product()
    const { id: entry } = await entered(id, 2, [{ nLote: 'L1', dVal: inDays(1), qTrib: 2 }])
    await entered(id, 5, [{ nLote: 'L2', dVal: inDays(9), qTrib: 5 }])
    await sold(id, 1)
    expect((await cancelled(entry)).message).toBe('Estoque insuficiente: Queijo (faltam 1).')
  })
})

it('what left before its lot came is owed by the lot: no more leaves than there is, and its entry is not taken back whole', async () => {
  const id = await product({ controla_lote: 1 })
  const early = await sale(id, 3)
  await ok('POST', `/api/venda/${early.id}/fecha`, { confirmaSemEstoque: true })
  const { id: entry } = await entered(id, 10, [{ nLote: 'L1', dVal: inDays(9), qTrib: 10 }])
  const { id: next } = await sale(id, 8)
  expect((await call('POST', `/api/venda/${next}/fecha`)).body.message).toBe('Estoque insuficiente: Queijo (faltam 1).')
  expect((await cancelled(entry)).code).toBe('no_stock')
  await sold(id, 7)
  expect(await faults()).toEqual([])
})

it('400 reserved, by the name of who holds it, of goods without a lot that another document holds, whatever lots lie beside', async () => {
  const id = await product({ controla_lote: 1 })
  await entered(id, 10, [{ nLote: 'BAD', dVal: null, qTrib: 6 }])
  const [bad] = await list('estoque/mercadoria_lote', { mercadoria_id: id })
  await ok('PUT', `/api/estoque/mercadoria_lote/${bad.id}`, { bloqueado: true, xMotivoBloqueio: 'Recolhimento' })
  const { id: output } = await ok('POST', '/api/estoque/saida', {
    destinatario_type: 'cliente',
    destinatario_id: ids.customer,
    saida_mercadoria_list: [{ mercadoria_id: id, qTrib: 4, vUnTrib: 3 }],
  })
  await ok('POST', `/api/estoque/saida/${output}/separar`)
  const { id: taken } = await sale(id, 4)
  expect(await call('POST', `/api/venda/${taken}/fecha`, { confirmaSemEstoque: true })).toMatchObject({
    status: 400,
    body: { code: 'reserved', message: `Estoque reservado para outros documentos: Queijo (Saída nº ${output}).` },
  })
  expect(await faults()).toEqual([])
})

it('twenty sales at once take each piece of a lot once', async () => {
  const id = await product()
  await entered(id, 15, [
    { nLote: 'L1', dVal: inDays(5), qTrib: 7 },
    { nLote: 'L2', dVal: inDays(9), qTrib: 8 },
  ])
  const sales = await Promise.all(Array.from({ length: 20 }, () => sale(id, 1)))
  const answers = await Promise.all(sales.map((one) => call('POST', `/api/venda/${one.id}/fecha`)))
  expect(answers.filter((one) => one.status === 200)).toHaveLength(15)
  expect(await lies(id)).toEqual([])
  expect(await faults()).toEqual([])
})
