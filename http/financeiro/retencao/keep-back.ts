import { formatCurrency } from '../../../core/br/number'
import type { RETAINED } from '../../../core/fields/financeiro/retencao'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { allocate } from '../../../core/money/allocate'
import { type Decimal, decimal, sum } from '../../../core/money/decimal'
import type { Did } from '../../documents/effect'
import type { Ctx } from '../../platform/context'
import { insertMany, loadWhere, updateMany } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { contasReceber } from '../registers'
import type { Held, Title } from '../title-kinds'
import { titles } from '../titles'
import { retencao } from './retencao'

/** What a payer keeps back of a tax, in R$ as decimal text. */
export interface Retained {
  readonly tributo: keyof typeof RETAINED
  readonly valor: string
}

interface Share extends Retained {
  readonly conta_receber_id: number
}

/**
 * Takes what a payer keeps back off receivables, as a part of a step: each tax is shared by what they still owe, so each owes the net amount. What an acquirer
 * pays is nobody's to keep back. Throws 400 `over_balance` where less is owed than is kept back.
 */
export async function keepBack(
  ctx: Ctx,
  did: Did,
  receivables: readonly Title[],
  retained: readonly Retained[],
): Promise<void> {
  const refs = receivables
    .filter(({ tpConta }) => tpConta !== TITLE.CARTAO)
    .map(({ id }) => ({ kind: 'receber', id }) as const)
  const shares: Share[] = []
  await did.post(
    titles.move(refs, 'retencao', (held) => {
      shares.push(...sharesOf(held, retained))
      return shares.map(({ conta_receber_id: id, valor }) => ({
        kind: 'receber',
        id,
        evento: 'retencao',
        valor: decimal(valor).neg(),
      }))
    }),
  )
  const { id: lancamento_id, empresa_id } = did.entry
  await insertMany(
    ctx,
    retencao,
    shares.map((share) => ({ empresa_id, lancamento_id, ...share })),
  )
}

/** What is kept back of each tax of each title, shared by what these owe after the taxes before it. */
function sharesOf(held: Held, retained: readonly Retained[]): readonly Share[] {
  const left = held.all.map(({ id, title }) => ({ id, vSaldo: positive(decimal(title.vSaldo)) }))
  const asked = sum(retained.map(({ valor }) => valor))
  const owed = sum(left.map(({ vSaldo }) => vSaldo))
  if (owed.lt(asked))
    throw badRequest(
      `As contas devem ${formatCurrency(owed.toFixed(2))}, menos do que a nota retém: ${formatCurrency(asked.toFixed(2))}.`,
      'over_balance',
    )
  return retained.flatMap(({ tributo, valor }) => {
    const parts = allocate(
      valor,
      left.map(({ vSaldo }) => vSaldo),
    )
    return left.flatMap((one, at) => {
      const part = parts[at] ?? decimal(0)
      one.vSaldo = one.vSaldo.minus(part)
      return part.isZero() ? [] : [{ tributo, conta_receber_id: one.id, valor: part.toFixed(2) }]
    })
  })
}

const positive = (amount: Decimal): Decimal => (amount.sign() < 0 ? decimal(0) : amount)

/** Retentions of a step that was undone are none any more; the proofs that were noted of them stay readable. */
export async function letGoRetained(ctx: Ctx, lancamento_id: number): Promise<void> {
  const rows = await loadWhere(ctx, retencao, 'lancamento_id', [lancamento_id], { lock: true })
  const dhCancelamento = ctx.clock.now()
  await updateMany(
    ctx,
    retencao,
    rows,
    rows.map(({ id }) => ({ id, dhCancelamento })),
    'estorno',
  )
}

/** Receivables of a document that stand. */
export async function receivablesOf(ctx: Ctx, documento: string, documento_id: number): Promise<readonly Title[]> {
  const found = await loadWhere(ctx, contasReceber, 'documento_id', [documento_id])
  return found.filter((one) => one.documento === documento && one.dhCancelamento === null)
}
