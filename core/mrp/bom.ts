import { CoreError } from '../errors'

/** The bill of materials as the engine reads it: items are 0..items−1, one entry a line in each array. */
export interface BomLines {
  readonly items: number
  readonly parent: Int32Array
  readonly child: Int32Array
  /** Quantity of the child for one unit released of the parent, scrap and the parent's yield included. 0 is never exploded. */
  readonly factor: Float64Array
  /** Buckets after the parent's release at which the child is needed; absent is 0 for every line. */
  readonly offset?: Int32Array
}

/** The prepared structure: lines by child, in a canonical order, and the items in the order of their low-level codes. */
export interface Structure {
  readonly items: number
  /** Lines of child c are [first[c], first[c+1]). */
  readonly first: Int32Array
  readonly parent: Int32Array
  readonly factor: Float64Array
  readonly offset: Int32Array | null
  readonly lowLevel: Int32Array
  /** Every item once, parents before their children. */
  readonly order: Int32Array
}

export const MAX_ITEMS = 2_000_000
export const MAX_LINES = 20_000_000

/**
 * Groups the lines by child and gives every item its low-level code, the longest way down to it. The lines may come in any order:
 * those of a child end sorted by parent, quantity and offset, so that sums always add up in the same order.
 * Throws `bom_cycle` naming the cycle (`nameOf` gives an item's name), `too_large`, `invalid_bom`.
 */
export function prepareBom(lines: BomLines, nameOf: (item: number) => string = String): Structure {
  const { items } = lines
  const count = lines.parent.length
  if (items > MAX_ITEMS || count > MAX_LINES) {
    throw new CoreError('too_large', `A estrutura passa do limite de ${MAX_ITEMS} itens ou ${MAX_LINES} linhas.`)
  }
  checkLines(lines)
  const byParent = groupBy(lines.parent, items, null)
  const byChild = groupBy(lines.child, items, byParent.position)
  const parent = new Int32Array(count)
  const factor = new Float64Array(count)
  const offset = lines.offset ? new Int32Array(count) : null
  for (let at = 0; at < count; at++) {
    const line = byChild.position[at] ?? 0
    parent[at] = lines.parent[line] ?? 0
    factor[at] = lines.factor[line] ?? 0
    if (offset) offset[at] = lines.offset?.[line] ?? 0
  }
  sortTwins(byChild.first, parent, factor, offset)
  const { lowLevel, order } = levels(lines, byParent, byChild.first, parent, nameOf)
  return { items, first: byChild.first, parent, factor, offset, lowLevel, order }
}

function checkLines({ items, parent, child, factor, offset }: BomLines): void {
  for (let line = 0; line < parent.length; line++) {
    const from = parent[line] ?? -1
    const to = child[line] ?? -1
    const quantity = factor[line] ?? Number.NaN
    if (from < 0 || from >= items || to < 0 || to >= items) {
      throw new CoreError('invalid_bom', `Linha ${line + 1} da estrutura aponta para um item que não existe.`)
    }
    if (!(quantity >= 0 && quantity < Infinity) || (offset && !((offset[line] ?? 0) >= 0))) {
      throw new CoreError('invalid_bom', `Linha ${line + 1} da estrutura: quantidade ou defasagem inválida.`)
    }
  }
}

interface Group {
  readonly first: Int32Array
  readonly position: Int32Array
}

/** Stable counting sort of the lines by a key, visiting them in the order `before` (or as they come). */
function groupBy(key: Int32Array, keys: number, before: Int32Array | null): Group {
  const first = new Int32Array(keys + 1)
  for (let line = 0; line < key.length; line++) {
    const at = (key[line] ?? 0) + 1
    first[at] = (first[at] ?? 0) + 1
  }
  for (let at = 0; at < keys; at++) first[at + 1] = (first[at + 1] ?? 0) + (first[at] ?? 0)
  const next = first.slice(0, keys)
  const position = new Int32Array(key.length)
  for (let visit = 0; visit < key.length; visit++) {
    const line = before ? (before[visit] ?? 0) : visit
    const group = key[line] ?? 0
    const to = next[group] ?? 0
    position[to] = line
    next[group] = to + 1
  }
  return { first, position }
}

/** Lines of one child with the same parent (two positions of one list) go by quantity, then offset. */
function sortTwins(first: Int32Array, parent: Int32Array, factor: Float64Array, offset: Int32Array | null): void {
  for (let child = 0; child + 1 < first.length; child++) {
    const start = first[child] ?? 0
    const end = first[child + 1] ?? 0
    for (let from = start; from < end;) {
      let to = from + 1
      while (to < end && parent[to] === parent[from]) to++
      if (to - from > 1) sortRun(from, to, factor, offset)
      from = to
    }
  }
}

function sortRun(from: number, to: number, factor: Float64Array, offset: Int32Array | null): void {
  const run = Array.from({ length: to - from }, (_, at) => ({
    factor: factor[from + at] ?? 0,
    offset: offset?.[from + at] ?? 0,
  })).sort((a, b) => a.factor - b.factor || a.offset - b.offset)
  run.forEach((line, at) => {
    factor[from + at] = line.factor
    if (offset) offset[from + at] = line.offset
  })
}

function levels(
  lines: BomLines,
  byParent: Group,
  firstOfChild: Int32Array,
  parents: Int32Array,
  nameOf: (item: number) => string,
): { lowLevel: Int32Array; order: Int32Array } {
  const { items, child } = lines
  const waiting = new Int32Array(items)
  const lowLevel = new Int32Array(items)
  const order = new Int32Array(items)
  let done = 0
  for (let item = 0; item < items; item++) {
    waiting[item] = (firstOfChild[item + 1] ?? 0) - (firstOfChild[item] ?? 0)
    if (waiting[item] === 0) order[done++] = item
  }
  for (let at = 0; at < done; at++) {
    const item = order[at] ?? 0
    const below = (lowLevel[item] ?? 0) + 1
    for (let line = byParent.first[item] ?? 0; line < (byParent.first[item + 1] ?? 0); line++) {
      const part = child[byParent.position[line] ?? 0] ?? 0
      if (below > (lowLevel[part] ?? 0)) lowLevel[part] = below
      const left = (waiting[part] ?? 0) - 1
      waiting[part] = left
      if (left === 0) order[done++] = part
    }
  }
  if (done < items) throw cycleError(waiting, firstOfChild, parents, nameOf)
  return { lowLevel, order }
}

/** Every item left waiting has a parent left waiting, so going up from the first of them ends in a cycle. */
function cycleError(
  waiting: Int32Array,
  first: Int32Array,
  parents: Int32Array,
  nameOf: (item: number) => string,
): CoreError {
  const seen = new Map<number, number>()
  const way: number[] = []
  let item = waiting.findIndex((left) => left > 0)
  while (!seen.has(item)) {
    seen.set(item, way.length)
    way.push(item)
    for (let line = first[item] ?? 0; line < (first[item + 1] ?? 0); line++) {
      const parent = parents[line] ?? 0
      if ((waiting[parent] ?? 0) > 0) {
        item = parent
        break
      }
    }
  }
  const cycle = way.slice(seen.get(item)).reverse()
  const start = cycle.indexOf(cycle.reduce((least, one) => Math.min(least, one), Infinity))
  const turned = [...cycle.slice(start), ...cycle.slice(0, start)]
  const shown = turned.length > 20 ? [...turned.slice(0, 20).map(nameOf), '…'] : turned.map(nameOf)
  return new CoreError('bom_cycle', `A estrutura tem um ciclo: ${[...shown, nameOf(turned[0] ?? 0)].join(' → ')}.`)
}
