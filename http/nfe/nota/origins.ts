import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { deleteRows, loadWhere } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { nfe } from './nfe'

/** Documents that a note may be of, and the column of the note that names each. */
export const ORIGINS = {
  venda: 'venda_id',
  venda_devolucao: 'venda_devolucao_id',
  devolucao: 'devolucao_id',
  saida: 'saida_id',
  transf_armaz: 'transf_armaz_id',
} as const

export type Origin = keyof typeof ORIGINS

const NAMES: readonly Origin[] = ['venda', 'venda_devolucao', 'devolucao', 'saida', 'transf_armaz']

/** The document that a note is of; undefined where it is of none. */
export function originOf(note: Row): { readonly of: Origin; readonly id: number } | undefined {
  const of = NAMES.find((name) => typeof note[ORIGINS[name]] === 'number')
  return of && { of, id: Number(note[ORIGINS[of]]) }
}

/** Whether a document has a note that lives: on its way, refused and not given up, or authorised. A draft is none yet. */
export async function hasLiveNote(ctx: Pick<Ctx, 'db'>, of: Origin, id: number): Promise<boolean> {
  const [row] = await rowsOf(
    ctx,
    sql`select 1 from nfe where ${sql.identifier(ORIGINS[of])} = ${id} and nfce_id is null and "dhAssinatura" is not null and "dhCancelamento" is null
        and "dhAbandono" is null and "dhDenegacao" is null limit 1`,
  )
  return row !== undefined
}

/** A cancelled document leaves no draft of a note behind. */
export async function dropDrafts(ctx: Ctx, of: Origin, id: number): Promise<void> {
  const drafts = (await loadWhere(ctx, nfe, ORIGINS[of], [id], { lock: true })).filter(({ status }) => status === 0)
  if (drafts.length > 0) await deleteRows(ctx, nfe, drafts)
}
