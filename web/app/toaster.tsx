import { useLayoutEffect, useRef, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { IconButton, Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { mobile } from './prefs'
import { dismiss, toasts, type Toast } from './toasts'

const ICON = { success: 'check', danger: 'warn', alert: 'warn', info: 'bell' } as const

/** A text that begins with `<b>…</b>` shows that bold; anything else in it is text. */
function ToastText({ text }: { readonly text: string }): ReactElement {
  const [, lead, rest = text] = /^<b>([^<]*)<\/b>(.*)$/s.exec(text) ?? []
  return (
    <span>
      {lead === undefined ? null : <b>{lead}</b>}
      {rest}
    </span>
  )
}

function ToastView({ toast }: { readonly toast: Toast }): ReactElement {
  const { undo } = toast
  return (
    <div className={`toast toast-${toast.kind}`}>
      <Icon name={ICON[toast.kind]} />
      <div className="toast-text">
        <strong>{toast.title}</strong>
        <ToastText text={toast.text} />
      </div>
      {undo === undefined ? null : (
        <Button
          kind="quiet"
          hotkey="undo"
          onClick={() => {
            dismiss(toast.id)
            undo()
          }}
        >
          Desfazer
        </Button>
      )}
      <IconButton icon="close" label="Dispensar aviso" onClick={() => dismiss(toast.id)} />
    </div>
  )
}

/** Where figures and buttons begin that a toast must not cover: a list's sums, a document's totals, a dialog's buttons. */
const FOOTS = '.list-foot, .form-summary, .dialog-foot'
const GAP = 8

/** How far from the bottom the toasts stand, in px; undefined where they cover nothing at the very bottom. */
function liftOver(toasts: HTMLElement): number | undefined {
  const around = toasts.closest('dialog') ?? document
  const feet = [...around.querySelectorAll(FOOTS)]
    .filter((foot) => foot.checkVisibility() && foot.closest('dialog') === toasts.closest('dialog'))
    .map((foot) => foot.getBoundingClientRect())
  // Over the foot of a small dialog in the middle of the window they would lie on its fields, and under it they cover nothing.
  const reached = innerHeight - 2 * GAP - toasts.offsetHeight
  if (!feet.some(({ bottom }) => bottom > reached)) return undefined
  return Math.max(2 * GAP, innerHeight - Math.min(...feet.map(({ top }) => top)) + GAP)
}

/** At most three, centred at the bottom (on a phone on top). Drawn inside the top dialog, which alone can be used. */
export function Toasts(): ReactElement {
  useSignals()
  const ref = useRef<HTMLDivElement>(null)
  const shown = toasts.value
  const compact = mobile.value
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null || shown.length === 0) return undefined
    const place = (): void => {
      const lift = compact ? undefined : liftOver(box)
      box.style.setProperty('--lift', lift === undefined ? null : `${lift}px`)
    }
    place()
    addEventListener('resize', place)
    return () => removeEventListener('resize', place)
  }, [shown, compact])
  return (
    <div ref={ref} className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
