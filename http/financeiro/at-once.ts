import { sql } from 'drizzle-orm'
import { ZERO } from '../../core/money/decimal'
import { begin } from '../documents/effect'
import { stepsWhere, undoPostings } from '../documents/undo'
import type { Ctx } from '../platform/context'
import { loadWhere } from '../platform/engine/write'
import { usualAccount } from './accounts'
import { cash } from './cash'
import { cashRows, pay, type Paid } from './payment'
import { contasReceber } from './registers'
import { titles } from './titles'

/** Receivables whose method settles at once: each is paid by a fact of its own as its document is invoiced, and goes back with it. */

interface AtOnce {
  readonly id: number
  readonly pagamento_id: number | null
}

/** Settles receivables that have just been opened, each whole, in the account of its method or the company's usual one. Throws 400 `no_account`. */
export async function receiveAtOnce(ctx: Ctx, empresa_id: number, dues: readonly AtOnce[]): Promise<void> {
  const found = new Map(
    (
      await loadWhere(
        ctx,
        contasReceber,
        'id',
        dues.map((one) => one.id),
      )
    ).map((one) => [one.id, one]),
  )
  const accounts = new Map<number | null, number>()
  const dMovimento = ctx.clock.today()
  // A sale has 120 instalments at most, and few that are paid at once.
  for (const { id, pagamento_id } of dues) {
    const title = found.get(id)
    if (!title) continue
    const banco_id = accounts.get(pagamento_id) ?? (await usualAccount(ctx, { empresa_id, pagamento_id }))
    accounts.set(pagamento_id, banco_id)
    const dados = { automatica: true }
    const did = await begin(ctx, { documento: 'contas_receber', documento_id: id, empresa_id, passo: 'baixa', dados })
    const paid: Paid[] = []
    await did.post(
      titles.move([{ kind: 'receber', id }], 'baixa', (held) => {
        const one = pay(held, { kind: 'receber', id, amounts: {}, dMovimento, takesSurplus: false })
        paid.push(one)
        return one.moves
      }),
    )
    const descricao = `Conta ${title.numero ?? id}`
    const fee = { vTarifa: ZERO, feeAccount: null }
    await did.post(
      cash.move(cashRows({ kind: 'receber', banco_id, dMovimento, ...fee, titles: [title], paid, descricao })),
    )
  }
}

/** Takes back what was received by itself for a document that is cancelled. What somebody settled stays, and refuses that. */
export async function takeBackAtOnce(ctx: Ctx, documento: string, documento_id: number): Promise<void> {
  const facts = await stepsWhere(
    ctx,
    sql`t.documento = 'contas_receber' and t.passo = 'baixa' and t."dhDesfeito" is null and t.dados @> '{"automatica": true}'
      and t.documento_id in (select r.id from contas_receber r where r.documento = ${documento} and r.documento_id = ${documento_id})`,
  )
  for (const fact of facts.toReversed()) await undoPostings(ctx, fact, { allowNegative: false })
}
