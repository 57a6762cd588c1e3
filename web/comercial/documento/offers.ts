import type { Promotion } from '../../../core/pricing/promotions'
import { post } from '../../app/api'
import { amountOf } from '../../ui/format'
import { isRecord, isSet, numberOf, rowsOf, textOf, type Row } from '../../ui/row'

const told = (value: unknown) => (isSet(value) ? amountOf(value) : null)
const ids = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.flatMap((one) => numberOf(one) ?? []) : []
const day = (value: unknown): string | null => textOf(value) || null

function readPromotion(row: Row): Promotion {
  return {
    id: row.id,
    xNome: textOf(row.xNome),
    prioridade: numberOf(row.prioridade) ?? 0,
    dInicio: day(row.dInicio),
    dFim: day(row.dFim),
    empresa_ids: ids(row.empresa_ids),
    tabela_preco_ids: ids(row.tabela_preco_ids),
    promocao_mercadoria_list: rowsOf(row.promocao_mercadoria_list).map((item) => ({
      id: item.id,
      mercadoria_id: numberOf(item.mercadoria_id) ?? 0,
      vUnTrib: told(item.vUnTrib),
      vDesc: told(item.vDesc),
      qMinima: told(item.qMinima),
      qMaxima: told(item.qMaxima),
      dependencia_list: (Array.isArray(item.dependencia_list) ? item.dependencia_list : [])
        .filter(isRecord)
        .map(({ mercadoria_id, tipo }) => ({
          mercadoria_id: numberOf(mercadoria_id) ?? 0,
          tipo: tipo === 'OR' ? ('OR' as const) : ('AND' as const),
        })),
    })),
  }
}

/** The promotions of today for these products. */
export async function promotionsOf(products: readonly string[]): Promise<readonly Promotion[]> {
  const answer = await post('comercial/promocao/vigentes', { id_list: products.map(Number) })
  return isRecord(answer) ? rowsOf(answer.data).map(readPromotion) : []
}
