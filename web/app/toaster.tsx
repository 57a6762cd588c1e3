import { useLayoutEffect, useRef, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { IconButton, Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { mobile } from './prefs'
import { reachable } from './api'
import { dismiss, saysOffline, toasts, type Toast } from './toasts'

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
  const { undo, go, leads } = toast
  return (
    <div className={`toast toast-${toast.kind}`}>
      <Icon name={ICON[toast.kind]} />
      <div className="toast-text">
        <strong>{toast.title}</strong>
        <ToastText text={toast.text} />
      </div>
      {go === undefined ? null : (
        <Button kind="quiet" onClick={go}>
          Ir ao campo
        </Button>
      )}
      {leads === undefined ? null : (
        <Button kind="quiet" onClick={leads.to}>
          {leads.label}
        </Button>
      )}
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

/** Figures and buttons that a toast must not cover: on top of a page or dialog, and at its foot. */
const HEADS = '.topbar, .list-head, .dialog-head, .tabs'
const FEET = '.list-foot, .form-summary, .dialog-foot'
const GAP = 8

/** Those that are seen on the layer that the toasts are drawn on. */
function around(toasts: HTMLElement, selector: string): readonly DOMRect[] {
  const layer = toasts.closest('dialog')
  return [...(layer ?? document).querySelectorAll(selector)]
    .filter((one) => one.checkVisibility() && one.closest('dialog') === layer)
    .map((one) => one.getBoundingClientRect())
}

/** How far from the bottom the toasts stand, in px; undefined where they cover nothing at the very bottom. */
function liftOver(toasts: HTMLElement): number | undefined {
  const feet = around(toasts, FEET)
  // Over the foot of a small dialog in the middle of the window they would lie on its fields, and under it they cover nothing.
  const reached = innerHeight - 2 * GAP - toasts.offsetHeight
  if (!feet.some(({ bottom }) => bottom > reached)) return undefined
  return Math.max(2 * GAP, innerHeight - Math.min(...feet.map(({ top }) => top)) + GAP)
}

/** How far from the top they stand on a phone, in px: under all that stands on top of each other there; undefined where that is nothing. */
function dropUnder(toasts: HTMLElement): number | undefined {
  let under = 0
  for (const { top, bottom } of around(toasts, HEADS).toSorted((a, b) => a.top - b.top))
    if (top < under + GAP + toasts.offsetHeight) under = Math.max(under, bottom)
  return under === 0 ? undefined : under + GAP
}

/** At most three, centred at the bottom (on a phone on top). Drawn inside the top dialog, which alone can be used. */
export function Toasts(): ReactElement {
  useSignals()
  const ref = useRef<HTMLDivElement>(null)
  const shown = toasts.value
  const compact = mobile.value
  // A save that waits for the server says so itself.
  const away = !reachable.value && !shown.some(saysOffline)
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null || (shown.length === 0 && !away)) return undefined
    const place = (): void => {
      const [name, at] = compact ? (['--drop', dropUnder(box)] as const) : (['--lift', liftOver(box)] as const)
      box.style.setProperty(name, at === undefined ? null : `${at}px`)
    }
    place()
    // What it must not cover comes later, as when a list opens, and goes.
    let frame = 0
    const again = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(place)
    }
    const watch = new MutationObserver(again)
    watch.observe(document.body, { subtree: true, childList: true })
    addEventListener('resize', again)
    return () => {
      cancelAnimationFrame(frame)
      watch.disconnect()
      removeEventListener('resize', again)
    }
  }, [shown, away, compact])
  return (
    <div ref={ref} className="toasts" role="status" aria-live="polite">
      {away ? (
        <p className="toast toast-alert offline">
          <Icon name="warn" />
          Sem conexão. O que você digita fica nesta tela até ela voltar.
        </p>
      ) : null}
      {shown.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
