import type { FunctionComponent, ReactElement } from 'react'
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'

/** What floats over the screens, whatever dialog is on top: the chat, which puts itself here once it has loaded. */
export interface FloatingParts {
  /** Drawn inside the top layer, which alone can be used. */
  readonly View: FunctionComponent
  /** Its button in the head of a dialog. */
  readonly Tool: FunctionComponent
  /** Its place in the top bar. */
  readonly Bar: FunctionComponent
  /** Its place in the bottom bar of a phone. */
  readonly Place: FunctionComponent
}

export const floating = signal<FloatingParts | null>(null)

/** One part of it, when it is there. */
export function Floating({ part }: { readonly part: keyof FloatingParts }): ReactElement | null {
  useSignals()
  const Part = floating.value?.[part]
  return Part === undefined ? null : <Part />
}
