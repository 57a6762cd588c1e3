import * as v from 'valibot'
import { decimal, type Decimal, ZERO } from '../../../core/money/decimal'
import { drawnBy, type Output, processedIn } from '../../../core/production/cost'
import { AT_START, BY_PRODUCT, SUPPLY } from '../../../core/fields/producao/ordem-producao'
import { badRequest, invalid } from '../../platform/errors'
import { dateInput, decimalInput, flag, identifier, shortText } from '../../platform/inputs'
import { type Goods, type Input, isDone } from './lines'

/** What somebody says that was finished, and what follows of it where nothing is said. */

const MOST = 1_000
const few = <S extends v.GenericSchema>(one: S) => v.pipe(v.array(one), v.maxLength(MOST, `No máximo ${MOST} linhas.`))
const told = few(v.object({ id: identifier, qTrib: decimalInput }))

export const finishInput = {
  /** Nothing more is made of any of the goods. */
  encerra: v.optional(flag, false),
  /** All that is left of every one of the goods, where none is named. */
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
    [],
  ),
}

interface Asked {
  readonly encerra: boolean
  readonly mercadorias: readonly Line[]
}
type Line = v.InferOutput<typeof finishInput.mercadorias>[number]

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
  const open = all.filter((one) => !isDone(one))
  const lines: readonly Line[] =
    mercadorias.length > 0
      ? mercadorias
      : open.map(({ id }) => ({ id, encerra, consumo: [], devolve: [], subprodutos: [] }))
  if (new Set(lines.map(({ id }) => id)).size < lines.length)
    throw invalid({ mercadorias: ['A mesma mercadoria aparece mais de uma vez.'] })
  return lines.map((line, at) => {
    const goods = all.find(({ id }) => id === line.id)
    if (!goods) throw invalid({ [`mercadorias.${at}.id`]: ['Esta mercadoria não é da ordem.'] })
    if (isDone(goods)) throw badRequest(`${goods.xProd}: tudo já foi produzido.`, 'finalised')
    return partAsked(goods, { ...line, encerra: line.encerra || encerra }, tpBaixa)
  })
}

function partAsked(goods: Goods, line: Line, tpBaixa: number): Planned {
  const amount = (given: string | null | undefined) => decimal(given ?? '0')
  const [scrap, accident] = [amount(line.qRefugo), amount(line.qRefugoAnormal)]
  const good = line.qBoa === undefined || line.qBoa === null ? goods.planned.minus(goods.made) : decimal(line.qBoa)
  if ([good, scrap, accident].some((one) => one.sign() < 0 || one.gt(999_999_999)))
    throw invalid({ qBoa: ['Quantidade inválida'] })
  const output = { good, scrap, accident, closes: line.encerra }
  if (processedIn(output).isZero() && !line.encerra)
    throw badRequest(`${goods.xProd}: informe quanto foi produzido.`, 'nothing_made')
  const [consumed, back, brought] = [
    amountsOf(goods, line.consumo, SUPPLY),
    amountsOf(goods, line.devolve, SUPPLY),
    amountsOf(goods, line.subprodutos, BY_PRODUCT),
  ]
  if (back.some(({ input }) => consumed.some((one) => one.input.id === input.id)))
    throw invalid({ devolve: ['Um insumo sai ou volta em uma mesma parte.'] })
  const drawn = suppliesDrawn(goods, output, { consumed, back, tpBaixa })
  return { goods, output, said: line, drawn, back, brought: byProductsOf(goods, output, { brought, drawn }) }
}

/** What lines say of insumos of the goods. Throws 422. */
function amountsOf(goods: Goods, lines: Line['consumo'], tpItem: Input['tpItem']): Amount[] {
  return lines.map(({ id, qTrib }) => {
    const input = goods.inputs.find((one) => one.id === id && one.tpItem === tpItem)
    const quantity = decimal(qTrib)
    if (!input) throw invalid({ consumo: [`Este insumo não é de ${goods.xProd}.`] })
    if (quantity.sign() < 0 || !quantity.round(4).minus(quantity).isZero())
      throw invalid({ consumo: [`${input.xProd}: quantidade inválida.`] })
    return { input, quantity }
  })
}

interface Drawing {
  readonly consumed: readonly Amount[]
  readonly back: readonly Amount[]
  readonly tpBaixa: number
}

/** What was told, else the share of the plan; nothing more of what left as the order began. */
function suppliesDrawn(goods: Goods, output: Output, { consumed, back, tpBaixa }: Drawing): Amount[] {
  return goods.inputs
    .filter(({ tpItem, id }) => tpItem === SUPPLY && back.every((one) => one.input.id !== id))
    .map((input): Amount => {
      const one = consumed.find((said) => said.input.id === input.id)
      if (one) return one
      if (tpBaixa === AT_START) return { input, quantity: ZERO }
      return { input, quantity: drawnBy({ planned: input.planned, left: input.done }, goods.progress, output) }
    })
    .filter(({ quantity }) => !quantity.isZero())
}

interface Bringing {
  readonly brought: readonly Amount[]
  readonly drawn: readonly Amount[]
}

/** What was told of by-products, else as the plan says: by what the supply that they come of has drawn, where they name one. */
function byProductsOf(goods: Goods, output: Made, { brought, drawn }: Bringing): Amount[] {
  if (output.good.isZero()) return brought.filter(({ quantity }) => !quantity.isZero())
  return goods.inputs
    .filter(({ tpItem }) => tpItem === BY_PRODUCT)
    .map((input): Amount => {
      const one = brought.find((said) => said.input.id === input.id)
      if (one) return one
      const parent = goods.inputs.find(({ id }) => id === input.parent)
      if (!parent || parent.planned.isZero())
        return { input, quantity: drawnBy({ planned: input.planned, left: input.done }, goods.progress, output) }
      const used = drawn.find((supply) => supply.input.id === parent.id)?.quantity ?? ZERO
      const due = input.planned.times(parent.done.plus(used)).div(parent.planned).round(4).minus(input.done)
      return { input, quantity: due.sign() > 0 ? due : ZERO }
    })
    .filter(({ quantity }) => !quantity.isZero())
}
