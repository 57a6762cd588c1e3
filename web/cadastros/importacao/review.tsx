import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { formatCount } from '../../ui/format'
import type { Values } from '../../ui/row'
import { type Batch, batchOf, cellText, type Kind, RESOURCE, run, type Situation, type SheetRow } from './batch'
import { ImportGrid, type Place } from './grid'
import { Options } from './options'
import { useRows, type RowsModel } from './use-rows'

interface ReviewProps {
  readonly batch: Batch
  readonly kind: Kind
  /** A task works on the batch: nothing can be changed meanwhile. */
  readonly busy: boolean
  /** Grows when the rows have been checked again. */
  readonly round: number
  readonly onBatch: (batch: Batch) => void
  /** Rows at fault are left out. */
  readonly leave: boolean
  readonly onLeave: (leave: boolean) => void
}

const FILTERS: readonly { readonly situacoes: string; readonly label: string; readonly of: readonly Situation[] }[] = [
  { situacoes: '', label: 'Todas', of: ['novo', 'alterado', 'igual', 'erro', 'repetido'] },
  { situacoes: 'erro,repetido', label: 'Com erro', of: ['erro', 'repetido'] },
  { situacoes: 'novo', label: 'Novos', of: ['novo'] },
  { situacoes: 'alterado', label: 'Alterados', of: ['alterado'] },
  { situacoes: 'igual', label: 'Iguais', of: ['igual'] },
]

/** How many rows cannot be written as they are. */
export const wrongRows = ({ counts }: Batch): number => counts.erro + counts.repetido

/** The dry run: what each row comes to, under the field that each column is. Mapping and cells are changed where they stand. */
export function Review({ batch, kind, busy, round, onBatch, leave, onLeave }: ReviewProps): ReactElement {
  useSignals()
  const [filter, setFilter] = useState(wrongRows(batch) > 0 ? 'erro,repetido' : '')
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const [own, setOwn] = useState(0)
  const model = useRows(batch.id, filter, round * 1000 + own)
  const change = async (body: Values): Promise<void> => {
    try {
      onBatch(batchOf(await run(batch.id, 'mapeia', body)))
      setOwn((now) => now + 1)
      announce(RESOURCE)
    } catch (error) {
      toast.error(error)
    }
  }
  const mend = async (row: SheetRow, column: number, valor: string): Promise<void> => {
    model.mended(row, column, valor)
    try {
      onBatch(batchOf(await run(batch.id, 'corrige', { ordem: row.ordem, coluna: column, valor })))
    } catch (error) {
      toast.error(error)
    }
    setOwn((now) => now + 1)
  }
  const map = (column: number, field: string | null): void => {
    const campos = batch.colunas.map(({ campo }, at) => (at === column ? field : campo === field ? null : campo))
    void change({ campos })
  }
  return (
    <div className="import-review">
      <Options batch={batch} kind={kind} disabled={busy} onChange={(body) => void change(body)} />
      {batch.avisos.length === 0 ? null : (
        <div className="import-notices" role="status">
          {batch.avisos.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
        </div>
      )}
      <Filters
        batch={batch}
        filter={filter}
        leave={leave}
        onLeave={onLeave}
        onFilter={(situacoes) => {
          setFilter(situacoes)
          setPlace({ row: 0, column: place.column })
        }}
      />
      <ImportGrid
        batch={batch}
        kind={kind}
        model={model}
        place={place}
        editable={!busy}
        onPlace={setPlace}
        onMap={map}
        onMend={(...cell) => void mend(...cell)}
      />
      <Told model={model} place={place} batch={batch} kind={kind} />
    </div>
  )
}

interface FiltersProps extends Pick<ReviewProps, 'batch' | 'leave' | 'onLeave'> {
  readonly filter: string
  readonly onFilter: (situacoes: string) => void
}

/** How many rows come to what, each a filter; and whether those at fault stay out. */
function Filters({ batch, filter, leave, onLeave, onFilter }: FiltersProps): ReactElement {
  const many = (of: readonly Situation[]): string =>
    formatCount(
      of.reduce((sum, one) => sum + batch.counts[one], 0),
      false,
    )
  return (
    <div className="import-filters" role="group" aria-label="Linhas que aparecem">
      {FILTERS.map(({ situacoes, label, of }) => (
        <button
          key={label}
          type="button"
          className="import-filter"
          aria-pressed={filter === situacoes}
          onClick={() => onFilter(situacoes)}
        >
          {label} <b>{many(of)}</b>
        </button>
      ))}
      {batch.avisados > 0 ? (
        <button
          type="button"
          className="import-filter"
          aria-pressed={filter === 'aviso'}
          onClick={() => onFilter('aviso')}
        >
          Com aviso <b>{formatCount(batch.avisados, false)}</b>
        </button>
      ) : null}
      {wrongRows(batch) > 0 ? (
        <label className="import-check">
          <input type="checkbox" checked={leave} onChange={(event) => onLeave(event.target.checked)} />
          Deixar de fora as linhas com erro
        </label>
      ) : null}
    </div>
  )
}

interface ToldProps {
  readonly model: RowsModel
  readonly place: Place
  readonly batch: Batch
  readonly kind: Kind
}

/** What is to be said of the row where the focus is: its faults, or what it changes. */
function Told({ model, place, batch, kind }: ToldProps): ReactElement {
  useSignals()
  const row = model.version.value >= 0 ? model.rowAt(place.row) : undefined
  const label = (column: number | null): string => {
    const campo = column === null ? null : batch.colunas[column]?.campo
    return kind.fields.find((field) => field.campo === campo)?.rotulo ?? ''
  }
  const faults = (row?.erros ?? []).map(({ coluna, mensagem }) => {
    const name = label(coluna)
    return name === '' || mensagem.startsWith(name) ? mensagem : `${name}: ${mensagem}`
  })
  const changes = Object.entries(row?.antes ?? {}).map(
    ([column, before]) =>
      `${label(Number(column))}: de ${cellText(before) || '(vazio)'} para ${cellText(row?.celulas[Number(column)])}`,
  )
  return (
    <p className={`import-told ${faults.length > 0 ? 'import-told-fault' : ''}`} role="status">
      {row === undefined ? '' : `Linha ${row.linha}`}
      {faults.length + changes.length > 0 ? ` · ${[...faults, ...changes].join(' · ')}` : ''}
    </p>
  )
}
