import { CoreError } from '../errors'
import { type Structure, prepareBom } from './bom'
import { type LeadTimes, MAX_LEAD } from './calendar'
import type { Problem, Sparse } from './engine'
import { type Lot, type LotRule, readLot } from './lots'

/** One line of a bill of materials, by item code. */
export interface BomLine {
  readonly parent: string
  readonly child: string
  /** For one unit of the parent. */
  readonly qty: number
  /** Share of the component that is lost, 0 to below 1. */
  readonly scrap?: number | undefined
  /** divide (the default): qty / (1 − scrap), the loss is of what is drawn; multiply: qty × (1 + scrap), a surcharge. */
  readonly scrapRule?: 'divide' | 'multiply' | undefined
  /** Buckets after the parent's release at which the component is needed. */
  readonly offset?: number | undefined
}

/** An item with its buckets already counted. */
export interface ProblemItem {
  readonly code: string
  readonly onHand?: number | undefined
  readonly lead: number
  readonly working: boolean
  readonly safety?: number | undefined
  readonly safetySteps?: readonly { readonly bucket: number; readonly quantity: number }[] | undefined
  readonly lot?: LotRule | undefined
  /** Share of a release that comes out good, above 0 to 1. */
  readonly yield?: number | undefined
  readonly decimals?: number | undefined
  /** False for a bought item: its own list, if it has one, is not exploded. */
  readonly explodes: boolean
}

/** A quantity of an item in a bucket. */
export interface Entry {
  readonly item: string
  readonly bucket: number
  readonly quantity: number
}

export interface NamedProblem {
  readonly buckets: number
  readonly leadTimes: LeadTimes
  readonly items: readonly ProblemItem[]
  readonly bom: readonly BomLine[]
  readonly demand: readonly Entry[]
  readonly scheduled: readonly Entry[]
}

/** The problem in arrays, with what it takes to read the answer. Items are in the order of their codes, whatever order they came in. */
export interface Built {
  readonly problem: Problem
  readonly items: readonly ProblemItem[]
  readonly index: ReadonlyMap<string, number>
}

const MAX_QUANTITY = 1e15
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Checks and numbers everything. Throws a CoreError that names the item and what is wrong with it. */
export function buildProblem(named: NamedProblem): Built {
  const items = [...named.items].sort((a, b) => compare(a.code, b.code))
  const index = new Map<string, number>()
  items.forEach((item, at) => {
    yieldOf(item)
    if (index.has(item.code))
      throw new CoreError('duplicate_item', `O item '${show(item.code)}' aparece mais de uma vez.`)
    index.set(item.code, at)
  })
  const structure = buildStructure(named.bom, items, index)
  const count = items.length
  const lots: Lot[] = []
  const rules = new Map<string, number>()
  const lot = Int32Array.from(items, (item) => {
    const key = JSON.stringify(item.lot ?? null)
    const known = rules.get(key)
    if (known !== undefined) return known
    lots.push(naming(item.code, () => readLot(item.lot)))
    rules.set(key, lots.length - 1)
    return lots.length - 1
  })
  const problem: Problem = {
    buckets: named.buckets,
    structure,
    leadTimes: named.leadTimes,
    lead: Int32Array.from(items, leadOf),
    working: Uint8Array.from(items, (item) => (item.working ? 1 : 0)),
    onHand: Float64Array.from(items, (item) => quantityOf(item.onHand ?? 0, item.code, 'estoque', -MAX_QUANTITY)),
    safety: Float64Array.from(items, (item) => quantityOf(item.safety ?? 0, item.code, 'estoque de segurança', 0)),
    safetySteps: buildSteps(items, named.buckets),
    lot,
    lots,
    decimals: Int8Array.from(items, (item) => item.decimals ?? -1),
    demand: buildSparse(named.demand, count, index, named.buckets),
    scheduled: buildSparse(named.scheduled, count, index, named.buckets),
  }
  return { problem, items, index }
}

function show(code: string): string {
  return code.slice(0, 60)
}

function naming<T>(code: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof CoreError) throw new CoreError(error.code, `Item '${show(code)}': ${error.message}`)
    throw error
  }
}

function leadOf(item: ProblemItem): number {
  if (!Number.isInteger(item.lead) || item.lead < 0 || item.lead > MAX_LEAD) {
    throw new CoreError(
      'invalid_lead_time',
      `Item '${show(item.code)}': o prazo deve ser um número inteiro de 0 a ${MAX_LEAD}.`,
    )
  }
  return item.lead
}

