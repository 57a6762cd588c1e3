import { useEffect, useState, type ReactElement } from 'react'
import { parse } from 'valibot'
import { ApiError, chosenCompany, get } from '../app/api'
import { pathOf } from '../../core/access'
import { Go } from '../app/go'
import { useKeys } from '../app/keys'
import { lazily } from '../app/lazy'
import { toast } from '../app/toasts'
import { Button } from '../ui/button'
import { confirm } from '../ui/confirm'
import { FormContext } from '../ui/form/context'
import { FormModel } from '../ui/form/form-model'
import { FormBody } from '../ui/form/form-body'
import { textOf } from '../ui/row'
import { FilterField } from './filter-field'
import { ReportData, ReportForm } from './shapes'

type Output = 'html' | 'pdf' | 'csv' | 'xlsx'
/** What a report was last shown as. */
type Shown = { readonly page: string } | { readonly chart: ReportData }

const ScheduleDialog = lazily(async () => (await import('./schedule-dialog')).ScheduleDialog)
const ReportChart = lazily(async () => (await import('./report-chart')).ReportChart)
type Orientation = 'P' | 'L'

/** Rows of a preview. */
const PREVIEW = 500

/** The filters as the address takes them; the company is the one chosen in the shell. */
function queryOf(report: ReportForm, form: FormModel, more: Readonly<Record<string, string>>): URLSearchParams {
  const query = new URLSearchParams()
  for (const name of report.filters.flatMap(({ names }) => names)) {
    const text = textOf(form.values.peek()[name])
    if (text !== '') query.set(name, text)
  }
  if (chosenCompany.peek() !== null) query.set('empresa_id', String(chosenCompany.peek()))
  for (const [name, value] of Object.entries(more)) query.set(name, value)
  return query
}

/** A report that nothing narrows reads everything: asked first. */
async function maySkipFilters(report: ReportForm, form: FormModel): Promise<boolean> {
  const narrowing = report.filters.filter(({ kind }) => kind !== 'choice').flatMap(({ names }) => names)
  const set = narrowing.some((name) => textOf(form.values.peek()[name]) !== '')
  if (set || narrowing.length === 0) return true
  return confirm({
    title: 'Gerar o relatório sem filtros?',
    text: 'Todos os registros entram, o que pode demorar.',
    action: 'Gerar',
  })
}

function useReport(name: string): { report: ReportForm | null; form: FormModel; fault: string } {
  const [form] = useState(() => new FormModel())
  const [report, setReport] = useState<ReportForm | null>(null)
  const [fault, setFault] = useState('')
  useEffect(() => {
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      try {
        const read = parse(
          ReportForm,
          await get(`/reporting/form/${encodeURIComponent(name)}`, { signal: stop.signal }),
        )
        form.start(read.initial)
        setReport(read)
      } catch (error) {
        if (!stop.signal.aborted) setFault(error instanceof Error ? error.message : '')
      }
    }
    void load()
    return () => stop.abort()
  }, [name, form])
  return { report, form, fault }
}

interface Runs {
  readonly busy: boolean
  readonly shown: Shown | null
  readonly run: (output: Output, orientation: Orientation) => Promise<void>
  readonly preview: () => Promise<void>
  readonly chart: () => Promise<void>
}

function useRuns(report: ReportForm, form: FormModel): Runs {
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  const ready = async (): Promise<boolean> => form.validate() && maySkipFilters(report, form)
  const run = async (output: Output, orientation: Orientation): Promise<void> => {
    if (!(await ready())) return
    const query = queryOf(report, form, output === 'csv' || output === 'xlsx' ? {} : { orientation })
    open(`/reporting/${output}/${report.rel_name}?${query}`, '_blank', 'noopener')
  }
  const show = async (load: () => Promise<Shown>): Promise<void> => {
    if (busy || !(await ready())) return
    setBusy(true)
    try {
      setShown(await load())
    } catch (error) {
      const told = error instanceof ApiError && error.status === 422 ? form.reject(error.fields) : undefined
      if (told?.at === undefined || told.untold.length > 0) toast.error(error)
    }
    setBusy(false)
  }
  const asked = (output: string, more: Readonly<Record<string, string>> = {}): Promise<unknown> =>
    get(`/reporting/${output}/${report.rel_name}?${queryOf(report, form, more)}`)
  const preview = (): Promise<void> =>
    show(async () => ({ page: textOf(await asked('html', { linhas: String(PREVIEW) })) }))
  const chart = (): Promise<void> => show(async () => ({ chart: parse(ReportData, await asked('dados')) }))
  return { busy, shown, run, preview, chart }
}

