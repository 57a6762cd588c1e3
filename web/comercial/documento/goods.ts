import { decimal } from '../../../core/money/decimal'
import { DISCOUNTS, MONEY } from '../../../core/pricing/line'
import { chosenCompany, list } from '../../app/api'
import { session } from '../../app/session'
import { toast } from '../../app/toasts'
import { confirm } from '../../ui/confirm'
import type { FormModel } from '../../ui/form/form-model'
import { amountOf, displayName, formatQuantity } from '../../ui/format'
import { linesOf } from '../../ui/lines/lines-state'
import { getPath, numberOf, textOf, type Row, type Values } from '../../ui/row'
import { priced } from './line'

const NO_DISCOUNTS: Values = Object.fromEntries(DISCOUNTS.map((name) => [name, 0]))

export async function pricesOf(mercadoria_id: number | string): Promise<readonly Row[]> {
  return (await list('mercadoria_preco', { where: { mercadoria_id }, perPage: 100 })).data
}

/** A new line for a product, at its price in the document's table; its discount is in money (document 2, section 9). */
export function newLine(form: FormModel, product: Row, quantity: number, precos: readonly Row[]): Values {
  const table = form.values.value.tabela_preco_id
  const row = precos.find((one) => textOf(one.tabela_preco_id) === textOf(table)) ?? precos[0]
  if (row === undefined) toast.alert(`${textOf(product.xProd)} não tem preço: informe o preço do item.`)
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

function controlsStock(company: unknown): boolean {
  const now = session.value
  const id = company ?? chosenCompany.value
  return now.status === 'in' && now.empresas.find((one) => one.id === id)?.controla_estoque !== false
}

/** A product without enough stock is asked about, where the company controls stock. */
export async function mayAdd(form: FormModel, list: string, product: Row, quantity: number): Promise<boolean> {
  const values = form.values.value
  if (!controlsStock(values.empresa_id) || getPath(values, 'tipo_entrada_saida.movimenta_estoque') === false)
    return true
  const already = linesOf(values[list])
    .filter((line) => textOf(line.mercadoria_id) === textOf(product.id))
    .reduce((sum, line) => sum.plus(amountOf(line.qTrib)), decimal(0))
  const free = decimal(amountOf(product.q_disp))
  if (free.gte(already.plus(quantity))) return true
  return confirm({
    title: 'Mercadoria sem estoque',
    text: `${displayName(product)}: disponível ${formatQuantity(free.toString())}, pedido ${formatQuantity(already.plus(quantity).toString())}.`,
    action: 'Adicionar mesmo assim',
  })
}

/** Adds a product to the document's lines. */
export async function addProduct(form: FormModel, list: string, product: Row, quantity: number): Promise<void> {
  // Asked first: nobody is questioned about goods that then fail for want of a price.
  const precos = await pricesOf(product.id)
  if (!(await mayAdd(form, list, product, quantity))) return
  const line = newLine(form, product, quantity, precos)
  form.set(list, [...linesOf(form.values.value[list]), { ...line, key: crypto.randomUUID() }])
}
