/**
 * What can take the focus; nothing that destroys is offered to a key that is pressed once more, and no field that would take the next shortcut for
 * text; nor what closes what one works in, or leads over the page's head.
 */
const FOCUSABLE =
  ':is(a[href], button, input[type="checkbox"], input[type="radio"], [tabindex="0"]):not(:disabled, [tabindex="-1"], [aria-disabled="true"], .btn-danger, .btn-danger-filled, .menu-danger, .skip, .toast *, .dialog-head *)'

/** What has the focus and everything it lies in, inside out. */
let path: readonly Element[] = []

function withAncestors(target: EventTarget | null): readonly Element[] {
  const found: Element[] = []
  for (let one = target instanceof Element ? target : null; one !== null; one = one.parentElement) found.push(one)
  return found
}

const usable = (element: Element | undefined): boolean =>
  element !== undefined && element.isConnected && !element.matches(':disabled') && element.checkVisibility()

function take(element: Element | undefined): boolean {
  if (!(element instanceof HTMLElement) || !usable(element)) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** The nearest place to go on: the thing itself when it is there again, else what lies in the closest thing around it that is. */
function restore(): void {
  if (document.activeElement !== document.body || path.length === 0) return
  if (take(path[0])) return
  for (const around of path.slice(1)) {
    if (!around.isConnected || around === document.body) continue
    for (const candidate of around.querySelectorAll(FOCUSABLE)) if (take(candidate)) return
  }
}

/** Whoever works without a mouse is never thrown back to the page's beginning because the button they pressed went away or was disabled. */
export function guardFocus(): void {
  addEventListener('focusin', ({ target }) => {
    path = withAncestors(target)
  })
  addEventListener('focusout', ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof Element)) return
    // Left on purpose (a press beside it, another window): then the focus is not missing. A removed element also says so, before it goes.
    setTimeout(() => {
      if (path[0] === target && usable(target)) path = []
    })
  })
  const watch = new MutationObserver(() => {
    if (path.length > 0 && document.activeElement === document.body && document.hasFocus())
      requestAnimationFrame(restore)
  })
  watch.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  })
}
