import { sql } from 'drizzle-orm'
import { ASKED_DIGITS } from '../../../core/fields/cadastros/tabelas-fiscais'
import { codeNotice } from '../../../core/fiscal/official-code'
import type { Fields } from '../../../core/fields/field'
import { type Ctx, rowsOf } from '../context'
import type { Row } from '../resource'

/** A row with codes of official tables, and the day on which they have to be in force (today where it has none). */
export interface CodesAsked {
  readonly values: Row
  readonly day?: string | undefined
}

/** What is to be told of the codes of each row, by field: those that the official tables do not know, or that are not in force. One query a table. */
export async function codeNotices(
  ctx: Ctx,
  fields: Fields,
  asked: readonly CodesAsked[],
): Promise<Readonly<Record<string, string>>[]> {
  const told: Record<string, string>[] = asked.map(() => ({}))
  for (const [name, { meta }] of Object.entries(fields)) {
    if (meta.official === undefined) continue
    const table = await officialTable(
      ctx,
      meta.official,
      asked.map(({ values }) => values[name]),
    )
    if (!table) continue
    for (const [at, { values, day = ctx.clock.today() }] of asked.entries()) {
      const code = values[name]
      if (typeof code !== 'string' || code === '' || isBeginning(meta.official, code)) continue
      const notice = codeNotice(meta.label, table.get(code), day)
      const row = told[at]
      if (row && notice !== undefined) row[name] = notice
    }
  }
  return told
}

/** A tax rule may name the first digits of an NCM alone. */
const isBeginning = (table: string, code: string): boolean => code.length < (ASKED_DIGITS[table] ?? 0)

/** Those of the codes that the table knows; undefined where it was never loaded, for then nobody can say that a code does not exist. */
async function officialTable(ctx: Ctx, table: string, codes: readonly unknown[]) {
  const wanted = [...new Set(codes.filter((code) => typeof code === 'string' && code !== ''))].map(String)
  if (wanted.length === 0) return undefined
  const name = sql.raw(`"${table}"`)
  const rows = await rowsOf(
    ctx,
    sql`select codigo, "dInicio"::text, "dFim"::text from ${name} where codigo in (select jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb))
        union all select null, null, null where exists (select 1 from ${name})`,
  )
  if (rows.length === 0) return undefined
  const day = (value: unknown) => (typeof value === 'string' ? value : null)
  return new Map(rows.map((row) => [String(row.codigo), { dInicio: day(row.dInicio), dFim: day(row.dFim) }]))
}
