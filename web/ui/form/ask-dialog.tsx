import { useState, type ReactElement, type ReactNode } from 'react'
import { useKeys } from '../../app/keys'
import { Button } from '../button'
import { Dialog } from '../dialog'
import { useCodesAhead } from '../typed-ahead'
import { FormContext } from './context'
import { FormModel } from './form-model'
import { FormBody } from './form-body'
import { commitTyping } from './resource-form'
import type { Values } from '../row'

interface AskDialogProps {
  readonly title: string
  /** The verb on the button that goes on. */
  readonly action: string
  readonly initial: Values
  /** Why it may not go on. */
  readonly reason?: string
  /** Above the fields. */
  readonly about?: ReactNode
  /** Does it; true when it was done, and the dialog closes. What is refused is told by it, at the form's fields where they are named. */
  readonly onGo: (values: Values, form: FormModel) => Promise<boolean>
  readonly onClose: () => void
  /** A code that is scanned is no answer here: it joins what is read under the dialog. */
  readonly codesAhead?: boolean
  /** `data-screen` of one that has an address of its own. */
  readonly screen?: string
  readonly children: ReactNode
}

function begun(initial: Values): FormModel {
  const form = new FormModel()
  form.start(initial)
  return form
}

function Keys({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ confirm: onGo, save: onGo, dispatch: onGo })
  return null
}

/** Asks what an act needs, in a form of its own: Ctrl+Enter, Ctrl+S or F10 goes on. */
export function AskDialog(props: AskDialogProps): ReactElement {
  const { title, action, initial, reason, about, onGo, onClose, codesAhead = false, screen, children } = props
  const ahead = useCodesAhead()
  const [form] = useState(() => begun(initial))
  const [busy, setBusy] = useState(false)
  const go = async (): Promise<void> => {
    if (busy || reason) return
    commitTyping()
    if (!(await form.chosen()) || !form.validate()) return
    setBusy(true)
    const done = await onGo(form.values.value, form)
    setBusy(false)
    if (done) onClose()
  }
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
      <Button kind="primary" hotkey="dispatch" busy={busy} reason={reason} onClick={() => void go()}>
        {action}
      </Button>
    </>
  )
  return (
    <FormContext value={form}>
      <Dialog
        title={title}
        size="md"
        onClose={onClose}
        footer={footer}
        {...(codesAhead ? { onKeysFirst: ahead } : {})}
        {...(screen === undefined ? {} : { screen })}
      >
        <Keys onGo={() => void go()} />
        <FormBody loading={false} onSubmit={() => void go()}>
          {about}
          <div className="fields grid-12 tab-panel">{children}</div>
        </FormBody>
      </Dialog>
    </FormContext>
  )
}
