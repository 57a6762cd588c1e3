import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { formatCurrency } from '../../core/br/number'
import { TITLE } from '../../core/fields/financeiro/titulos'
import { decimal, type Decimal, sum } from '../../core/money/decimal'
import { begin } from '../documents/effect'
import type { Posting } from '../documents/ledger'
import { action } from '../platform/action'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError, badRequest } from '../platform/errors'
import { decimalInput } from '../platform/inputs'
import { keepOffsets } from './compensacao'
import { contasReceber } from './registers'
import type { Held, Move, Part, TitleRef } from './title-kinds'
import { titles } from './titles'

/** What we owe a customer, to be spent here: a receivable of negative balance (tpConta 11). There is no other wallet. */

/** A credit that is given: its amount as decimal text. */
export interface NewCredit {
  readonly cliente_id: number
  readonly vCredito: string
  readonly motivo: string
}

/** A credit that a supplier gives. */
interface SupplierCredit {
  readonly fornecedor_id: number
  readonly vCredito: string
  readonly motivo: string
}

export const credits = {
  /** Gives a credit of the document; nothing where it is worth nothing. Answers its number. */
  open:
    ({ cliente_id, vCredito, motivo }: NewCredit): Posting<number | undefined> =>
    async (ctx, entry) => {
      const value = decimal(vCredito)
      if (value.sign() <= 0) return undefined
      const { documento, documento_id } = entry
      const vDup = value.neg().toFixed(2)
      const terms = { tpConta: TITLE.CREDITO, vDup, dVencimento: ctx.clock.today(), descricao: motivo }
      const ids = await titles.openRows('receber', [{ ...terms, cliente_id, documento, documento_id }])(ctx, entry)
      return ids[0]
    },

  /** Opens a credit that a supplier gives, to be offset against what is owed to it: a payable of negative balance; nothing where it is worth nothing. */
  openWithSupplier:
    ({ fornecedor_id, vCredito, motivo }: SupplierCredit): Posting =>
    async (ctx, entry) => {
      const value = decimal(vCredito)
      if (value.sign() <= 0) return
      const { documento, documento_id } = entry
      const vDup = value.neg().toFixed(2)
      const terms = { tpConta: TITLE.CREDITO, vDup, dVencimento: ctx.clock.today(), descricao: motivo }
      await titles.openRows('pagar', [{ ...terms, fornecedor_id, documento, documento_id }])(ctx, entry)
    },

  /** Pays receivables by what their customer has to spend, the oldest first: all of them, or none. Throws 400 `no_credit`, telling what there is. */
  pay:
    (cliente_id: number, parts: readonly Part[]): Posting =>
    async (ctx, entry) => {
      if (parts.length === 0) return
      const given = await creditsOf(ctx, entry.empresa_id, cliente_id)
      const owed = parts.map(({ id }): TitleRef => ({ kind: 'receber', id }))
      const pairs: Pair[] = []
      await titles.move([...owed, ...given], 'compensa', (held) => {
        pairs.push(...pairsOf(held, given, parts))
        return pairs.flatMap(movesOf)
      })(ctx, entry)
      const { id: lancamento_id, empresa_id } = entry
      await keepOffsets(
        ctx,
        'receber',
        pairs.map(({ id, credito_id, valor }) => ({
          empresa_id,
          lancamento_id,
          conta_receber_id: id,
          compensacao_id: credito_id,
          vComp: valor.toFixed(2),
        })),
      )
    },
}

/** The customer's credits that hold something. */
async function creditsOf(ctx: Ctx, empresa_id: number, cliente_id: number): Promise<readonly TitleRef[]> {
  const rows = await rowsOf(
    ctx,
    sql`select id from contas_receber where empresa_id = ${empresa_id} and cliente_id = ${cliente_id}
        and "tpConta" = ${TITLE.CREDITO} and "vSaldo" < 0 and "dhCancelamento" is null order by id`,
  )
  return rows.map((row) => ({ kind: 'receber', id: Number(row.id) }))
}

/** What of a receivable is paid by what of a credit. */
interface Pair {
  readonly id: number
  readonly credito_id: number
  readonly valor: Decimal
}

/** Judged by what is held: what others spent meanwhile is gone. The oldest credit goes first, for the parts in their order. */
function pairsOf(held: Held, given: readonly TitleRef[], parts: readonly Part[]): readonly Pair[] {
  const wanted = sum(parts.map((one) => one.valor))
  const there = sum(given.map((one) => held.get(one).vSaldo)).neg()
  if (there.lt(wanted)) throw notEnough(there, wanted)
  const left = given.map((one) => ({ id: one.id, holds: decimal(held.get(one).vSaldo).neg() }))
  const pairs: Pair[] = []
  for (const part of parts) {
    let owes = decimal(part.valor)
    for (const credit of left) {
      const valor = smaller(owes, credit.holds)
      if (valor.sign() <= 0) continue
      owes = owes.minus(valor)
      credit.holds = credit.holds.minus(valor)
      pairs.push({ id: part.id, credito_id: credit.id, valor })
    }
  }
  return pairs
}

const movesOf = ({ id, credito_id, valor }: Pair): readonly Move[] => [
  { kind: 'receber', id, evento: 'compensacao', valor: valor.neg() },
  { kind: 'receber', id: credito_id, evento: 'compensacao', valor },
]

const notEnough = (there: Decimal, wanted: Decimal) =>
  new ApiError(
    400,
    'no_credit',
    `Crédito insuficiente: o cliente tem ${formatCurrency(there.toFixed(2))}, e são ${formatCurrency(wanted.toFixed(2))}.`,
  )

/** Settles a receivable by its customer's credit: the amount that is given, else all that both allow. Throws 400 `settled`, `no_credit`, `over_balance`. */
export const baixaCredito = action(contasReceber, 'baixaCredito', {
  on: 'record',
  right: 'edit',
  summary: 'Abate uma conta a receber com o crédito do cliente, do mais antigo ao mais novo.',
  input: v.object({ valor: v.optional(v.nullable(decimalInput)) }),
  answer: v.object({ lancamento_id: v.number() }),
  run: async ({ ctx, record, input }) => {
    const { id, empresa_id, cliente_id } = record
    const saldo = decimal(record.vSaldo)
    if (record.dhCancelamento !== null || saldo.sign() <= 0)
      throw badRequest('Esta conta não tem saldo a receber.', 'settled')
    const most = input.valor ?? smaller(saldo, await available(ctx, empresa_id, cliente_id))
    const valor = decimal(most).round(2)
    if (valor.sign() <= 0) throw badRequest('O cliente não tem crédito a usar.', 'no_credit')
    if (valor.gt(saldo)) throw badRequest('O valor passa do saldo da conta.', 'over_balance')
    const did = await begin(ctx, { documento: 'contas_receber', documento_id: id, empresa_id, passo: 'compensa' })
    await did.post(credits.pay(cliente_id, [{ id, valor }]))
    return { lancamento_id: did.entry.id }
  },
})

const smaller = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other)

/** What a customer can spend. */
async function available(ctx: Ctx, empresa_id: number, cliente_id: number): Promise<Decimal> {
  const rows = await rowsOf(
    ctx,
    sql`select coalesce(-sum("vSaldo"), 0)::text as valor from contas_receber where empresa_id = ${empresa_id} and cliente_id = ${cliente_id}
        and "tpConta" = ${TITLE.CREDITO} and "dhCancelamento" is null`,
  )
  return decimal(String(rows[0]?.valor ?? 0))
}
