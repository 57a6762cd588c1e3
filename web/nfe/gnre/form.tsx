import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { gnreFields } from '../../../core/fields/nfe/gnre'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { act } from '../../ui/documents/act'
import { LifeBar } from '../../ui/documents/life-bar'
import { openAside } from '../../ui/documents/print'
import type { DocumentVerbs, OpenDocument } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { Following } from '../../ui/form/following'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import type { MenuItem } from '../../ui/menu'
import { isSet, textOf, type Row, type Values } from '../../ui/row'
import { Problems, problemsIn } from '../nfe/problems'
import { KIND } from './kind'
import { PayablesDialog } from './payables'

const { Field, ReferenceField } = fieldsOf(gnreFields, KIND.life)

/** Paid, and paid though it was not owed. */
const PAID: ReadonlySet<number> = new Set([6, 7])

/** What is done with a guide beside the verbs of its life. */
const itemsOf = ({ record }: DocumentVerbs): readonly MenuItem[] => [
  {
    label: 'Imprimir',
    icon: 'print',
    onSelect: () => openAside(`/api/${KIND.resource}/imprime?ids=${record?.id}`),
    ...(isSet(record?.nossoNumero) ? {} : { reason: 'A guia ainda não está pronta para ser paga.' }),
  },
  {
    label: 'Comprovante',
    icon: 'print',
    onSelect: () => openAside(`/api/${KIND.resource}/comprovante?ids=${record?.id}`),
    ...(PAID.has(Number(record?.status)) ? {} : { reason: 'A guia ainda não foi paga.' }),
  },
]

const GENERATES = 'geraContasReceberLote'

function Actions(): ReactElement {
  const [asking, setAsking] = useState<OpenDocument | null>(null)
  const how = { [GENERATES]: { run: (doc: OpenDocument) => Promise.resolve(setAsking(doc)) } }
  const go = async (doc: OpenDocument, body: Values): Promise<boolean> => {
    const { done = '', failed = '' } = KIND.life.verbs[GENERATES] ?? {}
    const answer = await act(doc, { resource: KIND.resource, action: GENERATES, body, failed })
    if (answer !== undefined) toast.success(done)
    return answer !== undefined
  }
  return (
    <>
      <LifeBar kind={KIND} how={how} items={itemsOf} offersOnly />
      {asking ? (
        <PayablesDialog count={1} onGo={(values) => go(asking, values)} onClose={() => setAsking(null)} />
      ) : null}
    </>
  )
}

/** What stands in the way, or what the state refused. */
function Standing(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  const told = problemsIn(record?.problemas)
  return record === undefined || told.length === 0 ? null : <Problems title={titleOf(record)} problems={told} />
}

const titleOf = ({ status }: Row): string => (status === 2 ? 'O que o estado recusou' : 'O que impede a guia')

/** A guide: what it is of, what it comes to, what the state answered. */
export function GuiaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={KIND.resource}
      name="Guia GNRE"
      title={(row) => `Guia ${textOf(row.id)} · ${textOf(row.ufFavorecida)} · ${textOf(row.receita)}`}
      stay
      life={KIND.life}
      actions={<Actions />}
    >
      <Tab label="Guia">
        <Following resource={KIND.resource} />
        <Standing />
        <Field name="ufFavorecida" span={3} />
        <Field name="receita" span={2} help="100099 ST, 100102 DIFAL, 100129 FCP" />
        <Field name="tpDocOrigem" span={2} help="10 número, 22 chave" />
        <Field name="nDocOrigem" span={5} />
        <Field name="vPrincipal" span={3} />
        <Field name="vFCP" span={3} />
        <Field name="vMulta" span={3} />
        <Field name="vJuros" span={3} />
        <Field name="dVencimento" span={3} />
        <Field name="dPagamento" span={3} />
        <Field name="dReferencia" span={3} />
        <Field name="periodo" span={3} />
        <Field name="CNPJ_CPF_dest" span={3} />
        <Field name="xDest" span={5} />
        <ReferenceField name="cMun_dest" resource="municipio" span={4} />
        <Field name="detalhamentoReceita" span={3} />
        <Field name="produto" span={3} />
        <Field name="parcela" span={2} />
        <Field name="convenio" span={4} />
        <Field name="obs" span={12} />
      </Tab>
      <Tab label="Pagamento">
        <Field name="valorGNRE" disabled span={3} />
        <Field name="nossoNumero" disabled span={5} />
        <Field name="dataLimitePagamento" disabled span={4} />
        <Field name="linhaDigitavel" disabled span={12} />
        <Field name="qrcodePayload" disabled span={12} />
        <Field name="informacoes" disabled span={12} />
        <Field name="recibo" disabled span={6} />
      </Tab>
    </ResourceForm>
  )
}
