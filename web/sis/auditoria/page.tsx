import { useEffect, useState, type ReactElement } from 'react'
import { listPath } from '../../../core/access/screens'
import { get } from '../../app/api'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Entry } from '../../ui/form/audit'
import { addStyle } from '../../ui/later-style'
import { EmptyState } from '../../ui/pieces'
import { isRecord, recordsOf, rowsOf, textOf, type Row } from '../../ui/row'
import style from './auditoria.css' with { type: 'text' }

addStyle(style)

const PATH = 'sis/auditoria'
const DAY_MS = 86_400_000
const DONE = [
  ['create', 'Criou'],
  ['update', 'Alterou'],
  ['delete', 'Excluiu'],
  ['outras', 'Outras ações'],
] as const

interface Asked {
  readonly ini: string
  readonly fim: string
  readonly recurso: string
  readonly registro_id: string
  readonly acao: string
}

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

const thisWeek = (): Asked => ({
  ini: dayOf(new Date(Date.now() - 6 * DAY_MS)),
  fim: dayOf(new Date()),
  recurso: '',
  registro_id: '',
  acao: '',
})

const queryOf = (asked: Asked, more: Record<string, string> = {}): string =>
  new URLSearchParams(Object.entries({ ...asked, ...more }).filter(([, value]) => value !== '')).toString()

interface Found {
  readonly rows: readonly Row[]
  readonly more: boolean
}

/** What the trail answers; what is asked next is put under what was. */
function useTrail(asked: Asked): { found: Found | null; choices: readonly Row[]; next: () => void } {
  const [found, setFound] = useState<Found | null>(null)
  const [choices, setChoices] = useState<readonly Row[]>([])
  const query = queryOf(asked)
  useEffect(() => {
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      try {
        const answer = await get(`${PATH}?${query}`, { signal: stop.signal })
        const told = isRecord(answer) ? answer : {}
        setFound({ rows: rowsOf(told.data), more: told.mais === true })
        setChoices(recordsOf(told.recursos).map(({ value, label }) => ({ id: textOf(value), label })))
      } catch (error) {
        toast.error(error)
      }
    }
    void load()
    return () => stop.abort()
  }, [query])
  const next = (): void => {
    const last = found?.rows.at(-1)
    if (found === null || last === undefined) return
    const load = async (): Promise<void> => {
      try {
        const answer = await get(`${PATH}?${queryOf(asked, { antes: String(last.id) })}`)
        const told = isRecord(answer) ? answer : {}
        setFound({ rows: [...found.rows, ...rowsOf(told.data)], more: told.mais === true })
      } catch (error) {
        toast.error(error)
      }
    }
    void load()
  }
  return { found, choices, next }
}

interface BarProps {
  readonly asked: Asked
  readonly choices: readonly Row[]
  readonly set: (more: Partial<Asked>) => void
}

/** What of the trail is shown, and the way to its file. */
const Bar = ({ asked, choices, set }: BarProps): ReactElement => (
  <div className="trail-bar">
    <label>
      De
      <input
        className="input"
        type="date"
        value={asked.ini}
        max={asked.fim}
        onChange={({ target }) => set({ ini: target.value })}
      />
    </label>
    <label>
      Até
      <input
        className="input"
        type="date"
        value={asked.fim}
        min={asked.ini}
        onChange={({ target }) => set({ fim: target.value })}
      />
    </label>
    <label>
      Cadastro
      <select className="input" value={asked.recurso} onChange={({ target }) => set({ recurso: target.value })}>
        <option value="">Todos</option>
        {choices.map((one) => (
          <option key={one.id} value={one.id}>
            {textOf(one.label)}
          </option>
        ))}
      </select>
    </label>
    <label>
      Registro
      <input
        className="input"
        inputMode="numeric"
        value={asked.registro_id}
        placeholder="nº"
        onChange={({ target }) => set({ registro_id: target.value.replaceAll(/\D/g, '').slice(0, 9) })}
      />
    </label>
    <label>
      O que
      <select className="input" value={asked.acao} onChange={({ target }) => set({ acao: target.value })}>
        <option value="">Tudo</option>
        {DONE.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
    <span className="spacer" />
    <a className="btn btn-plain" href={`/api/${PATH}/export?${queryOf(asked)}`} download>
      Exportar
    </a>
  </div>
)

/** Who did what to which record, and when: of all records, newest first. */
export function Auditoria(): ReactElement {
  const [asked, setAsked] = useState(thisWeek)
  const { found, choices, next } = useTrail(asked)
  return (
    <div className="trail">
      <h1>Auditoria</h1>
      <Bar asked={asked} choices={choices} set={(more) => setAsked({ ...asked, ...more })} />
      {found === null ? <p className="empty">Carregando…</p> : null}
      {found?.rows.length === 0 ? <EmptyState text="Nenhum registro encontrado" /> : null}
      <ol className="audit trail-rows" aria-label="Alterações">
        {found?.rows.map((row) => (
          <Entry key={row.id} row={row} about={<About row={row} />} />
        ))}
      </ol>
      {found?.more ? (
        <div>
          <Button onClick={next}>Mostrar mais</Button>
        </div>
      ) : null}
    </div>
  )
}

/** Which record it was, with the way to where it is. */
function About({ row }: { readonly row: Row }): ReactElement {
  const list = listPath(textOf(row.recurso))
  const text = textOf(row.registro_texto)
  return list === '/404' ? <>{text}</> : <a href={`${list}/edit/${textOf(row.registro_id)}`}>{text}</a>
}
