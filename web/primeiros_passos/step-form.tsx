import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { get, readRow } from '../app/api'
import { useKeys } from '../app/keys'
import { toast } from '../app/toasts'
import { useWork } from '../app/work'
import { Button } from '../ui/button'
import { FormContext } from '../ui/form/context'
import { FormModel } from '../ui/form/form-model'
import { FormBody } from '../ui/form/form-body'
import { commitTyping } from '../ui/form/resource-form'
import { saveForm } from '../ui/form/save'
import type { Row, Values } from '../ui/row'

interface StepFormProps {
  readonly resource: string
  /** The record that is changed; without one, each save makes a new one. */
  readonly id?: number
  readonly defaults?: Values
  readonly shape?: (values: Values) => Values
  /** Whether all is well with what follows a save. */
  readonly onSaved: (row: Row, values: Values) => void | Promise<void>
  readonly action: string
  readonly children: ReactNode
}

/** A record written within a page. */
export function StepForm({ resource, id, defaults, shape, onSaved, action, children }: StepFormProps): ReactElement {
  useSignals()
  const [form] = useState(() => new FormModel())
  const [loading, setLoading] = useState(id !== undefined)
  const [busy, setBusy] = useState(false)
  /** Each new record has its boxes anew, and begins in the first. */
  const [round, setRound] = useState(0)
  const key = useRef(crypto.randomUUID())
  const begin = useRef(defaults ?? {})
  useEffect(() => {
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      try {
        form.load(readRow(await get(`${resource}/${id}`, { signal: stop.signal })))
        setLoading(false)
      } catch (error) {
        toast.error(error)
      }
    }
    if (id === undefined) form.start(begin.current)
    else void load()
    return () => stop.abort()
  }, [form, resource, id])
  useWork(() => form.dirty.peek())
  const save = async (): Promise<void> => {
    commitTyping()
    if (busy || !(await form.chosen()) || !form.validate()) return
    setBusy(true)
    const values = form.values.value
    const result = await saveForm({ resource, form, key, ...(shape === undefined ? {} : { shape }) })
    if (result.kind === 'conflict') form.refresh(result.theirs)
    if (result.kind === 'saved') {
      if (id === undefined) {
        form.start(begin.current)
        setRound((rounds) => rounds + 1)
      }
      await onSaved(result.row, values)
    }
    setBusy(false)
  }
  useKeys({ save: () => void save() })
  return (
    <FormContext value={form}>
      <FormBody key={round} loading={loading} onSubmit={() => void save()}>
        <fieldset className="fields" disabled={loading}>
          <div className="grid-12 tab-panel">{children}</div>
        </fieldset>
      </FormBody>
      <Button kind="primary" hotkey="save" busy={busy} onClick={() => void save()}>
        {action}
      </Button>
    </FormContext>
  )
}
