import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'

/** Transfers: goods lie elsewhere, with their lots; neither quantity nor value of the company changes, and cancelling puts them back. */

let server: TestServer
let ids: Record<'supplier' | 'customer' | 'buys' | 'sells' | 'a' | 'b' | 'c' | 'north' | 'south', number>

beforeAll(async () => {
  server = await testServer()
  const { empresa_id } = server
  const house = async (xNome: string) => (await server.insert('armazem', { empresa_id, xNome })).id
  const [north, south] = [await house('Norte'), await house('Sul')]
  const place = async (codigo: string, armazem_id: number, padrao = false) =>
    (await server.insert('armazenamento', { empresa_id, codigo, xArmazenamento: codigo, armazem_id, padrao })).id
  ids = {
    north,
    south,
    a: await place('A', north, true),
    b: await place('B', north),
    c: await place('C', south),
    supplier: (await server.insert('fornecedor', { xNome: 'Metais do Sul' })).id,
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

/** A product with 10 pieces of three lots in A, each piece at 3. */
async function product(): Promise<number> {
  const { id } = await server.insert('mercadoria', { xProd: 'Broca', controla_lote: 1 })
  const lot = (nLote: string, dVal: string, qTrib: number) => ({ nLote, dVal, qTrib })
  const entry = await ok('POST', '/api/entrada', {
    fornecedor_id: ids.supplier,
    tipo_entrada_saida_id: ids.buys,
    entrada_mercadorias: [
      {
        mercadoria_id: id,
        qCom: 10,
        vUnCom: 3,
        rastreio_list: [lot('SOON', '2090-01-01', 3), lot('LATE', '2091-01-01', 5)],
      },
    ],
  })
  await ok('POST', `/api/entrada/${entry.id}/finaliza`)
  return id
}

const list = async (path: string, where: object) =>
  (
    await ok(
      'GET',
      `/api/${path}?perPage=100&orderBy=id&sortedBy=asc&where=${encodeURIComponent(JSON.stringify(where))}`,
    )
  ).data

async function lies(mercadoria_id: number): Promise<string[]> {
  const lots = await list('estoque/mercadoria_armazenamento_lote', { mercadoria_id })
  const places = await list('estoque/mercadoria_armazenamento', { mercadoria_id })
  return [
    ...lots.map((one: { armazenamento: { codigo: string }; lote: { nLote: string }; qDisp: number }) =>
      [one.armazenamento.codigo, one.lote.nLote, one.qDisp].join(' '),
    ),
    ...places.map((one: { armazenamento: { codigo: string }; qDisp: number }) =>
      [one.armazenamento.codigo, one.qDisp].join(' '),
    ),
  ]
    .filter((one) => !one.endsWith(' 0'))
    .toSorted()
}
const worth = async (mercadoria_id: number) => {
  const [{ q_total, vTotal }] = await list('estoque/mercadoria_saldo', { mercadoria_id })
  return [q_total, vTotal]
}

interface Line {
  readonly qTrib: number
  readonly from?: number
  readonly to?: number
  readonly lote_id?: number
}
const asked = (mercadoria_id: number, lines: readonly Line[], head: object = {}) =>
  call('POST', '/api/estoque/transf_armaz', {
    ...head,
    transf_armaz_mercadoria_list: lines.map(({ from = ids.a, to = ids.b, ...line }) => ({
      mercadoria_id,
      armazenamento_orig_id: from,
      armazenamento_dest_id: to,
      ...line,
    })),
  })
async function transfer(...args: Parameters<typeof asked>): Promise<number> {
  const { status, body } = await asked(...args)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
const act = (id: number, verb: string, body: object = {}) =>
  call('POST', `/api/estoque/transf_armaz/${id}/${verb}`, body)
const finish = (id: number) => act(id, 'finalizarTransferencia')
const cancel = (id: number) => act(id, 'cancelarTransferencia', { xJust: 'Transferência errada' })

describe('a transfer', () => {
  it('puts the lots that expire first elsewhere, then goods of none; the company has what it had', async () => {
    const id = await product()
    const before = await worth(id)
    const one = await transfer(id, [{ qTrib: 9 }])
    expect(await lies(id)).toEqual(['A 10', 'A LATE 5', 'A SOON 3'])
    expect((await finish(one)).body).toMatchObject({ status: 4 })
    expect(await lies(id)).toEqual(['A 1', 'B 9', 'B LATE 5', 'B SOON 3'])
    expect(await worth(id)).toEqual(before)
    expect(await faults()).toEqual([])
    expect((await finish(one)).body.code).toBe('finalised')
    expect((await cancel(one)).status).toBe(200)
    expect(await lies(id)).toEqual(['A 10', 'A LATE 5', 'A SOON 3'])
    expect(await worth(id)).toEqual(before)
    expect(await faults()).toEqual([])
  })

  it('of one lot, between warehouses; and tells before it does it', async () => {
    const id = await product()
    const [, late] = await list('estoque/mercadoria_lote', { mercadoria_id: id })
    const head = { armazem_orig_id: ids.north, armazem_dest_id: ids.south }
    const one = await transfer(id, [{ qTrib: 2, to: ids.c, lote_id: late.id }], head)
    const { body } = await act(one, 'finalizarTransferencia?simula=1')
    expect(JSON.stringify(body)).toContain('Muda de local ou de lote: 2 de Broca.')
    await finish(one)
    expect(await lies(id)).toEqual(['A 8', 'A LATE 3', 'A SOON 3', 'C 2', 'C LATE 2'])
  })

  it.each([
    ['the same place', { to: 'a' }, 'armazenamento_dest_id', 'Não é possível transferir para o mesmo local'],
    ['more than lies there', { qTrib: 10.5 }, 'qTrib', 'Há só 10 neste local.'],
    ['from where nothing lies', { from: 'c' }, 'qTrib', 'Há só 0 neste local.'],
  ] as const)('422 %s', async (_, { to, from, ...more }: { to?: 'a'; from?: 'c'; qTrib?: number }, field, message) => {
    const id = await product()
    const line = { qTrib: 1, ...more, ...(to ? { to: ids[to] } : {}), ...(from ? { from: ids[from] } : {}) }
    const { status, body } = await asked(id, [line])
    expect([status, body.errors]).toEqual([422, { [`transf_armaz_mercadoria_list.0.${field}`]: [message] }])
  })

  it('422 a place of another warehouse than it names, a lot of another product, a note without its operation', async () => {
    const [id, other] = [await product(), await product()]
    const [lot] = await list('estoque/mercadoria_lote', { mercadoria_id: other })
    expect((await asked(id, [{ qTrib: 1, to: ids.c }], { armazem_dest_id: ids.north })).body.message).toBe(
      'Este local não é do armazém de destino.',
    )
    expect((await asked(id, [{ qTrib: 1, lote_id: lot.id }])).body.message).toBe('Este lote é de outra mercadoria.')
    expect((await asked(id, [{ qTrib: 1 }], { emitir_nfe: true })).body.message).toBe('Escolha a operação da nota.')
  })

  it('400 without items, for what has left since, and cancelling where the goods have gone on; a short reason', async () => {
    expect((await finish(await transfer(0, []))).body.code).toBe('no_items')
    const id = await product()
    const [first, second] = [await transfer(id, [{ qTrib: 7 }]), await transfer(id, [{ qTrib: 7 }])]
    await finish(first)
    expect((await finish(second)).body).toMatchObject({
      code: 'no_stock',
      message: 'Estoque insuficiente: Broca (faltam 4).',
    })
    await finish(await transfer(id, [{ qTrib: 1, from: ids.b, to: ids.c }]))
    expect((await cancel(first)).body.code).toBe('no_stock')
    expect((await act(first, 'cancelarTransferencia', { xJust: 'curto' })).body.message).toBe(
      'Digite no mínimo 15 caracteres.',
    )
  })

  it('loses a line by deleteIntencaoCliente while it is open', async () => {
    const one = await transfer(await product(), [{ qTrib: 1 }, { qTrib: 2 }])
    const lines = await list('estoque/transf_armaz_mercadoria', { transf_armaz_id: one })
    const drop = (at: number) =>
      call('POST', `/api/estoque/transf_armaz_mercadoria/${lines[at].id}/deleteIntencaoCliente`)
    expect((await drop(0)).status).toBe(200)
    await finish(one)
    expect((await drop(1)).body.code).toBe('finalised')
  })
})

describe('transfereEstoqueRapido', () => {
  const shelf = async (mercadoria_id: number) =>
    (await list('estoque/mercadoria_armazenamento', { mercadoria_id }))[0].id
  const quick = (id: number, body: object) =>
    call('POST', `/api/estoque/mercadoria_armazenamento/${id}/transfereEstoqueRapido`, body)

  it('is a transfer of one line, finalised, that can be cancelled as any other', async () => {
    const id = await product()
    const { status, body } = await quick(await shelf(id), { armazenamento_dest_id: ids.c, quantidade: 4 })
    expect([status, body.message]).toEqual([200, `Transferência nº ${body.id} finalizada.`])
    expect(await lies(id)).toEqual(['A 6', 'A LATE 4', 'C 4', 'C LATE 1', 'C SOON 3'])
    await cancel(body.id)
    expect(await lies(id)).toEqual(['A 10', 'A LATE 5', 'A SOON 3'])
  })

  it('422 half a piece', async () => {
    const unidade_id = (await server.insert('unidade', { un: 'PÇ', decimal: 0 })).id
    const id = await product()
    await ok('PUT', `/api/mercadoria/${id}`, { unidade_id })
    const half = await quick(await shelf(id), { armazenamento_dest_id: ids.b, quantidade: 0.5 })
    expect([half.status, half.body.message]).toEqual([
      422,
      'A unidade PÇ não tem decimais: informe uma quantidade inteira.',
    ])
    expect(await list('estoque/transf_armaz_mercadoria', { mercadoria_id: id })).toEqual([])
  })

  it('400 to the same place and to one that is not there; 422 of more than lies there; 403 without the right', async () => {
    const at = await shelf(await product())
    expect((await quick(at, { armazenamento_dest_id: ids.a, quantidade: 1 })).body.message).toBe(
      'Não é possível transferir para o mesmo local',
    )
    expect((await quick(at, { armazenamento_dest_id: 999_999, quantidade: 1 })).body.message).toBe(
      'Armazém não cadastrado',
    )
    expect((await quick(at, { armazenamento_dest_id: ids.b, quantidade: 11 })).body.message).toBe(
      'Há só 10 neste local.',
    )
    expect((await quick(at, { armazenamento_dest_id: ids.b, quantidade: 0 })).status).toBe(422)
    const seller = await server.user({ permissions: ['show mercadoria'] })
    const path = `/api/estoque/mercadoria_armazenamento/${at}/transfereEstoqueRapido`
    expect((await seller('POST', path, { armazenamento_dest_id: ids.b, quantidade: 1 })).status).toBe(403)
  })

  it('twelve at once of the last ten: ten pass, nothing is lost', async () => {
    const id = await product()
    const at = await shelf(id)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => quick(at, { armazenamento_dest_id: ids.b, quantidade: 1 })),
    )
    expect(answers.filter((one) => one.status === 200)).toHaveLength(10)
    expect((await lies(id)).filter((one) => /^[AB] \d/.test(one))).toEqual(['B 10'])
    expect(await faults()).toEqual([])
  })
})

it('rastreia tells where a lot came from, where it went and where it lies; no person to who may not see the document', async () => {
  const id = await product()
  await call(
    'POST',
    `/api/estoque/mercadoria_armazenamento/${(await list('estoque/mercadoria_armazenamento', { mercadoria_id: id }))[0].id}/transfereEstoqueRapido`,
    {
      armazenamento_dest_id: ids.b,
      quantidade: 1,
    },
  )
  const sale = await ok('POST', '/api/venda', {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.sells,
    venda_mercadorias: [{ mercadoria_id: id, qTrib: 1, vUnTrib: 10 }],
  })
  await ok('POST', `/api/venda/${sale.id}/fecha`)
  const [soon] = await list('estoque/mercadoria_lote', { mercadoria_id: id })
  expect(soon).toMatchObject({ nLote: 'SOON', q_total: 2 })
  expect(await ok('GET', `/api/estoque/mercadoria_lote/${soon.id}/rastreia`)).toMatchObject({
    entradas: [{ documento: 'entrada', pessoa: 'Metais do Sul', quantidade: 3 }],
    saidas: [{ documento: 'venda', documento_id: sale.id, pessoa: 'Maria Exemplo', quantidade: -1 }],
    locais: [
      { codigo: 'A', quantidade: 1 },
      { codigo: 'B', quantidade: 1 },
    ],
  })
  const clerk = await server.user({ permissions: ['show mercadoria'] })
  const { body } = await clerk('GET', `/api/estoque/mercadoria_lote/${soon.id}/rastreia`)
  expect(body.saidas).toMatchObject([{ pessoa: null, quantidade: -1 }])
})
