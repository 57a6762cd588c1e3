import { begin } from '../documents/effect'
import type { Ctx } from '../platform/context'
import { find } from '../platform/engine/write'
import { notFound } from '../platform/errors'
import { planoConta } from './caixa'
import { cash, type CashMove } from './cash'

/** Entries of cash that are of no title: which way the money of their account of the plan goes, and how they are posted. */

/** The sign of an account of the plan: 3 is money out, 4 money in (document 3); of another root whoever enters it says so: 0. Throws 404. */
export async function signOfPlan(ctx: Ctx, plano_conta_id: number): Promise<-1 | 0 | 1> {
  const account = await find(ctx, planoConta, plano_conta_id)
  if (!account) throw notFound()
  const root = account.codigo.slice(0, 1)
  return root === '3' ? -1 : root === '4' ? 1 : 0
}

/** Posts an entry of one row as a fact of its own. */
export async function postEntry(ctx: Ctx, empresa_id: number, move: Omit<CashMove, 'evento'>) {
  const { banco_id } = move
  const did = await begin(ctx, { documento: 'banco', documento_id: banco_id, empresa_id, passo: 'lancaCaixa' })
  const [id = 0] = await did.post(cash.move([{ ...move, evento: 'lancamento' }]))
  return { id, lancamento_id: did.entry.id }
}
