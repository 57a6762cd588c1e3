import * as v from 'valibot'
import { decimal, type Decimal, ZERO } from '../../../core/money/decimal'
import { QUANTITY_DECIMALS } from '../../../core/stock/unit'
import { drawnBy, type Output, processedIn } from '../../../core/production/cost'
import { AT_START, BY_PRODUCT, SUPPLY } from '../../../core/fields/producao/ordem-producao'
import { badRequest, invalid } from '../../platform/errors'
import { dateInput, decimalInput, flag, identifier, shortText } from '../../platform/inputs'
import { countFault, type Unit } from '../counted'
import { type Goods, type Input, isDone } from './lines'

/** What somebody says that was finished, and what follows of it where nothing is said. */

const MOST = 1_000
const few = <S extends v.GenericSchema>(one: S) => v.pipe(v.array(one), v.maxLength(MOST, `No máximo ${MOST} linhas.`))
const told = few(v.object({ id: identifier, qTrib: decimalInput }))

export const finishInput = {
  /** Nothing more is made of any of the goods. */
  encerra: v.optional(flag, false),
  /** Without it, all that is left of every one of the goods; nothing more of any of them, where they end. */
  mercadorias: v.optional(
    few(
      v.object({
        id: identifier,
        qBoa: v.optional(v.nullable(decimalInput)),
        qRefugo: v.optional(v.nullable(decimalInput)),
        qRefugoAnormal: v.optional(v.nullable(decimalInput)),
        encerra: v.optional(flag, false),
        armazenamento_id: v.optional(v.nullable(identifier)),
        nLote: v.optional(v.nullable(shortText(40))),
        dVal: v.optional(v.nullable(dateInput)),
        consumo: v.optional(told, []),
        devolve: v.optional(told, []),
        subprodutos: v.optional(told, []),
      }),
    ),
  ),
}

interface Asked {
  readonly encerra: boolean
  readonly mercadorias?: readonly Line[] | undefined
}
type Line = NonNullable<v.InferOutput<typeof finishInput.mercadorias>>[number]

/** A quantity of something that goods draw or bring. */
export interface Amount {
  readonly input: Input
  readonly quantity: Decimal
}

interface Made extends Output {
  readonly good: Decimal
  readonly scrap: Decimal
  readonly accident: Decimal
}

/** A part of one of the goods. */
export interface Planned {
  readonly goods: Goods
  readonly output: Made
  readonly said: Partial<Pick<Line, 'armazenamento_id' | 'nLote' | 'dVal'>>
  readonly drawn: readonly Amount[]
  readonly back: readonly Amount[]
  readonly brought: readonly Amount[]
}

/** The parts that are asked for. Throws 422 for a quantity that cannot be, 400 `nothing_made`, `finalised`. */
export function partsAsked(all: readonly Goods[], { encerra, mercadorias }: Asked, tpBaixa: number): Planned[] {
  const lines = mercadorias ?? linesLeft(all, encerra)
  if (lines.length === 0) throw badRequest('Informe quanto foi produzido.', 'nothing_made')
  if (new Set(lines.map(({ id }) => id)).size < lines.length)
    throw invalid({ mercadorias: ['A mesma mercadoria aparece mais de uma vez.'] })
  return lines.map((line, at) => {
    const goods = all.find(({ id }) => id === line.id)
    if (!goods) throw invalid({ [`mercadorias.${at}.id`]: ['Esta mercadoria não é da ordem.'] })
    if (isDone(goods)) throw badRequest(`${goods.xProd}: tudo já foi produzido.`, 'finalised')
    return partAsked(goods, { ...line, encerra: line.encerra || encerra }, { at: `mercadorias.${at}`, tpBaixa })
  })
}

/** Nothing is said of any goods: all that is left of each is made, or each ends as it is. */
function linesLeft(all: readonly Goods[], encerra: boolean): Line[] {
  const open = all.filter((one) => !isDone(one))
  if (open.length === 0) throw badRequest('Tudo já foi produzido.', 'finalised')
  return open.map(({ id }) => ({
    id,
    encerra,
    ...(encerra ? { qBoa: '0' } : {}),
    consumo: [],
    devolve: [],
    subprodutos: [],
  }))
}

interface Saying {
  /** Where the line stands in what was sent. */
  readonly at: string
  readonly tpBaixa: number
}

function partAsked(goods: Goods, line: Line, { at, tpBaixa }: Saying): Planned {
  const output = outputOf(goods, line, at)
  if (processedIn(output).isZero() && !output.closes)
    throw badRequest(`${goods.xProd}: informe quanto foi produzido.`, 'nothing_made')
  const amounts = (name: 'consumo' | 'devolve' | 'subprodutos', tpItem: Input['tpItem']) =>
    amountsOf(goods, line[name], { at: `${at}.${name}`, tpItem })
  const [consumed, back] = [amounts('consumo', SUPPLY), amounts('devolve', SUPPLY)]
  const brought = amounts('subprodutos', BY_PRODUCT)
  if (back.some(({ input }) => consumed.some((one) => one.input.id === input.id)))
    throw invalid({ [`${at}.devolve`]: ['Um insumo sai ou volta em uma mesma parte.'] })
  const drawn = suppliesDrawn(goods, output, { consumed, back, tpBaixa })
  return { goods, output, said: line, drawn, back, brought: byProductsOf(goods, output, { brought, drawn }) }
}

