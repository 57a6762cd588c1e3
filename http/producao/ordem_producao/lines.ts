import { sql } from 'drizzle-orm'
import { BY_PRODUCT, SUPPLY } from '../../../core/fields/producao/ordem-producao'
import { decimal, type Decimal } from '../../../core/money/decimal'
import type { Account, Progress } from '../../../core/production/cost'
import { type Ctx, rowsOf } from '../../platform/context'
import type { Row } from '../../platform/resource'
import type { Unit } from '../counted'
import { drawnByItem, isClosed, PROCESSED, sumOfParts } from './sums'

/** The goods of an order as a part finds them: what is planned, made and in process, and what they draw. */

/** A product as a part counts it and brings it into stock. */
export interface Counted extends Unit {
  readonly mercadoria_id: number
  readonly xProd: string
  readonly controla_lote: number
  readonly dias_validade: number | null
}

/** Something that goods draw, or that comes out beside them. */
export interface Input extends Counted {
  readonly id: number
  readonly tpItem: typeof SUPPLY | typeof BY_PRODUCT
  readonly planned: Decimal
  /** What was reserved of it, or left, as the order began. */
  readonly requested: Decimal
  /** What it has drawn, less what came back; what it has brought, where it is a by-product. */
  readonly done: Decimal
  readonly value: Decimal
  readonly unitCost: Decimal
  readonly percent: Decimal | null
  readonly parent: number | null
}

export interface Goods extends Counted {
  readonly id: number
  readonly progress: Progress
  readonly planned: Decimal
  readonly made: Decimal
  readonly closed: boolean
  readonly account: Account
  readonly inputs: readonly Input[]
}

/** Nothing more is made of these. */
export const isDone = ({ closed, made, planned }: Pick<Goods, 'closed' | 'made' | 'planned'>): boolean =>
  closed || made.gte(planned)

/** The goods of an order with all that they draw, in two queries. */
export async function goodsOfOrder(ctx: Ctx, id: number): Promise<Goods[]> {
  const goods = await rowsOf(
    ctx,
    sql`select g.id, g.mercadoria_id, g."xProd", g.un, u.decimal, g."qTrib"::text as planned, g."vEmProcesso"::text as v, g."vMaoObraEmProcesso"::text as labour,
          ${sql.raw(sumOfParts('p."qBoa"'))}::text as made, ${sql.raw(sumOfParts(PROCESSED))}::text as processed, ${sql.raw(isClosed())} as closed,
          m.controla_lote, m.dias_validade
        from ordem_producao_mercadoria g join mercadoria m on m.id = g.mercadoria_id left join unidade u on u.id = m.unidade_id
        where g.ordem_producao_id = ${id} order by g.id`,
  )
  const inputs = await rowsOf(
    ctx,
    sql`select t.id, t.ordem_producao_mercadoria_id as goods, t.mercadoria_id, m."xProd", m.controla_lote, m.dias_validade, u.un, u.decimal, t."tpItem",
          t."qPlanejada"::text as planned, t."qSolicitada"::text as requested, t."vCusto"::text as cost, t."pCusto"::text as percent,
          t.subproduto_parent_id as parent, coalesce(d.q, 0)::text as done, coalesce(d.v, 0)::text as value
        from ordem_producao_mercadoria_insumo t join ordem_producao_mercadoria g on g.id = t.ordem_producao_mercadoria_id
        join mercadoria m on m.id = t.mercadoria_id left join unidade u on u.id = m.unidade_id
        left join ${sql.raw(drawnByItem(String(id)))} d on d.item_id = t.id
        where g.ordem_producao_id = ${id} order by t.id`,
  )
  const byGoods = Map.groupBy(inputs, (row) => Number(row.goods))
  return goods.map((row) => goodsOf(row, byGoods.get(Number(row.id)) ?? []))
}

const numberOr = (value: unknown): number | null => (value === null ? null : Number(value))

const countedOf = (row: Row): Counted => ({
  mercadoria_id: Number(row.mercadoria_id),
  xProd: String(row.xProd ?? `Item ${Number(row.id)}`),
  un: row.un === null ? null : String(row.un),
  decimals: numberOr(row.decimal),
  controla_lote: Number(row.controla_lote),
  dias_validade: numberOr(row.dias_validade),
})

function goodsOf(row: Row, inputs: readonly Row[]): Goods {
  const [planned, made] = [decimal(String(row.planned)), decimal(String(row.made))]
  return {
    ...countedOf(row),
    id: Number(row.id),
    progress: { planned, made, processed: decimal(String(row.processed)) },
    planned,
    made,
    closed: row.closed === true,
    account: { value: decimal(String(row.v)), labour: decimal(String(row.labour)) },
    inputs: inputs.map(inputOf),
  }
}

const inputOf = (row: Row): Input => ({
  ...countedOf(row),
  id: Number(row.id),
  tpItem: Number(row.tpItem) === BY_PRODUCT ? BY_PRODUCT : SUPPLY,
  planned: decimal(String(row.planned)),
  requested: decimal(String(row.requested)),
  done: decimal(String(row.done)),
  value: decimal(String(row.value)),
  unitCost: decimal(String(row.cost)),
  percent: row.percent === null ? null : decimal(String(row.percent)),
  parent: numberOr(row.parent),
})
