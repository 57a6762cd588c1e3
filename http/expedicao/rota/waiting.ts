import { sql, type SQL } from 'drizzle-orm'
import { vendaLife } from '../../../core/lifecycle/venda'
import { stateOf } from '../../../core/lifecycle/standing'
import { inStates } from '../../platform/in-states'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray, wordsOf } from '../../platform/engine/query'
import { contains } from '../../platform/engine/search-text'
import type { Row } from '../../platform/resource'
import { ADDRESS_COLUMNS, ADDRESS_JOIN, areCounted, saleStops, volumesOf } from '../posicao/delivery-address'
import { hoursOn } from '../posicao/reception'

/** The states of a sale whose goods have left stock. */
const GONE_OUT = ['fechada', 'conferida', 'faturada'] as const

/** Sales that wait for their delivery: closed, not sent, in no route that stands (one that came back from a finished route waits again). A fragment over the sale `s` and its address. */
export const WAITING = sql`
  from venda s ${ADDRESS_JOIN}
  where ${inStates(vendaLife, GONE_OUT, 's')} and s."dhEnviado" is null
    and not exists (select 1 from rota_venda x join rota r on r.id = x.rota_id where x.venda_id = s.id and r."dhCancelamento" is null
      and (r."dhFinalizacao" is null or coalesce(x."xOcorrencia", '') = ''))`

/** May a sale leave with its route? It is closed, not cancelled, and has not left with another. */
export const mayLeave = (sale: Row): boolean =>
  GONE_OUT.some((name) => name === stateOf(vendaLife, sale).name) && sale.dhEnviado === null

/** What a sale is found by besides its customer's names and tax id: its number, where it goes and who sold it. */
const SAYS = sql`prumo_busca(concat_ws(' ', s.id,
  case when d.id is null then concat_ws(' ', c."xLgr", c.nro, c."xBairro", c."UF") else concat_ws(' ', d."xLgr", d.nro, d."xBairro", d."UF") end,
  m."xMun", (select p."xNome" from vendedor p where p.id = s.vendedor_id)))`

/** Conditions over `WAITING` for the words of a search. */
const saleSearch = (text = ''): SQL[] =>
  wordsOf(text).map((word) => sql`(${contains(sql`c.busca`, word)} or ${contains(SAYS, word)})`)

/** What is known of what a sale `s` weighs, in kilograms, by the gross weight of its products. */
export const SALE_WEIGHT = sql`(
  select least(coalesce(round(sum(l."qTrib" * p."pesoB"), 3), 0), 999999)
  from venda_mercadoria l join mercadoria p on p.id = l.mercadoria_id where l.venda_id = s.id)`

/** Is the weight of a sale `s` not known, or not whole: has one of its products none? */
export const SALE_WEIGHT_UNKNOWN = sql`exists (
  select 1 from venda_mercadoria l join mercadoria p on p.id = l.mercadoria_id where l.venda_id = s.id and coalesce(p."pesoB", 0) = 0)`

/** What a stop says of its sale (customer, address, place, weight), by the sale's id; only of sales that wait. Two calls for one sale come one after another. */
export async function waitingSales(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, Row>> {
  if (ids.length === 0) return new Map()
  const mine = sql`s.id = any (${intArray([...ids].sort((a, b) => a - b))}::int[]) and s.empresa_id = any (${intArray(ctx.actor.empresas)}::int[])`
  await ctx.db.execute(sql`select s.id from venda s where ${mine} order by s.id for update`)
  const rows = await rowsOf(
    ctx,
    sql`select s.id, c."xNome", s.volumes, ${SALE_WEIGHT} as peso, ${SALE_WEIGHT_UNKNOWN} as sem_peso, ${ADDRESS_COLUMNS} ${WAITING} and ${mine}`,
  )
  const stops = await saleStops(ctx, rows)
  return new Map(
    stops.map(({ xNome, xEnder, lon, lat, volumes, peso, sem_peso, sem_volumes }, at) => [
      Number(rows[at]?.id),
      { xNome, xEnder, lon, lat, volumes, peso, sem_peso, sem_volumes },
    ]),
  )
}

interface Offer {
  /** Words that a sale is found by. */
  readonly q: string | undefined
  /** How many are listed. */
  readonly most: number
  /** Further conditions over `WAITING`. */
  readonly where?: readonly SQL[]
}

/**
 * The sales that may join a plan or a route, of its company, by town and neighbourhood, with the hours in which each customer receives on its day.
 * `more`: there are others.
 */
export async function offeredSales(ctx: Ctx, { empresa_id, dRota }: Row, { q, most, where = [] }: Offer) {
  const wanted = [sql`s.empresa_id = ${empresa_id}`, ...where, ...saleSearch(q)]
  const rows = await rowsOf(
    ctx,
    sql`select s.id, s.cliente_id, c."xNome", s."vTotal", s.volumes, s."dEntrega", s.vendedor_id, ${SALE_WEIGHT} as peso, ${SALE_WEIGHT_UNKNOWN} as sem_peso,
          (select p."xNome" from vendedor p where p.id = s.vendedor_id) as vendedor, ${hoursOn(sql`${String(dRota)}`)} as janelas,
          ${ADDRESS_COLUMNS} ${WAITING} and ${sql.join(wanted, sql` and `)}
        order by "xMun", "xBairro", s.id limit ${most + 1}`,
  )
  return { data: rows.slice(0, most).map(offered), more: rows.length > most }
}

function offered(row: Row): Row {
  const { id, cliente_id, xNome, xLgr, nro, xBairro, xMun, UF, dEntrega, vendedor_id, vendedor, janelas } = row
  return {
    id,
    cliente_id,
    xNome,
    xLgr,
    nro,
    xBairro,
    xMun,
    UF,
    dEntrega,
    vendedor_id,
    vendedor,
    janelas,
    volumes: volumesOf(row),
    peso: Number(row.peso),
    sem_peso: row.sem_peso === true,
    sem_volumes: !areCounted(row),
    vTotal: Number(row.vTotal),
    isSelected: false,
  }
}
