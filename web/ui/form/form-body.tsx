import { useEffect, useEffectEvent, useRef, type ReactElement, type ReactNode } from 'react'

const BOX = ':is(input, select, textarea):not([tabindex="-1"], :disabled)'

interface FormBodyProps {
  readonly loading: boolean
  readonly onSubmit: () => void
  readonly ficha?: string | undefined
  /** Fields within a `fieldset` of their own: what is not a field (tabs) works in a locked record too. */
  readonly children: ReactNode
}

export function FormBody({ loading, onSubmit, ficha, children }: FormBodyProps): ReactElement {
  const body = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (loading) return
    // Who writes beside the form meanwhile (in the chat) goes on writing there.
    if (document.activeElement?.matches(`aside ${BOX}`) === true) return
    const first = (one: string) => body.current?.querySelector<HTMLElement>(one)
    // Where nothing may be written, the tabs can still be gone through.
    const at = first(`.tab-panel:not([inert]) ${BOX}`) ?? first('[role="tab"][aria-selected="true"]')
    at?.focus()
  }, [loading])
  const submit = useEffectEvent(onSubmit)
  // Of a dialog's form within another no submit comes as far as React hears it: a form keeps those of others from going on.
  useEffect(() => {
    const form = body.current
    const heard = (event: SubmitEvent): void => {
      event.preventDefault()
      submit()
    }
    form?.addEventListener('submit', heard)
    return () => form?.removeEventListener('submit', heard)
  }, [])
  return (
    <form
      ref={body}
      className={`form-body ${loading ? 'loading' : ''}`}
      data-ficha={ficha}
      noValidate
      onKeyDown={(event) => {
        const { key, target, currentTarget, ctrlKey, defaultPrevented } = event
        if (key !== 'Enter' || defaultPrevented || ctrlKey || !(target instanceof HTMLInputElement)) return
        if (target.form === currentTarget) nextField(currentTarget, target, event)
      }}
    >
      {children}
      <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
    </form>
  )
}

/** Enter goes to the next field; on the last one it submits. */
function nextField(form: HTMLFormElement, from: HTMLElement, event: { preventDefault: () => void }): void {
  const boxes = [
    ...form.querySelectorAll<HTMLElement>(':is(input, select, textarea):not([tabindex="-1"]):not([disabled])'),
  ].filter((box) => box.checkVisibility({ visibilityProperty: true }))
  const next = boxes[boxes.indexOf(from) + 1]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