/** What is left, where nothing is said of the good ones, as the unit counts it; goods end where what is then left is too little to be counted. */
function outputOf(goods: Goods, line: Line, at: string): Made {
  const amount = (name: 'qBoa' | 'qRefugo' | 'qRefugoAnormal') => countedIn(goods, line[name] ?? '0', `${at}.${name}`)
  const asUnit = (quantity: Decimal) => quantity.round(goods.decimals ?? QUANTITY_DECIMALS)
  const left = goods.planned.minus(goods.made)
  const good = line.qBoa === undefined || line.qBoa === null ? asUnit(left) : amount('qBoa')
  const rest = left.minus(good)
  return {
    good,
    scrap: amount('qRefugo'),
    accident: amount('qRefugoAnormal'),
    closes: line.encerra || (rest.sign() > 0 && asUnit(rest).isZero()),
  }
}

/** A quantity that was told of a product. Throws 422 for less than nothing, and for what its unit does not count. */
function countedIn(unit: Unit, told: string, field: string): Decimal {
  const quantity = decimal(told)
  const fault = countFault(unit, quantity)
  if (fault !== undefined) throw invalid({ [field]: [fault] })
  return quantity
}

interface Naming {
  readonly at: string
  readonly tpItem: Input['tpItem']
}

/** What lines say of insumos of the goods. Throws 422. */
function amountsOf(goods: Goods, lines: Line['consumo'], { at, tpItem }: Naming): Amount[] {
  return lines.map(({ id, qTrib }, index) => {
    const input = goods.inputs.find((one) => one.id === id && one.tpItem === tpItem)
    if (!input) throw invalid({ [`${at}.${index}.id`]: [`Este insumo não é de ${goods.xProd}.`] })
    return { input, quantity: countedIn(input, qTrib, `${at}.${index}.qTrib`) }
  })
}

interface Drawing {
  readonly consumed: readonly Amount[]
  readonly back: readonly Amount[]
  readonly tpBaixa: number
}

/** What was told, else the share of the plan. */
function suppliesDrawn(goods: Goods, output: Output, { consumed, back, tpBaixa }: Drawing): Amount[] {
  return goods.inputs
    .filter(({ tpItem, id }) => tpItem === SUPPLY && back.every((one) => one.input.id !== id))
    .map((input): Amount => {
      const one = consumed.find((said) => said.input.id === input.id)
      return one ?? { input, quantity: drawnBy(toDraw(input, tpBaixa), goods.progress, output) }
    })
    .filter(({ quantity }) => !quantity.isZero())
}

/** What parts are to draw of a supply, and what they have. What left as the order began is in process: of that, nothing more. */
function toDraw({ planned, requested, done }: Input, tpBaixa: number): Parameters<typeof drawnBy>[0] {
  if (tpBaixa !== AT_START) return { planned, left: done }
  return { planned: aboveZero(planned.minus(requested)), left: aboveZero(done.minus(requested)) }
}

const aboveZero = (quantity: Decimal): Decimal => (quantity.sign() > 0 ? quantity : ZERO)

interface Bringing {
  readonly brought: readonly Amount[]
  readonly drawn: readonly Amount[]
}

/** What was told of by-products, else as the plan says, as their unit counts them: by what the supply that they come of has drawn, where they name one. */
function byProductsOf(goods: Goods, output: Made, { brought, drawn }: Bringing): Amount[] {
  if (output.good.isZero()) return brought.filter(({ quantity }) => !quantity.isZero())
  return goods.inputs
    .filter(({ tpItem }) => tpItem === BY_PRODUCT)
    .map((input): Amount => {
      const one = brought.find((said) => said.input.id === input.id)
      if (one) return one
      const due = byProductDue(goods, output, { input, drawn })
      return { input, quantity: due.round(input.decimals ?? QUANTITY_DECIMALS) }
    })
    .filter(({ quantity }) => !quantity.isZero())
}

interface Due {
  readonly input: Input
  readonly drawn: readonly Amount[]
}

function byProductDue(goods: Goods, output: Made, { input, drawn }: Due): Decimal {
  const parent = goods.inputs.find(({ id }) => id === input.parent)
  if (!parent || parent.planned.isZero())
    return drawnBy({ planned: input.planned, left: input.done }, goods.progress, output)
  const used = drawn.find((supply) => supply.input.id === parent.id)?.quantity ?? ZERO
  return aboveZero(input.planned.times(parent.done.plus(used)).div(parent.planned).minus(input.done))
}
