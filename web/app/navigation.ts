import { navigate } from 'wouter/use-browser-location'
import { isRecord, textOf } from '../ui/row'

/**
 * Addresses of the stack: opening a modal is one step of the browser's history, so Back closes one modal. Each entry
 * remembers what it was opened from; closing goes back to that entry when it lies right under, else replaces.
 */
export function open(path: string): void {
  navigate(path, { state: { from: here() } })
}

export function replace(path: string): void {
  navigate(path, { replace: true, state: history.state })
}

/** Shows the 404 screen in place of an address that was refused, and remembers which it was. */
export function refuse(path: string): void {
  navigate('/404', { replace: true, state: { refused: path } })
}

/** The address that the 404 screen stands for; '' when one came to it otherwise. */
export function refusedPath(): string {
  const state: unknown = history.state
  return isRecord(state) ? textOf(state.refused) : ''
}

/** Another section: closes whatever is open. */
export function go(path: string): void {
  navigate(path)
}

export function here(): string {
  return location.pathname + location.search
}

const pathOf = (address: string): string => address.split('?')[0] ?? address

/** Closes the top modal: its parent is the path under it. */
export function closeTo(parent: string): void {
  const state: unknown = history.state
  const from = isRecord(state) ? textOf(state.from) : ''
  if (pathOf(from) === parent) history.back()
  else navigate(parent, { replace: true })
}

/** A link straight into a stack: lays the entries under it, so that Back closes one modal at a time. */
export function seedStack(under: readonly string[]): void {
  const state: unknown = history.state
  const first = under[0]
  if (first === undefined || (isRecord(state) && state.from !== undefined)) return
  const target = here()
  navigate(first, { replace: true })
  for (const path of [...under.slice(1), target]) navigate(path, { state: { from: here() } })
}
