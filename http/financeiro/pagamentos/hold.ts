import { sql } from 'drizzle-orm'
import { AT_BANK, ITEM, LIVE_ITEM, PAY_LINE } from '../../../core/fields/financeiro/remessa-pagamento'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { announce, loadWhere, setRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { resourceNamed, type Row } from '../../platform/resource'
import { recount } from './retorno-pagamento'

/** What a payable that is in a remittance asks of whoever settles, cancels or reverses it by another way. */

const items = () => resourceNamed('remessa_pagamento_conta')
const lines = () => resourceNamed('retorno_pagamento_item')

/** Items that may still be paid, of payables. */
async function liveItems(ctx: Ctx, payables: readonly number[], states: readonly number[]): Promise<Row[]> {
  if (payables.length === 0) return []
  return rowsOf(
    ctx,
    sql`select id, conta_pagar_id, remessa_pagamento_id, situacao from remessa_pagamento_conta where conta_pagar_id = any (${intArray(payables)}::int[])
        and situacao = any (${intArray(states)}::int[]) order by id`,
  )
}

/** A payable whose payment is approved, or with the bank, is settled by hand only by who says so. It is held from here on. Throws 400 `confirm`. */
export async function askOfPayments(ctx: Ctx, payables: readonly number[], confirma: boolean): Promise<void> {
  await loadWhere(ctx, resourceNamed('contas_pagar'), 'id', payables, { lock: true })
  if (confirma) return
  const [first] = await liveItems(ctx, payables, [ITEM.APROVADO, ...AT_BANK])
  if (!first) return
  const where = first.situacao === ITEM.APROVADO ? 'foi aprovada para pagamento' : 'está em pagamento no banco'
  throw badRequest(
    `A conta ${Number(first.conta_pagar_id)} ${where}, na remessa de pagamentos ${Number(first.remessa_pagamento_id)}: deseja dar baixa assim mesmo?`,
    'confirm',
  )
}

/** A payable whose payment the bank has is not cancelled. It is held by the caller. Throws 400 `in_payment`. */
export async function assertNotAtBank(ctx: Ctx, payable: number): Promise<void> {
  const [first] = await liveItems(ctx, [payable], AT_BANK)
  if (first)
    throw badRequest(
      `Esta conta está em pagamento no banco, na remessa de pagamentos ${Number(first.remessa_pagamento_id)}: espere o retorno.`,
      'in_payment',
    )
}

/** Payables that owe nothing any more take items along that the bank does not have. They are held by the caller. */
export async function followPayables(
  ctx: Ctx,
  moved: readonly { readonly id: number; readonly record: { readonly vSaldo: string } }[],
): Promise<void> {
  const done = moved.filter(({ record }) => decimal(record.vSaldo).sign() <= 0).map(({ id }) => id)
  const gone = await liveItems(ctx, done, [ITEM.RASCUNHO, ITEM.APROVADO])
  await setRows(
    ctx,
    items(),
    gone.map((row) => Number(row.id)),
    { situacao: ITEM.CANCELADO, motivo: 'A conta a pagar já não tem saldo.' },
  )
  for (const id of new Set(gone.map((row) => Number(row.remessa_pagamento_id))))
    await announce(ctx, resourceNamed('remessa_pagamento'), id)
}

/** Lines of returns that a fact settled. */
async function linesOf(ctx: Ctx, lancamento_id: number): Promise<Row[]> {
  return rowsOf(
    ctx,
    sql`select l.id, l.retorno_pagamento_id, l.remessa_pagamento_conta_id, i.remessa_pagamento_id, i.conta_pagar_id from retorno_pagamento_item l
        join remessa_pagamento_conta i on i.id = l.remessa_pagamento_conta_id where l.lancamento_id = ${lancamento_id} order by l.id`,
  )
}

/** Holds the remittance of a fact before all else of it: whoever settles does so too. */
export async function holdPaymentOf(ctx: Ctx, lancamento_id: number): Promise<void> {
  const heads = (await linesOf(ctx, lancamento_id)).map((row) => Number(row.remessa_pagamento_id))
  await loadWhere(ctx, resourceNamed('remessa_pagamento'), 'id', heads, { lock: true })
}

/** Opens the payments that a fact had settled: the bank still says that they are paid. */
export async function reopenPaymentOf(ctx: Ctx, lancamento_id: number): Promise<void> {
  const own = await linesOf(ctx, lancamento_id)
  if (own.length === 0) return
  await setRows(
    ctx,
    lines(),
    own.map((row) => Number(row.id)),
    { situacao: PAY_LINE.A_BAIXAR, lancamento_id: null, motivo: 'A baixa foi estornada; o banco diz que pagou.' },
  )
  const other = new Set(
    (
      await liveItems(
        ctx,
        own.map((row) => Number(row.conta_pagar_id)),
        LIVE_ITEM,
      )
    ).map((row) => Number(row.conta_pagar_id)),
  )
  const free = own.filter((row) => !other.has(Number(row.conta_pagar_id)))
  await setRows(
    ctx,
    items(),
    free.map((row) => Number(row.remessa_pagamento_conta_id)),
    { situacao: ITEM.AGENDADO, motivo: 'A baixa foi estornada; o banco diz que pagou.' },
  )
  await recount(
    ctx,
    own.map((row) => Number(row.retorno_pagamento_id)),
  )
}
