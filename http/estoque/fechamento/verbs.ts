import { sql } from 'drizzle-orm'
import { formatDate } from '../../../core/br/date-text'
import { decimal } from '../../../core/money/decimal'
import { effect } from '../../documents/effect'
import { type Ctx, rowsOf } from '../../platform/context'
import { columnList } from '../../platform/engine/columns'
import { announce, typed, updateMany } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { step } from '../../platform/step'
import { STOCK_LOCK } from '../balances'
import { stock } from '../ledger'
import { mercadoria } from '../mercadoria'
import { defaultLocation } from '../shelves'
import { type Closing, mercadoriaFechamento } from './fechamento'
import { lastDays, listStock } from './hooks'

const TOLD = 10

/** Closes the inventory for good: its lines stay as they are, costs that were told correct what is there, and the register's cost follows where it is asked (T2-045). */
export const finaliza = step(mercadoriaFechamento, 'finaliza', {
  summary: 'Finaliza o fechamento: as linhas do dia ficam como estão.',
  run: async ({ ctx, record }) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(${STOCK_LOCK}, ${record.empresa_id})`)
    const closed = (await lastDays(ctx)).get(record.empresa_id)
    if (closed !== undefined && record.dFechamento <= closed)
      throw badRequest(`O estoque já está fechado até ${formatDate(closed)}.`, 'closed')
    await listStock(ctx, record)
    await assertSettled(ctx, record)
    const did = await effect(ctx, mercadoriaFechamento, record, { passo: 'finaliza' })
    const corrections = await correctionsOf(ctx, record)
    if (corrections.length > 0) await did.post(stock.in(corrections))
    if (record.atualiza_custo_medio) await updateCosts(ctx, record)
  },
})

/** Nothing is below zero, counted or half received on that day. Throws 400 `not_settled`, naming it. */
async function assertSettled(ctx: Ctx, { id, empresa_id, dhAte, dFechamento }: Closing): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`(select 1 as place, "xProd" as name from mercadoria_fechamento_item where mercadoria_fechamento_id = ${id} and quantidade < 0 order by 2 limit ${TOLD})
        union all (select 2, 'inventário nº ' || v.id from mercadoria_inventario v where v.empresa_id = ${empresa_id} and v.status in (0, 2) and v.criado_em < ${dhAte} order by v.id limit ${TOLD})
        union all (select 3, 'entrada nº ' || e.id from entrada e where e.empresa_id = ${empresa_id} and e."dhRecebimento" < ${dhAte}
          and e."dhFinalizacao" is null and e."dhCancelamento" is null order by e.id limit ${TOLD}) order by 1`,
  )
  if (rows.length === 0) return
  const named = (place: number, what: string): string[] => {
    const its = rows.filter((row) => row.place === place).map(({ name }) => String(name))
    return its.length === 0 ? [] : [`${what}: ${its.join('; ')}`]
  }
  const all = [...named(1, 'Saldo negativo'), ...named(2, 'Em contagem'), ...named(3, 'Recebidas e não finalizadas')]
  throw badRequest(`O estoque não pode ser fechado em ${formatDate(dFechamento)}. ${all.join('. ')}.`, 'not_settled')
}

/** What the costs that were told add to what is in stock now, or take from it: as much of the day's as is still there. Throws 400 `below_zero` where more would be taken than it is worth. */
async function correctionsOf(ctx: Ctx, { id, empresa_id }: Closing) {
  const rows = await rowsOf(
    ctx,
    sql`select i.id, i.mercadoria_id, i."xProd", i.quantidade, round(i."vCustoInformado" * i.quantidade, 2) - i."vTotal" as difference,
          s."vTotal" + round((round(i."vCustoInformado" * i.quantidade, 2) - i."vTotal") * least(1, greatest(0, s.q_total / i.quantidade)), 2) as worth
        from mercadoria_fechamento_item i join mercadoria_saldo s on s.mercadoria_id = i.mercadoria_id and s.empresa_id = ${empresa_id}
        where i.mercadoria_fechamento_id = ${id} and i."vCustoInformado" is not null and i.quantidade > 0 order by i.mercadoria_id`,
  )
  const changed = rows.filter((row) => !decimal(String(row.difference)).isZero())
  const below = changed.filter((row) => decimal(String(row.worth)).sign() < 0)
  if (below.length > 0)
    throw badRequest(
      `O custo informado tira mais do que o estoque vale agora: ${below
        .slice(0, TOLD)
        .map(({ xProd }) => String(xProd))
        .join('; ')}.`,
      'below_zero',
    )
  const armazenamento_id = changed.length === 0 ? 0 : await defaultLocation(ctx, empresa_id)
  return changed.map((row) => ({
    mercadoria_id: Number(row.mercadoria_id),
    armazenamento_id,
    item_id: Number(row.id),
    quantity: '0',
    cost: String(row.difference),
    of: String(row.quantidade),
  }))
}

/** The register's cost becomes the average of the day, or what was told; each product's history says so. */
async function updateCosts(ctx: Ctx, { id }: Closing): Promise<void> {
  const cost = sql`round(coalesce(i."vCustoInformado", i."vCustoMedio"), 4)`
  const rows = await rowsOf(
    ctx,
    sql`select ${columnList(mercadoria, 't')}, ${cost}::text as cost from mercadoria t join mercadoria_fechamento_item i on i.mercadoria_id = t.id
        where i.mercadoria_fechamento_id = ${id} and i.quantidade > 0 and t.custo is distinct from ${cost} order by t.id for no key update of t`,
  )
  const changed = await updateMany(
    ctx,
    mercadoria,
    rows.map((row) => typed(mercadoria, row)),
    rows.map((row) => ({ id: Number(row.id), custo: String(row.cost) })),
    'atualizaCustoMedio',
  )
  // Whoever lists products is told once.
  for (const one of changed.slice(0, 1)) await announce(ctx, mercadoria, one.id)
}
