import { effect, signal } from '@preact/signals-react'
import { ApiError, isAbort, OFFLINE, reachable } from './api'

export type ToastKind = 'success' | 'danger' | 'alert' | 'info'

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly title: string
  readonly text: string
  readonly undo?: () => void
  /** Leads to the field that it is about. */
  readonly go?: () => void
  /** Leads to where what it says is put right. */
  readonly leads?: { readonly label: string; readonly to: () => void }
  readonly about?: object
  /** When it appeared, as the page counts time. */
  readonly at: number
}

const DEFAULT_TITLE = {
  success: 'Ação executada',
  danger: 'Ação não executada',
  alert: 'Aviso',
  info: 'Informação',
} as const

const LIMIT = 3
const STAYS_MS = 6_000
const UNDO_MS = 10_000
let lastId = 0

/** What is on the screen now, oldest first, never more than three. */
export const toasts = signal<readonly Toast[]>([])

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/** What was wrong with this (an open form that closes) concerns nobody any more; what was done with it can still be taken back. */
export function forgetFaults(about: object): void {
  toasts.value = toasts.value.filter((toast) => toast.about !== about || toast.undo !== undefined)
}

/** What was said about this (an open form) is over: the next thing was done to it. */
export function forget(about: object): void {
  toasts.value = toasts.value.filter((toast) => toast.about !== about)
}

const leave = (id: number, ms = STAYS_MS): void => void setTimeout(() => dismiss(id), ms)
/** Is it about a server that is away? */
export const saysOffline = ({ text }: Pick<Toast, 'text'>): boolean => text.endsWith(OFFLINE)

// That the server was away is said for as long as it is, then leaves as any notice does.
effect(() => {
  if (!reachable.value) return
  for (const toast of toasts.peek()) if (saysOffline(toast)) leave(toast.id)
})

interface ToastOptions {
  readonly title?: string | undefined
  readonly undo?: () => void
  /** Leads to the field that it is about. */
  readonly go?: () => void
  readonly leads?: Toast['leads']
  /** What it is about, where the next action on that makes it untrue: `forget` takes it away. */
  readonly about?: object | undefined
}

function show(kind: ToastKind, text: string, options: ToastOptions = {}): void {
  lastId += 1
  const id = lastId
  const toast: Toast = {
    id,
    kind,
    text,
    at: performance.now(),
    title: options.title ?? DEFAULT_TITLE[kind],
    ...(options.undo ? { undo: options.undo } : {}),
    ...(options.go ? { go: options.go } : {}),
    ...(options.leads ? { leads: options.leads } : {}),
    ...(options.about ? { about: options.about } : {}),
  }
  const told = (other: Toast): boolean =>
    (other.text === text && other.kind === kind) || (saysOffline(other) && saysOffline(toast))
  toasts.value = [...toasts.value.filter((other) => !told(other)), toast].slice(-LIMIT)
  if (kind !== 'danger' || (reachable.peek() && saysOffline(toast))) leave(id, options.undo ? UNDO_MS : STAYS_MS)
}

export const toast = {
  success: (text: string, options?: ToastOptions): void => show('success', text, options),
  danger: (text: string, options?: ToastOptions): void => show('danger', text, options),
  alert: (text: string, options?: ToastOptions): void => show('alert', text, options),
  info: (text: string, options?: ToastOptions): void => show('info', text, options),
  /** Says why a record of a register was not deleted. */
  notDeleted: (error: unknown): void => toast.error(error, undefined, '<b>Não foi possível excluir:</b> '),
  /** Says what a failed request said, behind a lead (`<b>…</b> ` shows bold). A lost session and an aborted request say nothing here: the overlay does. */
  error: (error: unknown, title?: string, lead = '', about?: object): void => {
    if (isAbort(error)) return
    if (error instanceof ApiError && (error.status === 401 || error.status === 419)) return
    show('danger', lead + errorText(error, lead === '' ? undefined : 'Não foi possível excluir.'), { title, about })
  },
}

/** The text of a failure: the list of `error_description` as '- …' lines when the server sent it, else its message, else `fallback`. */
export function errorText(error: unknown, fallback = 'Não foi possível concluir.'): string {
  if (error instanceof ApiError && error.descriptions.length > 0)
    return error.descriptions.map((line) => `- ${line}`).join('\n')
  return error instanceof Error && error.message !== '' ? error.message : fallback
}
