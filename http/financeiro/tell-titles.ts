import { sql } from 'drizzle-orm'
import { TITLE } from '../../core/fields/financeiro/titulos'
import { formatDate } from '../../core/br/date-text'
import { formatCurrency } from '../../core/br/number'
import { decimal, sum } from '../../core/money/decimal'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import type { Row } from '../platform/resource'
import type { Effect, Trial } from '../platform/trial'

const KINDS = [
  {
    tipo: 'receber',
    title: 'Conta a receber',
    table: 'contas_receber',
    person: 'cliente',
    column: 'contas_receber_id',
  },
  { tipo: 'pagar', title: 'Conta a pagar', table: 'contas_pagar', person: 'fornecedor', column: 'contas_pagar_id' },
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
  ajuste: 'Muda o valor da',
  juros: 'Soma juros à',
  multa: 'Soma multa à',
  desconto: 'Dá desconto na',
  cancelamento: 'Cancela',
  baixa: 'Dá baixa na',
  perda: 'Dá por perdida a',
  compensacao: 'Compensa na',
  consolidacao: 'Consolida a',
  renegociacao: 'Renegocia a',
  devolucao: 'Abate da',
}

/** Of what undoes a row. */
const BACK: Readonly<Record<string, string>> = { baixa: 'Estorna a baixa da', devolucao: 'Volta a dever na' }

type Words = Readonly<Record<string, readonly [does: string, undoes: string]>>

/** Of a credit, which is a title too, a customer's or one with a supplier; and when it is taken back. */
const CREDIT: Readonly<Record<Kind['tipo'], Words>> = {
  receber: {
    abertura: ['Dá crédito a', 'Cancela crédito de'],
    compensacao: ['Usa crédito de', 'Devolve crédito a'],
    devolucao: ['Paga em dinheiro o crédito de', 'Devolve crédito a'],
    cancelamento: ['Cancela crédito de', 'Cancela crédito de'],
  },
  pagar: {
    abertura: ['Abre crédito com', 'Cancela crédito com'],
    compensacao: ['Usa crédito com', 'Devolve crédito com'],
    cancelamento: ['Cancela crédito com', 'Cancela crédito com'],
  },
}

async function tellKind(ctx: Ctx, kind: Kind, rows: readonly Row[]): Promise<Effect[]> {
  const events = Map.groupBy(rows, (row) => Number(row[kind.column]))
  const titles = await rowsOf(
    ctx,
    sql`select t.id, t.numero, t."dVencimento", t."tpConta", p."xNome" from ${sql.raw(kind.table)} t join ${sql.raw(kind.person)} p on p.id = t.${sql.raw(`${kind.person}_id`)}
        where t.id = any (${intArray([...events.keys()])}::int[]) order by t."dVencimento", t.id`,
  )
  return titles.flatMap((title) => {
    const [numero, dVencimento] = [String(title.numero ?? title.id), String(title.dVencimento)]
    return [...Map.groupBy(events.get(Number(title.id)) ?? [], (row) => String(row.evento))].map(([evento, own]) => {
      const valor = sum(own.map((row) => decimal(String(row.valor))))
      const undoes = own.every((row) => typeof row.estorno_de === 'number')
      const credit = title.tpConta === TITLE.CREDITO ? CREDIT[kind.tipo][evento] : undefined
      const words = (undoes ? BACK[evento] : undefined) ?? WORDS[evento] ?? ''
      return {
        frase: credit
          ? `${credit[undoes ? 1 : 0]} ${String(title.xNome)}: ${formatCurrency(valor.abs())}.`
          : `${words} ${kind.title.toLowerCase()} ${numero}: ${formatCurrency(valor.abs())}, vencimento ${formatDate(dVencimento)}.`,
        tipo: kind.tipo,
        numero,
        dVencimento,
        valor: Number(valor.toFixed(2)),
      }
    })
  })
}
