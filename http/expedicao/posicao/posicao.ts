import type { PLACE_SOURCES } from '../../../core/fields/expedicao/roteirizacao'
import { sql } from 'drizzle-orm'
import { placeOfTown } from '../../../core/br/town-places'
import type { LonLat } from '../../../core/routing/polyline'
import { type Ctx, rowsOf } from '../../platform/context'

/** How well a place is known. */
export type PlaceSource = (typeof PLACE_SOURCES)[number]

/** An address as registers hold it. */
export interface Address {
  readonly CEP: string | null
  readonly xLgr: string | null
  readonly nro: string | null
  readonly xBairro: string | null
  readonly UF: string | null
  readonly cMun: number | null
}

/** The parts of an address in a row of any register. */
export const addressOf = (row: Readonly<Record<string, unknown>>): Address => ({
  CEP: textOrNull(row.CEP),
  xLgr: textOrNull(row.xLgr),
  nro: textOrNull(row.nro),
  xBairro: textOrNull(row.xBairro),
  UF: textOrNull(row.UF),
  cMun: row.cMun === null || row.cMun === undefined ? null : Number(row.cMun),
})
const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

export interface Position {
  readonly place: LonLat
  readonly source: PlaceSource
}

/** The same address gives the same key, however it was typed: postcode, number, and the street without accents, case and signs. */
export function addressKey({ CEP, xLgr, nro, cMun }: Address): string {
  const plain = (text: string | null) =>
    (text ?? '')
      .normalize('NFD')
      .replaceAll(/\p{Mn}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim()
  return [CEP ?? '', plain(nro), plain(xLgr), cMun ?? ''].join('|').slice(0, 300)
}

/** Where addresses lie, in their order: what is remembered, else the middle of what is remembered of the same postcode, else the town, else the state. Undefined when nothing is known. */
export async function positionsOf(
  ctx: Pick<Ctx, 'db'>,
  addresses: readonly Address[],
): Promise<(Position | undefined)[]> {
  const keys = addresses.map(addressKey)
  const ceps = addresses.flatMap(({ CEP }) => (CEP ? [CEP] : []))
  const [own, middles] = await Promise.all([
    rowsOf(
      ctx,
      sql`select chave, lon, lat, fonte from posicao_endereco where chave in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`,
    ),
    rowsOf(
      ctx,
      sql`select cep, avg(lon) as lon, avg(lat) as lat from posicao_endereco where cep in (select jsonb_array_elements_text(${JSON.stringify(ceps)}::jsonb)) group by cep`,
    ),
  ])
  const known = new Map(own.map((row) => [String(row.chave), row]))
  const byCep = new Map(middles.map((row) => [String(row.cep), row]))
  return addresses.map((address, at) => {
    const exact = known.get(keys[at] ?? '')
    if (exact) return { place: placeOf(exact), source: exact.fonte === 'manual' ? 'manual' : 'geocoder' }
    const near = byCep.get(address.CEP ?? '')
    if (near) return { place: placeOf(near), source: 'cep' }
    const town = address.cMun === null ? undefined : placeOfTown(address.cMun)
    return town && { place: town.place, source: town.isState ? 'estado' : 'municipio' }
  })
}

const placeOf = (row: Readonly<Record<string, unknown>>): LonLat => [Number(row.lon), Number(row.lat)]

/** Remembers where an address lies; a pin set by hand is not replaced by a geocoder. */
export async function rememberPosition(
  ctx: Pick<Ctx, 'db'>,
  address: Address,
  { place: [lon, lat], source }: { readonly place: LonLat; readonly source: 'manual' | 'geocoder' },
): Promise<void> {
  await ctx.db.execute(
    sql`insert into posicao_endereco (chave, cep, lon, lat, fonte) values (${addressKey(address)}, ${address.CEP}, ${lon}, ${lat}, ${source})
        on conflict (chave) do update set lon = excluded.lon, lat = excluded.lat, fonte = excluded.fonte, dh = now()
        where excluded.fonte = 'manual' or posicao_endereco.fonte <> 'manual'`,
  )
}
