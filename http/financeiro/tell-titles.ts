import { sql } from 'drizzle-orm'
import { formatDate } from '../../core/br/date-text'
import { formatCurrency } from '../../core/br/number'
import { decimal, sum } from '../../core/money/decimal'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import type { Row } from '../platform/resource'
import type { Effect, Trial } from '../platform/trial'

const KINDS = [
  { tipo: 'receber', title: 'Conta a receber', table: 'contas_receber', column: 'contas_receber_id' },
  { tipo: 'pagar', title: 'Conta a pagar', table: 'contas_pagar', column: 'contas_pagar_id' },
] as const

type Kind = (typeof KINDS)[number]

/** What comes to be owed, and what no longer is, title by title. */
export async function tellTitles(ctx: Ctx, posted: Trial['posted']): Promise<Effect[]> {
  const rows = posted.flatMap((one) => one.rows)
  const told: Effect[] = []
  for (const kind of KINDS) {
    const own = rows.filter((row) => typeof row[kind.column] === 'number')
    if (own.length > 0) told.push(...(await tellKind(ctx, kind, own)))
  }
  return told
}

/** What is said of what becomes of a title; what it opens at is told with the day that it is due. */
const WORDS: Readonly<Record<string, string>> = {
  abertura: 'Abre',
  cancelamento: 'Cancela',
  baixa: 'Dá baixa na',
  estorno: 'Estorna a baixa da',
  devolucao: 'Abate da',
}

async function tellKind(ctx: Ctx, kind: Kind, rows: readonly Row[]): Promise<Effect[]> {
  const events = Map.groupBy(rows, (row) => Number(row[kind.column]))
  const titles = await rowsOf(
    ctx,
    sql`select id, numero, "dVencimento" from ${sql.raw(kind.table)} where id = any (${intArray([...events.keys()])}::int[]) order by "dVencimento", id`,
  )
  return titles.flatMap((title) => {
    const [numero, dVencimento] = [String(title.numero), String(title.dVencimento)]
    return [...Map.groupBy(events.get(Number(title.id)) ?? [], (row) => String(row.evento))].map(([evento, own]) => {
      const valor = sum(own.map((row) => decimal(String(row.valor))))
      const back = evento === 'devolucao' && valor.sign() > 0
      return {
        frase: `${back ? 'Volta a dever na' : (WORDS[evento] ?? '')} ${kind.title.toLowerCase()} ${numero}: ${formatCurrency(valor.abs())}, vencimento ${formatDate(dVencimento)}.`,
        tipo: kind.tipo,
        numero,
        dVencimento,
        valor: Number(valor.toFixed(2)),
      }
    })
  })
}
