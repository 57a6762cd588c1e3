import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { hold } from '../../platform/engine/hold'
import { intArray } from '../../platform/engine/query'
import { deleteRows, load, loadWhere, update } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { LIVES, type Nfse, nfse } from './nfse'

/** Whether an order has a note that lives: on its way, refused and not given up, or authorised. */
export async function hasLiveNfse(ctx: Pick<Ctx, 'db'>, order: number, but: readonly number[] = []): Promise<boolean> {
  const [row] = await rowsOf(
    ctx,
    sql`select 1 from nfse n where n.ordem_servico_id = ${order} and ${LIVES} and not n.id = any (${`{${but.join(',')}}`}::int[]) limit 1`,
  )
  return row !== undefined
}

/** Whether a note that lives had the service `s` when it was signed, whatever the registers say since; `but`: notes that do not count. */
export const isCovered = (order: unknown, but: readonly (number | null)[] = []): SQL =>
  sql`exists (select 1 from nfse n where n.ordem_servico_id = ${order} and ${LIVES} and n.servicos @> to_jsonb(s.id)
    and not n.id = any (${intArray(but.filter((id) => id !== null))}::int[]))`

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
    sql`select 1 from servico s where s.id = ${servico_id} and ${isCovered(ordem_servico_id, [id, substitui_id])}`,
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

/** A note whose place was taken is on its own again where the other is over and it is still in force itself: it may be cancelled or corrected. While the event of its substitution is under way, that decides. */
export async function letStand(ctx: Ctx, replaced: Nfse, by: number): Promise<void> {
  if (replaced.substituta_id !== by || replaced.dhSubstituicao !== null) return
  const [waiting] = await rowsOf(
    ctx,
    sql`select 1 from nfse_evento where nfse_id = ${replaced.id} and "tpEvento" = '105102' and situacao = 'enviando' limit 1`,
  )
  if (!waiting) await update(ctx, nfse, replaced, { substituta_id: null }, 'não foi substituída')
}
