import * as v from 'valibot'
import { CoreError } from '../errors'
import { amount, coreFunction } from '../function'
import { type Decimal, decimal, sum, ZERO } from '../money/decimal'
import {
  afterReceipt,
  balance,
  type Balance,
  issue,
  type Movement,
  receipt,
  revaluation,
  reversal,
  UNIT_COST_DECIMALS,
} from './balance'
import { countFunction } from './count-functions'
import { countedFactor, inAuxiliary, inOurUnits } from './convert'
import { entryItem } from './entry-item'
import { partialReceipt, returnedValues, ReturnedTooMuch } from './parts'

const few = <S extends v.GenericSchema>(one: S) => v.pipe(v.array(one), v.maxLength(100_000))
const optional = v.optional(amount, 0)

const step = v.variant('op', [
  v.object({ op: v.literal('receive'), q: amount, cost: amount }),
  v.object({ op: v.literal('issue'), q: amount }),
  v.object({ op: v.literal('undo'), step: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  v.object({ op: v.literal('revalue'), value: amount }),
])

const ledgerInput = v.object({
  kind: v.literal('ledger'),
  opening: v.optional(v.object({ q: amount, value: amount, average: amount })),
  custo: optional,
  steps: few(step),
})

const partialInput = v.object({
  kind: v.literal('partial'),
  qNota: amount,
  vCustoEstoque: amount,
  recebimentos: few(amount),
  falta: v.picklist(['pendente', 'desconto', 'perda']),
})

const taxes = { vICMS: optional, vIPI: optional, vPIS: optional, vCOFINS: optional }
const acquisitionInput = v.object({
  kind: v.literal('acquisition'),
  vProd: amount,
  vFrete: optional,
  vSeg: optional,
  vOutro: optional,
  vIPI: optional,
  vICMSST: optional,
  vDesc: optional,
  qTrib: amount,
  creditos: v.optional(v.object(taxes), {}),
})

const returnInput = v.object({
  kind: v.literal('return'),
  qSaida: amount,
  vCustoSaida: amount,
  devolucoes: few(amount),
})

type Step = v.InferOutput<typeof step>
type Done = { readonly op: Step['op']; readonly movement: Movement }

/** A movement as the ledger holds it: what moves, and the row of value alone beside it. */
interface Booked {
  readonly movement: Movement
  readonly correction: Decimal
}

function book(now: Balance, one: Step, done: readonly Done[]): Booked {
  if (one.op === 'issue') return { movement: issue(now, one.q), correction: ZERO }
  const { correction, ...movement } = received(now, one, done)
  return { movement, correction }
}

function received(now: Balance, one: Exclude<Step, { op: 'issue' }>, done: readonly Done[]) {
  if (one.op === 'receive') return receipt(now, one.q, one.cost)
  if (one.op === 'revalue') return revaluation(now, one.value)
  const undone = done[one.step]
  if (!undone) throw new CoreError('invalid_input', 'Não há esse passo para desfazer.')
  return reversal(now, undone.movement)
}

/** A product's ledger, step by step: what each moves and the balance after it. The first step that is refused ends it. */
function ledger({ opening, custo, steps }: v.InferOutput<typeof ledgerInput>) {
  let now = balance({
    quantity: opening?.q ?? 0,
    value: opening?.value ?? 0,
    averageCost: opening?.average ?? 0,
    cost: custo,
  })
  const done: Done[] = []
  const told: object[] = []
  for (const one of steps) {
    try {
      const { movement, correction } = book(now, one, done)
      now = afterReceipt(now, { ...movement, correction })
      done.push({ op: one.op, movement: { ...movement, value: movement.value.plus(correction) } })
      told.push({
        q: movement.quantity.toFixed(4),
        value: movement.value.toFixed(2),
        ...(correction.isZero() ? {} : { acerto: correction.toFixed(2) }),
        balance: { q: now.quantity.toFixed(4), value: now.value.toFixed(2), average: now.averageCost.toFixed(4) },
      })
    } catch (error) {
      if (!(error instanceof CoreError)) throw error
      return { error: error.code, step: told.length }
    }
  }
  return { steps: told }
}

function partial(input: v.InferOutput<typeof partialInput>) {
  const parts = partialReceipt(input)
  return {
    recebimentos: parts.values.map((value, at) => ({
      q: decimal(input.recebimentos[at] ?? 0).toFixed(4),
      value: value.toFixed(2),
    })),
    qFalta: parts.missing.toFixed(4),
    qSobra: parts.over.toFixed(4),
    vPendente: parts.pending.toFixed(2),
    vCredito: parts.credit.toFixed(2),
    vCustoUn: parts.unitCost.toFixed(10),
  }
}

function acquisition({ qTrib, creditos, ...item }: v.InferOutput<typeof acquisitionInput>) {
  const { vTotal } = entryItem({ ...item, qCom: qTrib, vUnCom: 0 })
  const credits = sum(Object.values(creditos))
  const cost = vTotal.minus(credits)
  return {
    vTotal: vTotal.toFixed(2),
    vCreditos: credits.toFixed(2),
    vCustoEstoque: cost.toFixed(2),
    vCustoUn: (decimal(qTrib).isZero() ? ZERO : cost.div(qTrib)).toFixed(UNIT_COST_DECIMALS),
  }
}

function returned({ qSaida, vCustoSaida, devolucoes }: v.InferOutput<typeof returnInput>) {
  try {
    const values = returnedValues({ quantity: qSaida, value: vCustoSaida }, devolucoes)
    return {
      vCusto: values.map((one) => one.toFixed(2)),
      vRestante: decimal(vCustoSaida).minus(sum(values)).toFixed(2),
    }
  } catch (error) {
    if (!(error instanceof ReturnedTooMuch)) throw error
    return { error: error.code, restante: error.open.toFixed(4) }
  }
}

function costs(input: v.InferOutput<typeof costsInput>) {
  if (input.kind === 'ledger') return ledger(input)
  if (input.kind === 'partial') return partial(input)
  return input.kind === 'acquisition' ? acquisition(input) : returned(input)
}

const costsInput = v.variant('kind', [ledgerInput, partialInput, acquisitionInput, returnInput])

const unit = { decimal: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4)) }

