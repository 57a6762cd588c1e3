import { useState, type DragEvent, type KeyboardEvent, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { IconButton } from '../../ui/button'
import { useForm, useRegistered } from '../../ui/form/context'
import { finder } from '../../ui/format'
import { Icon } from '../../ui/icon'
import { chosenOf, fields, moved, textsOf, type Choice, type Chosen } from './parts'

const MOST = 40
const DRAGGED = 'application/x-prumo-coluna'

/** The columns that are chosen, what is summed of them, and how both change. */
function useChosen() {
  useSignals()
  const form = useForm()
  const chosen = useComputed(() => chosenOf(form.values.value.colunas)).value
  const sums = useComputed(() => textsOf(form.values.value.somas)).value
  const set = (colunas: readonly Chosen[]): void => {
    const left = sums.filter((field) => colunas.some((one) => one.field === field))
    form.patch({ colunas, somas: left.length === 0 ? null : left })
  }
  const sum = (field: string): void => {
    const next = sums.includes(field) ? sums.filter((one) => one !== field) : [...sums, field]
    form.set('somas', next.length === 0 ? null : next)
  }
  return { chosen, sums, set, sum }
}

interface LineProps {
  readonly at: number
  readonly one: Chosen
  readonly choice: Choice | undefined
  readonly summed: boolean
  readonly onMove: (from: number, to: number) => void
  readonly onSum: () => void
  readonly onLabel: (label: string) => void
  readonly onRemove: () => void
}

/** One column: its heading, which may be written otherwise; its place, by drag or Alt+↑ and Alt+↓; whether it is summed. */
function Line({ at, one, choice, summed, onMove, onSum, onLabel, onRemove }: LineProps): ReactElement {
  const [over, setOver] = useState(false)
  const name = choice?.label ?? one.field
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const from = Number(event.dataTransfer.getData(DRAGGED))
    if (event.dataTransfer.types.includes(DRAGGED)) onMove(from, at)
  }
  const keys = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!event.altKey || step === 0) return
    event.preventDefault()
    event.stopPropagation()
    onMove(at, at + step)
  }
  return (
    <li
      className={over ? 'own-column own-column-over' : 'own-column'}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onKeyDown={keys}
    >
      <span
        className="own-grip"
        draggable
        title="Arraste, ou use Alt+↑ e Alt+↓"
        onDragStart={(event) => {
          event.dataTransfer.setData(DRAGGED, String(at))
          event.dataTransfer.effectAllowed = 'move'
        }}
      >
        <Icon name="menu" size={14} />
      </span>
      <input
        className="input"
        aria-label={`Título da coluna ${name}`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        placeholder={name}
        maxLength={80}
        value={one.label ?? ''}
        onChange={(event) => onLabel(event.target.value)}
      />
      {choice?.summed === true ? (
        <label className="own-sum">
          <input type="checkbox" checked={summed} onChange={onSum} aria-label={`Somar ${name}`} />
          Somar
        </label>
      ) : null}
      <IconButton icon="close" label={`Tirar ${name}`} onClick={onRemove} />
    </li>
  )
}

interface AddProps {
  readonly choices: readonly Choice[]
  readonly onAdd: (choice: Choice) => void
}

const SHOWN = 60

/** Columns that are not there yet, found by words: Enter takes the first. */
function Add({ choices, onAdd }: AddProps): ReactElement {
  const [query, setQuery] = useState('')
  const finds = finder(query)
  const found = choices.filter(({ label, field }) => finds(`${label} ${field}`))
  const [first] = found
  return (
    <div className="own-add">
      <div className="search-box">
        <Icon name="search" size={14} />
        <input
          className="input"
          aria-label="Pesquisar coluna"
          placeholder="Pesquisar coluna e Enter para incluir"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.stopPropagation()
            if (first === undefined || query.trim() === '') return
            onAdd(first)
            setQuery('')
          }}
        />
      </div>
      <ul aria-label="Colunas disponíveis">
        {found.slice(0, SHOWN).map((one) => (
          <li key={one.field}>
            <button type="button" title={`Incluir ${one.label}`} onClick={() => onAdd(one)}>
              <Icon name="add" size={12} />
              {one.label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What the report shows, in its order. */
export function ColumnsField({ choices }: { readonly choices: readonly Choice[] }): ReactElement {
  const { chosen, sums, set, sum } = useChosen()
  const form = useForm()
  const fault = useComputed(() => form.errors.value.colunas ?? form.errors.value.somas).value
  useRegistered({
    name: 'colunas',
    label: fields.label('colunas'),
    required: true,
    requiredText: 'Escolha ao menos uma coluna.',
    focus: () => document.querySelector<HTMLElement>('.own-add input')?.focus(),
  })
  useRegistered({ name: 'somas', label: fields.label('somas'), required: false, focus: () => undefined })
  const free = choices.filter(({ field }) => !chosen.some((one) => one.field === field))
  const relabel = (at: number, label: string): void => {
    const field = chosen[at]?.field ?? ''
    set(chosen.with(at, label === '' ? { field } : { field, label }))
  }
  return (
    <section className="own-part" aria-label="Colunas">
      <h3 className="group-title">Colunas</h3>
      <ol className="own-columns" aria-label="Colunas do relatório">
        {chosen.map((one, at) => (
          <Line
            key={one.field}
            at={at}
            one={one}
            choice={choices.find(({ field }) => field === one.field)}
            summed={sums.includes(one.field)}
            onMove={(from, to) => set(moved(chosen, from, to))}
            onSum={() => sum(one.field)}
            onLabel={(label) => relabel(at, label)}
            onRemove={() => set(chosen.toSpliced(at, 1))}
          />
        ))}
      </ol>
      {fault === undefined ? null : (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      {chosen.length < MOST ? <Add choices={free} onAdd={({ field }) => set([...chosen, { field }])} /> : null}
    </section>
  )
}