interface OutputsProps {
  readonly charted: boolean
  readonly runs: Runs
  readonly orientation: Orientation
  readonly onOrientation: (orientation: Orientation) => void
}

/** The ways out: on the screen, on paper, into a spreadsheet. */
function Outputs({ charted, runs, orientation, onOrientation }: OutputsProps): ReactElement {
  const { busy, run, preview, chart } = runs
  return (
    <div className="report-outputs" role="toolbar" aria-label="Saídas do relatório">
      <Button kind="primary" icon="search" hotkey="confirm" busy={busy} onClick={() => void preview()}>
        Visualizar
      </Button>
      {charted ? (
        <Button icon="columns" busy={busy} onClick={() => void chart()}>
          Gráfico
        </Button>
      ) : null}
      <span className="segmented" role="group" aria-label="Orientação da página">
        {(['P', 'L'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={one === orientation} onClick={() => onOrientation(one)}>
            {one === 'P' ? 'Retrato' : 'Paisagem'}
          </button>
        ))}
      </span>
      <Button icon="file" onClick={() => void run('pdf', orientation)}>
        PDF
      </Button>
      <Button icon="print" onClick={() => void run('html', orientation)}>
        HTML
      </Button>
      <Button icon="export" onClick={() => void run('xlsx', orientation)}>
        XLSX
      </Button>
      <Button icon="export" onClick={() => void run('csv', orientation)}>
        CSV
      </Button>
    </div>
  )
}

/** What the report was asked to be shown as here. */
function Result({ report, shown }: { readonly report: ReportForm; readonly shown: Shown | null }): ReactElement {
  if (shown === null) return <p className="empty">Visualize aqui, ou gere PDF, HTML, XLSX ou CSV em outra janela.</p>
  if ('chart' in shown) return <ReportChart title={report.title} data={shown.chart} />
  return (
    <iframe
      className="report-page"
      title={`Prévia: ${report.title}`}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={shown.page}
    />
  )
}

function Ready({
  report,
  form,
  onBack,
}: {
  readonly report: ReportForm
  readonly form: FormModel
  readonly onBack: () => void
}): ReactElement {
  const [orientation, setOrientation] = useState<Orientation>(report.orientation)
  const [scheduling, setScheduling] = useState(false)
  const runs = useRuns(report, form)
  const go = (): void => void runs.preview()
  const own = /^proprio_(\d+)$/.exec(report.rel_name)?.[1]
  useKeys({ confirm: go, print: () => void runs.run('pdf', orientation) })
  return (
    <FormContext value={form}>
      <header className="report-head">
        <span className="report-back">
          <Button kind="quiet" icon="back" onClick={onBack}>
            Relatórios
          </Button>
        </span>
        <h2>{report.title}</h2>
        <p>{report.description}</p>
        {own === undefined ? null : <Go to={pathOf('relatorio_proprio', own)}>Ver como está montado</Go>}
      </header>
      <div className="report-form">
        <FormBody loading={false} onSubmit={go}>
          <div className="grid-12 tab-panel">
            {report.filters.map((filter) => (
              <FilterField key={filter.name} filter={filter} />
            ))}
          </div>
        </FormBody>
        <Outputs charted={report.chart} runs={runs} orientation={orientation} onOrientation={setOrientation} />
        <div className="report-outputs">
          <Button icon="calendar" onClick={() => setScheduling(true)}>
            Agendar envio…
          </Button>
          <Go to="/ui/relatorios/agenda" className="link">
            Envios agendados
          </Go>
        </div>
      </div>
      <Result report={report} shown={runs.shown} />
      {scheduling ? (
        <ScheduleDialog report={report} values={form.values.peek()} onClose={() => setScheduling(false)} />
      ) : null}
    </FormContext>
  )
}

/** One report: its filters, its outputs, and a preview of its first rows. */
export function Launch({ name, onBack }: { readonly name: string; readonly onBack: () => void }): ReactElement {
  const { report, form, fault } = useReport(name)
  if (report !== null) return <Ready report={report} form={form} onBack={onBack} />
  return <p className="empty">{fault === '' ? 'Carregando…' : fault}</p>
}
