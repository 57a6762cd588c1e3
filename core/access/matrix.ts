import { ACTIONS, readRight } from './rights'
import { RIGHT_AREAS, rightText, rightTitle } from './words'

export type MatrixAction = (typeof ACTIONS)[number]

/** A permission as it is stored. */
export interface Named {
  readonly id: number | string
  readonly name: string
}

/** What can be given on one thing: a permission for each action, and those that it alone has. */
export interface MatrixRow {
  readonly resource: string
  readonly title: string
  readonly cells: Readonly<Partial<Record<MatrixAction, Named>>>
  readonly others: readonly (Named & { readonly text: string })[]
}

export interface MatrixArea {
  readonly area: string
  readonly rows: readonly MatrixRow[]
}

const OTHERS = 'Outras'
const ORDER = new Map(
  Object.entries(RIGHT_AREAS).flatMap(([area, names]) => Object.keys(names).map((name) => [name, area] as const)),
)
const PLACES = [...ORDER.keys()]

const isCell = (action: string): action is MatrixAction => ACTIONS.some((one) => one === action)

function rowOf(resource: string, held: readonly Named[]): MatrixRow {
  const read = held.map((one) => ({ one, action: readRight(one.name)?.action ?? '' }))
  const cells = read.flatMap(({ one, action }) => (isCell(action) ? [[action, one] as const] : []))
  return {
    resource,
    title: rightTitle(resource),
    cells: Object.fromEntries(cells),
    others: read.flatMap(({ one, action }) => (isCell(action) ? [] : [{ ...one, text: rightText(one.name) }])),
  }
}

/** Permissions as a matrix: areas of rows, in the order of the menus. Two spellings of a right are one; what is no right is left out. */
export function matrixOf(permissions: readonly Named[]): readonly MatrixArea[] {
  const byResource = Map.groupBy(permissions, ({ name }) => readRight(name)?.resource ?? '')
  byResource.delete('')
  const place = (resource: string): number => (ORDER.has(resource) ? PLACES.indexOf(resource) : PLACES.length)
  const rows = [...byResource]
    .map(([resource, held]) => rowOf(resource, held))
    .toSorted((a, b) => place(a.resource) - place(b.resource) || a.title.localeCompare(b.title))
  const areas = Map.groupBy(rows, ({ resource }) => ORDER.get(resource) ?? OTHERS)
  return [...areas].map(([area, held]) => ({ area, rows: held }))
}
