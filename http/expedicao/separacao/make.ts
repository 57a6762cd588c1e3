import { sql } from 'drizzle-orm'
import { ISSUED, PICKED_FOR, type PickedFor, RESERVED } from '../../../core/fields/expedicao/separacao'
import type { Lancamento } from '../../documents/lancamento'
import { type Ctx, rowsOf } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { intArray } from '../../platform/engine/query'
import { announce, insertRows } from '../../platform/engine/write'
import { separacao, separacaoMercadoria, separacaoVenda } from './separacao'

/** Where a step's goods lie: as its ledger of stock, or of reservations, says it. */
const GOODS = {
  [ISSUED]: sql.raw(
    `select mercadoria_id, item_id, armazenamento_id, lote_id, -sum("qTrib") as q from movimento_estoque`,
  ),
  [RESERVED]: sql.raw(`select mercadoria_id, item_id, armazenamento_id, lote_id, sum(q) as q from estoque_reserva`),
} as const

interface Made {
  /** Whom it is for, as the slip says it. */
  readonly xNome: unknown
  /** Whether its goods have left stock already. */
  readonly tipo: typeof ISSUED | typeof RESERVED
  /** Only these of what the step holds or took: what it did of others is being fetched already. */
  readonly items?: readonly number[]
}

/**
 * Makes the picking orders of what a step took out or reserved: one for each warehouse that works so. Nothing where none does. Answers their numbers.
 * Who dispatches a document need not have a right on picking: what has to be fetched does not depend on who sells.
 */
export async function makePicking(ctx: Ctx, entry: Lancamento, { xNome, tipo, items }: Made): Promise<number[]> {
  const { documento, documento_id, empresa_id } = entry
  if (!isPicked(documento)) return []
  const rows = await rowsOf(
    ctx,
    sql`select g.*, a.armazem_id, m."xProd", u.un
        from (${GOODS[tipo]} where lancamento_id = ${entry.id} and ${items === undefined ? sql`true` : sql`item_id = any (${intArray(items)}::int[])`} group by 1, 2, 3, 4) g
        join armazenamento a on a.id = g.armazenamento_id join armazem w on w.id = a.armazem_id and w.usa_separacao
        join mercadoria m on m.id = g.mercadoria_id left join unidade u on u.id = m.unidade_id
        where g.q > 0 order by a.armazem_id, g.item_id, g.armazenamento_id, g.lote_id`,
  )
  const made: number[] = []
  for (const [armazem_id, lines] of Map.groupBy(rows, (row) => Number(row.armazem_id))) {
    const [order] = await insertRows(ctx, separacao, [{ empresa_id, armazem_id, tipo }])
    if (!order) throw new Error('A picking order was not inserted.')
    const [document] = await insertRows(ctx, separacaoVenda, [
      {
        empresa_id,
        separacao_id: order.id,
        documento,
        [PICKED_FOR[documento]]: documento_id,
        lancamento_id: entry.id,
        xNome,
      },
    ])
    await insertRows(
      ctx,
      separacaoMercadoria,
      lines.map(({ q, ...line }) => ({
        ...line,
        qTrib: q,
        empresa_id,
        separacao_id: order.id,
        separacao_venda_id: document?.id,
      })),
    )
    await audit(ctx, [{ resource: separacao, record: order, before: undefined, acao: 'create' }])
    await announce(ctx, separacao, order.id)
    made.push(order.id)
  }
  return made
}

export const isPicked = (name: string): name is PickedFor => Object.hasOwn(PICKED_FOR, name)

/** The picking orders of a document that is not cancelled there, with where they stand; by number. */
export async function pickingOf(
  ctx: Ctx,
  documento: PickedFor,
  id: number,
): Promise<{ readonly separacao_id: number; readonly separacao_venda_id: number; readonly checked: boolean }[]> {
  const rows = await rowsOf(
    ctx,
    sql`select d.separacao_id, d.id, s."dhConferencia" is not null as checked from separacao_venda d join separacao s on s.id = d.separacao_id
        where d.${sql.raw(PICKED_FOR[documento])} = ${id} and d."dhCancelamento" is null order by d.separacao_id`,
  )
  return rows.map((row) => ({
    separacao_id: Number(row.separacao_id),
    separacao_venda_id: Number(row.id),
    checked: row.checked === true,
  }))
}

/** SQL: the number of the picking order of a document `t`, the first where several warehouses have one. */
export const pickingOrderOf = (documento: PickedFor) =>
  sql`(select min(d.separacao_id) from separacao_venda d where d.${sql.raw(PICKED_FOR[documento])} = t.id and d."dhCancelamento" is null)`
