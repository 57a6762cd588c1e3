import { type ScaleLabel, soldForPrice } from '../../../core/gs1/scale-layout'
import { decimal } from '../../../core/money/decimal'
import { DISCOUNTS, MONEY } from '../../../core/pricing/line'
import { normalPrice } from '../../../core/pricing/promoted'
import type { FormModel } from '../../ui/form/form-model'
import { linesOf } from '../../ui/lines/lines-state'
import { getPath, numberOf, textOf, type Row, type Values } from '../../ui/row'
import { learnProduct } from './facts'
import { priced } from './line'
import { documentTable, namedPrices } from './promotions'

const NO_DISCOUNTS: Values = Object.fromEntries(DISCOUNTS.map((name) => [name, 0]))

/** A new line for a product, at its price in the document's table; its discount is in money (document 2, section 9). */
export function newLine(form: FormModel, product: Row, quantity: number, precos: readonly Row[]): Values {
  const table = documentTable(form.values.value)
  const normal = normalPrice(namedPrices(precos), table)
  const row = precos.find((one) => numberOf(one.tabela_preco_id) === normal?.tabela_preco_id)
  return priced({
    mercadoria_id: product.id,
    mercadoria: product,
    xProd: textOf(product.xProd),
    un: textOf(product.un) || textOf(getPath(product, 'unidade.un')),
    qTrib: quantity,
    vUnTrib: row?.vUnTrib ?? 0,
    tabela_preco_id: row?.tabela_preco_id ?? table ?? null,
    tabela_preco: row?.tabela_preco ?? form.values.value.tabela_preco ?? null,
    precos,
    tp_desconto: MONEY,
    ...NO_DISCOUNTS,
    pIPI: product.pIPI ?? 0,
    decimal_preco: numberOf(product.decimal_preco) ?? 2,
    vAcrescimo: 0,
    vCustoCrt: 0,
    crt_list: [],
  })
}

interface Added {
  readonly product: Row
  readonly quantity: number
  /** What a scale printed for it. */
  readonly label?: ScaleLabel | undefined
}

/** The line with the weight that a scale printed, or at the price that it printed. Throws where a printed price meets a product without one. */
function weighed(line: Values, quantity: number, { kind, value }: ScaleLabel): Values {
  const times = decimal(quantity)
  if (kind === 'weight') return priced({ ...line, qTrib: Number(decimal(value).times(times).toFixed(4)) })
  const { qTrib, vDescValor } = soldForPrice(decimal(value).times(times), textOf(line.vUnTrib) || '0')
  const sold = { ...line, qTrib: Number(qTrib) }
  return priced(Number(vDescValor) === 0 ? sold : { ...sold, vDescValor: Number(vDescValor) })
}

/** Adds a product to the document's lines. */
export async function addProduct(form: FormModel, list: string, { product, quantity, label }: Added): Promise<void> {
  const precos = await learnProduct(form, product)
  const typed = newLine(form, product, quantity, precos)
  const line = label === undefined ? typed : weighed(typed, quantity, label)
  form.set(list, [...linesOf(form.values.value[list]), { ...line, key: crypto.randomUUID() }])
}
