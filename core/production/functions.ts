import * as v from 'valibot'
import { CoreError } from '../errors'
import { AT_FINISH, AT_START } from '../fields/producao/ordem-producao'
import { amount, coreFunction } from '../function'
import { decimal, type Decimal, roundHalfUp, sum, ZERO } from '../money/decimal'
import {
  type Account,
  costPart,
  drawnBy,
  EMPTY_ACCOUNT,
  hoursCost,
  type Output,
  processedIn,
  type Progress,
  yieldOf,
} from './cost'
import { planningFunctions } from './planning-functions'

const few = <S extends v.GenericSchema>(one: S) => v.pipe(v.array(one), v.maxLength(10_000))
const optional = v.optional(amount, 0)
const identifier = v.pipe(v.string(), v.maxLength(60))

const supply = v.object({ id: identifier, qPlanejada: amount, vUn: amount })
const byProduct = v.object({
  id: identifier,
  q: amount,
  vCusto: v.optional(amount),
  pCusto: v.optional(amount),
})
const part = v.object({
  qBoa: amount,
  qRefugo: optional,
  qRefugoAnormal: optional,
  encerra: v.optional(v.boolean(), false),
  horas: v.optional(few(v.object({ minutos: amount, vHora: amount })), []),
  consumo: v.optional(v.record(identifier, amount), {}),
  devolvido: v.optional(few(amount), []),
  subprodutos: v.optional(few(byProduct), []),
})
const input = v.object({
  qTrib: amount,
  tpBaixa: v.picklist([AT_FINISH, AT_START]),
  insumos: few(supply),
  partes: few(part),
})

type Input = v.InferOutput<typeof input>
type Part = Input['partes'][number]

/** A line as its parts go by. */
interface State {
  readonly account: Account
  readonly at: Progress
  readonly left: ReadonlyMap<string, Decimal>
}

const worth = (quantity: Decimal, unit: v.InferOutput<typeof amount>) => roundHalfUp(quantity.times(unit))

function draw({ insumos, tpBaixa }: Input, { consumo }: Part, { at, left }: State, output: Output) {
  if (tpBaixa === AT_START) return []
  return insumos.map(({ id, qPlanejada, vUn }) => {
    const before = left.get(id) ?? ZERO
    const told = consumo[id]
    const q = told === undefined ? drawnBy({ planned: qPlanejada, left: before }, at, output) : decimal(told)
    return { id, q, valor: worth(q, vUn) }
  })
}

function finish(line: Input, one: Part, state: State): { readonly next: State; readonly told: object } {
  const output = { good: one.qBoa, scrap: one.qRefugo, accident: one.qRefugoAnormal, closes: one.encerra }
  const drawn = draw(line, one, state, output)
  const hours = sum(one.horas.map(({ minutos, vHora }) => hoursCost(minutos, vHora)))
  const account = {
    value: state.account.value.plus(hours).minus(sum(one.devolvido.map(roundHalfUp))),
    labour: state.account.labour.plus(hours),
  }
  const done = costPart({
    at: state.at,
    part: output,
    account,
    supplies: sum(drawn.map(({ valor }) => valor)),
    byProducts: one.subprodutos.map(({ q, vCusto = null, pCusto = null }) => ({
      quantity: q,
      unitCost: vCusto,
      percent: pCusto,
    })),
  })
  const byProducts = one.subprodutos.map(({ id, q }, at) => ({
    id,
    q: decimal(q).toFixed(4),
    valor: (done.byProducts[at] ?? ZERO).toFixed(2),
  }))
  const told = {
    ...(line.tpBaixa === AT_FINISH
      ? { consumo: drawn.map(({ id, q, valor }) => ({ id, q: q.toFixed(4), valor: valor.toFixed(2) })) }
      : {}),
    vHoras: hours.toFixed(2),
    vRateado: done.share.toFixed(2),
    vCusto: done.cost.toFixed(2),
    ...(done.loss.isZero() ? {} : { vPerdaAnormal: done.loss.toFixed(2) }),
    ...(byProducts.length === 0 ? {} : { subprodutos: byProducts }),
    vCustoPrincipal: done.goods.toFixed(2),
    vCustoUn: done.unitCost?.toFixed(10) ?? null,
    emProcesso: done.account.value.toFixed(2),
  }
  const left = new Map(drawn.map(({ id, q }) => [id, (state.left.get(id) ?? ZERO).plus(q)]))
  const at = {
    planned: state.at.planned,
    made: decimal(state.at.made).plus(one.qBoa),
    processed: decimal(state.at.processed).plus(processedIn(output)),
  }
  return { told, next: { account: done.account, at, left } }
}

function production(line: Input): object {
  const started = sum(
    line.tpBaixa === AT_START ? line.insumos.map(({ qPlanejada, vUn }) => worth(decimal(qPlanejada), vUn)) : [],
  )
  let state: State = {
    account: { ...EMPTY_ACCOUNT, value: started },
    at: { planned: line.qTrib, made: 0, processed: 0 },
    left: new Map(),
  }
  const partes: object[] = []
  for (const one of line.partes) {
    const { next, told } = finish(line, one, state)
    partes.push(told)
    state = next
  }
  const { made, processed } = state.at
  return { partes, qProduzida: decimal(made).toFixed(4), rendimento: yieldOf(made, processed).toFixed(4) }
}

function run(asked: Input): object {
  try {
    return production(asked)
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    return { error: error.code }
  }
}

export const productionFunctions = [
  ...planningFunctions,
  coreFunction({
    name: 'stock.production',
    summary:
      'Apura o custo do que se produz, parte por parte: insumos, horas, refugo, subprodutos e o que fica em processo.',
    takes:
      '{qTrib, tpBaixa: 0|1, insumos: [{id, qPlanejada, vUn}], partes: [{qBoa, qRefugo?, qRefugoAnormal?, encerra?, horas?, consumo?, devolvido?, subprodutos?}]}',
    gives:
      '{partes: [{consumo, vHoras, vRateado, vCusto, vCustoPrincipal, vCustoUn, emProcesso, …}], qProduzida, rendimento} | {error}',
    input,
    run,
  }),
]
