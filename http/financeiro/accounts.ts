import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { insert } from '../platform/engine/write'
import { badRequest } from '../platform/errors'
import { lockNames } from '../platform/locks'
import { banco } from './caixa'
import type { TitleKind } from './title-kinds'

/** In which cash account a payment is, and to which account of the plan its fee is booked. */

interface Asked {
  readonly empresa_id: number
  readonly banco_id?: number | null | undefined
  readonly pagamento_id?: number | null | undefined
}

/** The account that is named, else that of the payment method, where it is the company's. */
async function namedAccount(ctx: Ctx, { empresa_id, banco_id, pagamento_id }: Asked): Promise<number | undefined> {
  if (banco_id) return banco_id
  if (!pagamento_id) return undefined
  const [row] = await rowsOf(
    ctx,
    sql`select b.id from pagamento p join banco b on b.id = p.banco_id where p.id = ${pagamento_id} and b.empresa_id = ${empresa_id} and b.ativo`,
  )
  return row && Number(row.id)
}

/** The account of a payment that somebody settles. Throws 400 `no_account` in the specification's words (R3-070, T3-014). */
export async function accountOf(ctx: Ctx, kind: TitleKind, asked: Asked): Promise<number> {
  const id = await namedAccount(ctx, asked)
  if (id !== undefined) return id
  const message = kind === 'pagar' ? 'Selecione a "Conta Caixa"' : 'Selecione o caixa e a forma de pagamento.'
  throw badRequest(message, 'no_account')
}

/** The company's usual cash account, in use. */
async function firstAccount(ctx: Ctx, empresa_id: number): Promise<number | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select id from banco where empresa_id = ${empresa_id} and ativo order by padrao desc, id limit 1`,
  )
  return row && Number(row.id)
}

/** The account of what is settled by itself: the method's, else the company's usual one, which is made where it has none yet: money that comes is always in cash. */
export async function usualAccount(ctx: Ctx, asked: Asked): Promise<number> {
  const { empresa_id } = asked
  const id = (await namedAccount(ctx, asked)) ?? (await firstAccount(ctx, empresa_id))
  if (id !== undefined) return id
  await lockNames(ctx.db, [`conta caixa ${empresa_id}`])
  const now = await firstAccount(ctx, empresa_id)
  return now ?? (await insert(ctx, banco, { empresa_id, descricao: 'Caixa', padrao: true })).id
}

/** Where a fee of an account is booked: as the account says, else the plan's account for fees. */
export async function feeAccount(ctx: Ctx, banco_id: number): Promise<number | null> {
  const [row] = await rowsOf(
    ctx,
    sql`select coalesce((select plano_conta_id from banco where id = ${banco_id}), (select id from plano_conta where uso = 'tarifa')) as id`,
  )
  return typeof row?.id === 'number' ? row.id : null
}
