import { sql } from 'drizzle-orm'
import { addDays } from '../../../core/br/civil-date'
import { formatCurrency } from '../../../core/br/number'
import { type Amount, decimal, type Decimal, HUNDRED, sum, ZERO } from '../../../core/money/decimal'
import { clienteCashback } from '../../cadastros/cliente-cashback'
import { type Ctx, rowsOf } from '../../platform/context'
import { insert, loadWhere, update } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import type { RecordOf } from '../../platform/resource'

/**
 * Cashback by the company's rule: a percentage of what a customer pays of a sale, from a least value on, to be spent until a day. It is kept in the
 * customer's register and is owed to nobody before it is used: then it becomes credit (`use.ts`).
 */

type Cashback = RecordOf<typeof clienteCashback>

/** A sale that is invoiced: its total, and how much of that the customer's credit pays. Credit that is spent earns nothing again. */
export interface Earning {
  readonly id: number
  readonly empresa_id: number
  readonly cliente_id: number
  readonly vTotal: Amount
  readonly byCredit: Amount
}

interface Rule {
  readonly percent: Decimal
  readonly days: number | null
}

/** The rule of the company, for a sale that it covers: of a customer who is known by a tax id, of the least value. */
async function ruleFor(ctx: Ctx, { empresa_id, cliente_id, vTotal }: Earning): Promise<Rule | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select e."pCashback"::text as percent, e."qDiasCashback" as days, e."vMinCashback"::text as least
        from empresa e join cliente c on c.id = ${cliente_id} where e.id = ${empresa_id} and e."pCashback" > 0 and c."CNPJ_CPF" is not null`,
  )
  if (!row || decimal(vTotal).lt(String(row.least ?? '0'))) return undefined
  return { percent: decimal(String(row.percent)), days: typeof row.days === 'number' ? row.days : null }
}

const earned = (base: Decimal, percent: Amount): Decimal => base.times(percent).div(HUNDRED).round(2, 'half-up')

/** Gives what a sale earns, in the transaction that invoices it; nothing where it earns less than a cent. */
export async function earnCashback(ctx: Ctx, sale: Earning): Promise<void> {
  const rule = await ruleFor(ctx, sale)
  const value = rule && earned(decimal(sale.vTotal).minus(sale.byCredit), rule.percent)
  if (!rule || !value || value.sign() <= 0) return
  await insert(ctx, clienteCashback, {
    empresa_id: sale.empresa_id,
    cliente_id: sale.cliente_id,
    venda_id: sale.id,
    vCashback: value.toFixed(2),
    pCashback: rule.percent.toFixed(2),
    dValidade: rule.days === null ? null : addDays(ctx.clock.today(), rule.days),
  })
}

/** What the rule gave for a sale, locked: the part that was not used, what of it was, and what was withdrawn. */
async function given(ctx: Ctx, venda_id: number) {
  const all = (await loadWhere(ctx, clienteCashback, 'venda_id', [venda_id], { lock: true })).filter(
    (one) => one.pCashback !== null,
  )
  const [stands, gone] = [true, false].map((is) => all.filter((one) => (one.dhCancelamento === null) === is))
  const isUsed = (one: Cashback) => one.dhUso !== null || one.dhCredito !== null
  const used = sum((stands ?? []).filter(isUsed).map((one) => one.vCashback))
  return { open: (stands ?? []).filter((one) => !isUsed(one)), used, gone: gone ?? [], percent: all[0]?.pCashback }
}

/** A sale that is cancelled earns nothing. Throws 400 `cashback_used` where some of it was used. */
export async function loseCashback(ctx: Ctx, venda_id: number): Promise<void> {
  const { open, used } = await given(ctx, venda_id)
  if (used.sign() > 0)
    throw badRequest(
      `O cashback desta venda já foi usado (${formatCurrency(used.toFixed(2))}): desfaça o uso antes.`,
      'cashback_used',
    )
  for (const one of open) await withdraw(ctx, one)
}

const withdraw = (ctx: Ctx, one: Cashback) =>
  update(ctx, clienteCashback, one, { dhCancelamento: ctx.clock.now() }, 'cancela')

/** A return that is finalised just now, and what it takes back; nothing where it is cancelled. */
interface Returned {
  readonly devolucao_id: number
  readonly vTotal: Amount
}

const NO_RETURN: Returned = { devolucao_id: 0, vTotal: 0 }

/**
 * What a sale earns follows what comes back of it: called when a return is finalised or cancelled, and when a use is undone, in its transaction. What was
 * used already stays the customer's; what is open is set to the rest, and nothing is left where that is nothing.
 */
export async function recountCashback(ctx: Ctx, venda_id: number, by = NO_RETURN): Promise<void> {
  const { open, used, gone, percent } = await given(ctx, venda_id)
  if (!percent) return
  const rest = earned(await keptOf(ctx, venda_id, by), percent).minus(used)
  const wanted = rest.sign() < 0 ? ZERO : rest
  if (wanted.eq(sum(open.map((one) => one.vCashback)))) return
  const [first, ...others] = open.length > 0 ? open : gone.slice(0, 1)
  if (!first) return
  for (const one of others) await withdraw(ctx, one)
  if (wanted.isZero()) await withdraw(ctx, first)
  else await update(ctx, clienteCashback, first, { vCashback: wanted.toFixed(2), dhCancelamento: null }, 'recalcula')
}

/** What a customer keeps of a sale, without what credit paid and what returns that stand took back; never less than nothing. */
async function keptOf(ctx: Ctx, venda_id: number, { devolucao_id, vTotal }: Returned): Promise<Decimal> {
  const [row] = await rowsOf(
    ctx,
    sql`select v."vTotal"::text as total,
          coalesce((select sum(-m.valor) from movimento_financeiro m join contas_receber r on r.id = m.contas_receber_id
            join lancamento n on n.id = m.lancamento_id
            where r.documento = 'venda' and r.documento_id = v.id and m.evento = 'compensacao' and n.passo = 'fatura' and n."dhDesfeito" is null), 0)::text as credit,
          coalesce((select sum(d."vTotal") from venda_devolucao d where d.venda_id = v.id and d."dhFinalizacao" is not null and d."dhCancelamento" is null and d.id <> ${devolucao_id}), 0)::text as back
        from venda v where v.id = ${venda_id}`,
  )
  const kept = decimal(String(row?.total ?? '0'))
    .minus(String(row?.credit ?? '0'))
    .minus(String(row?.back ?? '0'))
    .minus(vTotal)
  return kept.sign() < 0 ? ZERO : kept
}
