import type { ComponentType } from 'react'
import type { WriteRight } from './access'
import type { Row, Values } from '../ui/row'

/** Sizes of a modal, narrow to whole window. */
export type ModalSize = 'sm' | 'md' | 'lg' | 'xl' | 'xxl' | 'full'

/** What a modal form of a screen is given. */
export interface ModalProps {
  /** Its record: a number as text, or 'new'. */
  readonly id: string
  /** Its own address, also its `data-screen`; none when it was opened in place (a picker's "create"). */
  readonly path?: string
  readonly size: ModalSize
  /** What is asked of who changes records there. */
  readonly right: WriteRight
  /** Every `:name` of its pattern. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Goes back to what lies under it. */
  readonly onClose: () => void
  /** Called with the saved record, when the form serves as a picker or creates in place. */
  readonly onSaved?: (row: Row) => void
  /** Values a new record starts with. */
  readonly initial?: Values
}

/** A form; one that comes in a chunk of its own may be fetched ahead of its first opening. */
export type WarmModal = ComponentType<ModalProps> & { readonly warm?: () => void }

export interface ModalDefinition {
  readonly component: WarmModal
  readonly size?: ModalSize
}

export interface ScreenDefinition {
  readonly path: string
  /** Page title; '' leaves the product's name. */
  readonly title: string
  /** Name in the menu and palette where the title is none. */
  readonly label?: string
  readonly area: string
  /** What is asked of who changes records here; who may open it, the core's table of screens tells by path. */
  readonly right: WriteRight
  readonly component: ComponentType
  /** Modals over the screen by pattern under its path: `edit/:id`, `edit/:id/venda_mercadoria/:item_id`. */
  readonly modals?: Readonly<Record<string, ModalDefinition>>
  /** False where its records come from elsewhere: nothing offers to create one. */
  readonly create?: false
  /** Looked after now and then: it stands on its area's page, not in the menu. */
  readonly register?: true
  /** Left out of the menu and of its area's page (still in the palette). */
  readonly hidden?: boolean
  /** Other paths that open it. */
  readonly aliases?: readonly string[]
}

/** Declares a screen. A plain identity, so that a typing mistake is an error where it is made. */
export function screen(definition: ScreenDefinition): ScreenDefinition {
  return definition
}

/** Has the screen a form for a new record? */
export const hasNewForm = ({ create, modals }: ScreenDefinition): boolean =>
  create !== false && Object.keys(modals ?? {}).some((pattern) => /^edit\/:\w+$/.test(pattern))

export interface Layer {
  /** Whole path of this layer; also its `data-screen`. */
  readonly path: string
  readonly pattern: string
  readonly id: string
  readonly params: Readonly<Record<string, string>>
  readonly modal: ModalDefinition
}

export interface Match {
  readonly screen: ScreenDefinition
  readonly layers: readonly Layer[]
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function matchPattern(pattern: string, parts: readonly string[]): Record<string, string> | null {
  const wanted = pattern.split('/')
  if (wanted.length > parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, name] of wanted.entries()) {
    const part = parts[index] ?? ''
    if (part === '') return null
    if (name.startsWith(':')) params[name.slice(1)] = decoded(part)
    else if (name !== part) return null
  }
  return params
}

function layersOf(screen: ScreenDefinition, base: string, parts: readonly string[]): readonly Layer[] | null {
  const found = Object.entries(screen.modals ?? {}).flatMap(([pattern, modal]) => {
    const params = matchPattern(pattern, parts)
    if (params === null) return []
    const depth = pattern.split('/').length
    const last = pattern.split('/').at(-1) ?? ''
    const id = last.startsWith(':') ? (params[last.slice(1)] ?? '') : ''
    return [{ depth, layer: { path: `${base}/${parts.slice(0, depth).join('/')}`, pattern, id, params, modal } }]
  })
  found.sort((a, b) => a.depth - b.depth)
  const deepest = found.at(-1)?.depth ?? 0
  return deepest === parts.length ? found.map(({ layer }) => layer) : null
}

const trimmed = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path)

/** Which screen a path opens, and the stack of modals over it; null when no screen answers to it. */
export function matchStack(screens: readonly ScreenDefinition[], path: string): Match | null {
  const clean = trimmed(path)
  for (const screen of screens) {
    for (const base of [screen.path, ...(screen.aliases ?? [])]) {
      if (clean === base) return { screen, layers: [] }
      if (!clean.startsWith(`${base}/`)) continue
      const layers = layersOf(screen, base, clean.slice(base.length + 1).split('/'))
      if (layers !== null) return { screen, layers }
    }
  }
  return null
}
