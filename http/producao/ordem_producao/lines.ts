import { sql } from 'drizzle-orm'
import { MOVEMENT } from '../../../core/fields/estoque/mercadoria'
import { BY_PRODUCT, SUPPLY } from '../../../core/fields/producao/ordem-producao'
import { decimal, type Decimal } from '../../../core/money/decimal'
import type { Account, Progress } from '../../../core/production/cost'
import { type Ctx, rowsOf } from '../../platform/context'
import type { Row } from '../../platform/resource'

/** The goods of an order as a part finds them: what is planned, made and in process, and what they draw. */

/** Something that goods draw, or that comes out beside them. */
export interface Input {
  readonly id: number
  readonly mercadoria_id: number
  readonly xProd: string
  readonly tpItem: typeof SUPPLY | typeof BY_PRODUCT
  readonly planned: Decimal
  /** What it has drawn, less what came back; what it has brought, where it is a by-product. */
  readonly done: Decimal
  readonly value: Decimal
  readonly unitCost: Decimal
  readonly percent: Decimal | null
  readonly parent: number | null
  readonly un: string | null
}

export interface Goods {
  readonly id: number
  readonly mercadoria_id: number
  readonly xProd: string
  readonly un: string | null
  readonly progress: Progress
  readonly planned: Decimal
  readonly made: Decimal
  readonly closed: boolean
  readonly account: Account
  readonly controla_lote: number
  readonly dias_validade: number | null
  readonly inputs: readonly Input[]
}

/** Nothing more is made of these. */
export const isDone = ({ closed, made, planned }: Pick<Goods, 'closed' | 'made' | 'planned'>): boolean =>
  closed || made.gte(planned)

/** SQL: a sum over the parts of goods `g` that stand. */
const sumOfParts = (what: string) =>
  sql`coalesce((select sum(${sql.raw(what)}) from op_parte p where p.ordem_producao_mercadoria_id = g.id and p."dhCancelamento" is null), 0)`

/** SQL over an insumo `t`: what the ledger says that it has drawn (or brought, of a by-product), and what that was worth. */
export const drawnOf = (column: 'qTrib' | 'vCusto') => {
  const name = sql.raw(`"${column}"`)
  const brought = sql.raw(column === 'qTrib' ? 'e."qTrib"' : 'e."vTotal"')
  return sql`(case when t."tpItem" = ${BY_PRODUCT}
    then coalesce((select sum(${brought}) from entrada_mercadoria e join entrada d on d.id = e.entrada_id and d."dhFinalizacao" is not null and d."dhCancelamento" is null
      where e.ordem_producao_mercadoria_insumo_id = t.id), 0)
    else coalesce((select -sum(m.${name}) from movimento_estoque m join lancamento n on n.id = m.lancamento_id and n."dhDesfeito" is null
      where m.documento = 'ordem_producao' and m.item_id = t.id and m.tipo = ${MOVEMENT}
        and m.documento_id = (select g.ordem_producao_id from ordem_producao_mercadoria g where g.id = t.ordem_producao_mercadoria_id)), 0) end)`
}

/** The goods of an order with all that they draw, in two queries. */
export async function goodsOfOrder(ctx: Ctx, id: number): Promise<Goods[]> {
  const goods = await rowsOf(
    ctx,
    sql`select g.id, g.mercadoria_id, g."xProd", g.un, g."qTrib"::text as planned, g."vEmProcesso"::text as v, g."vMaoObraEmProcesso"::text as labour,
          ${sumOfParts('p."qBoa"')}::text as made, ${sumOfParts('p."qBoa" + p."qRefugo" + p."qRefugoAnormal"')}::text as processed,
          exists (select 1 from op_parte p where p.ordem_producao_mercadoria_id = g.id and p."dhCancelamento" is null and p.encerra) as closed,
          m.controla_lote, m.dias_validade
        from ordem_producao_mercadoria g join mercadoria m on m.id = g.mercadoria_id where g.ordem_producao_id = ${id} order by g.id`,
  )
  const inputs = await rowsOf(
    ctx,
    sql`select t.id, t.ordem_producao_mercadoria_id as goods, t.mercadoria_id, m."xProd", u.un, t."tpItem", t."qPlanejada"::text as planned, t."vCusto"::text as cost,
          t."pCusto"::text as percent, t.subproduto_parent_id as parent, coalesce(s.q, b.q, 0)::text as done, coalesce(s.v, b.v, 0)::text as value
        from ordem_producao_mercadoria_insumo t join ordem_producao_mercadoria g on g.id = t.ordem_producao_mercadoria_id
        join mercadoria m on m.id = t.mercadoria_id left join unidade u on u.id = m.unidade_id
        left join (select o.item_id, -sum(o."qTrib") as q, -sum(o."vCusto") as v from movimento_estoque o join lancamento n on n.id = o.lancamento_id and n."dhDesfeito" is null
          where o.documento = 'ordem_producao' and o.documento_id = ${id} and o.tipo = ${MOVEMENT} group by 1) s on s.item_id = t.id
        left join (select e.ordem_producao_mercadoria_insumo_id as item_id, sum(e."qTrib") as q, sum(e."vTotal") as v
          from entrada d join entrada_mercadoria e on e.entrada_id = d.id where d.ordem_producao_id = ${id} and d."dhFinalizacao" is not null and d."dhCancelamento" is null
          group by 1) b on b.item_id = t.id
        where g.ordem_producao_id = ${id} order by t.id`,
  )
  const byGoods = Map.groupBy(inputs, (row) => Number(row.goods))
  return goods.map((row) => goodsOf(row, byGoods.get(Number(row.id)) ?? []))
}

const numberOr = (value: unknown): number | null => (value === null ? null : Number(value))

function goodsOf(row: Row, inputs: readonly Row[]): Goods {
  const [planned, made] = [decimal(String(row.planned)), decimal(String(row.made))]
  return {
    id: Number(row.id),
    mercadoria_id: Number(row.mercadoria_id),
    xProd: String(row.xProd ?? `Item ${Number(row.id)}`),
    un: row.un === null ? null : String(row.un),
    progress: { planned, made, processed: decimal(String(row.processed)) },
    planned,
    made,
    closed: row.closed === true,
    account: { value: decimal(String(row.v)), labour: decimal(String(row.labour)) },
    controla_lote: Number(row.controla_lote),
    dias_validade: numberOr(row.dias_validade),
    inputs: inputs.map(inputOf),
  }
}

const inputOf = (row: Row): Input => ({
  id: Number(row.id),
  mercadoria_id: Number(row.mercadoria_id),
  xProd: String(row.xProd),
  un: row.un === null ? null : String(row.un),
  tpItem: Number(row.tpItem) === BY_PRODUCT ? BY_PRODUCT : SUPPLY,
  planned: decimal(String(row.planned)),
  done: decimal(String(row.done)),
  value: decimal(String(row.value)),
  unitCost: decimal(String(row.cost)),
  percent: row.percent === null ? null : decimal(String(row.percent)),
  parent: numberOr(row.parent),
})
