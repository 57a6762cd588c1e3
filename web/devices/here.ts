import type { KeyboardEvent } from 'react'
import { readStored } from '../app/storage'
import { isRecord } from '../ui/row'

/** What every screen knows of scales: whether one serves it. All else comes in a chunk of its own once it is asked for. */

/** Where the workstation keeps its devices. */
export const STORED = 'dispositivos'

/** Which of the screens that scales may serve an address is: receiving has one of its own, all others are called as their area. */
export const viewOf = (path: string): string =>
  /^\/ui\/(?:mobile\/recebimento|estoque\/(?:recebimento|entrada))\b/.test(path)
    ? 'recebimento'
    : path.startsWith('/a/')
      ? 'estoque'
      : (/^\/ui\/(\w+)/.exec(path)?.[1] ?? '')

/** Does a scale of this workstation serve the screen that is open? */
export function scaleServes(): boolean {
  const stored = readStored(STORED)
  const serves = (one: unknown): boolean =>
    isRecord(one) && Array.isArray(one.views) && one.views.includes(viewOf(location.pathname))
  return isRecord(stored) && Array.isArray(stored.scales) && stored.scales.some(serves)
}

/** What is done with a weight, in kilograms as decimal text. */
export interface Weighing {
  readonly write: (kilograms: string) => void
  /** A label of nothing is none: zero is refused. */
  readonly ofLabel?: boolean
  /** May what is weighed still be written there? */
  readonly isHere?: () => boolean
}

/** Weighs into a box. */
export async function weigh(box: HTMLInputElement, asked: Weighing): Promise<void> {
  const { weighInto } = await import('./scale')
  await weighInto(box, asked)
}

/** F2 in a box that takes a quantity, where a scale serves the screen; answers whether the key was that. */
export function weighKey(event: KeyboardEvent<HTMLInputElement>, asked: Weighing): boolean {
  if (event.key !== 'F2' || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || !scaleServes())
    return false
  event.preventDefault()
  event.stopPropagation()
  void weigh(event.currentTarget, asked)
  return true
}

/** What a box that takes a weight says of it. */
export const weighHint = (weighs: boolean): string | undefined =>
  weighs && scaleServes() ? 'F2 lê a balança' : undefined
