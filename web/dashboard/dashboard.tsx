import type { ReactElement, ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Go } from '../app/go'
import { screen } from '../app/registry'
import { rights } from '../app/session'
import { Icon } from '../ui/icon'
import { counted, formatAmount, formatMoney, formatWhole } from '../ui/format'
import { EmptyState } from '../ui/pieces'
import { useLoaded } from '../ui/use-loaded'
import { getPath, isRecord, numberOf, textOf, type Values } from '../ui/row'
import { groupsFor, type FigureDefinition, type Group } from './figures'
import { panelsOf } from './panels'

/** How sales of the last days compare with the days before them. */
function Change({ figure }: { readonly figure: Values }): ReactElement | null {
  const change = numberOf(figure.variacao)
  if (change === null) return null
  return (
    <span
      className={change < 0 ? 'change-down' : 'change-up'}
      title={`Nos 30 dias antes: ${formatMoney(figure.antes)}`}
    >
      {` · ${change < 0 ? '▼' : '▲'} ${formatAmount(Math.abs(change), 1)} %`}
    </span>
  )
}

function Figure({ about, figure }: { readonly about: FigureDefinition; readonly figure: Values }): ReactElement {
  const count = numberOf(figure.qtd) ?? 0
  const look = count === 0 ? '' : about.bad === true ? 'figure-bad' : about.todo === true ? 'figure-todo' : ''
  const total = formatWhole(figure.vTotal) || 'R$ 0'
  return (
    <Go to={about.to} className={`figure ${look}`}>
      <span>{about.label}</span>
      <b title={formatMoney(figure.vTotal)} style={{ '--long': total.length }}>
        {total}
      </b>
      <small>
        {counted(count, 'registro', 'registros')}
        <Change figure={figure} />
      </small>
    </Go>
  )
}

function Section({ group, panel }: { readonly group: Group; readonly panel: Values }): ReactElement | null {
  const tiles = group.figures.flatMap((about) => {
    const figure = panel[about.key]
    return isRecord(figure) ? [<Figure key={about.key} about={about} figure={figure} />] : []
  })
  const panels: readonly ReactNode[] = panelsOf(group.name, panel)
  if (tiles.length === 0 && panels.length === 0) return null
  return (
    <section className="board-group" aria-labelledby={`grupo-${group.name}`}>
      <h2 id={`grupo-${group.name}`}>
        <Icon name={group.icon} />
        {group.title}
      </h2>
      {tiles.length === 0 ? null : <div className="figures">{tiles}</div>}
      {panels.length === 0 ? null : <div className="panels">{panels}</div>}
    </section>
  )
}

/** What the company still lacks for its first sale, purchase or invoice, and where it is done. */
function FirstSteps({ lacks }: { readonly lacks: unknown }): ReactElement | null {
  if (!Array.isArray(lacks) || lacks.length === 0) return null
  return (
    <p className="hint-warn">
      <Go to="/ui/primeiros_passos">Primeiros passos</Go> {`· Ainda falta: ${lacks.map(textOf).join(', ')}.`}
    </p>
  )
}

/** The day's figures, in the order of the person's work. */
function Dashboard(): ReactElement {
  useSignals()
  const answer = useLoaded('painel', 'venda')
  const panel = isRecord(answer) ? answer : null
  const nothing = panel !== null && getPath(panel, 'vendas_hoje') === undefined && Object.keys(panel).length === 0
  return (
    <div className="board">
      <h1>Dashboard</h1>
      {panel === null ? <EmptyState text="Carregando…" /> : null}
      <FirstSteps lacks={getPath(panel ?? {}, 'primeiros_passos.faltas')} />
      {nothing ? (
        <EmptyState text="Nada a mostrar com as suas permissões. As telas que você usa estão no menu." />
      ) : null}
      {panel === null
        ? null
        : groupsFor(rights.value.roles).map((group) => <Section key={group.name} group={group} panel={panel} />)}
    </div>
  )
}

export const dashboard = screen({
  path: '/ui/dashboard',
  title: 'Dashboard',
  area: 'Início',
  right: '',
  component: Dashboard,
})
