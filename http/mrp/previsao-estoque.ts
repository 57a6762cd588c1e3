import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal, type Decimal } from '../../core/money/decimal'
import { mercadoria } from '../estoque/mercadoria'
import { action } from '../platform/action'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { notFound } from '../platform/errors'
import { idList, identifier } from '../platform/inputs'
import { resourceNamed } from '../platform/resource'
import { may } from '../platform/rights'
import { documentOf, DOCUMENTS } from './planejamento/explain'
import { loadAhead } from './planejamento/load'

const line = v.object({
  data: v.string(),
  texto: v.string(),
  caminho: v.nullable(v.string()),
  quantidade: v.number(),
  saldo: v.number(),
})

const MOST_PRODUCTS = 200

/**
 * What stock of some products will be (E2-112): what is there, and day by day what open sales and production take and what purchases, requests, entries
 * and production bring. What is late counts today. Who may not see a document is told its kind alone.
 */
export const getPrevisaoEstoque = action(mercadoria, 'getPrevisaoEstoque', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Prevê o estoque: o saldo e, por dia, o que documentos abertos trazem e levam.',
  input: v.object({
    empresa_id: v.nullish(identifier),
    mercadoria_id_list: v.optional(
      v.pipe(idList, v.maxLength(MOST_PRODUCTS, `No máximo ${MOST_PRODUCTS} mercadorias.`)),
    ),
  }),
  answer: v.object({
    data: v.array(
      v.object({
        mercadoria_id: v.number(),
        xProd: v.string(),
        un: v.nullable(v.string()),
        q_total: v.number(),
        q_minimo: v.number(),
        linhas: v.array(line),
        saldo_final: v.number(),
        dFalta: v.nullable(v.string()),
        dAbaixoMinimo: v.nullable(v.string()),
      }),
    ),
  }),
  run: async ({ ctx, record, input }) => {
    const empresa = input.empresa_id ?? ctx.actor.empresa_id
    if (!ctx.actor.empresas.includes(empresa)) throw notFound()
    const only = input.mercadoria_id_list?.length ? input.mercadoria_id_list : [record.id]
    const start = ctx.clock.today()
    const { comes, goes } = await loadAhead(ctx, { empresa, start, only })
    const moves = [...comes, ...goes.map((one) => ({ ...one, quantity: -one.quantity }))]
    const products = await rowsOf(
      ctx,
      sql`select m.id, m."xProd", u.un, coalesce(s.q_total, 0) as q_total, m.q_minimo
          from mercadoria m left join unidade u on u.id = m.unidade_id
          left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = ${empresa}
          where m.id = any (${intArray(only)}::int[]) order by m.id`,
    )
    return {
      data: products.map((row) => {
        const own = moves.filter(({ item }) => item === String(row.id))
        const linhas = projected(ctx, { from: decimal(String(row.q_total)), moves: own, start })
        const under = (least: unknown) =>
          linhas.find(({ saldo }) => decimal(saldo).cmp(String(least)) < 0)?.data ?? null
        return {
          mercadoria_id: Number(row.id),
          xProd: String(row.xProd),
          un: row.un === null ? null : String(row.un),
          q_total: Number(row.q_total),
          q_minimo: Number(row.q_minimo),
          linhas,
          saldo_final: linhas.at(-1)?.saldo ?? Number(row.q_total),
          dFalta: under(0),
          dAbaixoMinimo: under(row.q_minimo),
        }
      }),
    }
  },
})

interface Move {
  readonly id?: string | undefined
  readonly date: string
  /** What leaves is below zero. */
  readonly quantity: number
}

interface Projection {
  readonly from: Decimal
  readonly moves: readonly Move[]
  readonly start: string
}

/** The balance after each move, by day; of one day what comes stands before what goes. */
function projected(ctx: Ctx, { from, moves, start }: Projection): v.InferOutput<typeof line>[] {
  const dated = moves.map(({ id = '', date, quantity }) => ({ id, quantity, date: date < start ? start : date }))
  const inOrder = dated.toSorted(
    (a, b) => a.date.localeCompare(b.date) || b.quantity - a.quantity || a.id.localeCompare(b.id),
  )
  let balance = from
  return inOrder.map(({ id, date, quantity }) => {
    balance = balance.plus(String(quantity))
    return { data: date, ...shownTo(ctx, id), quantidade: quantity, saldo: Number(balance.toString()) }
  })
}

function shownTo(ctx: Ctx, id: string): { texto: string; caminho: string | null } {
  const resource = resourceNamed(DOCUMENTS[id.split(':')[0] ?? ''] ?? 'venda')
  return may(ctx, resource, 'read') ? documentOf(id) : { texto: resource.title, caminho: null }
}
