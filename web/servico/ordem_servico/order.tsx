import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { ordemServicoLife } from '../../../core/lifecycle/ordem-servico'
import { numbersOf } from '../../../core/lifecycle/standing'
import { open } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { sentLists } from '../../ui/documents/act'
import { DocumentTable } from '../../ui/documents/document-table'
import { DocumentTotals } from '../../ui/documents/document-totals'
import { dueColumns, InstalmentsTab, type InstalmentsSource } from '../../ui/documents/instalments-tab'
import { type How, LifeBar } from '../../ui/documents/life-bar'
import { placesOf } from '../../ui/documents/places'
import { because, settled, type DocumentVerbs, type OpenDocument } from '../../ui/documents/use-verbs'
import { Attachments } from '../../ui/form/attachments'
import { useForm } from '../../ui/form/context'
import { reloadForm } from '../../ui/form/save'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { displayName, formatDateTime } from '../../ui/format'
import { linesOf } from '../../ui/lines/lines-state'
import type { MenuItem } from '../../ui/menu'
import { getPath, isSet, textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import type { SavedView } from '../../ui/table/table-state'
import { Checklist } from './checklist'
import { due, DUES, GOODS, goods, head, KIND, PATH, RESOURCE, service, SERVICES, totalsOf } from './kind'
import { Goods, Services } from './lines'
import { copyLink, notify, revokeLink } from './notify'
import { tellNfse } from '../../nfse/nfse/tell'
import { issueNfse } from './issue'

const equipmentOf = (row: Row): string => [row.nSerie, row.xEquipamento].map(textOf).filter(Boolean).join(' · ')

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('criado_em', { label: 'Data', width: 150 }),
  head.column('cliente.xNome', { card: 'title' }),
  head.column('xEquipamento', { label: 'Equipamento', width: 200, render: equipmentOf, text: equipmentOf }),
  head.column('colaborador.xNome', { label: 'Técnico', width: 130 }),
  head.column('dPrevisao', { width: 140 }),
  head.column('vTotal', { width: 110, card: 'value' }),
  head.column('nSerie', { width: 150, hidden: true }),
  head.column('prioridade', { width: 100, hidden: true }),
  head.column('dhAgendamento', { width: 150, hidden: true }),
  head.column('dhFinalizacao', { width: 150, hidden: true }),
  head.column('dhFaturamento', { width: 150, hidden: true }),
  head.column('dhNotificacao', { width: 150, hidden: true }),
  head.column('dhAssinatura', { width: 150, hidden: true }),
]

const inState = (state: 'aberta' | 'finalizada' | 'faturada' | 'cancelada'): Values => ({
  status: numbersOf(ordemServicoLife, [state]),
})

const VIEWS: readonly SavedView[] = [
  { name: 'Abertas', where: inState('aberta') },
  { name: 'Minhas', where: inState('aberta'), custom: { minhas: true } },
  { name: 'Atrasadas', custom: { atrasadas: true } },
  { name: 'A avisar', custom: { nao_avisadas: true } },
  { name: 'A faturar', where: inState('finalizada') },
  { name: 'Faturadas', where: inState('faturada') },
  { name: 'Canceladas', where: inState('cancelada') },
]

/** The list of service orders: those chosen are invoiced, finished or cancelled one after another, and what failed is told. */
export const Ordens = (): ReactElement => (
  <DocumentTable kind={KIND} columns={columns} views={VIEWS} printed create="Nova ordem" />
)

/** Runs something of an order that is saved, and shows what became of it. */
const then = (work: (id: Row['id']) => Promise<unknown>) => async (doc: OpenDocument) => {
  const record = await settled(doc)
  if (record === undefined) return
  await work(record.id)
  await reloadForm(doc.form, RESOURCE)
}

const toTechnician = async (doc: OpenDocument): Promise<void> => {
  const record = await settled(doc)
  if (record !== undefined) open(`${PATH}/edit/${record.id}/tecnico`)
}

const items = ({ record, run, reason }: DocumentVerbs): readonly MenuItem[] =>
  record === undefined
    ? []
    : [
        { label: 'Página do técnico', icon: 'tag', onSelect: () => run('imprime', toTechnician) },
        {
          label: 'Emitir NFS-e',
          icon: 'check',
          onSelect: () => run('emiteNFSe', then(issueNfse)),
          ...because(reason('emiteNFSe')),
        },
        {
          label: 'Avisar o cliente',
          icon: 'check',
          onSelect: () => run('notificaFinalizacao', then(notify)),
          ...because(reason('notificaFinalizacao')),
        },
        {
          label: 'Copiar o link do cliente',
          icon: 'copy',
          onSelect: () => run('link', then(copyLink)),
          ...because(reason('link')),
        },
        {
          label: 'Revogar o link do cliente',
          icon: 'close',
          onSelect: () => run('revogaLink', then(revokeLink)),
          ...because(reason('revogaLink')),
        },
      ]

