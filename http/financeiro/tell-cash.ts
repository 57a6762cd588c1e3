import { sql } from 'drizzle-orm'
import { CASH_EVENTS } from '../../core/fields/financeiro/caixa'
import { formatCurrency } from '../../core/br/number'
import { decimal, sum } from '../../core/money/decimal'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import type { Effect, Trial } from '../platform/trial'

const WORDS: Readonly<Record<string, string>> = CASH_EVENTS

/** What comes into cash accounts, and what goes out, by account and kind. */
export async function tellCash(ctx: Ctx, posted: Trial['posted']): Promise<Effect[]> {
  const rows = posted.flatMap((one) => one.rows)
  const ids = [...new Set(rows.map((row) => Number(row.banco_id)))]
  const known = await rowsOf(ctx, sql`select id, descricao from banco where id = any (${intArray(ids)}::int[])`)
  const names = new Map(known.map((row) => [Number(row.id), String(row.descricao)]))
  const groups = Map.groupBy(rows, (row) => `${Number(row.banco_id)} ${String(row.evento)}`)
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const valor = sum(own.map((row) => decimal(String(row.vLancamento))))
    const way = valor.sign() < 0 ? 'Sai de' : 'Entra em'
    return {
      frase: `${way} ${names.get(Number(first.banco_id)) ?? ''}: ${formatCurrency(valor.abs().toFixed(2))} (${WORDS[String(first.evento)] ?? ''}).`,
      banco_id: first.banco_id,
      evento: first.evento,
      valor: Number(valor.toFixed(2)),
    }
  })
}
