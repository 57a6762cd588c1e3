import { sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context'
import type { Row } from '../../platform/resource'
import { addressOf, type PlaceSource, positionsOf } from './posicao'

/** Joins to a sale `s` its customer `c`, the address of delivery `d` (the sale's own, else the customer's usual one) and the town `m`. */
export const ADDRESS_JOIN = sql`
  join cliente c on c.id = s.cliente_id
  left join lateral (
    select e.* from cliente_endereco e where e.cliente_id = c.id and (e.id = s.endereco_id or (s.endereco_id is null and e.padrao))
    order by e.id limit 1) d on true
  left join municipio m on m.id = case when d.id is null then c."cMun" else d."cMun" end`

/** Where the sale goes: one address whole, never parts of two. */
export const ADDRESS_COLUMNS = sql`
  case when d.id is null then c."CEP" else d."CEP" end as "CEP", case when d.id is null then c."xLgr" else d."xLgr" end as "xLgr",
  case when d.id is null then c.nro else d.nro end as nro, case when d.id is null then c."xBairro" else d."xBairro" end as "xBairro",
  case when d.id is null then c."UF" else d."UF" end as "UF", case when d.id is null then c."cMun" else d."cMun" end as "cMun", m."xMun"`

/** What a stop says of the sale that it brings. Degrees with six decimals, kilograms with three; null where it is not known. */
export interface SaleStop {
  readonly xNome: unknown
  /** The address in a line. */
  readonly xEnder: string | null
  readonly xBairro: unknown
  readonly xMun: unknown
  readonly lon: string | null
  readonly lat: string | null
  readonly fonte: PlaceSource | null
  readonly volumes: number
  readonly peso: unknown
  /** The weight is not known, or not whole. */
  readonly sem_peso: boolean
  /** Nobody counted the volumes. */
  readonly sem_volumes: boolean
}

/** What stops say of sales, in their order: of rows with `xNome`, `volumes`, `peso`, `sem_peso` and `ADDRESS_COLUMNS`. */
export async function saleStops(ctx: Pick<Ctx, 'db'>, sales: readonly Row[]): Promise<SaleStop[]> {
  const positions = await positionsOf(ctx, sales.map(addressOf))
  return sales.map((sale, at) => {
    const { xNome, xLgr, nro, xBairro, xMun, UF, peso } = sale
    const position = positions[at]
    return {
      xNome,
      xEnder: [xLgr, nro, xBairro, xMun, UF].filter(Boolean).join(', ') || null,
      xBairro,
      xMun,
      lon: position?.place[0].toFixed(6) ?? null,
      lat: position?.place[1].toFixed(6) ?? null,
      fonte: position?.source ?? null,
      volumes: volumesOf(sale),
      peso,
      sem_peso: sale.sem_peso === true,
      sem_volumes: !areCounted(sale),
    }
  })
}

/** Did somebody count the volumes of a sale? */
export const areCounted = ({ volumes }: Row): boolean => Number(volumes ?? 0) > 0

/** How many volumes a sale is delivered in: one where nobody counted them. */
export const volumesOf = ({ volumes }: Row): number => Number(volumes ?? 0) || 1
