import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { contingenciaFields } from '../../../core/fields/nfe/contingencia'
import { needOf } from '../../app/access'
import type { ModalProps } from '../../app/registry'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { act } from '../../ui/documents/act'
import { because } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { SaveContext, useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { isSet } from '../../ui/row'
import { useContext } from 'react'
import { toast } from '../../app/toasts'

const RESOURCE = 'nfe/contingencia'
const { Field, defaults } = fieldsOf(contingenciaFields)

/** Turns it off while it is on. */
function TurnOff(): ReactElement | null {
  useSignals()
  const form = useForm()
  const save = useContext(SaveContext)
  const record = form.record.value
  if (record === undefined || isSet(record.dhFim)) return null
  const off = async (): Promise<void> => {
    const done = await act({ form, save }, { resource: RESOURCE, action: 'desliga', failed: 'Falha na Operação' })
    if (done !== undefined) toast.success('Contingência desligada.')
  }
  return (
    <Button {...because(whyNot(needOf('contingencia', 'edit')) ?? undefined)} onClick={() => void off()}>
      Desligar
    </Button>
  )
}

function Parts(): ReactElement {
  useSignals()
  const form = useForm()
  const begun = form.record.value !== undefined
  const isNfe = Number(form.values.value.mod ?? 55) === 55
  return (
    <>
      <Field name="mod" disabled={begun} span={6} />
      {isNfe ? (
        <Field
          name="forma"
          disabled={begun}
          help={
            begun
              ? ''
              : 'EPEC só onde a SVC também não atende: a nota é avisada ao Ambiente Nacional e vai à SEFAZ em até 168 horas.'
          }
          span={begun ? 6 : 12}
        />
      ) : null}
      {begun ? <Field name="tpEmis" disabled span={6} /> : null}
      <Field name="xJust" kind="textarea" disabled={begun} span={12} />
      {begun ? <Field name="dhInicio" disabled span={6} /> : null}
      {begun ? <Field name="dhFim" disabled span={6} /> : null}
    </>
  )
}

/** A contingency: begun with its reason, and turned off. */
export const ContingenciaForm = (modal: ModalProps): ReactElement => (
  <ResourceForm
    modal={modal}
    resource={RESOURCE}
    name="Contingência"
    defaults={{ ...defaults, forma: 'SVC' }}
    actions={<TurnOff />}
  >
    <Parts />
  </ResourceForm>
)
