import type { ImportKind } from './cadastros/importacao/kind'
import type { Personal } from './cadastros/lgpd/personal'
import type { Figures } from './painel/figure'
import type { Queue } from './painel/queue'
import type { Search } from './painel/search'
import { type Action, actionsOf } from './platform/action'
import type { Resource } from './platform/resource'
import type { Json, Routes } from './platform/served'
import type { Print } from './relatorios/print'
import type { Report } from './relatorios/report'

/**
 * What an area of the product consists of. A document is written down here and nowhere else: whatever lists documents of all areas (routes,
 * documentation, prints, searches, personal data, figures, rights) is the sum of what areas say. Gates of screens, addresses and events, which the web
 * needs too, are in the core, by the same areas (`core/access/gates`, `core/webhooks/events`).
 */
export interface Area {
  readonly name: string
  /** In the order in which documentation lists them. */
  readonly resources: readonly Resource[]
  /** Actions, or modules of them. */
  readonly actions: readonly object[]
  /** Background work: tasks that people ask for, and the program's own. */
  readonly jobs: readonly { readonly name: string }[]
  /** What is served beside resources and their actions: uploads, look-ups, files. */
  readonly routes: readonly Routes[]
  /** Named schemas of what resources keep as JSON, by name: a field is of the shape that has its name. */
  readonly shapes: readonly Json[]
  /** Documents that go to paper. */
  readonly prints: readonly Print[]
  /** Reports of the launcher, in the order of its list. */
  readonly reports: readonly Report[]
  /** What tables of other programs can be read into, in the order in which people choose. */
  readonly imports: readonly ImportKind[]
  /** What the palette finds. */
  readonly searches: readonly Search[]
  /** Figures of the dashboard. */
  readonly figures: readonly Figures[]
  /** What waits for somebody, on the pages of areas, in the order of the work. */
  readonly queues: readonly Queue[]
  /** What is told of people, what is open between them and the company, what is kept for taxes. */
  readonly personal: readonly Personal[]
  /** Rights beside those of resources and screens: `change pedido_compra`. */
  readonly rights: readonly string[]
  /** What a new company's roles are given of this area, by role: `store show edit: venda cliente; show: mercadoria`. */
  readonly roles: Readonly<Record<string, string>>
}

const NOTHING: Omit<Area, 'name'> = {
  resources: [],
  actions: [],
  jobs: [],
  routes: [],
  shapes: [],
  prints: [],
  reports: [],
  imports: [],
  searches: [],
  figures: [],
  queues: [],
  personal: [],
  rights: [],
  roles: {},
}

const known: Area[] = []

/** Declares an area; `areas.ts` names them all. */
export function area(options: Partial<Area> & Pick<Area, 'name'>): Area {
  if (known.some(({ name }) => name === options.name)) throw new Error(`The area ${options.name} is declared twice.`)
  const declared = { ...NOTHING, ...options }
  known.push(declared)
  return declared
}

type Lists = Omit<Area, 'name' | 'roles' | 'actions'>

/** A list of all areas, in their order. Asked for while the program works, not while it is put together: areas are declared by then. */
export function sum<K extends keyof Lists>(list: K): readonly Lists[K][number][] {
  return known.flatMap((one): readonly Lists[K][number][] => one[list])
}

/** What each area gives a role from the start. */
export const grantsOf = (role: string): readonly string[] => known.flatMap(({ roles }) => roles[role] ?? [])

/** The actions that areas name, by themselves or in a module. */
export function namedActions(): readonly Action[] {
  const named = new Set<unknown>(
    known.flatMap(({ actions }) => actions.flatMap((one) => [one, ...Object.values(one).flat()])),
  )
  return sum('resources').flatMap((resource) => actionsOf(resource).filter((one) => named.has(one)))
}
