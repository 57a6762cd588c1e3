import { useEffect, useRef, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { addDays } from '../../../core/br/civil-date'
import { planejamentoFields } from '../../../core/fields/mrp/planejamento'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { screen, type ModalProps } from '../../app/registry'
import { isOver, TaskProgress, useTask } from '../../app/tasks'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { DocumentTable } from '../../ui/documents/document-table'
import { duplicate } from '../../ui/documents/kind'
import { because, settled, useVerbs, type OpenDocument } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { ResourceForm } from '../../ui/form/resource-form'
import { reloadForm } from '../../ui/form/save'
import { Tab } from '../../ui/form/tab'
import { counted, formatDate, formatDateTime, localToday } from '../../ui/format'
import { Menu } from '../../ui/menu'
import { addStyle } from '../../ui/later-style'
import { getPath, isSet, numberOf, textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { useSelection, type Selection } from '../../ui/table/use-table'
import { ChosenItems } from './chosen-items'
import { ExecuteDialog } from './execute-dialog'
import { ItemDialog } from './item-dialog'
import { ITEM_RESOURCE, KIND, NOTHING_CHOSEN, RESOURCE } from './plan'
import style from './plan.css' with { type: 'text' }
import { PlanGrid } from './plan-grid'

addStyle(style)

const head = fieldsOf(planejamentoFields, KIND.life)

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 100, card: 'sub' }),
  head.column('descricao', { card: 'title' }),
  head.column('dInicio', { label: 'De', width: 96 }),
  head.column('dFim', { label: 'Até', width: 96 }),
  head.column('previsao.descricao', { width: 120, card: 'none' }),
  head.column('itens_gerados', { label: 'Itens', width: 70, card: 'none' }),
  head.column('itens_acao', { label: 'Com ação', width: 90, card: 'value' }),
  head.column('itens_executados', { label: 'Executados', width: 100, card: 'none' }),
  head.column('dhGeracao', { width: 140 }),
]

const Planejamentos = (): ReactElement => (
  <DocumentTable kind={KIND} columns={columns} stateWidth={120} create="Novo planejamento" />
)

function Sources(): ReactElement {
  useSignals()
  const chosen = numberOf(useForm().values.value.escopo) === 1
  return (
    <>
      <head.Field name="descricao" span={6} />
      <head.ReferenceField name="previsao_id" label="Previsão de demanda" resource="mrp/previsao" span={6} />
      <head.Field name="dInicio" required span={3} />
      <head.Field name="dFim" required span={3} />
      <head.Field name="dPedidoAte" span={3} help="Vazio: tudo o que falta no horizonte" />
      <head.Field name="dias_historico" span={3} help="Vendas de que vem o risco" />
      <h3 className="group-title">Contar com</h3>
      <head.Field name="usa_estoque" span={3} />
      <head.Field name="usa_vendas" span={3} />
      <head.Field name="usa_compras" span={3} />
      <head.Field name="usa_producao" span={3} />
      <head.Field name="escopo" span={6} />
      {chosen ? <ChosenItems /> : null}
    </>
  )
}

/** What the last run said of itself. */
function Summary({ plan }: { readonly plan: Row }): ReactElement {
  if (!isSet(plan.dhGeracao))
    return <p className="plan-note">Gere o planejamento para ver o que falta, quanto e quando pedir.</p>
  const ms = ['leitura', 'calculo', 'gravacao'].reduce(
    (sum, name) => sum + (numberOf(getPath(plan, `resumo.${name}`)) ?? 0),
    0,
  )
  const beyond = numberOf(getPath(plan, 'resumo.fora_do_horizonte')) ?? 0
  const parts = [
    `${counted(numberOf(plan.itens_gerados) ?? 0, 'item', 'itens')}, ${textOf(plan.itens_acao)} com ação, ${textOf(plan.itens_executados)} executados`,
    `${formatDate(plan.dInicio)} a ${formatDate(plan.dFim)}`,
    `gerado em ${formatDateTime(plan.dhGeracao)}${ms > 0 ? ` em ${(ms / 1000).toFixed(1).replace('.', ',')} s` : ''}`,
    ...(beyond > 0
      ? [`${counted(beyond, 'demanda ou ordem fica', 'demandas ou ordens ficam')} além do horizonte`]
      : []),
  ]
  return <p className="plan-note">{parts.join(' · ')}</p>
}

interface StripProps {
  /** The run that was started here, if one was. */
  readonly started: number | null
  readonly onRunning: (running: boolean) => void
}

/** The run of the open plan while it runs; else what the last one said. Shows the new items when it ends, or why there are none. */
function Strip({ started, onRunning }: StripProps): ReactElement {
  useSignals()
  const form = useForm()
  const plan = form.record.value
  const task = useTask(started ?? numberOf(plan?.tarefa_id))
  const told = useRef<number | null>(null)
  const running = task !== null && !isOver(task)
  useEffect(() => onRunning(running), [running, onRunning])
  useEffect(() => {
    if (task === null || running || started === null || told.current === started) return
    told.current = started
    endRun(form, task).catch((error: unknown) => toast.error(error))
  }, [task, running, started, form])
  if (running) return <TaskProgress task={task} />
  return plan === undefined ? <></> : <Summary plan={plan} />
}

