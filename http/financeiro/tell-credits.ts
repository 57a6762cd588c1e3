import { sql } from 'drizzle-orm'
import { formatDate } from '../../core/br/date-text'
import { formatCurrency } from '../../core/br/number'
import { decimal } from '../../core/money/decimal'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import type { Effect, Trial } from '../platform/trial'

const WORDS: Readonly<Record<string, string>> = {
  concessao: 'Dá crédito a',
  uso: 'Usa crédito de',
  reembolso: 'Reembolsa a',
  estorno: 'Devolve crédito a',
  vencimento: 'Vence crédito de',
  cancelamento: 'Cancela crédito de',
}

/** What customers have more to spend, and what less. */
export async function tellCredits(ctx: Ctx, posted: Trial['posted']): Promise<Effect[]> {
  const rows = posted.flatMap((one) => one.rows)
  const ids = [...new Set(rows.map((row) => Number(row.credito_id)))]
  const known = await rowsOf(
    ctx,
    sql`select t.id, t."dValidade", c."xNome" from cliente_credito t join cliente c on c.id = t.cliente_id where t.id = any (${intArray(ids)}::int[])`,
  )
  const credits = new Map(known.map((row) => [Number(row.id), row]))
  return rows.map((row) => {
    const credit = credits.get(Number(row.credito_id))
    const valor = decimal(String(row.valor))
    const until =
      row.evento === 'concessao' && credit?.dValidade ? `, válido até ${formatDate(String(credit.dValidade))}` : ''
    return {
      frase: `${WORDS[String(row.evento)] ?? ''} ${String(credit?.xNome ?? '')}: ${formatCurrency(valor.abs().toFixed(2))}${until}.`,
      evento: row.evento,
      cliente_id: row.cliente_id,
      valor: Number(valor.toFixed(2)),
    }
  })
}