const convertInput = v.variant('kind', [
  v.object({ kind: v.literal('entrada'), qCom: amount, fatorConversao: amount, ...unit, vTotal: v.optional(amount) }),
  v.object({ kind: v.literal('auxiliar_para_estoque'), qAuxiliar: amount, fator_conversao: amount, ...unit }),
  v.object({ kind: v.literal('estoque_para_auxiliar'), qTrib: amount, fator_conversao: amount }),
  v.object({ kind: v.literal('deduz'), qCom: amount, qRecebida: amount, ...unit }),
])

function converted(input: v.InferOutput<typeof convertInput>): object {
  if (input.kind === 'estoque_para_auxiliar') {
    const { quantity, whole, rest } = inAuxiliary(input.qTrib, input.fator_conversao)
    return { qAuxiliar: quantity.toFixed(4), inteiros: whole.toFixed(0), resto: rest.toFixed(4) }
  }
  if (input.kind === 'deduz') {
    const { factor, returns } = countedFactor(input.qCom, input.qRecebida, input.decimal)
    return { fatorConversao: factor.toFixed(10), volta: returns }
  }
  if (input.kind === 'auxiliar_para_estoque')
    return { qTrib: inOurUnits(input.qAuxiliar, input.fator_conversao, input.decimal).toFixed(4) }
  const ours = inOurUnits(input.qCom, input.fatorConversao, input.decimal)
  const cost = input.vTotal === undefined ? undefined : decimal(input.vTotal).div(ours)
  return { qTrib: ours.toFixed(4), ...(cost ? { vCustoUn: cost.toFixed(UNIT_COST_DECIMALS) } : {}) }
}

/** Conversions of units; what is refused is answered by its code. */
function convert(input: v.InferOutput<typeof convertInput>): object {
  try {
    return converted(input)
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    return { error: error.code }
  }
}

export const stockFunctions = [
  countFunction,
  coreFunction({
    name: 'stock.convert',
    summary:
      'Converte quantidades entre unidades: da nota para o estoque, da unidade auxiliar e para ela, e o fator que uma contagem dá.',
    takes:
      '{kind: entrada, qCom, fatorConversao, decimal, vTotal?} | {kind: auxiliar_para_estoque, qAuxiliar, fator_conversao, decimal} | {kind: estoque_para_auxiliar, qTrib, fator_conversao} | {kind: deduz, qCom, qRecebida, decimal}',
    gives: '{qTrib, vCustoUn?} | {qAuxiliar, inteiros, resto} | {fatorConversao, volta} | {error}',
    input: convertInput,
    run: convert,
  }),
  coreFunction({
    name: 'stock.costs',
    summary: 'Calcula custos de estoque: livro com custo médio, recebimento em partes, custo de aquisição e devolução.',
    takes:
      '{kind: ledger, steps: [{op: receive|issue|undo|revalue, …}], opening?, custo?} | {kind: partial, …} | {kind: acquisition, …} | {kind: return, …}',
    gives: '{steps} | {recebimentos, vCustoUn, …} | {vCustoEstoque, …} | {vCusto, vRestante}',
    input: costsInput,
    run: costs,
  }),
]
