import { useEffect, useMemo, type ReactElement } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { closeTo, seedStack } from './navigation'
import type { Layer, Match, ScreenDefinition } from './registry'
import { ScreenContext } from './screen-context'
import { pageTitle } from './title'

const MODAL_SIZE = 'lg'
const WARM_MS = 1_000
let seeded = false

/** The address a layer closes to: the one under it. */
function parentOf(match: Match, index: number): string {
  return match.layers[index - 1]?.path ?? match.screen.path
}

function useTitle(screen: ScreenDefinition): void {
  useEffect(() => {
    pageTitle.value = screen.title === '' ? 'Prumo' : screen.title
  }, [screen])
}

function ModalLayer({
  layer,
  parent,
  screen,
}: {
  readonly layer: Layer
  readonly parent: string
  readonly screen: ScreenDefinition
}): ReactElement {
  const search = useSearch()
  const query = useMemo(() => new URLSearchParams(search), [search])
  const Form = layer.modal.component
  return (
    <Form
      id={layer.id}
      path={layer.path}
      size={layer.modal.size ?? MODAL_SIZE}
      right={screen.right}
      params={layer.params}
      query={query}
      onClose={() => closeTo(parent)}
    />
  )
}

/** Fetches the forms of a screen, each once. */
function warm({ modals = {} }: ScreenDefinition): void {
  for (const { component } of Object.values(modals)) component.warm?.()
}

/** Who points at a row, or goes to one by key, may open it next. */
const isAtRow = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[role="row"][data-id], [role="grid"]') !== null

/** A screen and the stack of modals its address tells. The screen under them stays as it was. */
export function ScreenHost({ match }: { readonly match: Match }): ReactElement {
  const { screen, layers } = match
  const List = screen.component
  useTitle(screen)
  useEffect(() => {
    if (seeded) return
    seeded = true
    seedStack(layers.length === 0 ? [] : [screen.path, ...layers.slice(0, -1).map((layer) => layer.path)])
  }, [screen, layers])
  // The forms that come in chunks of their own are fetched once the list has what it asked for.
  useEffect(() => {
    const timer = setTimeout(() => warm(screen), WARM_MS)
    return () => clearTimeout(timer)
  }, [screen])
  const current = useMemo(
    () => ({ path: screen.path, title: screen.label ?? screen.title, right: screen.right }),
    [screen],
  )
  return (
    <ScreenContext value={current}>
      <main
        key={screen.path}
        className="screen"
        data-screen={screen.path}
        onPointerOver={({ target }) => (isAtRow(target) ? warm(screen) : undefined)}
        onKeyDown={({ target }) => (isAtRow(target) ? warm(screen) : undefined)}
      >
        <List />
      </main>
      {layers.map((layer, index) => (
        <ModalLayer
          key={`${screen.path}/${layer.pattern}`}
          layer={layer}
          parent={parentOf(match, index)}
          screen={screen}
        />
      ))}
    </ScreenContext>
  )
}
