import { sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context'
import { TP_DOC_OF } from '../../../core/fields/nfe/serie-numero'
import type { SeriesKey } from '../../platform/series'
import { companySeries, type Numbering } from '../company-series'
import type { Nfe } from './nfe'

const tpDocOf = ({ mod }: Nfe) => TP_DOC_OF[mod === 65 ? 65 : 55]

/** The series that a note took its number of, also where no more are taken of it. Undefined for a note without a number. */
export function numberOf(note: Nfe): { readonly series: SeriesKey; readonly nNF: number } | undefined {
  const { empresa_id, serie, nNF } = note
  if (serie === null || nNF === null) return undefined
  return { series: { empresa_id, tpDoc: tpDocOf(note), serie, tpAmb: note.tpAmb === 1 ? 1 : 2 }, nNF }
}

/** The series that numbers a note: the one it has, else that of its sale's point of sale, else the company's. Throws what `companySeries` throws. */
export const seriesOf = (ctx: Ctx, note: Nfe): Promise<Numbering> =>
  companySeries(ctx, {
    empresa_id: note.empresa_id,
    tpDoc: tpDocOf(note),
    own: note.serie_numero_id,
    prefers: sql`(select v.serie_numero_id from venda v where v.id = ${note.venda_id})`,
  })
