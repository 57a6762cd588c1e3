import {
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type ReactElement,
  type ReactNode,
  type KeyboardEvent,
} from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Floating } from '../app/floating'
import { LayerContext, layerStack, useKeys } from '../app/keys'
import type { ModalSize } from '../app/registry'
import { Toasts } from '../app/toaster'
import { IconButton } from './button'
import { DepthContext } from './depth'

interface DialogProps {
  readonly title: ReactNode
  readonly children: ReactNode
  readonly footer?: ReactNode
  readonly size?: ModalSize
  /** Asked on Esc and on the close button; the owner decides (a dirty form asks first). */
  readonly onClose: () => void
  /** `data-screen` of a modal that is a screen of its own. */
  readonly screen?: string
  readonly role?: 'dialog' | 'alertdialog'
  /** No close button: something must be answered. */
  readonly insistent?: boolean
  readonly className?: string
  readonly tools?: ReactNode
  /** Sees the keys before whatever in it has the focus. */
  readonly onKeysFirst?: (event: KeyboardEvent) => void
}

function useLayer(id: string): boolean {
  useSignals()
  useLayoutEffect(() => {
    layerStack.value = [...layerStack.value, id]
    return () => {
      layerStack.value = layerStack.value.filter((other) => other !== id)
    }
  }, [id])
  return layerStack.value.at(-1) === id
}

/** What is written in; a form takes the focus itself, once it knows its record. */
const BOX = ':is(input, select, textarea):not(:disabled, [tabindex="-1"], .dialog-head *, .form-body *)'

function useModalElement(onClose: () => void): React.RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  // Before the fields' own effects: a form puts the focus in its first field once the dialog is open.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return undefined
    const opener = document.activeElement
    if (!dialog.open) dialog.showModal()
    // Left to the browser, the focus would begin on what closes.
    if (document.activeElement?.closest('.dialog-head') !== null) dialog.querySelector<HTMLElement>(BOX)?.focus()
    const cancel = (event: Event): void => {
      if (event.target !== dialog) return
      event.preventDefault()
      close.current()
    }
    dialog.addEventListener('cancel', cancel)
    return () => {
      dialog.removeEventListener('cancel', cancel)
      dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return ref
}

/** Esc closes the innermost thing: what lies inside and took it has prevented it. The browser must not close the dialog by itself. */
function escapeCloses(onClose: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape') return
    if (!event.defaultPrevented) onClose()
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Esc is heard where the focus is: told here for `?`. */
function DialogKeys(): null {
  useKeys({}, { local: ['close'] })
  return null
}

/** A modal surface over everything, on the browser's own top layer. Focus goes in, stays in, and returns to where it came from. */
export function Dialog(props: DialogProps): ReactElement {
  const id = useId()
  const top = useLayer(id)
  const depth = useContext(DepthContext)
  const ref = useModalElement(props.onClose)
  return (
    <dialog
      ref={ref}
      className={`dialog dialog-${props.size ?? 'lg'} ${props.className ?? ''}`}
      style={{ '--depth': depth }}
      role={props.role === 'alertdialog' ? 'alertdialog' : undefined}
      aria-labelledby={`${id}t`}
      data-screen={props.screen}
      onKeyDownCapture={props.onKeysFirst}
      onKeyDown={escapeCloses(props.onClose)}
    >
      <LayerContext value={id}>
        <DepthContext value={depth + 1}>
          <header className="dialog-head">
            <h2 id={`${id}t`}>{props.title}</h2>
            <div className="dialog-tools">
              {props.tools}
              {top && props.insistent !== true && props.size !== 'sm' ? <Floating part="Tool" /> : null}
              {props.insistent === true ? null : <IconButton icon="close" label="Fechar" onClick={props.onClose} />}
            </div>
          </header>
          {props.children}
          {props.footer === undefined ? null : <footer className="dialog-foot">{props.footer}</footer>}
          <DialogKeys />
          {top ? <Toasts /> : null}
          {top ? <Floating part="View" /> : null}
        </DepthContext>
      </LayerContext>
    </dialog>
  )
}
