import * as v from 'valibot'
import { CoreError } from '../errors'
import { amount, coreFunction } from '../function'
import { type Amount, decimal, type Decimal, sum, ZERO } from '../money/decimal'
import { after, afterReceipt, balance, type Balance, issue, receipt } from './balance'
import { AS_COUNTED, AT_COUNT, booksAt, differenceOf, foundValue, resolveCounts, settleDifferences } from './count'

/** Counts as the terminal and the vectors ask for them. */

const optional = v.optional(amount, 0)
const few = <S extends v.GenericSchema>(one: S) => v.pipe(v.array(one), v.maxLength(100_000))
const moment = v.pipe(v.number(), v.finite())
const identifier = v.pipe(v.string(), v.maxLength(60))

const item = v.object({
  id: identifier,
  saldoAbertura: amount,
  movimentos: v.optional(few(v.object({ t: moment, q: amount })), []),
  tContagem: v.optional(moment, Number.MAX_SAFE_INTEGER),
  aSepararNaContagem: optional,
  aSepararNoFim: optional,
  qContada: v.nullable(amount),
})

const countInput = v.object({
  kind: v.literal('count'),
  saldo: v.object({ q: amount, value: amount, average: amount }),
  custo: optional,
  vCustoInformado: v.optional(v.nullable(amount), null),
  tpAjuste: v.optional(v.picklist([AS_COUNTED, AT_COUNT]), AT_COUNT),
  itens: few(item),
})

const resolveInput = v.object({
  kind: v.literal('resolve'),
  qEsperada: amount,
  tolerancia: optional,
  contagens: few(v.object({ user: v.pipe(v.number(), v.integer()), q: amount })),
})

const input = v.variant('kind', [countInput, resolveInput])

const shown = (quantity: Decimal): string => quantity.toFixed(4)

function counted({ saldo, custo, vCustoInformado, tpAjuste, itens }: v.InferOutput<typeof countInput>): object {
  const lines = itens.map((one) => {
    const expected = booksAt(one.saldoAbertura, one.movimentos, one.tContagem).plus(one.aSepararNaContagem)
    const end = booksAt(one.saldoAbertura, one.movimentos, Number.MAX_SAFE_INTEGER)
    const qContada = one.qContada === null ? null : decimal(one.qContada)
    const now = end.plus(one.aSepararNoFim)
    return { id: one.id, expected, end, difference: differenceOf({ counted: qContada, expected, now }, tpAjuste) }
  })
  const { moved, gained, lost } = settleDifferences(
    lines.flatMap(({ id, difference }) => (difference === null ? [] : [{ at: id, difference }])),
  )
  const from = balance({ quantity: saldo.q, value: saldo.value, averageCost: saldo.average, cost: custo })
  const [more, less] = [gained, lost].map((all) => sum(all.map(({ quantity }) => quantity)))
  const adjusted = adjust(from, more ?? ZERO, less ?? ZERO, vCustoInformado)
  return {
    itens: lines.map(({ id, expected, end, difference }) => ({
      id,
      qEsperada: shown(expected),
      diferenca: difference === null ? null : shown(difference),
      saldoFinal: shown(end.plus(difference ?? ZERO)),
    })),
    qRemanejada: shown(sum(moved.map(({ quantity }) => quantity))),
    ...adjusted,
  }
}

function adjust(from: Balance, more: Decimal, less: Decimal, told: Amount | null): object {
  const adjustment = (documento: string, movement: { quantity: Decimal; value: Decimal }) => ({
    documento,
    q: shown(movement.quantity),
    value: movement.value.toFixed(2),
  })
  const balanceOf = (now: Balance) => ({
    q: shown(now.quantity),
    value: now.value.toFixed(2),
    average: shown(now.averageCost),
  })
  if (more.sign() > 0) {
    const came = receipt(from, more, foundValue(from, more, told))
    return { ajuste: adjustment('entrada', came), balance: balanceOf(afterReceipt(from, came)) }
  }
  if (less.isZero()) return { ajuste: null, balance: balanceOf(from) }
  const left = issue(from, less)
  return { ajuste: adjustment('saida', left), balance: balanceOf(after(from, left)) }
}

function resolved({ qEsperada, tolerancia, contagens }: v.InferOutput<typeof resolveInput>): object {
  const counts = contagens.map(({ user, q }) => ({ user, q: decimal(q) }))
  const resolution = resolveCounts(qEsperada, tolerancia, counts)
  if (resolution.status !== 'aceita') return resolution
  return { status: resolution.status, qContada: shown(resolution.counted) }
}

function run(asked: v.InferOutput<typeof input>): object {
  try {
    return asked.kind === 'count' ? counted(asked) : resolved(asked)
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    return { error: error.code }
  }
}

export const countFunction = coreFunction({
  name: 'stock.count',
  summary:
    'Apura uma contagem: diferença por local, o que só mudou de lugar, o ajuste e seu valor; e se contagens de pessoas conferem.',
  takes:
    '{kind: count, saldo: {q, value, average}, itens: [{id, saldoAbertura, movimentos?, tContagem?, qContada}], tpAjuste?, custo?, vCustoInformado?} | {kind: resolve, qEsperada, tolerancia?, contagens: [{user, q}]}',
  gives: '{itens, qRemanejada, ajuste, balance} | {status, qContada?} | {error}',
  input,
  run,
})
