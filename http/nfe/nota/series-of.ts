import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError } from '../../platform/errors'
import { TP_DOC_OF } from '../../../core/fields/nfe/serie-numero'
import type { SeriesKey } from '../../platform/series'
import type { Nfe } from './nfe'

const tpDocOf = ({ mod }: Nfe) => TP_DOC_OF[mod === 65 ? 65 : 55]

/** The series that a note took its number of, also where no more are taken of it. Undefined for a note without a number. */
export function numberOf(note: Nfe): { readonly series: SeriesKey; readonly nNF: number } | undefined {
  const { empresa_id, serie, nNF } = note
  if (serie === null || nNF === null) return undefined
  return { series: { empresa_id, tpDoc: tpDocOf(note), serie, tpAmb: note.tpAmb === 1 ? 1 : 2 }, nNF }
}

/** A company's series with its number in the register. */
export interface Numbering extends SeriesKey {
  readonly id: number
}

/**
 * The series that numbers a note: the one it has, else that of its sale's point of sale, else the company's lowest active one of its model and environment. Throws
 * 422 where there is none.
 */
export async function seriesOf(ctx: Ctx, note: Nfe): Promise<Numbering> {
  const tpDoc = tpDocOf(note)
  const [row] = await rowsOf(
    ctx,
    sql`select s.id, s.serie, s."tpAmb" from serie_numero s join empresa e on e.id = s.empresa_id
        left join venda v on v.id = ${note.venda_id}
        where s.empresa_id = ${note.empresa_id} and s."tpDoc" = ${tpDoc} and s.ativo
          and (s.id = ${note.serie_numero_id} or (${note.serie_numero_id}::int is null and s."tpAmb" = coalesce(e.ambiente, 2)))
        order by s.id is not distinct from v.serie_numero_id desc, s.serie limit 1`,
  )
  if (!row) {
    const what = note.mod === 65 ? 'NFC-e' : 'NF-e'
    const told = `A empresa não tem série de ${what} ativa neste ambiente: cadastre uma.`
    throw new ApiError(422, 'no_series', told, { 'serie_numero.serie': [told] })
  }
  const tpAmb = Number(row.tpAmb) === 1 ? 1 : 2
  return { id: Number(row.id), empresa_id: note.empresa_id, tpDoc, serie: Number(row.serie), tpAmb }
}
