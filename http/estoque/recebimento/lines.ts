import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { columnList } from '../../platform/engine/columns'
import { guardAction } from '../../platform/engine/guard'
import { visibleFilter, whereOf } from '../../platform/engine/query'
import { typed } from '../../platform/engine/write'
import { notFound } from '../../platform/errors'
import type { RecordOf } from '../../platform/resource'
import { entrada } from '../entrada/entrada'

export type Entry = RecordOf<typeof entrada>

/**
 * An entry that readings are added to: held so that nobody ends its receiving meanwhile, while others go on reading. Throws 404, and what its life refuses.
 */
export async function readingInto(ctx: Ctx, id: number): Promise<Entry> {
  const where = whereOf([sql`t.id = ${id}`, ...visibleFilter(ctx, entrada)])
  const [row] = await rowsOf(ctx, sql`select ${columnList(entrada, 't')} from entrada t ${where} for key share of t`)
  if (!row) throw notFound()
  const entry = typed(entrada, row)
  await guardAction(ctx, entrada, entry, { writes: 'entrada_leituras' })
  return entry
}

/** An item of an entry as it is received, in our units. */
export interface ReceivingLine {
  readonly id: number
  readonly mercadoria_id: number
  readonly xProd: string
  readonly codigo: string | null
  readonly un: string | null
  readonly decimals: number | null
  readonly controla_lote: number
  /** What the invoice says, whatever was made of the item since. */
  readonly qNota: string
  readonly qTrib: string
  readonly qRecebida: string
  readonly falta: number
  /** The other unit that the item is counted in: a box, and how many of ours it holds. */
  readonly auxiliary: { readonly un: string; readonly factor: string } | null
  readonly pTolerancia: string
}

/** The items of an entry, in the order of its invoice, with what was read of each. One query. */
export async function receivingLines(ctx: Ctx, entrada_id: number): Promise<ReceivingLine[]> {
  const rows = await rowsOf(
    ctx,
    sql`select i.id, i.mercadoria_id, coalesce(m."xProd", i."xProd") as "xProd", m.codigo, u.un, u.decimal, m.controla_lote, m."pTolerancia"::text as tolerance, i.falta,
          coalesce((i.nota ->> 'qTrib')::numeric, i."qTrib")::text as nota, i."qTrib"::text as q, coalesce(l.q, 0)::text as lida,
          a.fator_conversao::text as factor, au.un as auxiliar
        from entrada_mercadoria i join mercadoria m on m.id = i.mercadoria_id left join unidade u on u.id = m.unidade_id
        left join unidade_auxiliar a on a.id = i.unidade_auxiliar_id left join unidade au on au.id = a.unidade_id
        left join lateral (select sum(l."qTrib") as q from entrada_leitura l where l.entrada_mercadoria_id = i.id) l on true
        where i.entrada_id = ${entrada_id} order by i."nItem" nulls last, i.id`,
  )
  return rows.map((row) => ({
    id: Number(row.id),
    mercadoria_id: Number(row.mercadoria_id),
    xProd: String(row.xProd),
    codigo: row.codigo === null ? null : String(row.codigo),
    un: row.un === null ? null : String(row.un),
    decimals: row.decimal === null ? null : Number(row.decimal),
    controla_lote: Number(row.controla_lote),
    qNota: String(row.nota),
    qTrib: String(row.q),
    qRecebida: String(row.lida),
    falta: Number(row.falta),
    auxiliary: row.factor === null ? null : { un: String(row.auxiliar), factor: String(row.factor) },
    pTolerancia: String(row.tolerance),
  }))
}
