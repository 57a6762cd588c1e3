import { entered, ok, openStore, product } from '../estoque/output.fixture'

/** A company that makes tables, for tests of production orders. */

export const PATH = '/api/producao/ordem_producao'
export const SUPPLY_PATH = '/api/producao/ordem_producao_mercadoria_insumo'
export const REASON = { xJustCancelamento: 'Pedido por engano, de verdade' }

/** Begins a company that may produce, in a database of its own. Called before all. */
export async function openWorkshop(options: Parameters<typeof openStore>[0] = {}) {
  const store = await openStore(options)
  await store.server.insert('tipo_entrada_saida', {
    descricao: 'Produção',
    tipo: 0,
    padrao: 2,
    gera_financeiro: 'NAO_GERA',
  })
  return store
}

/** A workshop whose supplies lie on a shelf of a warehouse that is picked. Called before all. */
export async function openPickedWorkshop() {
  const { server, ids } = await openWorkshop()
  const { empresa_id } = server
  const armazem = await server.insert('armazem', { empresa_id, xNome: 'Central', usa_separacao: true })
  const place = { empresa_id, armazem_id: armazem.id, codigo: 'P-01', xArmazenamento: 'P-01' }
  const shelf = (await server.insert('armazenamento', place)).id
  /** Goods that come in at R$ 5,00 each, on the shelf. */
  const shelved = async (mercadoria_id: number, qCom: number): Promise<void> => {
    const entry = await ok('POST', '/api/entrada', {
      fornecedor_id: ids.supplier,
      tipo_entrada_saida_id: ids.buys,
      entrada_mercadorias: [{ mercadoria_id, qCom, vUnCom: 5, armazenamento_id: shelf }],
    })
    await ok('POST', `/api/entrada/${entry.id}/finaliza`)
  }
  return { server, shelf, shelved }
}

interface Kit {
  readonly table: number
  readonly wood: number
  readonly glue: number
}

/** Tables of four pieces of wood at R$ 12,50 and a third of a litre of glue at R$ 7,10. */
export async function kit(stock = 100, values: object = {}): Promise<Kit> {
  const [wood, glue] = [await product({ xProd: 'Madeira' }), await product({ xProd: 'Cola' })]
  const table = await product({ xProd: 'Mesa', ...values })
  await ok('PUT', `/api/mercadoria/${table}`, {
    mercadoria_insumos: [
      { mercadoria_insumo_id: wood, quantidade: 4 },
      { mercadoria_insumo_id: glue, quantidade: 0.33333 },
    ],
  })
  if (stock > 0) {
    await entered(wood, stock, [], 12.5)
    await entered(glue, stock, [], 7.1)
  }
  return { table, wood, glue }
}

export const order = async (mercadoria_id: number, qTrib: number, head: object = {}): Promise<number> =>
  (await ok('POST', PATH, { ordem_producao_mercadoria_list: [{ mercadoria_id, qTrib }], ...head })).id
export const begin = (id: number) => ok('POST', `${PATH}/${id}/inicia`)
export const finish = (id: number, body: object = {}) => ok('POST', `${PATH}/${id}/finaliza`, body)
export const shown = (id: number) => ok('GET', `${PATH}/${id}`)

/** The first goods of an order. */
export async function goodsOf(id: number) {
  const [line] = (await shown(id)).ordem_producao_mercadoria_list
  return ok('GET', `/api/producao/ordem_producao_mercadoria/${line.id}`)
}

/** The parts of its first goods that stand. */
export async function parts(id: number) {
  const goods = await goodsOf(id)
  const where = encodeURIComponent(JSON.stringify({ ordem_producao_mercadoria_id: goods.id, dhCancelamento: null }))
  return (await ok('GET', `/api/producao/op_parte?where=${where}&orderBy=id&sortedBy=asc`)).data
}

/** Something that comes out beside the first goods of an order. */
export const byProduct = async (id: number, mercadoria_id: number, values: object) =>
  ok('POST', SUPPLY_PATH, {
    ordem_producao_mercadoria_id: (await goodsOf(id)).id,
    mercadoria_id,
    tpItem: 1,
    ...values,
  })
