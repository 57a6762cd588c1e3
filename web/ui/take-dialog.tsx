import { useState, type ReactElement, type ReactNode } from 'react'
import { useKeys } from '../app/keys'
import type { ModalSize } from '../app/registry'
import { Button } from './button'
import { Dialog } from './dialog'

interface TakeDialogProps {
  readonly title: string
  readonly size: ModalSize
  /** The verb on the button that takes what is shown. */
  readonly action: string
  /** What its body shows. */
  readonly label: string
  /** How many things would change. */
  readonly changes: number
  /** Does it; true when it was done, and the dialog closes. What is refused is told by it. */
  readonly onTake: () => Promise<boolean>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Within the dialog: keys are those of the layer that they are in. */
function TakeKeys({ onTake }: { readonly onTake: () => void }): null {
  useKeys({ dispatch: onTake, confirm: onTake })
  return null
}

/** What would change, shown before it is taken, by F10 or Ctrl+Enter, or left. */
export function TakeDialog({
  title,
  size,
  action,
  label,
  changes,
  onTake,
  onClose,
  children,
}: TakeDialogProps): ReactElement {
  const [busy, setBusy] = useState(false)
  const take = async (): Promise<void> => {
    if (busy || changes === 0) return
    setBusy(true)
    const done = await onTake()
    setBusy(false)
    if (done) onClose()
  }
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Deixar como está</Button>
      <Button
        kind="primary"
        hotkey="dispatch"
        busy={busy}
        reason={changes === 0 ? 'Nada mudaria.' : ''}
        onClick={() => void take()}
      >
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} size={size} onClose={onClose} footer={footer}>
      <TakeKeys onTake={() => void take()} />
      <div className="dialog-body" tabIndex={0} role="region" aria-label={label}>
        {children}
      </div>
    </Dialog>
  )
}
