import { sql } from 'drizzle-orm'
import { overdueNotice } from '../../core/access'
import { readTaxId } from '../../core/br/tax-id'
import { type Actor, type Ctx, rowsOf } from '../platform/context'
import { invalid } from '../platform/errors'

/**
 * The subscriber of this installation (document 1, section 3, "client account"): how far behind it is. One row, set by `prumo assinante`
 * or by a billing service that runs it; nothing that the subscriber's own users can call changes it.
 */
export interface Assinante {
  readonly CNPJ_CPF: string | null
  readonly uuid: string
  readonly qDiasDevedor: number
  readonly qParcelasDevedor: number
  /** Where it pays; `{cnpj}` stands for its tax id. */
  readonly boleto_url: string | null
}

/** Reads the subscriber; undefined before one was set. */
export async function readAssinante(ctx: Pick<Ctx, 'db'>): Promise<Assinante | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select "CNPJ_CPF", uuid, "qDiasDevedor", "qParcelasDevedor", boleto_url from assinante`,
  )
  if (row === undefined) return undefined
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return {
    CNPJ_CPF: text(row.CNPJ_CPF),
    uuid: String(row.uuid),
    qDiasDevedor: Number(row.qDiasDevedor),
    qParcelasDevedor: Number(row.qParcelasDevedor),
    boleto_url: text(row.boleto_url),
  }
}

export type AssinanteChange = Partial<Omit<Assinante, 'uuid'>>

const LIMITS = { qDiasDevedor: 3650, qParcelasDevedor: 1000 } as const

function assertGood({ CNPJ_CPF, boleto_url, ...counts }: AssinanteChange): void {
  if (typeof CNPJ_CPF === 'string' && !readTaxId(CNPJ_CPF).valid) throw invalid({ CNPJ_CPF: ['CNPJ ou CPF inválido.'] })
  if (typeof boleto_url === 'string' && !/^https?:\/\/[^\s"'<>]{3,400}$/.test(boleto_url))
    throw invalid({ boleto_url: ['Informe um endereço que comece com https://.'] })
  for (const [name, value] of Object.entries(counts)) {
    const limit = name === 'qDiasDevedor' ? LIMITS.qDiasDevedor : LIMITS.qParcelasDevedor
    if (!Number.isInteger(value) || value < 0 || value > limit)
      throw invalid({ [name]: [`Informe um número de 0 a ${limit}.`] })
  }
}

/** Sets what is given and keeps the rest. Throws 422. */
export async function setAssinante(ctx: Pick<Ctx, 'db' | 'clock'>, change: AssinanteChange): Promise<Assinante> {
  assertGood(change)
  const before = await readAssinante(ctx)
  const next = { CNPJ_CPF: null, qDiasDevedor: 0, qParcelasDevedor: 0, boleto_url: null, ...before, ...change }
  const digits = next.CNPJ_CPF === null ? null : readTaxId(next.CNPJ_CPF).digits
  await ctx.db.execute(sql`
    insert into assinante ("CNPJ_CPF", "qDiasDevedor", "qParcelasDevedor", boleto_url)
    values (${digits}, ${next.qDiasDevedor}, ${next.qParcelasDevedor}, ${next.boleto_url})
    on conflict (id) do update set "CNPJ_CPF" = excluded."CNPJ_CPF", "qDiasDevedor" = excluded."qDiasDevedor",
      "qParcelasDevedor" = excluded."qParcelasDevedor", boleto_url = excluded.boleto_url, dh = ${ctx.clock.now()}`)
  const after = await readAssinante(ctx)
  if (after === undefined) throw new Error('The subscriber was not stored.')
  return after
}

/** What the caller is to be warned of, once for each sign-in; null for who is not concerned or was warned already. */
export async function overdueFor(ctx: Pick<Ctx, 'db'>, actor: Actor): Promise<object | null> {
  const account = await readAssinante(ctx)
  if (account === undefined) return null
  const { devedor, seconds } = overdueNotice(actor, account)
  if (!devedor) return null
  const [row] = await rowsOf(
    ctx,
    sql`select aviso_bloqueio_em is not null as warned from sessao where id = ${actor.session_id}`,
  )
  if (row?.warned === true) return null
  const { boleto_url, ...rest } = account
  const pay = boleto_url?.replaceAll('{cnpj}', account.CNPJ_CPF ?? '') ?? null
  return { ...rest, devedor, segundos: seconds, boleto_url: pay }
}

/** The notice was closed in this session. */
export async function rememberWarning(ctx: Pick<Ctx, 'db'>, actor: Actor): Promise<void> {
  await ctx.db.execute(
    sql`update sessao set aviso_bloqueio_em = coalesce(aviso_bloqueio_em, now()) where id = ${actor.session_id}`,
  )
}
