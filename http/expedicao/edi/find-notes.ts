import { sql } from 'drizzle-orm'
import { showTaxId } from '../../../core/br/tax-id'
import type { EdiNote } from '../../../core/edi/edi-file'
import { nfeLife } from '../../../core/lifecycle/nfe'
import { type Ctx, rowsOf } from '../../platform/context'
import { inStates } from '../../platform/in-states'

/** The sale that a note of a carrier's file is of. */
export interface FoundNote {
  readonly venda_id: number
  readonly chNFe: string
  /** What the note is worth, and what freight its sale charged. */
  readonly vNF: string
  readonly vFrete: string
}

/** What a note was looked up to: its sale, or why it has none. */
export type Lookup =
  | { readonly found: FoundNote; readonly why?: never }
  | { readonly found?: never; readonly why: string }

const keyOf = ({ series, number }: EdiNote): string => `${series}/${number}`

/**
 * The sales of notes, by what a carrier knows of them: who issued them, series and number. Only notes that the company issued, that are authorised and of a sale, are found; of
 * any other it is said why it waits.
 */
export async function findNotes(
  ctx: Ctx,
  empresa_id: number,
  notes: readonly EdiNote[],
): Promise<(note: EdiNote) => Lookup> {
  const [company] = await rowsOf(ctx, sql`select "CNPJ_CPF" from empresa where id = ${empresa_id}`)
  const own = String(company?.CNPJ_CPF ?? '')
  const wanted = new Map(
    notes.filter((one) => one.issuer === own && one.series !== null && one.number > 0).map((one) => [keyOf(one), one]),
  )
  const asked = JSON.stringify([...wanted.values()].map(({ series, number }) => ({ s: series, n: number })))
  const rows = await rowsOf(
    ctx,
    sql`select distinct on (n.serie, n."nNF") n.serie, n."nNF", n.venda_id, n."chNFe", n."vNF"::text as "vNF", coalesce(v."vFrete", 0)::text as "vFrete"
        from jsonb_to_recordset(${asked}::jsonb) w(s int, n int)
        join nfe n on n.empresa_id = ${empresa_id} and n.mod = 55 and n.serie = w.s and n."nNF" = w.n and ${inStates(nfeLife, ['autorizada', 'cancelando'], 'n')}
        left join venda v on v.id = n.venda_id order by n.serie, n."nNF", n.id desc`,
  )
  const found = new Map(rows.map((row) => [`${Number(row.serie)}/${Number(row.nNF)}`, row]))
  return (note) => {
    if (note.issuer !== own)
      return {
        why:
          note.issuer === ''
            ? 'O arquivo não diz quem emitiu a nota.'
            : `A nota é de outro emitente: ${showTaxId(note.issuer)}.`,
      }
    const row = found.get(keyOf(note))
    if (!row) return { why: `Não há NF-e autorizada de série ${note.series ?? '?'} e número ${note.number}.` }
    if (row.venda_id === null) return { why: 'A nota não é de uma venda.' }
    return {
      found: {
        venda_id: Number(row.venda_id),
        chNFe: String(row.chNFe ?? ''),
        vNF: String(row.vNF),
        vFrete: String(row.vFrete),
      },
    }
  }
}
