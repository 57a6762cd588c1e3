import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { contratoServicoFields, contratoServicoServicoFields } from '../../../core/fields/servico/contrato'
import { needOf } from '../../app/access'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { go } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { because } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { ListField } from '../../ui/lines/list-field'
import { getPath, isSet, numberOf, textOf, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { SavedView } from '../../ui/table/table-state'

const RESOURCE = 'srv/contrato_servico'
const head = fieldsOf(contratoServicoFields)
const item = fieldsOf(contratoServicoServicoFields)

const columns: readonly Column[] = [
  head.column('descricao', { card: 'title' }),
  head.column('cliente.xNome', { width: 240, card: 'sub' }),
  head.column('periodo', { width: 120 }),
  head.column('dProxima', { width: 150, card: 'value' }),
  head.column('dFim', { width: 130, hidden: true }),
  head.column('xProblema', { width: 200 }),
  head.column('ativo', { width: 100 }),
]

const VIEWS: readonly SavedView[] = [
  { name: 'Ativos', where: { ativo: true } },
  { name: 'Inativos', where: { ativo: false } },
]

export const Contratos = (): ReactElement => (
  <ResourceTable
    resource={RESOURCE}
    columns={columns}
    views={VIEWS}
    sort={{ field: 'dProxima', desc: false }}
    create="Novo contrato"
  />
)

const ACTIVE: Values = { ativo: true }
const services = [
  item.lineTo('servico_id', 'srv/servico', { where: ACTIVE }),
  item.line('qTrib', { width: 120, editable: true }),
  item.line('vUnTrib', { width: 140, editable: true }),
]

/** Makes the next order of the contract now, and goes to it. */
function MakeNow(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  if (record === undefined) return null
  const make = async (): Promise<void> => {
    try {
      const id = numberOf(getPath(await post(`${RESOURCE}/${record.id}/geraOrdem`), 'id'))
      announce(RESOURCE)
      if (id === null) return
      toast.success(`Ordem de serviço ${id} criada.`)
      go(pathOf('ordem_servico', id))
    } catch (error) {
      toast.error(error, 'Não foi possível gerar a ordem')
    }
  }
  return (
    <Button onClick={() => void make()} {...because(whyNot(needOf('ordem_servico', 'create')) ?? undefined)}>
      Gerar a ordem agora
    </Button>
  )
}

function Problem(): ReactElement | null {
  useSignals()
  const { xProblema } = useForm().values.value
  return isSet(xProblema) ? (
    <p className="field-error" role="alert">
      A última ordem não foi gerada: {textOf(xProblema)}
    </p>
  ) : null
}

export function ContratoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Contrato"
      title={(row) => textOf(row.descricao)}
      defaults={head.defaults}
      actions={<MakeNow />}
    >
      <Tab label="Informações">
        <Problem />
        <head.Field name="descricao" span={8} />
        <head.Field name="ativo" span={4} />
        <head.ReferenceField name="cliente_id" resource="cliente" minChars={1} span={6} />
        <Equipment />
        <head.ReferenceField name="colaborador_id" resource="cadastros/colaborador" span={6} />
        <head.Field name="periodo" span={6} />
        <head.Field name="dProxima" span={4} />
        <head.Field name="dFim" span={4} />
        <head.Field name="qDiasAntes" span={4} />
        <head.Field name="condicao" span={6} />
        <head.ReferenceField name="pagamento_id" resource="financeiro/pagamentos" where={ACTIVE} span={6} />
        <head.Field name="defeito" span={12} />
      </Tab>
      <Tab label="Serviços" joins>
        <ListField name="contrato_servico_servicos" label="Serviços" columns={services} blank={item.defaults} />
      </Tab>
    </ResourceForm>
  )
}

function Equipment(): ReactElement {
  useSignals()
  const { cliente_id } = useForm().values.value
  return (
    <head.ReferenceField
      name="equipamento_id"
      resource="srv/equipamento"
      minChars={0}
      where={isSet(cliente_id) ? { cliente_id } : {}}
      span={6}
    />
  )
}
