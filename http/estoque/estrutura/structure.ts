import { type SQL, sql } from 'drizzle-orm'
import { type CostedLine, type CostedProduct, type RolledUp, rollUp } from '../../../core/production/roll-up'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { costIn } from '../costs'
import { RATE, RATED } from '../mercadoria-etapa'
import { inForce, WITH_LOSS } from '../mercadoria-insumo'

/** What products are made of, with what things and work cost now. */

const MOST_LINES = 200_000

/** A product of a structure. */
export interface Part extends CostedProduct {
  readonly codigo: string | null
  readonly un: string | null
  /** What its register says that one costs. */
  readonly custo: string
}

export interface Structure {
  readonly parts: ReadonlyMap<number, Part>
  readonly lines: readonly CostedLine[]
  readonly costs: ReadonlyMap<number, RolledUp>
}

/** SQL of the minutes that one of product `m` takes at the rates of now, in money: what is prepared once an order is not in it. */
const LABOUR = sql.raw(
  `coalesce((select sum(e."qMinutos" * ${RATE} / 60) from mercadoria_etapa_producao e ${RATED} where e.mercadoria_id = m.id), 0)`,
)

/** Below one product, or everything that is made, as it is on a day. */
const within = (id: number | undefined, day: string): SQL =>
  id === undefined
    ? sql`select i.* from mercadoria_insumo i where ${inForce('i', day)}`
    : sql`select i.* from mercadoria_insumo i where ${inForce('i', day)} and i.mercadoria_id in (
        with recursive below (id) as (
          select ${id}::int union select x.mercadoria_insumo_id from mercadoria_insumo x join below b on x.mercadoria_id = b.id where ${inForce('x', day)})
        select id from below)`

/** What a product is made of at every level, or all structures there are, as they are on a day, with what each product comes to. Throws 400 `too_large`. */
export async function structureOf(ctx: Ctx, id?: number, day = ctx.clock.today()): Promise<Structure> {
  const rows = await rowsOf(
    ctx,
    sql`select i.mercadoria_id as product, i.mercadoria_insumo_id as component, ${WITH_LOSS}::text as quantity, i."vCusto"::text as cost
        from (${within(id, day)}) i order by i.mercadoria_id, i.id limit ${MOST_LINES + 1}`,
  )
  if (rows.length > MOST_LINES) throw badRequest('As estruturas são grandes demais para um cálculo só.', 'too_large')
  const lines = rows.map((row): CostedLine => ({
    product: Number(row.product),
    component: Number(row.component),
    quantity: String(row.quantity),
    cost: row.cost === null ? null : String(row.cost),
  }))
  const products = await rowsOf(
    ctx,
    sql`with i as (${within(id, day)}) select m.id, m."xProd", m.codigo, u.un, m.custo::text as custo, coalesce(${costIn(ctx.actor.empresa_id)}, 0)::text as cost, ${LABOUR}::text as labour
        from mercadoria m left join unidade u on u.id = m.unidade_id
        where m.id in (select mercadoria_id from i union select mercadoria_insumo_id from i ${id === undefined ? sql`` : sql`union select ${id}::int`}) order by m.id`,
  )
  const parts = products.map((row): Part => ({
    id: Number(row.id),
    name: String(row.xProd),
    codigo: row.codigo === null ? null : String(row.codigo),
    un: row.un === null ? null : String(row.un),
    custo: String(row.custo ?? 0),
    cost: String(row.cost),
    labour: String(row.labour),
  }))
  return { parts: new Map(parts.map((one) => [one.id, one])), lines, costs: rollUp(parts, lines) }
}
