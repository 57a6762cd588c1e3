import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { isCivilDate } from '../../../core/br/civil-date'
import { PERIODS, type Period } from '../../../core/forecast/periods'
import { horizonDates, keptForecastFault } from '../../../core/forecast/spans'
import { remove } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { useForm, useRegistered } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { counted, formatDateTime } from '../../ui/format'
import { Icon } from '../../ui/icon'
import { EmptyState } from '../../ui/pieces'
import { textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { ForecastGrid } from './forecast-grid'
import { GenerateButton } from './generate-button'
import {
  countChanged,
  emptied,
  filterItems,
  holdsAnything,
  readEdits,
  merged,
  readGrade,
  rebased,
  sentEdits,
  type Edits,
  type Grade,
  type GridItem,
} from './grid-state'
import { changesView, viewOf, type WipeGuard } from './wipe'

interface EditorProps {
  readonly wipe: WipeGuard
  readonly onInfo: (item: GridItem) => void
  readonly onAdd: (previsao: Row) => void
}

function periodOf(values: Values): Period {
  return PERIODS.find((one) => one === values.periodo) ?? 'month'
}

/** The periods of a view that is not saved yet; none while its dates are not whole. */
function datesOf(values: Values): readonly string[] {
  const [from, to] = [textOf(values.dPrevisaoIni), textOf(values.dPrevisaoFim)]
  const whole = ['dPrevisaoIni', 'dPrevisaoFim', 'dHistoricoIni', 'dHistoricoFim'].every((name) =>
    isCivilDate(textOf(values[name])),
  )
  if (!whole) return []
  const fault = keptForecastFault(
    {
      dPrevisaoIni: from,
      dPrevisaoFim: to,
      dHistoricoIni: textOf(values.dHistoricoIni),
      dHistoricoFim: textOf(values.dHistoricoFim),
    },
    periodOf(values),
  )
  return fault?.field.startsWith('dPrevisao') === true ? [] : horizonDates({ from, to }, periodOf(values))
}

/** What was typed last: shown until the products come anew after a save, so that nothing jumps. */
class Typed {
  private last: Edits = new Map()

  get edits(): Edits {
    return this.last
  }

  keep(edits: Edits): void {
    this.last = edits
  }
}

interface Editing {
  readonly grade: Grade | null
  readonly edits: Edits
  readonly change: (edits: Edits) => void
}

/** The products and quantities of the form's forecast: those saved, under what is written and not saved. */
function useGrade(form: FormModel, record: Row): Editing {
  useSignals()
  const answer = useLoaded(`mrp/previsao/${record.id}/grade?versao=${textOf(record.versao)}`, 'mrp/previsao_item')
  const saved = useMemo(() => (answer === null ? null : readGrade(answer)), [answer])
  const written = useComputed(() => form.values.value.celulas).value
  const own = useMemo(() => readEdits(written), [written])
  const view = useComputed(() => (changesView(form) ? viewOf(form.values.value) : '')).value
  const grade = useMemo(
    () => (saved === null || view === '' ? saved : emptied(saved, datesOf(form.values.value))),
    [saved, view, form],
  )
  const [typed] = useState(() => new Typed())
  const stale = saved !== null && saved.versao !== record.versao
  const edits = stale ? merged(typed.edits, own) : own
  const change = (next: Edits): void => {
    typed.keep(next)
    form.set('celulas', sentEdits(next, grade?.items ?? []))
  }
  // What is typed is sent with the version that it was typed on; somebody else's change was told when the grid came anew.
  const rebase = useEffectEvent((now: Grade) => {
    if (now.versao !== form.record.value?.versao) return
    if (own.size > 0) change(rebased(own, now))
    else typed.keep(own)
  })
  useEffect(() => {
    if (saved !== null) rebase(saved)
  }, [saved])
  return { grade, edits, change }
}

/** Asks as soon as the view or the horizon changes, not only when it is saved. */
function useViewGuard(form: FormModel, wipe: WipeGuard, holds: boolean): void {
  useSignals()
  const view = useComputed(() => viewOf(form.values.value)).value
  useEffect(() => wipe.look(form, { holds, view }), [form, wipe, holds, view])
}

/** The grid of a forecast within its form: its unsaved cells are sent with the form. */
export function ForecastEditor({ wipe, onInfo, onAdd }: EditorProps): ReactElement {
  useSignals()
  const form = useForm()
  const block = useRef<HTMLDivElement>(null)
  const record = form.record.value
  useRegistered({
    name: 'celulas',
    label: 'Quantidades',
    required: false,
    mute: true,
    focus: () => block.current?.querySelector<HTMLElement>('.fgrid')?.focus(),
  })
  return (
    <div ref={block} className="forecast">
      {record === undefined ? (
        <EmptyState text="Salve a previsão para incluir produtos" />
      ) : (
        <SavedEditor key={record.id} record={record} wipe={wipe} onInfo={onInfo} onAdd={onAdd} />
      )}
    </div>
  )
}

async function removeItem(item: GridItem): Promise<void> {
  const go = await confirm({
    title: `Remover ${item.name} da previsão?`,
    text: 'As quantidades deste produto nesta previsão são perdidas.',
    action: 'Remover',
    danger: true,
  })
  if (!go) return
  try {
    await remove(`mrp/previsao_item/${item.id}`)
    announce('mrp/previsao_item')
    toast.success('Registro excluido com sucesso.')
  } catch (error) {
    toast.error(error)
  }
}

function SavedEditor({ record, wipe, onInfo, onAdd }: EditorProps & { readonly record: Row }): ReactElement {
  useSignals()
  const form = useForm()
  const { grade, edits, change } = useGrade(form, record)
  const [search, setSearch] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  useViewGuard(form, wipe, grade !== null && (holdsAnything(grade) || edits.size > 0))
  const disabled = form.readOnly.value
  const items = useMemo(
    () => filterItems(grade?.items ?? [], search, onlyChanged, edits),
    [grade, search, onlyChanged, edits],
  )
  const moved = changesView(form)
  return (
    <>
      <div className="lines-tools">
        {disabled ? null : (
          <>
            <Button icon="add" onClick={() => onAdd(record)} {...(moved ? { reason: SAVE_FIRST } : {})}>
              Incluir produtos
            </Button>
            <GenerateButton record={record} count={grade?.items.length ?? 0} />
          </>
        )}
        <span className="search-box forecast-search">
          <Icon name="search" />
          <input
            className="input"
            type="search"
            aria-label="Pesquisar produtos da previsão"
            placeholder="Pesquisar produto"
            value={search}
            maxLength={80}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
        <label className="check">
          <input type="checkbox" checked={onlyChanged} onChange={(event) => setOnlyChanged(event.target.checked)} /> Só
          alterados
        </label>
        <Status record={record} grade={grade} edits={edits} />
      </div>
      {moved ? (
        <p className="fgrid-hint" role="status">
          Outra visão: ao salvar, as quantidades começam de novo. Voltar à anterior as traz de volta.
        </p>
      ) : null}
      {grade !== null && grade.items.length === 0 ? (
        <EmptyState text="Nenhum produto nesta previsão. Inclua produtos e gere a previsão" />
      ) : (
        <ForecastGrid
          label="Quantidades previstas por produto e período"
          period={periodOf(form.values.value)}
          items={items}
          dates={grade?.dates ?? []}
          edits={edits}
          disabled={disabled}
          onEdits={change}
          onInfo={onInfo}
          onRemove={(item) => void removeItem(item)}
        />
      )}
    </>
  )
}

const SAVE_FIRST = 'Salve a nova visão antes de incluir produtos.'

function Status({
  record,
  grade,
  edits,
}: {
  readonly record: Row
  readonly grade: Grade | null
  readonly edits: Edits
}): ReactElement {
  const changed = useMemo(() => (grade === null ? 0 : countChanged(grade, edits)), [grade, edits])
  const made = formatDateTime(record.dhGeracao)
  return (
    <span className="forecast-status">
      {changed === 0 ? null : `${counted(changed, 'célula alterada', 'células alteradas')} · `}
      {made === '' ? 'Ainda não gerada' : `Gerada em ${made.slice(0, 16)}`}
    </span>
  )
}
