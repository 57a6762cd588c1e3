import { sql } from 'drizzle-orm'
import { entradaLifecycle } from '../../../core/lifecycle/entrada'
import { assertTransition } from '../../../core/lifecycle/lifecycle'
import { entryItem } from '../../../core/stock/entry-item'
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

/** Fills what an item costs. Where only a rate of IPI is given, it is the rate on the goods. */
function costItem({ before, values }: Draft): void {
  const item = { ...before, ...values }
  const amount = (name: string): string => text(item[name]) ?? '0'
  const toldRate = values.pIPI !== undefined && values.vIPI === undefined
  const cost = entryItem({
    qCom: amount('qCom'),
    vUnCom: amount('vUnCom'),
    fatorConversao: text(item.fatorConversao) ?? '1',
    vProd: text(values.vProd),
    vFrete: amount('vFrete'),
    vSeg: amount('vSeg'),
    vOutro: amount('vOutro'),
    vDesc: amount('vDesc'),
    pIPI: amount('pIPI'),
    vIPI: toldRate ? null : amount('vIPI'),
    vICMSST: amount('vICMSST'),
  })
  Object.assign(values, {
    vProd: cost.vProd.toFixed(2),
    vTotalBruto: cost.vProd.toFixed(2),
    vIPI: cost.vIPI.toFixed(2),
    qTrib: cost.qTrib.toFixed(4),
    vUnTrib: cost.vUnTrib.toFixed(10),
    vTotal: cost.vTotal.toFixed(2),
    vCustoUn: cost.vCustoUn.toFixed(10),
  })
}

async function recompute(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.execute(sql`
    update entrada e set "vProd" = s.prod, "vFrete" = s.frete, "vOutro" = s.outro, "vDesc" = s.descontos, "vIPI" = s.ipi, "vST" = s.st, "vTotal" = s.total
    from (select coalesce(sum("vProd"), 0) as prod, coalesce(sum("vFrete" + "vSeg"), 0) as frete, coalesce(sum("vOutro"), 0) as outro, coalesce(sum("vDesc"), 0) as descontos,
                 coalesce(sum("vIPI"), 0) as ipi, coalesce(sum("vICMSST"), 0) as st, coalesce(sum("vTotal"), 0) as total
          from entrada_mercadoria where entrada_id = ${id}) s
    where e.id = ${id}`)
}
