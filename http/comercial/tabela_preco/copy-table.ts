import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal } from '../../../core/money/decimal'
import { AS_IT_COMES } from '../../../core/pricing/price-row'
import { costIn } from '../../estoque/costs'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { insert } from '../../platform/engine/write'
import { dateInput, shortText } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { checkedValues } from '../../platform/engine/save'
import { adjustedRows, rates, readAdjustment, tellRates } from './reprice'
import { type NewPrice, pricedRow, storePrices } from './store'
import { tabelaPreco } from './tabela-preco'

/** A table's name has room for it. */
const COPY = ' (cópia)'
const LONGEST = 60

/**
 * A copy of a price table under a name of its own, with all its prices, as they are or changed by a percentage. The copy remembers what it is a copy
 * of, and is never the usual table. Throws 422, 400 `invalid_rate`.
 */
export const duplica = action(tabelaPreco, 'duplica', {
  on: 'record',
  right: 'create',
  summary: 'Copia a tabela com os seus preços, como estão ou reajustados',
  input: v.object({
    descricao: v.optional(v.nullable(shortText(LONGEST))),
    dInicio: v.optional(v.nullable(dateInput)),
    dFim: v.optional(v.nullable(dateInput)),
    pReajuste: rates.pReajuste,
    arredonda: rates.arredonda,
  }),
  answer: v.object({ id: v.number(), quantidade: v.number() }),
  run: async ({ ctx, record, input }) => {
    const { pReajuste, arredonda } = input
    if (pReajuste) readAdjustment(pReajuste)
    const descricao = input.descricao || `${record.descricao.slice(0, LONGEST - COPY.length)}${COPY}`
    const { dInicio = null, dFim = null } = input
    const values = checkedValues(tabelaPreco, { descricao, dInicio, dFim, ativo: true, padrao: false }, true)
    await tabelaPreco.hooks?.prepare?.(ctx, [{ before: undefined, values }])
    const { pMargem, pMarkup } = record
    const copy = await insert(ctx, tabelaPreco, { ...values, pMargem, pMarkup, tabela_base_id: record.id }, 'duplica')
    const prices = await pricesOf(ctx, record.id)
    const isSame = !pReajuste && (arredonda ?? AS_IT_COMES) === AS_IT_COMES
    const rows = isSame ? prices.map(asItIs) : adjustedRows(prices, pReajuste ?? '0', arredonda ?? AS_IT_COMES)
    const told = pReajuste ? `, ${tellRates(record, { pReajuste, arredonda }).toLowerCase()}` : ''
    await storePrices(ctx, copy.id, rows, { acao: 'duplica', told: `Cópia de ${record.descricao}${told}` })
    return { id: copy.id, quantidade: rows.length }
  },
})

const asItIs = ({ id, price, cost }: Row): NewPrice => pricedRow(Number(id), decimal(String(price)), String(cost))

/** All prices of a table, of inactive goods too, with what the goods cost. */
const pricesOf = (ctx: Ctx, table: number): Promise<Row[]> =>
  rowsOf(
    ctx,
    sql`select m.id, m.decimal_preco, ${costIn(ctx.actor.empresa_id)}::text as cost, p."vUnTrib"::text as price
        from mercadoria_preco p join mercadoria m on m.id = p.mercadoria_id
        where p.tabela_preco_id = ${table} order by m.id`,
  )
