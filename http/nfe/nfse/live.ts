import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { hold } from '../../platform/engine/hold'
import { deleteRows, load, loadWhere } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { type Nfse, nfse } from './nfse'

/** Signed, not over, and in nobody's place any more. */
const LIVES = sql`n."dhAssinatura" is not null and n."dhCancelamento" is null and n."dhAbandono" is null and n."dhSubstituicao" is null`

/** Whether an order has a note that lives: on its way, refused and not given up, or authorised. */
export async function hasLiveNfse(ctx: Pick<Ctx, 'db'>, order: number, but: readonly number[] = []): Promise<boolean> {
  const [row] = await rowsOf(
    ctx,
    sql`select 1 from nfse n where n.ordem_servico_id = ${order} and ${LIVES} and not n.id = any (${`{${but.join(',')}}`}::int[]) limit 1`,
  )
  return row !== undefined
}

/** Services of an order that have a note already: a draft, or one that lives. */
export async function servicesWithNote(ctx: Ctx, order: number, but: number): Promise<ReadonlySet<number>> {
  const rows = await rowsOf(
    ctx,
    sql`select n.servico_id from nfse n where n.ordem_servico_id = ${order} and n.id <> ${but} and (${LIVES} or n.status = 0) limit 1000`,
  )
  return new Set(rows.map(({ servico_id }) => Number(servico_id)))
}

/**
 * What is signed is the one note of its services: whoever signs another of the same order meanwhile waits, and looks again. The note whose place it takes lives until it
 * is authorised. Throws 400 `has_note`.
 */
export async function assertOnlyNfse(
  ctx: Ctx,
  { id, ordem_servico_id, servico_id, substitui_id }: Nfse,
): Promise<void> {
  await holdOrder(ctx, ordem_servico_id)
  const [row] = await rowsOf(
    ctx,
    sql`select 1 from nfse n where n.ordem_servico_id = ${ordem_servico_id} and n.servico_id = ${servico_id} and ${LIVES}
        and n.id <> ${id} and n.id is distinct from ${substitui_id} limit 1`,
  )
  if (row) throw badRequest('Estes serviços da ordem já têm outra NFS-e.', 'has_note')
}

/** One at a time issues, or takes back, what is of an order. */
export const holdOrder = (ctx: Ctx, order: number): Promise<void> => hold(ctx, 'nfse_ordem', [String(order)])

/** Drafts of an order. */
export async function draftsOf(ctx: Ctx, order: number): Promise<readonly Nfse[]> {
  const notes = await loadWhere(ctx, nfse, 'ordem_servico_id', [order], { lock: true })
  return notes.filter(({ status }) => status === 0)
}

/** An order whose invoicing is taken back leaves no draft of a note behind. Throws 400 `has_note` while a note of it lives. */
export async function letGoOfNfse(ctx: Ctx, order: number): Promise<void> {
  await holdOrder(ctx, order)
  if (await hasLiveNfse(ctx, order))
    throw badRequest('Esta ordem de serviço tem NFS-e: cancele a nota, que desfaz o faturamento.', 'has_note')
  const drafts = await draftsOf(ctx, order)
  if (drafts.length > 0) await deleteRows(ctx, nfse, drafts)
}

/** A note, held to the end of the transaction. */
export const lockedNfse = (ctx: Ctx, id: number): Promise<Nfse> => load(ctx, nfse, id, { lock: true })
