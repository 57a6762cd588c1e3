import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { avisoPagamentoFields } from '../../../core/fields/financeiro/link-pagamento'
import { avisoPagamentoLife } from '../../../core/lifecycle/aviso-pagamento'
import { screen, type ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { DocumentTable } from '../../ui/documents/document-table'
import type { DocumentKind } from '../../ui/documents/kind'
import { LifeBar } from '../../ui/documents/life-bar'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { displayName, formatMoney } from '../../ui/format'
import { numberOf, textOf } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ChooseTitle } from './choose-title'

const KIND: DocumentKind = {
  life: avisoPagamentoLife,
  resource: 'financeiro/aviso_pagamento',
  name: 'aviso_pagamento',
  right: 'contas_receber',
}

const { Field, ReferenceField, column } = fieldsOf(avisoPagamentoFields, avisoPagamentoLife)

const columns: readonly Column[] = [
  column('id', { label: 'Número', width: 100, card: 'sub' }),
  column('dPagamento', { width: 110 }),
  column('cliente.xNome', { card: 'title' }),
  column('meio', { width: 90, hidden: true }),
  column('valor', { width: 120, card: 'value' }),
  column('motivo', { width: 230 }),
  column('proposta', { width: 230 }),
  column('venda_id', { width: 90, hidden: true }),
]

const EMPTY = {
  text: 'Aqui chegam os pagamentos feitos pelos links das parcelas. O serviço de pagamento se configura no cadastro da empresa.',
  to: { path: '/ui/cadastros/empresa', label: 'Abrir Empresas' },
}

const Avisos = (): ReactElement => (
  <DocumentTable kind={KIND} columns={columns} create={false} deletable={false} empty={EMPTY} stateWidth={130} />
)

/** Of a payment of a link that nobody knows a person says what it paid. */
function Unknown(): ReactElement | null {
  useSignals()
  const [asking, setAsking] = useState(false)
  const record = useForm().record.value
  if (record === undefined || textOf(record.motivo) !== 'desconhecido' || numberOf(record.status) !== 0) return null
  return (
    <>
      <Button onClick={() => setAsking(true)}>Escolher a conta que ele paga</Button>
      {asking ? <ChooseTitle amount={textOf(record.valor)} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

function AvisoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={KIND.resource}
      name="Pagamento"
      title={(row) =>
        [`Pagamento ${row.id}`, formatMoney(row.valor), displayName(row.cliente)].filter(Boolean).join(' · ')
      }
      defaults={{}}
      stay
      life={KIND.life}
      actions={
        <>
          <LifeBar kind={KIND} />
          <Unknown />
        </>
      }
    >
      <Tab label="Informações">
        <Field name="motivo" span={6} />
        <Field name="proposta" span={6} />
        <Field name="valor" span={4} />
        <Field name="vBaixa" span={4} />
        <Field name="vCredito" span={4} />
        <Field name="dPagamento" span={4} />
        <Field name="meio" span={4} />
        <ReferenceField name="venda_id" resource="venda" display={(row) => `Venda ${row.id}`} span={4} />
        <ReferenceField name="cliente_id" resource="cliente" span={8} />
        <ReferenceField
          name="contas_receber_id"
          resource="financeiro/contas_receber"
          display={(row) => textOf(row.numero)}
          span={4}
        />
        <Field name="pagamento_externo" span={6} />
        <Field name="referencia" span={6} />
      </Tab>
    </ResourceForm>
  )
}

export const avisoPagamento = screen({
  path: '/ui/financeiro/aviso_pagamento',
  title: 'Pagamentos por Link',
  area: 'Financeiro',
  right: 'contas_receber',
  component: Avisos,
  modals: { 'edit/:id': { component: AvisoForm, size: 'lg' } },
})
