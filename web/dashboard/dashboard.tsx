import type { MouseEvent, ReactElement } from 'react'
import { go } from '../app/navigation'
import { screen } from '../app/registry'
import { formatCount, formatDate, formatMoney, formatQuantity } from '../ui/format'
import { EmptyState, SmallChart } from '../ui/pieces'
import { useLoaded } from '../ui/use-loaded'
import { getPath, isRecord, numberOf, rowsOf, textOf, type Values } from '../ui/row'

const FIGURES = [
  { key: 'vendas_hoje', label: 'Vendas de hoje', path: '/ui/comercial/venda?visao=De+hoje' },
  { key: 'vendas_expedir', label: 'A expedir', path: '/ui/comercial/venda?visao=A+expedir' },
  { key: 'vendas_faturar', label: 'A faturar', path: '/ui/comercial/venda?visao=A+faturar' },
  { key: 'receber_vencer', label: 'A receber, a vencer', path: '/ui/financeiro/contas_receber?visao=A+vencer' },
  {
    key: 'receber_vencido',
    label: 'A receber, vencidas',
    path: '/ui/financeiro/contas_receber?visao=Vencidas',
    bad: true,
  },
]

/** Goes to a list within the page; a modified click opens it elsewhere. */
const follow =
  (path: string) =>
  (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go(path)
  }

const LOW_STOCK = '/ui/estoque/mercadoria?visao=Estoque+baixo'

function Figure({
  figure,
  panel,
}: {
  readonly figure: (typeof FIGURES)[number]
  readonly panel: Values | null
}): ReactElement {
  const count = numberOf(getPath(panel, `${figure.key}.qtd`))
  return (
    <a
      className={`figure ${figure.bad === true && (count ?? 0) > 0 ? 'figure-bad' : ''}`}
      href={figure.path}
      onClick={follow(figure.path)}
    >
      <span>{figure.label}</span>
      <b>{panel === null ? '…' : formatMoney(getPath(panel, `${figure.key}.vTotal`)) || 'R$ 0,00'}</b>
      <small>{count === null ? ' ' : `${formatCount(count, false)} ${count === 1 ? 'registro' : 'registros'}`}</small>
    </a>
  )
}

function LowStock({ panel }: { readonly panel: Values | null }): ReactElement {
  const items = rowsOf(getPath(panel, 'estoque_baixo.itens'))
  return (
    <section className="figure board-wide">
      <h2>
        <a href={LOW_STOCK} onClick={follow(LOW_STOCK)}>
          Estoque baixo
        </a>
      </h2>
      {items.length === 0 ? (
        <EmptyState text={panel === null ? 'Carregando…' : 'Nenhum produto abaixo do mínimo'} />
      ) : null}
      <ul className="low-stock">
        {items.map((item) => (
          <li key={item.id}>
            <a
              href={`/ui/estoque/mercadoria/edit/${item.id}`}
              onClick={follow(`/ui/estoque/mercadoria/edit/${item.id}`)}
            >
              {textOf(item.xProd)}
            </a>
            <b>
              {formatQuantity(item.q_disp)} de {formatQuantity(item.q_minimo)} {textOf(item.un)}
            </b>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Dashboard(): ReactElement {
  const answer = useLoaded('painel', 'venda')
  const panel = isRecord(answer) ? answer : null
  const days = Array.isArray(panel?.vendas_periodo) ? panel.vendas_periodo.filter((day) => isRecord(day)) : []
  const points = days.map((day) => ({ name: formatDate(day.dia).slice(0, 5), value: numberOf(day.vTotal) ?? 0 }))
  return (
    <div className="board">
      <h1>Dashboard</h1>
      {FIGURES.map((figure) => (
        <Figure key={figure.key} figure={figure} panel={panel} />
      ))}
      <section className="figure board-wide">
        <h2>Vendas do período</h2>
        {points.length === 0 ? (
          <EmptyState text={panel === null ? 'Carregando…' : 'Nenhuma venda no período'} />
        ) : (
          <SmallChart label="Vendas por dia" points={points} />
        )}
      </section>
      <LowStock panel={panel} />
    </div>
  )
}

export const dashboard = screen({
  path: '/ui/dashboard',
  title: 'Dashboard',
  area: 'Início',
  icon: 'home',
  right: '',
  component: Dashboard,
})
