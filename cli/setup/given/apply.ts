import { sql } from 'drizzle-orm'
import { empresa } from '../../../http/cadastros/empresa'
import { armazenamento } from '../../../http/estoque/registers'
import { pagamento } from '../../../http/financeiro/registers'
import { type Ctx, rowsOf } from '../../../http/platform/context'
import { find } from '../../../http/platform/engine/write'
import { readTaxId } from '../../../core/br/tax-id'
import { refused } from '../../exit'
import { type Change, put } from './put'
import type { Entry, Given } from './shape'
import { applyUsers, type Password } from './users'

export interface Outcome {
  readonly empresa_id: number
  readonly changes: readonly Change[]
  /** Passwords that were generated here and are told nowhere else. */
  readonly passwords: readonly Password[]
}

/**
 * Brings the registers to what is given, in the caller's transaction: what is there already and says the same is kept, so that a second run changes nothing.
 * Throws exit code 1 that names part and field; nothing is kept then.
 */
export async function applyGiven(ctx: Ctx, given: Given): Promise<Outcome> {
  const changes: Change[] = []
  const empresa_id = await applyCompany(ctx, given.empresa ?? {}, changes)
  const empresas = [...new Set([...ctx.actor.empresas, empresa_id])]
  const inside: Ctx = { ...ctx, actor: { ...ctx.actor, empresas, empresa_id } }
  await applyPlaces(inside, given.locais, changes)
  for (const [at, values] of given.pagamentos.entries()) await applyPayment(inside, `pagamentos.${at}`, values, changes)
  const passwords = await applyUsers(inside, given.usuarios, changes)
  return { empresa_id, changes, passwords }
}

/** The company of that CNPJ; else the one that has none yet, else a new one. Without a CNPJ, the first. */
async function applyCompany(ctx: Ctx, { municipio, ...values }: Entry, changes: Change[]): Promise<number> {
  const place = 'empresa'
  const digits = typeof values.CNPJ_CPF === 'string' ? readTaxId(values.CNPJ_CPF).digits : null
  const [row] = await rowsOf(
    ctx,
    sql`select id from empresa where ${digits === null ? sql`true` : sql`"CNPJ_CPF" = ${digits} or "CNPJ_CPF" is null`}
        order by "CNPJ_CPF" is null, id limit 1`,
  )
  const before = row ? await find(ctx, empresa, Number(row.id)) : undefined
  const cMun = typeof municipio === 'string' ? { cMun: await cityOf(ctx, municipio, values.UF ?? before?.UF) } : {}
  const record = await put(ctx, { place, resource: empresa, before, changes }, { ...values, ...cMun })
  if (!before) await letAdminsIn(ctx, Number(record.id))
  return Number(record.id)
}

async function cityOf(ctx: Ctx, name: string, uf: unknown): Promise<number> {
  const rows = await rowsOf(
    ctx,
    sql`select id from municipio where prumo_busca("xMun") = prumo_busca(${name}) and ("UF" = ${String(uf ?? '').toUpperCase()} or ${uf ?? null}::text is null) limit 2`,
  )
  const [only, other] = rows
  if (!only) throw refused(`empresa.municipio: não há o município ${name}${uf ? ` em ${String(uf)}` : ''}.`)
  if (other) throw refused(`empresa.municipio: há mais de um município ${name}; informe também a UF.`)
  return Number(only.id)
}

/** A company that nobody belongs to would be seen by nobody. */
async function letAdminsIn(ctx: Ctx, empresa_id: number): Promise<void> {
  await ctx.db.execute(sql`
    insert into user_empresa (user_id, empresa_id) select x.user_id, ${empresa_id} from user_role x join role r on r.id = x.role_id
    where r.name = 'admin' on conflict do nothing`)
}

/** Places by their codes. The first that is given is the usual one, unless another says so. */
async function applyPlaces(ctx: Ctx, given: readonly Entry[], changes: Change[]): Promise<void> {
  const { empresa_id } = ctx.actor
  const usual = Math.max(
    0,
    given.findIndex(({ padrao }) => padrao === true),
  )
  for (const [at, values] of given.entries()) {
    const [row] = await rowsOf(
      ctx,
      sql`select id from armazenamento where empresa_id = ${empresa_id} and codigo = ${String(values.codigo ?? '').trim()}`,
    )
    const before = row ? await find(ctx, armazenamento, Number(row.id)) : undefined
    const whole = {
      xArmazenamento: values.codigo ?? null,
      ...(before ? {} : { empresa_id }),
      ...values,
      padrao: at === usual,
    }
    await put(
      ctx,
      { place: `locais.${at}`, resource: armazenamento, before, changes },
      before ? { ...values, padrao: at === usual } : whole,
    )
  }
  if (given.length === 0) return
  const code = String(given[usual]?.codigo ?? '').trim()
  const others = await rowsOf(
    ctx,
    sql`select id from armazenamento where empresa_id = ${empresa_id} and padrao and codigo <> ${code} order by id`,
  )
  for (const { id } of others) {
    const before = await find(ctx, armazenamento, Number(id))
    await put(ctx, { place: 'locais', resource: armazenamento, before, changes }, { padrao: false })
  }
}

/** A means of payment by what people call it. */
async function applyPayment(ctx: Ctx, place: string, values: Entry, changes: Change[]): Promise<void> {
  const [row] = await rowsOf(
    ctx,
    sql`select id from pagamento where prumo_busca(descricao) = prumo_busca(${String(values.descricao ?? '')})
        and (empresa_id is null or empresa_id = ${ctx.actor.empresa_id}) order by empresa_id nulls last, id limit 1`,
  )
  const before = row ? await find(ctx, pagamento, Number(row.id)) : undefined
  await put(ctx, { place, resource: pagamento, before, changes }, values)
}
