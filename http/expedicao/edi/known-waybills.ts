import { sql } from 'drizzle-orm'
import { LINE_IGNORED } from '../../../core/fields/expedicao/edi'
import { type Ctx, rowsOf } from '../../platform/context'
import type { Edi, EdiLine } from './edi'

/** A waybill as every file names it: who issued it, its series and its number. */
export type Waybill = Pick<EdiLine, 'CNPJ_cte' | 'serieCTe' | 'nCTe'>

/** What tells one waybill from all others. */
export const waybillKey = ({ CNPJ_cte, serieCTe, nCTe }: Waybill): string =>
  `${CNPJ_cte ?? ''}/${serieCTe ?? ''}/${nCTe ?? ''}`

/** What files say of a waybill. */
interface Known {
  /** The first of the other files that embark it; of charges, the first earlier one. */
  readonly before: number | null
  /** Its whole freight, as the first file that embarks it says. */
  readonly freight: string | null
}

/** What is known of waybills, by `waybillKey`: of those that were embarked, or of those that were charged. What was ignored tells nothing. */
export async function knownWaybills(
  ctx: Ctx,
  { id, empresa_id }: Edi,
  tipo: 'conhecimento' | 'cobranca',
  lines: readonly Waybill[],
): Promise<ReadonlyMap<string, Known>> {
  const asked = [...new Map(lines.map((one) => [waybillKey(one), one])).values()]
  const wanted = JSON.stringify(asked.map((one) => ({ c: one.CNPJ_cte, s: one.serieCTe, n: one.nCTe })))
  const others = tipo === 'cobranca' ? sql`l.edi_id < ${id}` : sql`l.edi_id <> ${id}`
  const rows = await rowsOf(
    ctx,
    sql`select l."CNPJ_cte", l."serieCTe", l."nCTe", min(l.edi_id) filter (where ${others}) as before, (array_agg(l."vConhecimento" order by l.id))[1]::text as freight
        from jsonb_to_recordset(${wanted}::jsonb) w(c text, s text, n text)
        join edi_linha l on l.empresa_id = ${empresa_id} and l.tipo = ${tipo} and l."CNPJ_cte" = w.c and l."nCTe" = w.n and l."serieCTe" is not distinct from w.s
        where l.situacao <> ${LINE_IGNORED} group by 1, 2, 3`,
  )
  const text = (value: unknown): string | null => (value === null ? null : String(value))
  return new Map(
    rows.map((row) => [
      waybillKey({ CNPJ_cte: text(row.CNPJ_cte), serieCTe: text(row.serieCTe), nCTe: text(row.nCTe) }),
      { before: row.before === null ? null : Number(row.before), freight: text(row.freight) },
    ]),
  )
}
