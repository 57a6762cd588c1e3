import { sql } from 'drizzle-orm'
import { entradaLifecycle } from '../../../core/lifecycle/entrada'
import { assertTransition } from '../../../core/lifecycle/lifecycle'
import { type Decimal, decimal, HUNDRED, roundHalfUp } from '../../../core/money/decimal'
import type { Ctx } from '../../platform/context'
import { defaultLocation } from '../ledger'
import { load } from '../../platform/engine/write'
import { type Draft, type Hooks, resourceNamed, type Row } from '../../platform/resource'

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** Throws the refusal of an action that an entry does not allow now. */
export function assertEntrada(entrada: Row, action: string): void {
  assertTransition(
    entradaLifecycle,
    { dhFinalizacao: text(entrada.dhFinalizacao), dhCancelamento: text(entrada.dhCancelamento) },
    action,
  )
}

export const entradaHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    for (const { before, values } of drafts) {
      if (before) assertEntrada(before, 'altera')
      else values.armazenamento_id ??= await defaultLocation(ctx, Number(values.empresa_id))
    }
  },
  after: async (ctx, [record]) => {
    if (record) await recompute(ctx, Number(record.id))
  },
  remove: (_ctx, record) => assertEntrada(record, 'altera_itens'),
}

const guard: NonNullable<Hooks['prepare']> = (_ctx, drafts, parent) => {
  if (parent && drafts.length > 0) assertEntrada(parent, 'altera_itens')
}

const remove: NonNullable<Hooks['remove']> = async (ctx, record) =>
  assertEntrada(await load(ctx, resourceNamed('entrada'), Number(record.entrada_id)), 'altera_itens')

export const itemHooks = {
  guard,
  remove,
  prepare: async (ctx: Ctx, drafts: readonly Draft[], parent?: Row) => {
    await guard(ctx, drafts, parent)
    for (const draft of drafts) costItem(draft)
  },
  after: async (ctx: Ctx, _records: readonly Row[], parent?: Row) => {
    if (parent) await recompute(ctx, Number(parent.id))
  },
}

/** Fills what an item costs: vTotal = goods + freight + insurance + other + IPI + ICMS-ST − discount (document 2, section 3). */
function costItem({ before, values }: Draft): void {
  const item = { ...before, ...values }
  const amount = (name: string): Decimal => decimal(text(item[name]) ?? '0')
  const gross =
    values.vProd === undefined || values.vProd === null
      ? roundHalfUp(amount('qCom').times(amount('vUnCom')))
      : amount('vProd')
  const quantity = roundHalfUp(amount('qCom').times(text(item.fatorConversao) ?? '1'), 4)
  const ipi = ipiOf(values, amount, gross)
  const total = gross
    .plus(amount('vFrete'))
    .plus(amount('vSeg'))
    .plus(amount('vOutro'))
    .plus(ipi)
    .plus(amount('vICMSST'))
    .minus(amount('vDesc'))
  Object.assign(values, {
    vProd: gross.toFixed(2),
    vTotalBruto: gross.toFixed(2),
    vIPI: ipi.toFixed(2),
    qTrib: quantity.toFixed(4),
    vUnTrib: quantity.isZero() ? '0' : roundHalfUp(gross.div(quantity), 10).toFixed(10),
    vTotal: total.toFixed(2),
    vCustoUn: quantity.isZero() ? '0' : roundHalfUp(total.div(quantity), 10).toFixed(10),
  })
}

/** The IPI that the invoice tells; where only a rate is given, the rate on the goods. */
function ipiOf(values: Row, amount: (name: string) => Decimal, gross: Decimal): Decimal {
  const toldRate = values.pIPI !== undefined && values.vIPI === undefined
  return toldRate ? roundHalfUp(gross.times(amount('pIPI')).div(HUNDRED)) : amount('vIPI')
}

async function recompute(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.execute(sql`
    update entrada e set "vProd" = s.prod, "vFrete" = s.frete, "vOutro" = s.outro, "vDesc" = s.descontos, "vIPI" = s.ipi, "vST" = s.st, "vTotal" = s.total
    from (select coalesce(sum("vProd"), 0) as prod, coalesce(sum("vFrete" + "vSeg"), 0) as frete, coalesce(sum("vOutro"), 0) as outro, coalesce(sum("vDesc"), 0) as descontos,
                 coalesce(sum("vIPI"), 0) as ipi, coalesce(sum("vICMSST"), 0) as st, coalesce(sum("vTotal"), 0) as total
          from entrada_mercadoria where entrada_id = ${id}) s
    where e.id = ${id}`)
}
