import type { ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { NFCE, pdvBalancaFields, pdvFields } from '../../../core/fields/comercial/pdv'
import type { ModalProps } from '../../app/registry'
import { chosenPdv, choosePdv, useOwnPdv } from '../../comercial/pdv/own-pdv'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { ChildList } from '../../ui/form/child-list'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { SecretField, sentSecrets } from '../../ui/form/secret-field'
import { Tab } from '../../ui/form/tab'
import { textOf, type Row } from '../../ui/row'
import { ScalePreview } from './scale-preview'
import style from './pdv.css' with { type: 'text' }
import { addStyle } from '../../ui/later-style'

addStyle(style)

const { Field, ReferenceField, defaults } = fieldsOf(pdvFields)
const scale = fieldsOf(pdvBalancaFields)

const describeLayout = (row: Row): string => {
  const kind = scale.word('tpIdentificacao', row.tpIdentificacao).toLowerCase()
  return `Começa com ${textOf(row.digitBalanca)} e traz o ${kind}`
}

/** The series of NFC-e; what is not fiscal has none. */
function Series(): ReactElement | null {
  useSignals()
  const form = useForm()
  const isFiscal = useComputed(() => form.values.value.geraNFe === NFCE).value
  return isFiscal ? (
    <ReferenceField
      name="nfe_serie_id"
      resource="nfe/serie_numero"
      span={6}
      required
      where={{ tpDoc: NFCE, ativo: true }}
    />
  ) : null
}

/** Makes this computer the point of sale of the form. */
function ThisComputer(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  useOwnPdv()
  if (record === undefined) return null
  const isThis = chosenPdv() === record.id
  return (
    <Button
      onClick={() => {
        choosePdv(isThis ? null : Number(record.id))
        toast.success(
          isThis ? 'Este computador não é mais este PDV.' : `Este computador é o PDV ${textOf(record.descricao)}.`,
        )
      }}
    >
      {isThis ? 'Deixar de usar neste computador' : 'Usar neste computador'}
    </Button>
  )
}

export function PdvForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="config/pdv"
      name="PDV"
      title={(row) => textOf(row.descricao)}
      defaults={defaults}
      shape={(values) => {
        const sent = sentSecrets(values, ['apiKey'])
        return sent.geraNFe === NFCE ? sent : { ...sent, nfe_serie_id: null }
      }}
      stay
      actions={<ThisComputer />}
    >
      <Tab label="Informações">
        <Field name="descricao" span={6} />
        <ReferenceField name="empresa_id" resource="empresa" span={6} />
        <Field name="geraNFe" span={6} />
        <Series />
        <Field name="seleciona_vendedor" span={4} />
        <Field name="solicita_lote" span={4} />
        <Field name="ativo" span={4} />
        <Field name="APIUrl" span={6} help="Como http://127.0.0.1:8828" />
        <SecretField name="apiKey" given="apiKey_definida" label="Chave do agente" />
      </Tab>
      <Tab label="Balança">
        <Field name="tpBalanca" span={6} />
        <ChildList
          modal={modal}
          label="Etiquetas"
          resource="config/pdv_balanca"
          field="pdv_id"
          segment="balanca"
          describe={describeLayout}
          unsaved="Salve o PDV antes de adicionar etiquetas."
        />
      </Tab>
    </ResourceForm>
  )
}

/** One layout of scale labels, beside what it makes of a code. */
export function BalancaForm(modal: ModalProps): ReactElement {
  const { Field } = scale
  return (
    <ResourceForm
      modal={modal}
      resource="config/pdv_balanca"
      name="Etiqueta de balança"
      defaults={{
        ...scale.defaults,
        pdv_id: Number(modal.params.id),
        posCodIni: 2,
        posCodEnd: 7,
        posValIni: 8,
        posValEnd: 12,
      }}
    >
      <Field name="digitBalanca" span={4} />
      <Field name="tpIdentificacao" span={4} />
      <Field name="qDecimal" span={4} />
      <Field name="posCodIni" span={3} />
      <Field name="posCodEnd" span={3} />
      <Field name="posValIni" span={3} />
      <Field name="posValEnd" span={3} />
      <ScalePreview />
    </ResourceForm>
  )
}