async function endRun(form: FormModel, task: Row): Promise<void> {
  if (task.status === 'falhou') toast.danger(textOf(task.erro), { title: 'Não foi possível gerar o planejamento' })
  else if (task.status === 'cancelada') toast.info('Geração cancelada: o planejamento ficou como estava.')
  else {
    await reloadForm(form, RESOURCE)
    announce(RESOURCE)
    announce(ITEM_RESOURCE)
    const count = numberOf(getPath(task, 'resultado.itens_gerados')) ?? 0
    toast.success(`Planejamento gerado: ${counted(count, 'item', 'itens')}.`)
    form.showTab(1)
  }
}

const SAVES_FIRST = ['gerarPlanejamento'] as const
const FREE = ['duplica'] as const

interface ActionsProps {
  readonly selection: Selection
  readonly running: boolean
  readonly follow: (id: number) => void
}

function Actions({ selection, running, follow }: ActionsProps): ReactElement {
  useSignals()
  const form = useForm()
  const [chosen, setChosen] = useState<readonly Row[] | null>(null)
  const { record, busy, reason, run } = useVerbs({ ...KIND, savesFirst: SAVES_FIRST, free: FREE })
  const generate = async (doc: OpenDocument): Promise<void> => {
    const saved = await settled(doc)
    if (saved === undefined) return
    selection.clear()
    const answer = await post(`${RESOURCE}/${saved.id}/gerarPlanejamento`, { segundo_plano: true })
    const task = numberOf(getPath(answer, 'tarefa_id'))
    if (task !== null) follow(task)
  }
  const execute = (): Promise<void> => {
    const rows = [...selection.rows.values()].filter((row) => !isSet(row.dhExecucao))
    if (rows.length === 0) toast.alert(NOTHING_CHOSEN)
    else setChosen(rows)
    return Promise.resolve()
  }
  const start = (): void => run('gerarPlanejamento', generate)
  const act = (): void => run('executarAcoes', execute)
  useKeys({ dispatch: act, invoice: start }, { labels: { dispatch: 'Executar ações', invoice: 'Gerar planejamento' } })
  const items = [
    {
      label: 'Duplicar a partir de hoje',
      icon: 'copy' as const,
      onSelect: () => run('duplica', () => duplicate(KIND, record?.id ?? '')),
      ...because(reason('duplica')),
    },
  ]
  const count = selection.rows.size
  return (
    <>
      <Menu label="Mais" icon="more" name="Mais ações" items={items} />
      <Button
        icon="refresh"
        hotkey="invoice"
        busy={busy || running}
        {...because(reason('gerarPlanejamento'))}
        onClick={start}
      >
        {isSet(record?.dhGeracao) ? 'Gerar de novo' : 'Gerar'}
      </Button>
      <Button icon="check" hotkey="dispatch" busy={busy} {...because(reason('executarAcoes'))} onClick={act}>
        {count === 0 ? 'Executar ações' : `Executar ações (${count})`}
      </Button>
      {chosen === null || record === undefined ? null : (
        <ExecuteDialog
          form={form}
          plan={record}
          rows={chosen}
          onClose={(executed) => {
            setChosen(null)
            if (executed) selection.clear()
          }}
        />
      )}
    </>
  )
}

const title = (row: Row): string => `Planejamento ${row.id}${isSet(row.descricao) ? ` · ${textOf(row.descricao)}` : ''}`

const defaults = (): Values => ({ ...head.defaults, dInicio: localToday(), dFim: addDays(localToday(), 89) })

/** What lies under the form: the items, and the run that makes them. */
function Items({
  selection,
  path,
}: {
  readonly selection: Selection
  readonly path: string | undefined
}): ReactElement {
  useSignals()
  const plan = useForm().record.value
  return plan === undefined ? <></> : <PlanGrid plan={plan} path={path} selection={selection} />
}

/** A plan: its sources, then its items. */
function PlanForm(modal: ModalProps): ReactElement {
  const [start] = useState(defaults)
  const selection = useSelection()
  const [started, setStarted] = useState<number | null>(null)
  const [running, setRunning] = useState(false)
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Planejamento"
      title={title}
      defaults={start}
      stay
      life={KIND.life}
      onLoad={(row, form) => {
        if (isSet(row.dhGeracao)) form.showTab(1)
      }}
      actions={<Actions selection={selection} running={running} follow={setStarted} />}
      summary={<Strip started={started} onRunning={setRunning} />}
    >
      <Tab label="Fontes">
        <Sources />
      </Tab>
      <Tab label="Itens" needsRecord free>
        <Items selection={selection} path={modal.path} />
      </Tab>
    </ResourceForm>
  )
}

export const planejamento = screen({
  path: '/ui/mrp/planejamento',
  title: 'Planejamentos',
  area: 'Planejamento',
  right: 'planejamento',
  component: Planejamentos,
  modals: {
    'edit/:id': { component: PlanForm, size: 'xxl' },
    'edit/:id/planejamento_mercadoria/:item_id': { component: ItemDialog, size: 'xl' },
  },
})
