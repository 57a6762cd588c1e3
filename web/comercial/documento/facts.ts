import { signal, type Signal } from '@preact/signals-react'
import { get, list, readRow } from '../../app/api'
import type { FormModel } from '../../ui/form/form-model'
import { linesOf } from '../../ui/lines/lines-state'
import type { Promotion } from '../../../core/pricing/promotions'
import { whyNotToday } from '../tabela_preco/holding'
import { characteristicsOf } from './characteristics'
import { promotionsOf } from './offers'
import { getPath, isRecord, numberOf, textOf, type Row, type Values } from '../../ui/row'

/** What is known of a product beside what a line of it says: stock, cost, least price; and its price in each table. */
export interface GoodsFacts {
  readonly product: Values
  readonly prices: readonly Row[]
  readonly promotions: readonly Promotion[]
  /** What it can be made with, of a product that is made to order. */
  readonly characteristics: readonly Row[]
}

/** By the number of the product. */
export type Known = ReadonlyMap<string, GoodsFacts>

const known = new WeakMap<FormModel, Signal<Known>>()

function storeOf(form: FormModel): Signal<Known> {
  const found = known.get(form) ?? signal<Known>(new Map())
  known.set(form, found)
  return found
}

/** What is known of the goods of a document by now, by the number of the product. */
export const goodsFacts = (form: FormModel): Known => storeOf(form).value

interface Offered {
  readonly prices: readonly Row[]
  readonly promotions: readonly Promotion[]
  readonly characteristics: ReadonlyMap<string, readonly Row[]>
}

function keep(form: FormModel, products: readonly Row[], { prices, promotions, characteristics }: Offered): void {
  const store = storeOf(form)
  const priced = Map.groupBy(prices, (row) => textOf(row.mercadoria_id))
  const offered = Map.groupBy(promotions, (one) => textOf(one.promocao_mercadoria_list[0]?.mercadoria_id))
  store.value = new Map([
    ...store.peek(),
    ...products.map((product) => {
      const id = textOf(product.id)
      const [own, given, made] = [priced.get(id) ?? [], offered.get(id) ?? [], characteristics.get(id) ?? []]
      return [id, { product, prices: own, promotions: given, characteristics: made }] as const
    }),
  ])
}

/** The tables of customers, by the number of the customer: what a document holds of its customer does not tell. */
const tables = signal<ReadonlyMap<string, number | null>>(new Map())

/** The price table that a document's prices are held against: its customer's, else its own; null for none. */
export function customerTable(document: Values): number | null {
  const own = getPath(document, 'cliente.tabela_preco_id')
  const table =
    own === undefined
      ? tables.value.get(textOf(document.cliente_id))
      : holdingTable(own, getPath(document, 'cliente.tabela_preco'))
  return table ?? holdingTable(document.tabela_preco_id, document.tabela_preco)
}

/** The number of a price table that holds today, by what is known of it; null for one that does not. */
export const holdingTable = (id: unknown, table: unknown): number | null =>
  whyNotToday(table) === undefined ? numberOf(id) : null

async function learnCustomer(document: Values): Promise<void> {
  const id = textOf(document.cliente_id)
  if (id === '' || getPath(document, 'cliente.tabela_preco_id') !== undefined || tables.peek().has(id)) return
  const customer = readRow(await get(`cliente/${id}`))
  tables.value = new Map([...tables.peek(), [id, holdingTable(customer.tabela_preco_id, customer.tabela_preco)]])
}

const AT_ONCE = 200

async function pricesOf(ids: readonly string[]): Promise<readonly Row[]> {
  return (await list('mercadoria_preco', { where: { mercadoria_id: ids.map(Number) }, perPage: 1000 })).data
}

const offersOf = async (products: readonly Row[]): Promise<Offered> => {
  const ids = products.map((product) => textOf(product.id))
  const toOrder = products.filter((product) => product.op_customizavel === true).map((product) => textOf(product.id))
  const [prices, promotions, characteristics] = await Promise.all([
    pricesOf(ids),
    promotionsOf(ids),
    characteristicsOf(toOrder),
  ])
  return { prices, promotions, characteristics }
}

/** The prices of a product that is about to be added, which is known from then on. */
export async function learnProduct(form: FormModel, product: Row): Promise<readonly Row[]> {
  const offered = await offersOf([product])
  keep(form, [product], offered)
  return offered.prices
}

/** Asks for what is not known yet of the goods of a document and of its customer. */
export async function learnDocument(form: FormModel, name: string): Promise<void> {
  await Promise.all([learnCustomer(form.values.peek()), learnGoods(form, name)])
}

async function learnGoods(form: FormModel, name: string): Promise<void> {
  const lines = linesOf(form.values.peek()[name])
  const ids = [...new Set(lines.map((line) => textOf(line.mercadoria_id)))].filter(
    (id) => id !== '' && !storeOf(form).peek().has(id),
  )
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    const { data: products } = await list('mercadoria', { custom: { ids: some.map(Number) }, perPage: AT_ONCE })
    keep(form, products, await offersOf(products))
  }
}

/** A line with the prices that its product has, where they are known. */
export function withPrices<L extends Values>(form: FormModel, line: L): L {
  const prices = storeOf(form).peek().get(textOf(line.mercadoria_id))?.prices
  return prices === undefined ? line : { ...line, precos: prices }
}

/** What is known of a line's product. */
export const productOf = (facts: Known, line: Values): Values =>
  facts.get(textOf(line.mercadoria_id))?.product ?? (isRecord(line.mercadoria) ? line.mercadoria : {})
