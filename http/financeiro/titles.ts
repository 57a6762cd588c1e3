import { sql } from 'drizzle-orm'
import { decimal, ZERO } from '../../core/money/decimal'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError } from '../platform/errors'
import { announce, insertMany, insertRows, loadWhere, updateRows } from '../platform/engine/write'
import { audit } from '../platform/engine/audit'
import { contasPagar, contasReceber, movimentoFinanceiro } from './registers'

/** Receivables or payables; each has its own register and one ledger column. */
const KINDS = {
  receber: { resource: contasReceber, person: 'cliente_id', column: 'contas_receber_id' },
  pagar: { resource: contasPagar, person: 'fornecedor_id', column: 'contas_pagar_id' },
} as const

export type TitleKind = keyof typeof KINDS

/** The document that gives rise to titles. */
export interface TitleDocument {
  readonly documento: string
  readonly documento_id: number
  readonly empresa_id: number
  readonly person_id: number
}

/** A title to open: amounts as decimal text. */
export interface NewTitle {
  readonly numero: string
  readonly parcela: number
  readonly vDup: string
  readonly dVencimento: string
  readonly pagamento_id: number | null
}

/** Opens titles and writes their first ledger rows, in the caller's transaction. Answers their ids, in order. */
export async function openTitles(
  ctx: Ctx,
  kind: TitleKind,
  document: TitleDocument,
  titles: readonly NewTitle[],
): Promise<number[]> {
  const { resource, person, column } = KINDS[kind]
  const { person_id, ...origin } = document
  const dEmissao = ctx.clock.today()
  const worth = titles.filter((one) => decimal(one.vDup).cmp(ZERO) > 0)
  const stored = await insertMany(
    ctx,
    resource,
    worth.map((one) => ({
      ...one,
      ...origin,
      [person]: person_id,
      dEmissao,
      vSaldo: one.vDup,
      uuid: crypto.randomUUID(),
    })),
  )
  await insertRows(
    ctx,
    movimentoFinanceiro,
    stored.map((one) => ({
      empresa_id: one.empresa_id,
      [column]: one.id,
      evento: 'abertura',
      valor: one.vDup,
      user_id: ctx.actor.id || null,
    })),
  )
  if (stored[0]) await announce(ctx, resource, stored[0].id)
  return stored.map((one) => one.id)
}

/** Cancels every open title of a document. Throws 400 `paid` when one has been paid, in whole or in part. */
export async function cancelTitles(
  ctx: Ctx,
  kind: TitleKind,
  document: Pick<TitleDocument, 'documento' | 'documento_id' | 'empresa_id'>,
): Promise<void> {
  const { resource, column } = KINDS[kind]
  const found = await rowsOf(
    ctx,
    sql`select id from ${sql.raw(`"${resource.name}"`)} where documento = ${document.documento} and documento_id = ${document.documento_id}
        and empresa_id = ${document.empresa_id} and "dhCancelamento" is null`,
  )
  const titles = await loadWhere(
    ctx,
    resource,
    'id',
    found.map((row) => Number(row.id)),
    { lock: true },
  )
  if (titles.some((one) => decimal(one.vPago).cmp(ZERO) > 0))
    throw new ApiError(400, 'paid', 'Há parcelas com baixa: estorne as baixas antes de cancelar.')
  const dhCancelamento = ctx.clock.now()
  const changed = await updateRows(
    ctx,
    resource,
    titles.map((one) => ({ id: one.id, dhCancelamento, vSaldo: '0.00' })),
  )
  const before = new Map(titles.map((one) => [one.id, one]))
  await insertRows(
    ctx,
    movimentoFinanceiro,
    titles.map((one) => ({
      empresa_id: one.empresa_id,
      [column]: one.id,
      evento: 'cancelamento',
      valor: ZERO.minus(one.vSaldo).toFixed(2),
      user_id: ctx.actor.id || null,
    })),
  )
  await audit(
    ctx,
    changed.map((record) => ({ resource, record, before: before.get(record.id), acao: 'cancela' })),
  )
  if (titles[0]) await announce(ctx, resource, titles[0].id)
}