function quantityOf(value: number, code: string, field: string, least: number): number {
  if (!(value >= least && value <= MAX_QUANTITY)) {
    throw new CoreError('invalid_quantity', `Item '${show(code)}': ${field} inválido.`)
  }
  return value
}

function indexOf(index: ReadonlyMap<string, number>, code: string): number {
  const item = index.get(code)
  if (item === undefined)
    throw new CoreError('unknown_item', `O item '${show(code)}' não está no cadastro do planejamento.`)
  return item
}

function buildStructure(
  bom: readonly BomLine[],
  items: readonly ProblemItem[],
  index: ReadonlyMap<string, number>,
): Structure {
  const lines = bom.length
  const parent = new Int32Array(lines)
  const child = new Int32Array(lines)
  const factor = new Float64Array(lines)
  const offset = bom.some((line) => (line.offset ?? 0) !== 0) ? new Int32Array(lines) : undefined
  bom.forEach((line, at) => {
    const from = indexOf(index, line.parent)
    parent[at] = from
    child[at] = indexOf(index, line.child)
    const drawn = lineFactor(line)
    const made = items[from]
    factor[at] = made?.explodes ? drawn / yieldOf(made) : 0
    if (offset) offset[at] = offsetOf(line)
  })
  return prepareBom({ items: items.length, parent, child, factor, ...(offset ? { offset } : {}) }, (item) =>
    show(items[item]?.code ?? ''),
  )
}

/** What one unit released of the parent draws of the component, its scrap included. */
export function lineFactor({ parent, child, qty, scrap = 0, scrapRule = 'divide' }: BomLine): number {
  if (!(qty >= 0 && qty <= MAX_QUANTITY) || !(scrap >= 0 && scrap < 1)) {
    throw new CoreError(
      'invalid_bom',
      `Estrutura de '${show(parent)}', componente '${show(child)}': quantidade ou perda inválida (a perda vai de 0 a menos de 1).`,
    )
  }
  return scrapRule === 'multiply' ? qty * (1 + scrap) : qty / (1 - scrap)
}

function offsetOf({ parent, child, offset = 0 }: BomLine): number {
  if (!Number.isInteger(offset) || offset < 0 || offset > MAX_LEAD) {
    throw new CoreError(
      'invalid_bom',
      `Estrutura de '${show(parent)}', componente '${show(child)}': defasagem inválida.`,
    )
  }
  return offset
}

export function yieldOf({ code, yield: good = 1 }: ProblemItem): number {
  if (!(good > 0 && good <= 1)) {
    throw new CoreError('invalid_yield', `Item '${show(code)}': o rendimento deve ser maior que 0 e até 1.`)
  }
  return good
}

/** Entries of one item and bucket are added up from the smallest, so the order they come in never shows. */
function buildSparse(
  entries: readonly Entry[],
  items: number,
  index: ReadonlyMap<string, number>,
  buckets: number,
): Sparse {
  const rows = entries
    .map(({ item, bucket, quantity }) => ({
      item: indexOf(index, item),
      bucket,
      quantity: quantityOf(quantity, item, 'quantidade', 0),
    }))
    .filter(({ bucket }) => bucket < buckets)
    .sort((a, b) => a.item - b.item || a.bucket - b.bucket || a.quantity - b.quantity)
  const first = new Int32Array(items + 1)
  for (const { item } of rows) first[item + 1] = (first[item + 1] ?? 0) + 1
  for (let item = 0; item < items; item++) first[item + 1] = (first[item + 1] ?? 0) + (first[item] ?? 0)
  return {
    first,
    bucket: Int32Array.from(rows, ({ bucket }) => Math.max(0, bucket)),
    quantity: Float64Array.from(rows, ({ quantity }) => quantity),
  }
}

function buildSteps(items: readonly ProblemItem[], buckets: number): Sparse | null {
  if (!items.some((item) => item.safetySteps?.length)) return null
  const first = new Int32Array(items.length + 1)
  const rows: { bucket: number; quantity: number }[] = []
  items.forEach((item, at) => {
    const steps = (item.safetySteps ?? [])
      .map(({ bucket, quantity }) => ({
        bucket: Math.max(0, bucket),
        quantity: quantityOf(quantity, item.code, 'estoque de segurança', 0),
      }))
      .filter(({ bucket }) => bucket < buckets)
    rows.push(...steps)
    first[at + 1] = rows.length
  })
  return {
    first,
    bucket: Int32Array.from(rows, (row) => row.bucket),
    quantity: Float64Array.from(rows, (row) => row.quantity),
  }
}
