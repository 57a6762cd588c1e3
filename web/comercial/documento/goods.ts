import { DISCOUNTS, MONEY } from '../../../core/pricing/line'
import type { FormModel } from '../../ui/form/form-model'
import { linesOf } from '../../ui/lines/lines-state'
import { getPath, numberOf, textOf, type Row, type Values } from '../../ui/row'
import { learnProduct } from './facts'
import { priced } from './line'

const NO_DISCOUNTS: Values = Object.fromEntries(DISCOUNTS.map((name) => [name, 0]))

/** A new line for a product, at its price in the document's table; its discount is in money (document 2, section 9). */
export function newLine(form: FormModel, product: Row, quantity: number, precos: readonly Row[]): Values {
  const table = form.values.value.tabela_preco_id
  const row = precos.find((one) => textOf(one.tabela_preco_id) === textOf(table)) ?? precos[0]
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
  })
}

/** Adds a product to the document's lines. */
export async function addProduct(form: FormModel, list: string, product: Row, quantity: number): Promise<void> {
  const precos = await learnProduct(form, product)
  const line = newLine(form, product, quantity, precos)
  form.set(list, [...linesOf(form.values.value[list]), { ...line, key: crypto.randomUUID() }])
}
