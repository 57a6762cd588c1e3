import { useState, type ReactElement } from 'react'
import { firstDayOfMonth } from '../../../core/br/civil-date'
import { periodFault } from '../../../core/fiscal/keeping/period'
import { guardaPeriodoFields } from '../../../core/fields/nfe/guarda'
import { useKeys } from '../../app/keys'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import { FormContext } from '../../ui/form/context'
import { FormModel } from '../../ui/form/form-model'
import { commitTyping } from '../../ui/form/resource-form'
import { localToday } from '../../ui/format'
import { textOf } from '../../ui/row'
import { type Asked, download } from './file'
import { Proof } from './proof'

const { Field } = fieldsOf(guardaPeriodoFields)

function begun(): FormModel {
  const form = new FormModel()
  form.start({ mod: 55, de: firstDayOfMonth(localToday()), ate: localToday() })
  return form
}

/** What was typed, where it is a period; else the form says why not. */
function askedIn(form: FormModel): Asked | null {
  commitTyping()
  if (!form.validate()) return null
  const { mod, de, ate } = form.values.value
  const asked = { mod: textOf(mod), de: textOf(de), ate: textOf(ate) }
  const fault = periodFault(asked)
  if (fault === undefined) return asked
  form.reject({ ate: [fault] })
  return null
}

function Keys({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ confirm: onGo, save: onGo })
  return null
}

/** What became of the numbers of a period, and its documents as one file. */
export function PeriodDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [form] = useState(begun)
  const [asked, setAsked] = useState<Asked | null>(null)
  const check = (): void => setAsked(askedIn(form))
  const fetch = (): void => {
    const found = askedIn(form)
    if (found !== null) download(found)
  }
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
      <Button icon="export" onClick={fetch}>
        Baixar ZIP
      </Button>
      <Button kind="primary" hotkey="confirm" onClick={check}>
        Conferir
      </Button>
    </>
  )
  return (
    <FormContext value={form}>
      <Dialog title="Documentos de um período" size="lg" onClose={onClose} footer={footer}>
        <Keys onGo={check} />
        <div className="dialog-body stack">
          <div className="grid-12">
            <Field name="mod" required span={4} />
            <Field name="de" required span={4} />
            <Field name="ate" required span={4} />
          </div>
          {asked === null ? null : <Proof asked={asked} />}
        </div>
      </Dialog>
    </FormContext>
  )
}
