/** A ref for what has the focus when it appears. A dialog that opens around it honours the attribute; elsewhere the focus is taken at once. */
export function takeFocus(box: HTMLElement | null): void {
  if (box === null) return
  box.autofocus = true
  box.focus()
}

/** As `takeFocus`, for the first of these within what the ref stands on. */
export function focusWithin(selector: string): (box: HTMLElement | null) => void {
  return (box) => takeFocus(box?.querySelector<HTMLElement>(selector) ?? null)
}
