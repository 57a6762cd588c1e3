import { useCallback, useEffect, useState, type ReactElement } from 'react'
import { parse } from 'valibot'
import { get, put } from '../app/api'
import { Go } from '../app/go'
import { toast } from '../app/toasts'
import { IconButton } from '../ui/button'
import { finder } from '../ui/format'
import { Icon } from '../ui/icon'
import { EmptyState } from '../ui/pieces'
import { Launch } from './launch'
import { ReportList, type ListedReport } from './shapes'

const chosenAtStart = (): string => new URLSearchParams(location.search).get('relatorio') ?? ''

/** The reports that the person may run, and which of them are favourites. */
function useReports(): { reports: readonly ListedReport[] | null; like: (one: ListedReport) => Promise<void> } {
  const [reports, setReports] = useState<readonly ListedReport[] | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      try {
        setReports(parse(ReportList, await get('relatorios.json', { signal: stop.signal })).data)
      } catch (error) {
        toast.error(error)
      }
    }
    void load()
    return () => stop.abort()
  }, [])
  const like = async ({ rel_name, favorito }: ListedReport): Promise<void> => {
    const change = (liked: boolean): void =>
      setReports((now) => now?.map((one) => (one.rel_name === rel_name ? { ...one, favorito: liked } : one)) ?? null)
    change(!favorito)
    try {
      await put(`relatorios/${rel_name}/favorito`, { favorito: !favorito })
    } catch (error) {
      change(favorito)
      toast.error(error)
    }
  }
  return { reports, like }
}

interface ItemProps {
  readonly report: ListedReport
  readonly current: boolean
  readonly onChoose: (name: string) => void
  readonly onLike: (one: ListedReport) => Promise<void>
}

function Item({ report, current, onChoose, onLike }: ItemProps): ReactElement {
  return (
    <li className="report-item">
      <button
        type="button"
        className="report-name"
        aria-current={current ? 'true' : undefined}
        onClick={() => onChoose(report.rel_name)}
      >
        <b>{report.title}</b>
        <small>{report.description}</small>
      </button>
      <IconButton
        icon={report.favorito ? 'starred' : 'star'}
        label={`${report.title} entre os favoritos`}
        pressed={report.favorito}
        onClick={() => void onLike(report)}
      />
    </li>
  )
}

/** Favourites first, then by category. */
function grouped(
  reports: readonly ListedReport[],
  query: string,
): readonly (readonly [string, readonly ListedReport[]])[] {
  const finds = finder(query)
  const found = reports.filter((one) => finds(`${one.title} ${one.description} ${one.category}`))
  const liked = found.filter(({ favorito }) => favorito)
  const groups = [
    ...Map.groupBy(
      found.filter(({ favorito }) => !favorito),
      ({ category }) => category,
    ),
  ]
  return liked.length === 0 ? groups : [['Favoritos', liked], ...groups]
}

/** The report launcher: what there is on the left, what it is narrowed by and its outputs on the right. */
export function Relatorios(): ReactElement {
  const { reports, like } = useReports()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(chosenAtStart)
  const choose = useCallback((name: string): void => {
    setChosen(name)
    history.replaceState(history.state, '', name === '' ? location.pathname : `?relatorio=${name}`)
  }, [])
  const groups = grouped(reports ?? [], query)
  return (
    <div className={`reports ${chosen === '' ? '' : 'reports-open'}`}>
      <section className="report-list" aria-label="Relatórios">
        <h1>Relatórios</h1>
        <Go to="/ui/relatorios/proprios/edit/new">Montar um relatório</Go>
        <div className="search-box">
          <Icon name="search" size={14} />
          <input
            className="input"
            aria-label="Pesquisar relatório"
            placeholder="Pesquisar"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
        {groups.map(([category, items]) => (
          <section key={category}>
            <h2 className="group-title">{category}</h2>
            <ul>
              {items.map((one) => (
                <Item
                  key={one.rel_name}
                  report={one}
                  current={one.rel_name === chosen}
                  onChoose={choose}
                  onLike={like}
                />
              ))}
            </ul>
          </section>
        ))}
        {reports !== null && groups.length === 0 ? <EmptyState text="Nenhum relatório encontrado" /> : null}
      </section>
      <section className="report-panel" aria-label="Relatório escolhido">
        {chosen === '' ? (
          <EmptyState text="Escolha um relatório na lista." />
        ) : (
          <Launch key={chosen} name={chosen} onBack={() => choose('')} />
        )}
      </section>
    </div>
  )
}
