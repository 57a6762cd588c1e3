import { type SQL, sql } from 'drizzle-orm'
import { TP_DOC } from '../../core/fields/nfe/serie-numero'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError } from '../platform/errors'
import type { SeriesKey } from '../platform/series'

/** A company's series with its number in the register. */
export interface Numbering extends SeriesKey {
  readonly id: number
}

interface Wanted {
  readonly empresa_id: number
  readonly tpDoc: keyof typeof TP_DOC
  /** The one that the document has already. */
  readonly own: number | null
  /** The number of the one that is taken where it may be; the lowest without. */
  readonly prefers?: SQL
}

/** The series that numbers a document: the one it has, else the company's active one of its kind and environment. Throws 422 where there is none. */
export async function companySeries(
  ctx: Ctx,
  { empresa_id, tpDoc, own, prefers = sql`null::int` }: Wanted,
): Promise<Numbering> {
  const [row] = await rowsOf(
    ctx,
    sql`select s.id, s.serie, s."tpAmb" from serie_numero s join empresa e on e.id = s.empresa_id
        where s.empresa_id = ${empresa_id} and s."tpDoc" = ${tpDoc} and s.ativo
          and (s.id = ${own} or (${own}::int is null and s."tpAmb" = coalesce(e.ambiente, 2)))
        order by s.id is not distinct from ${prefers} desc, s.serie limit 1`,
  )
  if (!row) {
    const told = `A empresa não tem série de ${TP_DOC[tpDoc]} ativa neste ambiente: cadastre uma.`
    throw new ApiError(422, 'no_series', told, { 'serie_numero.serie': [told] })
  }
  return { id: Number(row.id), empresa_id, tpDoc, serie: Number(row.serie), tpAmb: Number(row.tpAmb) === 1 ? 1 : 2 }
}
