import { lazy, Suspense, type ComponentType, type ReactElement } from 'react'

/** A screen or form in a chunk of its own, fetched when it is first opened. What lies under it stays on the screen meanwhile. */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function Lazy(props: P): ReactElement {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
