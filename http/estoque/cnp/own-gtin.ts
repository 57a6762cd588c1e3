import { sql } from 'drizzle-orm'
import { checkDigitOf } from '../../../core/gs1/check-digit'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { letGo, nextNumber, type SeriesKey, startAt } from '../../platform/series'
import { holdCodes, ownersOf } from '../gtin'

/** The series of a company's own GTINs: no fiscal document has this kind, and products' codes have another series of it. */
const gtinSeries = (empresa_id: number): SeriesKey => ({ empresa_id, tpDoc: 0, serie: 1, tpAmb: 1 })

const DIGITS = 12
/** How often the number that is free is given to somebody else between two looks. */
const TRIES = 20

/** The next GTIN-13 of a company's prefix that no product has. Throws 400 when the prefix is used up. */
export async function nextGtin(ctx: Ctx, prefix: string, registro_id: number): Promise<string> {
  const key = gtinSeries(ctx.actor.empresa_id)
  const next = () => nextNumber(ctx, key, { recurso: 'mercadoria', registro_id })
  for (let tries = 0, number = await next(); tries < TRIES; tries++, number = await next()) {
    const gtin = gtinOf(prefix, number)
    if (gtin === undefined) break
    await holdCodes(ctx, [gtin.padStart(14, '0')])
    if ((await ownersOf(ctx, [gtin])).length === 0) return gtin
    await letGo(ctx, key, number)
    const free = await firstFree(ctx, prefix, number + 1)
    if (free === undefined) break
    await startAt(ctx, key, free)
  }
  throw badRequest('O prefixo GS1 da empresa não tem mais números livres.', 'prefix_used_up')
}

/** Undefined where the prefix has no such number. */
function gtinOf(prefix: string, number: number): string | undefined {
  const room = DIGITS - prefix.length
  if (String(number).length > room) return undefined
  const digits = prefix + String(number).padStart(room, '0')
  return digits + checkDigitOf(`${digits}0`)
}

/** The first number of a prefix, from one on, that no product's code holds: one query, however many are taken. */
async function firstFree(ctx: Ctx, prefix: string, from: number): Promise<number | undefined> {
  const room = DIGITS - prefix.length
  const [row] = await rowsOf(
    ctx,
    sql`with codes as (select "cEAN" as code from mercadoria union all select "cEAN" from mercadoria_ean_auxiliar union all select codigo from mercadoria_codigo),
          taken as (select substr(lpad(code, 14, '0'), ${prefix.length + 2}, ${room})::int as n from codes
            where code ~ '^[0-9]{8,14}$' and lpad(code, 14, '0') like ${`0${prefix}%`})
        select n from generate_series(${from}::int, least(${from}::int + (select count(*) from taken)::int, ${10 ** room - 1}::int)) n
        where not exists (select 1 from taken where taken.n = n.n) order by n limit 1`,
  )
  return row && Number(row.n)
}
