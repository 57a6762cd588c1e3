import { type ReactElement } from 'react'
import { guardaFiscalFields } from '../../../core/fields/nfe/guarda'
import { needOf } from '../../app/access'
import type { ModalProps } from '../../app/registry'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { because } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { Following } from '../../ui/form/following'
import { ResourceForm } from '../../ui/form/resource-form'
import { isRow, type Row } from '../../ui/row'
import { useSignals } from '@preact/signals-react/runtime'
import { askedOf, download, monthText, RESOURCE, send } from './file'
import { Proof } from './proof'

const { Field, word } = fieldsOf(guardaFiscalFields)

const titleOf = (row: Row): string => `${word('mod', row.mod)} de ${monthText(row)}`

/** What can be done with the file, and the proof that nothing of the month is missing. */
function Content(): ReactElement | null {
  useSignals()
  const record = useForm().values.value
  if (!isRow(record)) return null
  const missing = whyNot(needOf('guarda_fiscal', 'edit')) ?? undefined
  return (
    <>
      <div className="lines-tools span-12">
        <Button icon="export" onClick={() => download(askedOf(record))}>
          Baixar ZIP
        </Button>
        <Button icon="send" {...because(missing)} onClick={() => void send(record)}>
          {record.dhEnvio === null ? 'Enviar à contabilidade' : 'Enviar de novo'}
        </Button>
      </div>
      <div className="span-12">
        <Proof asked={askedOf(record)} />
      </div>
    </>
  )
}

/** The file of a month: what is in it, where it went, and what became of every number. */
export function GuardaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource={RESOURCE} name="Guarda fiscal" title={titleOf}>
      <Following resource={RESOURCE} />
      <Field name="situacao" disabled span={4} />
      <Field name="dhGeracao" disabled span={4} />
      <Field name="dhEnvio" disabled span={4} />
      <Field name="para" disabled span={8} />
      <Field name="qFaltas" disabled span={4} />
      <Field name="sha256" disabled span={12} />
      <Field name="erro" disabled span={12} />
      <Content />
    </ResourceForm>
  )
}
