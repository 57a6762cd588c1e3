import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { TITLE } from '../../core/fields/financeiro/titulos'
import { sum } from '../../core/money/decimal'
import { type EarlierPayment, lateCharges, type LateCharges } from '../../core/settlement/late'
import { action } from '../platform/action'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { dateInput, idListOf } from '../platform/inputs'
import { titlesNamed } from './facts'
import { localHolidaysOf } from './feriado'
import { MOST_SETTLED } from './payment'
import { KINDS, type Title, type TitleKind } from './title-kinds'

/** Fine and interest of titles that are paid late: proposed here, posted by the payment alone. */

interface Proposal extends LateCharges {
  readonly id: number
  readonly pMulta: string
  readonly pJuros: string
}

/** Terms by title: its own, else, of what we receive, its company's. What we owe is late by what its creditor asks. */
async function termsOf(ctx: Ctx, kind: TitleKind, ids: readonly number[]) {
  const { resource } = KINDS[kind]
  const own = (name: string) =>
    kind === 'receber'
      ? sql`coalesce(t.${sql.identifier(name)}, e.${sql.identifier(name)}, 0)`
      : sql`coalesce(t.${sql.identifier(name)}, 0)`
  const rows = await rowsOf(
    ctx,
    sql`select t.id, ${own('pMulta')}::text as multa, ${own('pJuros')}::text as juros
        from ${sql.identifier(resource.name)} t join empresa e on e.id = t.empresa_id where t.id = any (${intArray(ids)}::int[])`,
  )
  return new Map(rows.map((row) => [Number(row.id), { pMulta: String(row.multa), pJuros: String(row.juros) }]))
}

/** Payments that stand, by title, the first first. */
async function paymentsOf(ctx: Ctx, kind: TitleKind, ids: readonly number[]) {
  const column = sql.identifier(KINDS[kind].column)
  const rows = await rowsOf(
    ctx,
    sql`select m.${column} as id, m."dMovimento"::text as dia,
          coalesce(-sum(m.valor) filter (where m.evento = 'baixa'), 0)::text as pago,
          coalesce(sum(m.valor) filter (where m.evento = 'juros'), 0)::text as juros,
          coalesce(sum(m.valor) filter (where m.evento = 'multa'), 0)::text as multa
        from movimento_financeiro m join lancamento n on n.id = m.lancamento_id
        where m.${column} = any (${intArray(ids)}::int[]) and n."dhDesfeito" is null and n.passo in ('baixa', 'baixaLote')
        group by m.${column}, m."dMovimento", n.id order by m."dMovimento", n.id`,
  )
  return Map.groupBy(
    rows.map((row): EarlierPayment & { id: number } => ({
      id: Number(row.id),
      dMovimento: String(row.dia),
      vPago: String(row.pago),
      vJuros: String(row.juros),
      vMulta: String(row.multa),
    })),
    (one) => one.id,
  )
}

/** Local holidays that may excuse titles which were due before a day, by company. */
function holidaysOf(ctx: Ctx, found: readonly Title[], day: string) {
  const late = found.filter(({ dVencimento }) => dVencimento < day)
  const since = late.reduce((first, { dVencimento }) => (dVencimento < first ? dVencimento : first), day)
  return localHolidaysOf(ctx, [...new Set(late.map(({ empresa_id }) => empresa_id))], since, day)
}

/** What each title is to bear if it is paid on that day; nothing of a credit, a cancelled one or one without balance. Throws 404. */
async function proposals(ctx: Ctx, kind: TitleKind, ids: readonly number[], day: string): Promise<readonly Proposal[]> {
  const found = await titlesNamed(ctx, kind, ids)
  const [terms, payments] = [await termsOf(ctx, kind, ids), await paymentsOf(ctx, kind, ids)]
  const holidays = await holidaysOf(ctx, found, day)
  return found.map((title) => {
    const own = terms.get(title.id) ?? { pMulta: '0', pJuros: '0' }
    const isOwed = title.dhCancelamento === null && title.tpConta !== TITLE.CREDITO
    const late = {
      vSaldo: isOwed ? title.vSaldo : '0',
      dVencimento: title.dVencimento,
      payments: payments.get(title.id) ?? [],
      holidays: holidays.get(title.empresa_id),
    }
    return { id: title.id, ...own, ...lateCharges(late, own, day) }
  })
}

const amount = v.number()
const answer = v.object({
  dPagamento: v.string(),
  vMulta: amount,
  vJuros: amount,
  data: v.array(
    v.object({
      id: v.number(),
      principal: amount,
      pMulta: amount,
      pJuros: amount,
      vMulta: amount,
      vJuros: amount,
      desde: v.string(),
      dias: v.number(),
    }),
  ),
})

const encargosOf = (kind: TitleKind) =>
  action(KINDS[kind].resource, 'encargos', {
    on: 'collection',
    right: 'read',
    reads: true,
    summary: 'Multa e juros propostos para contas pagas em atraso neste dia, com os números da conta; nada é lançado.',
    input: v.object({ ids: idListOf(MOST_SETTLED), dPagamento: v.optional(v.nullable(dateInput)) }),
    answer,
    run: async ({ ctx, input }) => {
      const day = input.dPagamento ?? ctx.clock.today()
      const data = await proposals(ctx, kind, [...new Set(input.ids)], day)
      return {
        dPagamento: day,
        vMulta: Number(sum(data.map((one) => one.vMulta)).toFixed(2)),
        vJuros: Number(sum(data.map((one) => one.vJuros)).toFixed(2)),
        data: data.map(({ id, desde, dias, principal, pMulta, pJuros, vMulta, vJuros }) => ({
          id,
          desde,
          dias,
          principal: Number(principal.toFixed(2)),
          pMulta: Number(pMulta),
          pJuros: Number(pJuros),
          vMulta: Number(vMulta.toFixed(2)),
          vJuros: Number(vJuros.toFixed(2)),
        })),
      }
    },
  })

export const encargosReceber = encargosOf('receber')
export const encargosPagar = encargosOf('pagar')
