import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

/** The list with one of its items at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from]
  if (item === undefined || from === to || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** How a list is put into another order, by a pointer on a handle or by keys on an item. */
export interface Ordering {
  /** As it is shown now: while something is being moved, as it would be. */
  readonly ids: readonly number[]
  /** The item under the pointer's grip. */
  readonly held: number | null
  /** For the handle of an item. */
  readonly handle: (id: number) => {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerUp: () => void
    readonly onPointerCancel: () => void
  }
  /** Ctrl+↑ and Ctrl+↓ move an item, Ctrl+Home and Ctrl+End to an end; true when the key was one of them. */
  readonly keys: (event: KeyboardEvent, id: number) => boolean
}

const REST_MS = 500
const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** Which item of the list lies under a height of the page. */
function under(list: HTMLElement | null, y: number): number | undefined {
  const items = [...(list?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]
  const index = items.findIndex((item) => y < item.getBoundingClientRect().bottom)
  return items.length === 0 ? undefined : index < 0 ? items.length - 1 : index
}

/**
 * Lets a list be put into another order. Keys may be pressed several times: what came of them is told (`onOrder`) once they rest; a pointer tells when it
 * lets go. `says` is told each step, for those who do not see it.
 */
export function useOrdering(
  stored: readonly number[],
  {
    onOrder,
    says,
  }: { readonly onOrder: (ids: readonly number[]) => Promise<void>; readonly says: (text: string) => void },
): Ordering {
  const [shown, setShown] = useState<readonly number[] | null>(null)
  const [held, setHeld] = useState<number | null>(null)
  const latest = useRef(stored)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What is not in the route any more, or not yet in the order, follows the route itself.
  const ids = shown?.length === stored.length && shown.every((id) => stored.includes(id)) ? shown : stored
  const tell = async (): Promise<void> => {
    await onOrder(latest.current)
    setShown(null)
  }
  const put = (from: number, to: number): boolean => {
    const next = moved(ids, from, to)
    if (next === ids) return false
    latest.current = next
    setShown(next)
    return true
  }
  const drop = (): void => {
    if (held === null) return
    setHeld(null)
    if (shown === null) return
    void tell()
  }
  return {
    ids,
    held,
    handle: (id) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setHeld(id)
      },
      onPointerMove: (event) => {
        if (held !== id) return
        const to = under(event.currentTarget.closest<HTMLElement>('ol'), event.clientY)
        if (to !== undefined) put(ids.indexOf(id), to)
      },
      onPointerUp: drop,
      onPointerCancel: () => {
        setHeld(null)
        setShown(null)
      },
    }),
    keys: (event, id) => {
      const step = event.ctrlKey || event.metaKey ? STEPS[event.key] : undefined
      if (step === undefined) return false
      event.preventDefault()
      event.stopPropagation()
      const to = step(ids.indexOf(id), ids.length - 1)
      if (!put(ids.indexOf(id), to)) return true
      says(`Parada ${to + 1} de ${ids.length}`)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void tell(), REST_MS)
      return true
    },
  }
}
