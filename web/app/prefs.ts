import { computed, effect, signal } from '@preact/signals-react'
import { readStored, writeStored } from './storage'

export const THEMES = ['auto', 'claro', 'escuro'] as const
export const DENSITIES = ['normal', 'compacta', 'confortavel'] as const
/** How records open: over the list, beside it, or (for a second screen or a panel) without the frame around. `?layout=` chooses one. */
export const LAYOUTS = ['padrao', 'lateral', 'limpo'] as const
export type Layout = (typeof LAYOUTS)[number]
export type Theme = (typeof THEMES)[number]
export type Density = (typeof DENSITIES)[number]

function stored<T extends string>(key: string, allowed: readonly T[], initial: T): T {
  const value = readStored(key)
  return allowed.find((item) => item === value) ?? initial
}

export const theme = signal<Theme>(stored('tema', THEMES, 'auto'))
export const density = signal<Density>(stored('densidade', DENSITIES, 'normal'))
export const layout = signal<Layout>(stored('layout', ['padrao', 'lateral'], 'padrao'))
export const navCollapsed = signal(readStored('menu_recolhido') === true)
/** Single-letter shortcuts; people who type with voice or switch devices turn them off. */
export const letterKeys = signal(readStored('letras') !== false)

const COMPACT = '(max-width: 600px)'

const matches = (query: string): boolean => typeof matchMedia === 'function' && matchMedia(query).matches

/** The mobile layout: window width up to 600 px. */
export const mobile = signal(matches(COMPACT))

/** From here on a document shows its head and its items together; a record beside its list has less room. */
const ROOMY = '(min-width: 1200px)'
const ROOMY_BESIDE = '(min-width: 1920px)'
const wide = signal(matches(ROOMY))
const wideBeside = signal(matches(ROOMY_BESIDE))

/** Is there room for a document's head and items on one surface? */
export const roomy = computed(() => (layout.value === 'lateral' ? wideBeside.value : wide.value))

/** Takes the layout that an address names. */
export function chooseLayout(name: string | null): void {
  const found = LAYOUTS.find((one) => one === name)
  if (found !== undefined) layout.value = found
}

/** Keeps the page and the storage in step with the choices above; called once at start. */
export function startPrefs(): void {
  for (const [query, follows] of [
    [COMPACT, mobile],
    [ROOMY, wide],
    [ROOMY_BESIDE, wideBeside],
  ] as const)
    matchMedia(query).addEventListener('change', (event) => {
      follows.value = event.matches
    })
  effect(() => {
    const root = document.documentElement
    if (theme.value === 'auto') delete root.dataset.tema
    else root.dataset.tema = theme.value
    if (density.value === 'normal') delete root.dataset.densidade
    else root.dataset.densidade = density.value
    if (layout.value === 'padrao') delete root.dataset.layout
    else root.dataset.layout = layout.value
    // The bare layout is this window's alone.
    if (layout.value !== 'limpo') writeStored('layout', layout.value)
    writeStored('tema', theme.value)
    writeStored('densidade', density.value)
    writeStored('menu_recolhido', navCollapsed.value)
    writeStored('letras', letterKeys.value)
  })
}

/** Height of a list row in px, as the density's token says. */
export function rowHeight(): number {
  if (density.value === 'compacta') return 28
  return density.value === 'confortavel' ? 40 : 32
}
