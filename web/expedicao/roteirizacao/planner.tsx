import { useEffect, useLayoutEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { roteirizacaoFields } from '../../../core/fields/expedicao/roteirizacao'
import { isAbort, post } from '../../app/api'
import { announce, onChanged } from '../../app/events'
import { useKeys } from '../../app/keys'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { sentLists } from '../../ui/documents/act'
import { because, settled, useVerbs, type OpenDocument } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { counted, formatDate, localToday } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { getPath, isSet, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { addBusinessDays } from '../../../core/br/business-days'
import { ChooseSales } from '../vendas/choose-sales'
import { AskedDialog } from './asked-dialog'
import { PlannerContext, usePlanner } from './context'
import { GenerateDialog } from './generate-dialog'
import { PlanOutputs } from './outputs'
import { KIND, RESOURCE } from './plan'
import style from './planner.css' with { type: 'text' }
import { Planner } from './planner-state'
import { RoutesTab } from './routes-tab'
import { RunStrip } from './run-strip'
import { SettingsTab, VEHICLE_FIELDS } from './settings-tab'

addStyle(style)

const RUNNING = 'As rotas estão sendo calculadas: espere o fim, ou cancele o cálculo.'
const SAVES_FIRST = ['calcular', 'add_entregas'] as const
const ROUTES_TAB = 1

interface ActionsProps {
  readonly running: boolean
  readonly follow: (task: number) => void
}

/** Takes sales into the plan; false where that was refused. */
async function takeIn(planner: Planner, ids: readonly number[]): Promise<boolean> {
  try {
    await post(`${RESOURCE}/${planner.id}/add_entregas`, { roteirizacao_id: planner.id, ids })
  } catch (error) {
    toast.error(error, 'Não foi possível incluir as vendas')
    return false
  }
  announce(RESOURCE)
  toast.success(`${counted(ids.length, 'venda incluída', 'vendas incluídas')}.`)
  planner.form.showTab(ROUTES_TAB)
  void planner.refresh().then(() => planner.map.peek()?.fit())
  return true
}

function Actions({ running, follow }: ActionsProps): ReactElement {
  useSignals()
  const planner = usePlanner()
  const [open, setOpen] = useState<'sales' | 'generate' | null>(null)
  const { busy, reason, run } = useVerbs({ ...KIND, savesFirst: SAVES_FIRST, free: [] })
  const why = (action: string): { readonly reason?: string } => because(running ? RUNNING : reason(action))
  const saved = (then: (row: Row) => void | Promise<void>) => async (doc: OpenDocument) => {
    const row = await settled(doc)
    if (row !== undefined) await then(row)
  }
  const choose = (): void =>
    run(
      'add_entregas',
      saved(() => setOpen('sales')),
    )
  const calculate = (): void => {
    if (running) return toast.alert(RUNNING)
    return run(
      'calcular',
      saved(async (row) => {
        try {
          const task = numberOf(getPath(await post(`${RESOURCE}/${row.id}/calcular`), 'tarefa_id'))
          planner.form.showTab(ROUTES_TAB)
          if (task !== null) follow(task)
        } catch (error) {
          toast.error(error, 'Erro ao calcular roteirização')
        }
      }),
    )
  }
  const generate = (): void =>
    run(
      'gerar_rotas',
      saved(() => setOpen('generate')),
    )
  useKeys({ invoice: calculate, dispatch: generate }, { labels: { invoice: 'Calcular', dispatch: 'Gerar rotas' } })
  return (
    <>
      <PlanOutputs />
      <Button icon="cart" busy={busy} {...why('add_entregas')} onClick={choose}>
        Escolher vendas
      </Button>
      <Button icon="refresh" hotkey="invoice" busy={busy} {...why('calcular')} onClick={calculate}>
        Calcular
      </Button>
      <Button icon="truck" hotkey="dispatch" busy={busy} {...why('gerar_rotas')} onClick={generate}>
        Gerar rotas
      </Button>
      {open === 'sales' ? (
        <ChooseSales
          path={`${RESOURCE}/${planner.id}/get_vendas`}
          onPick={(ids) => takeIn(planner, ids)}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === 'generate' ? <GenerateDialog onClose={() => setOpen(null)} /> : null}
    </>
  )
}

const title = (row: Row): string =>
  `${isSet(row.descricao) ? textOf(row.descricao) : `Cenário ${row.id}`} · ${formatDate(row.dRota)}`

const defaults = (): Values => ({
  ...fieldsOf(roteirizacaoFields).defaults,
  dRota: addBusinessDays(localToday(), 1),
  veiculo_list: [],
})

/** Ties the planner to the form it stands in: follows what is saved here and changed elsewhere. */
function Binding(): null {
  useSignals()
  const form = useForm()
  const planner = usePlanner()
  const record = form.record.value
  const id = record?.id
  useLayoutEffect(() => planner.attach(form), [planner, form])
  useEffect(() => {
    if (id === undefined) return undefined
    const stop = new AbortController()
    const look = (): void => {
      planner.refresh(stop.signal).catch((error: unknown) => {
        if (!isAbort(error)) toast.error(error)
      })
    }
    look()
    const quiet = onChanged(RESOURCE, look)
    return () => {
      stop.abort()
      quiet()
    }
  }, [planner, id])
  return null
}

/** May the routes be changed by hand now? */
function Routes({ running }: { readonly running: boolean }): ReactElement {
  useSignals()
  const form = useForm()
  const record = form.record.value
  if (record === undefined) return <></>
  return <RoutesTab editable={!running && !form.readOnly.value && form.whyNotList('entregas') === undefined} />
}

/** A plan of a day's deliveries: its settings and vehicles, then its routes on lists and map. */
export function PlannerForm(modal: ModalProps): ReactElement {
  const [start] = useState(defaults)
  const [planner] = useState(() => new Planner())
  const [started, setStarted] = useState<number | null>(null)
  const [running, setRunning] = useState(false)
  return (
    <PlannerContext value={planner}>
      <ResourceForm
        modal={modal}
        resource={RESOURCE}
        name="Cenário"
        title={title}
        defaults={start}
        stay
        life={KIND.life}
        shape={(values) => sentLists(values, { veiculo_list: VEHICLE_FIELDS })}
        onLoad={(row, form) => {
          if (rowsOf(row.entregas).length > 0) form.showTab(ROUTES_TAB)
        }}
        actions={<Actions running={running} follow={setStarted} />}
        summary={
          <>
            <Binding />
            <AskedDialog />
            <RunStrip started={started} onRunning={setRunning} />
          </>
        }
      >
        <Tab label="Cenário">
          <SettingsTab />
        </Tab>
        <Tab label="Rotas" needsRecord free>
          <Routes running={running} />
        </Tab>
      </ResourceForm>
    </PlannerContext>
  )
}
