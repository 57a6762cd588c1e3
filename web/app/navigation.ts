import { navigate } from 'wouter/use-browser-location'
import { confirmDiscard } from '../ui/confirm'
import { isRecord, textOf } from '../ui/row'
import { losesWork } from './work'

/** Goes on at once where nothing is lost; else asks first. */
async function leaving(path: string, leave: () => void): Promise<void> {
  if (!losesWork(pathOf(path)) || (await confirmDiscard())) leave()
}

/**
 * Addresses of the stack: opening a modal is one step of the browser's history, so Back closes one modal. Each entry
 * remembers what it was opened from; closing goes back to that entry when it lies right under, else replaces.
 */
export function open(path: string): void {
  void leaving(path, () => navigate(path, { state: { from: here() } }))
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

/** Another section: closes whatever is open. Who `asked` already is not asked about what was typed again. */
export function go(path: string, asked = false): void {
  if (asked) navigate(path)
  else void leaving(path, () => navigate(path))
}

export function here(): string {
  return location.pathname + location.search
}

const pathOf = (address: string): string => address.split('?')[0] ?? address

/** The next step back is the page's own: whoever takes it has asked. */
let stepping = false

function stepBack(): void {
  stepping = true
  history.back()
}

/**
 * Back and Forward with something typed: the address is put back as it was, then the question comes, and a yes takes the
 * step again. Called once at start, before anything else listens to the history.
 */
export function guardSteps(): void {
  const stand = (): { address: string; state: unknown } => ({ address: location.href, state: history.state })
  let stood = stand()
  const note = (): void => {
    stood = stand()
  }
  for (const change of ['pushState', 'replaceState']) addEventListener(change, note)
  addEventListener('popstate', (event) => {
    const asks = !stepping && losesWork(location.pathname)
    stepping = false
    if (!asks) return note()
    event.stopImmediatePropagation()
    const target = location.pathname
    navigate(stood.address, { state: stood.state })
    void leaving(target, stepBack)
  })
}

/** From a document to another that it is linked with: closing that one comes back to where one stood. */
export function follow(path: string): void {
  void leaving(path, () => navigate(path, { state: { from: here(), back: true } }))
}

/** Closes the top modal: its parent is the path under it, or what led to it from another document. */
export function closeTo(parent: string): void {
  const state: unknown = history.state
  const from = isRecord(state) ? textOf(state.from) : ''
  if (pathOf(from) === parent || (isRecord(state) && state.back === true)) stepBack()
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
