import { addDays } from '../../../core/br/civil-date'
import { today } from '../../../fixtures/test-clock'
import { noteOf, ok, sale, server } from './issuing.fixture'

/** A lot that comes in. */
interface LotIn {
  readonly nLote: string
  readonly qTrib: number
  readonly dFab?: string
  readonly dVal?: string
}

export const inDays = (days: number): string => addDays(today(), days)

/** A sale of all that came in of a product by lots, dispatched and invoiced: its note. */
export async function soldByLot(lots: readonly LotIn[]) {
  const { empresa_id } = server
  const total = lots.reduce((sum, { qTrib }) => sum + qTrib, 0)
  const place = await server.insert('armazenamento', {
    empresa_id,
    codigo: lots[0]?.nLote.slice(0, 10),
    xArmazenamento: 'Câmara fria',
    padrao: true,
  })
  const fornecedor = await server.insert('fornecedor', { xNome: 'Laticínios do Sul' })
  const buys = await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })
  const sells = await ok('POST', '/api/tipo_entrada_saida', {
    descricao: 'Venda do estoque',
    natOp: 'Venda de mercadoria',
    cfop_list: [{ origem: 2, st: 0, destino: 1, CFOP: '5102', contribuinte: null }],
  })
  const product = await server.insert('mercadoria', {
    codigo: `L${place.id}`,
    xProd: 'Queijo curado',
    NCM: '04061010',
    controla_lote: 2,
  })
  const entry = await ok('POST', '/api/entrada', {
    fornecedor_id: fornecedor.id,
    tipo_entrada_saida_id: buys.id,
    armazenamento_id: place.id,
    entrada_mercadorias: [{ mercadoria_id: product.id, qCom: total, vUnCom: 2, rastreio_list: lots }],
  })
  await ok('POST', `/api/entrada/${entry.id}/finaliza`)
  const venda_id = await sale(
    { geraNFe: 1, tipo_entrada_saida_id: sells.id },
    { mercadoria_id: product.id, qTrib: total },
  )
  await ok('POST', `/api/venda/${venda_id}/fecha`)
  await ok('POST', `/api/venda/${venda_id}/fatura`)
  return noteOf(venda_id)
}
