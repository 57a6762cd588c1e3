import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useKeys } from '../../app/keys'
import { Button } from '../button'
import { Dialog } from '../dialog'
import { FormContext } from '../form/context'
import { FormModel } from '../form/form-model'
import { FormBody } from '../form/form-body'
import { counted } from '../format'
import type { Row } from '../row'
import { startBulk, type BulkAsked } from './bulk'

/** A field that may be changed in many records at once, and the control that writes it. */
export interface BulkField {
  readonly name: string
  readonly label: string
  readonly control: ReactElement
}

interface BulkEditProps extends Pick<BulkAsked, 'resource' | 'address'> {
  readonly rows: readonly Row[]
  readonly fields: readonly BulkField[]
  readonly onClose: () => void
}

function Keys({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ save: onGo, confirm: onGo })
  return null
}

/** Changes one field of the chosen records: each by its own rules, where it is still as it was seen; undone in one go. */
export function BulkEditDialog({ rows, fields, resource, address, onClose }: BulkEditProps): ReactElement {
  useSignals()
  const [form] = useState(() => new FormModel())
  const [name, setName] = useState(fields[0]?.name ?? '')
  const [busy, setBusy] = useState(false)
  const field = fields.find((one) => one.name === name)
  const go = async (): Promise<void> => {
    if (busy || !(await form.chosen()) || !form.validate()) return
    setBusy(true)
    const values = { [name]: form.values.value[name] ?? null }
    const label = `Alterar ${field?.label ?? name}`
    const begun = await startBulk({ resource, action: 'altera', label, values, address }, rows)
    setBusy(false)
    if (begun) onClose()
  }
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
      <Button kind="primary" hotkey="save" busy={busy} onClick={() => void go()}>
        Alterar
      </Button>
    </>
  )
  return (
    <FormContext value={form}>
      <Dialog
        title={`Alterar ${counted(rows.length, 'registro', 'registros')}`}
        size="sm"
        onClose={onClose}
        footer={footer}
      >
        <Keys onGo={() => void go()} />
        <FormBody loading={false} onSubmit={() => void go()}>
          <fieldset className="fields">
            <div className="tab-panel grid-12">
              <label className="field span-12">
                <span className="field-label">Campo</span>
                <select
                  className="input"
                  value={name}
                  onChange={(event) => {
                    form.start({})
                    setName(event.target.value)
                  }}
                >
                  {fields.map((one) => (
                    <option key={one.name} value={one.name}>
                      {one.label}
                    </option>
                  ))}
                </select>
              </label>
              {field?.control}
              <p className="field-help">O valor vale para todos os escolhidos. Em branco, o campo fica vazio.</p>
            </div>
          </fieldset>
        </FormBody>
      </Dialog>
    </FormContext>
  )
}
