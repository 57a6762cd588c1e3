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
/** Lines of a product that are told one by one; the rest counts, and is told by its number. */
const MOST_LINES = 500

/**
 * What stock of some products will be (E2-112): what is there and held for no document, and day by day what open sales and production take and what
 * purchases, requests, entries and production bring. What is late counts today. Who may not see a document is told its kind alone.
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
        q_reservado: v.number(),
        q_minimo: v.number(),
        linhas: v.array(line),
        mais: v.number(),
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
    const moves = Map.groupBy(
      [...comes, ...goes.map((one) => ({ ...one, quantity: -one.quantity }))],
      ({ item }) => item,
    )
    const products = await rowsOf(
      ctx,
      sql`select m.id, m."xProd", u.un, coalesce(s.q_total, 0) as q_total, coalesce(s.q_reservado, 0) as q_reservado, m.q_minimo
          from mercadoria m left join unidade u on u.id = m.unidade_id
          left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = ${empresa}
          where m.id = any (${intArray(only)}::int[]) order by m.id`,
    )
    return {
      data: products.map((row) => {
        const from = decimal(String(row.q_total)).minus(String(row.q_reservado))
        const steps = projected({ from, moves: moves.get(String(row.id)) ?? [], start })
        const under = (least: unknown) => steps.find(({ saldo }) => saldo.cmp(String(least)) < 0)?.data ?? null
        return {
          mercadoria_id: Number(row.id),
          xProd: String(row.xProd),
          un: row.un === null ? null : String(row.un),
          q_total: Number(row.q_total),
          q_reservado: Number(row.q_reservado),
          q_minimo: Number(row.q_minimo),
          linhas: steps.slice(0, MOST_LINES).map(({ id, saldo, ...told }) => ({
            ...told,
            ...shownTo(ctx, id),
            saldo: Number(saldo.toString()),
          })),
          mais: Math.max(0, steps.length - MOST_LINES),
          saldo_final: Number((steps.at(-1)?.saldo ?? from).toString()),
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

interface Step {
  readonly id: string
  readonly data: string
  readonly quantidade: number
  readonly saldo: Decimal
}

/** The balance after each move, by day; of one day what comes stands before what goes. */
function projected({ from, moves, start }: Projection): Step[] {
  const dated = moves.map(({ id = '', date, quantity }) => ({ id, quantity, date: date < start ? start : date }))
  const inOrder = dated.toSorted(
    (a, b) => a.date.localeCompare(b.date) || b.quantity - a.quantity || a.id.localeCompare(b.id),
  )
  let balance = from
  return inOrder.map(({ id, date, quantity }) => {
    balance = balance.plus(String(quantity))
    return { id, data: date, quantidade: quantity, saldo: balance }
  })
}

function shownTo(ctx: Ctx, id: string): { texto: string; caminho: string | null } {
  const resource = resourceNamed(DOCUMENTS[id.split(':')[0] ?? ''] ?? 'venda')
  return may(ctx, resource, 'read') ? documentOf(id) : { texto: resource.title, caminho: null }
}