const PRINT = { name: 'ordem_servico' }

/** An order that was invoiced tells what became of its notes. */
const HOW: Readonly<Record<string, How>> = { faturarOrdemServico: { after: ({ id }) => tellNfse(id) } }

/** An equipment is of the order's customer: whoever chooses it first chooses both. */
function Equipment(): ReactElement {
  useSignals()
  const form = useForm()
  const { cliente_id } = form.values.value
  const choose = (row: Row | null): void => {
    if (row !== null && !isSet(form.values.value.cliente_id))
      form.patch({ cliente_id: row.cliente_id, cliente: row.cliente })
  }
  return (
    <head.ReferenceField
      name="equipamento_id"
      resource="srv/equipamento"
      minChars={isSet(cliente_id) ? 0 : 1}
      where={isSet(cliente_id) ? { cliente_id, ativo: true } : { ativo: true }}
      onPick={choose}
      span={6}
    />
  )
}

function Places(): ReactElement {
  useSignals()
  const { values } = useForm()
  return (
    <head.ReferenceField
      name="armazenamento_id"
      resource="estoque/armazenamento"
      help="O do técnico, se vazio"
      where={placesOf(values.value)}
      span={4}
    />
  )
}

/** What the customer was told and signed. */
function Told(): ReactElement | null {
  useSignals()
  const { dhNotificacao, dhAssinatura, xAssinante } = useForm().values.value
  const facts = [
    ...(isSet(dhAssinatura) ? [`Assinada em ${formatDateTime(dhAssinatura)} por ${textOf(xAssinante)}.`] : []),
    ...(isSet(dhNotificacao) ? [`Cliente avisado em ${formatDateTime(dhNotificacao)}.`] : []),
  ]
  return facts.length === 0 ? null : (
    <p className="hint field" style={{ '--span': 12 }}>
      {facts.join(' ')}
    </p>
  )
}

const DUE_SOURCE: InstalmentsSource = {
  list: DUES,
  columns: [
    ...dueColumns,
    due.line('nsu', { width: 110, editable: true }),
    due.line('cAut', { width: 110, editable: true }),
    due.line('conta_receber_id', {
      width: 140,
      show: (line) => (isSet(line.conta_receber_id) ? `Nº ${textOf(line.conta_receber_id)}` : 'Pendente'),
    }),
  ],
  totalOf: (values) => totalsOf(values).total,
  usual: (values) => textOf(getPath(values, 'cliente.prazo')),
  server: { resource: RESOURCE, link: 'ordem_servico_id' },
}

const sent = (values: Values): Values =>
  sentLists(values, { [GOODS]: goods.sent, [SERVICES]: service.sent, [DUES]: due.sent })

function Totals(): ReactElement {
  useSignals()
  const { value } = useForm().values
  const { goods: parts, services, total } = totalsOf(value)
  return (
    <DocumentTotals
      count={linesOf(value[GOODS]).length + linesOf(value[SERVICES]).length}
      parts={[
        { label: 'Serviços', value: services },
        { label: 'Mercadorias', value: parts },
      ]}
      total={total}
    />
  )
}

/** A service order: for whom and on what, what was found and done, what it comes to and how that is paid. */
export function OrdemForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Ordem de serviço"
      title={(row) => `Ordem de serviço ${row.id} · ${displayName(row.cliente)}`}
      defaults={head.defaults}
      stay
      life={KIND.life}
      shape={sent}
      actions={<LifeBar kind={KIND} how={HOW} print={PRINT} items={items} />}
      summary={<Totals />}
      createdText="Ordem de serviço salva com sucesso."
      savedText="Ordem de serviço salva com sucesso."
    >
      <Tab label="Informações">
        <Told />
        <head.ReferenceField name="cliente_id" resource="cliente" minChars={1} span={6} />
        <Equipment />
        <head.ReferenceField name="colaborador_id" resource="cadastros/colaborador" span={4} />
        <Places />
        <head.Field name="prioridade" span={4} />
        <head.Field name="dhAgendamento" span={4} />
        <head.Field name="dPrevisao" span={4} />
        <head.Field name="geraNFe" span={4} />
        <head.Field name="defeito" span={12} />
        <head.Field name="laudo" span={12} />
        <head.Field name="obs" span={12} />
      </Tab>
      <Tab label="Serviços" joins>
        <Services />
      </Tab>
      <Tab label="Mercadorias" joins>
        <Goods />
      </Tab>
      <Tab label="Parcelas" joins>
        <InstalmentsTab source={DUE_SOURCE} />
      </Tab>
      <Tab label="Checklist">
        <Checklist />
      </Tab>
      <Tab label="Anexos" needsRecord>
        <Attachments type="ordem_servico" />
      </Tab>
    </ResourceForm>
  )
}
