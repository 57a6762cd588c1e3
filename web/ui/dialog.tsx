import { useContext, useEffect, useId, useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { LayerContext, layerStack } from '../app/keys'
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

function useModalElement(onClose: () => void): React.RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    const opener = document.activeElement
    if (!dialog.open) dialog.showModal()
    const cancel = (event: Event): void => {
      event.preventDefault()
      if (event.target === dialog) close.current()
    }
    // Chromium closes on a second Esc whatever `cancel` says: keydown is taken before it gets there.
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      event.stopPropagation()
      close.current()
    }
    dialog.addEventListener('cancel', cancel)
    dialog.addEventListener('keydown', escape)
    return () => {
      dialog.removeEventListener('cancel', cancel)
      dialog.removeEventListener('keydown', escape)
      dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return ref
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
    >
      <LayerContext value={id}>
        <DepthContext value={depth + 1}>
          <header className="dialog-head">
            <h2 id={`${id}t`}>{props.title}</h2>
            <div className="dialog-tools">
              {props.tools}
              {props.insistent === true ? null : <IconButton icon="close" label="Fechar" onClick={props.onClose} />}
            </div>
          </header>
          {props.children}
          {props.footer === undefined ? null : <footer className="dialog-foot">{props.footer}</footer>}
          {top ? <Toasts lifted={props.footer !== undefined} /> : null}
        </DepthContext>
      </LayerContext>
    </dialog>
  )
}
