import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { IconButton, Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { dismiss, toasts, type Toast } from './toasts'

const ICON = { success: 'check', danger: 'warn', alert: 'warn', info: 'bell' } as const

function ToastView({ toast }: { readonly toast: Toast }): ReactElement {
  const { undo } = toast
  return (
    <div className={`toast toast-${toast.kind}`}>
      <Icon name={ICON[toast.kind]} />
      <div className="toast-text">
        <strong>{toast.title}</strong>
        <span>{toast.text}</span>
      </div>
      {undo === undefined ? null : (
        <Button
          kind="quiet"
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

/** At most three, centred at the bottom (top on mobile). Drawn inside the top dialog, which alone can be used. */
export function Toasts({ lifted = false }: { readonly lifted?: boolean }): ReactElement {
  useSignals()
  return (
    <div className={`toasts ${lifted ? 'toasts-lifted' : ''}`} role="status" aria-live="polite">
      {toasts.value.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
