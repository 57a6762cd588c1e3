import { CoreError } from '../../../core/errors'
import { discountAbove } from '../../../core/pricing/discount'
import { priceFaults, priceOrigin, tellFault } from '../../../core/pricing/guard'
import { type Amount, decimal } from '../../../core/money/decimal'
import { basePrice } from '../../../core/pricing/made-to-order'
import { priceLine } from '../../../core/pricing/line'
import { amountOf } from '../../ui/format'
import type { LineMark } from '../../ui/lines/line-marks'
import { isSet, numberOf, textOf, type Values } from '../../ui/row'
import { costOf } from './cost'
import type { GoodsFacts } from './facts'
import { GOOD, namedPrices, PROMOTION } from './promotions'
import { lineInput } from './line'

const WRONG = { hue: 'vermelho', mark: 'dash' } as const
const ODD = { hue: 'ambar', mark: 'half' } as const

/** A discount above the product's limit: it blocks whoever writes it. */
export const ABOVE = 'desconto acima'

/** What the server kept of a line's price, as marks: it may know of a cost that is not told here. */
export function keptMarks({ xAvisoPreco, xMotivoBloqueio, xPromocao }: Values): readonly LineMark[] {
  const why = textOf(xMotivoBloqueio) || textOf(xAvisoPreco)
  const words = textOf(xAvisoPreco)
    .split(', ')
    .filter((word) => word !== '')
  const marks = words.map((word) => ({ ...WRONG, word, why }))
  const promotion = textOf(xPromocao)
  const good = promotion === '' ? [] : [{ ...GOOD, word: PROMOTION, why: `promoção ${promotion}` }]
  return [...good, ...(marks.length === 0 && why !== '' ? [{ ...WRONG, word: ABOVE, why }] : marks)]
}

/** What is marked of a line's price: by the rules of the core, from what is known of its product, against this table. */
export function priceMarks(
  line: Values,
  facts: GoodsFacts | undefined,
  { table, vPromocao }: { readonly table: number | null; readonly vPromocao: Amount | null },
): readonly LineMark[] {
  if (facts === undefined || !isSet(line.mercadoria_id)) return keptMarks(line)
  try {
    const input = lineInput(line)
    const vUnLiquido = priceLine(input).vUnLiquido.toFixed(4)
    const { product } = facts
    const prices = namedPrices(facts.prices)
    const [own, vAcrescimo] = [costOf(product), amountOf(line.vAcrescimo)]
    const custo = own === null ? null : decimal(own).plus(amountOf(line.vCustoCrt))
    const judged = { vUnTrib: input.vUnTrib, vUnLiquido, custo, vAcrescimo, tabela_preco_id: table, prices }
    const faults = priceFaults({ ...judged, vPromocao, vPrecoMinimo: amountOf(product.vPrecoMinimo) })
    const origin = priceOrigin(
      basePrice({ vUnTrib: input.vUnTrib, vAcrescimo }),
      numberOf(line.tabela_preco_id) ?? table,
      prices,
    ).text
    const above = discountAbove(input, amountOf(product.pDescMaximo))
    const marks = [
      ...faults.map((fault) => {
        const { word, why } = tellFault(fault, vUnLiquido, custo !== null)
        return { ...(fault.code === 'other_table' ? ODD : WRONG), word, why: `${why}; ${origin}` }
      }),
      ...(above === null ? [] : [{ ...WRONG, word: ABOVE, why: above }]),
    ]
    return custo === null ? unlessTold(marks, line) : marks
  } catch (error) {
    if (error instanceof CoreError) return keptMarks(line)
    throw error
  }
}

/** Marks, with those that only the server could make. */
function unlessTold(marks: readonly LineMark[], line: Values): readonly LineMark[] {
  const words = new Set(marks.map(({ word }) => word))
  const told = keptMarks({ xAvisoPreco: line.xAvisoPreco })
  return [...told.filter(({ word }) => !words.has(word.replace(/ \(.*/, ''))), ...marks]
}
