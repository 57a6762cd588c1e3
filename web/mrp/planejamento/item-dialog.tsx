import { useMemo, type ReactElement } from 'react'
import { chartDates } from '../../../core/mrp/chart-dates'
import { Go } from '../../app/go'
import type { ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import type { ChartData, ChartMark } from '../../ui/chart/chart-model'
import { TimeChart } from '../../ui/chart/time-chart'
import { Dialog } from '../../ui/dialog'
import { formatAmount, formatDate, formatCost, formatMoney, formatQuantity } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, isSet, numberOf, recordsOf, textOf, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { actionWord, coverageChip, ITEM_RESOURCE, linkOf, riskChip } from './plan'

/** The stock day by day as it is drawn: every third day, and the days on which something is to be seen. */
function chartOf(item: Values): ChartData | null {
  const evolution = getPath(item, 'metricas_avancadas.stock_evolution')
  if (!isRecord(evolution)) return null
  const lots = recordsOf(item.lotes)
  const lowest = textOf(getPath(item, 'metricas_avancadas.summary.minimum_stock_date'))
  const key = [lowest, ...lots.flatMap((lot) => [textOf(lot.date), textOf(lot.data_pedido)])]
  const dates = chartDates(Object.keys(evolution), key)
  const safety = numberOf(item.estoque_seguranca) ?? 0
  const marks = apart(
    lots.filter((lot) => dates.includes(textOf(lot.data_pedido))),
    dates,
  )
  return {
    dates,
    series: [
      { name: 'Estoque', values: dates.map((date) => numberOf(evolution[date])), kind: 'step', tone: 'primary' },
      ...(safety > 0
        ? [{ name: 'Segurança', values: dates.map(() => safety), kind: 'dashed', tone: 'warn' } as const]
        : []),
    ],
    marks,
    decimals: 3,
    dateText: formatDate,
  }
}

/** The days to order on, as far apart as their words need. */
function apart(lots: readonly Values[], dates: readonly string[]): ChartMark[] {
  const marks: ChartMark[] = []
  let last = -dates.length
  for (const lot of lots) {
    const date = textOf(lot.data_pedido)
    const at = dates.indexOf(date)
    if (at - last < dates.length / 5) continue
    last = at
    marks.push({ date, label: `pedir ${formatQuantity(lot.release_quantity)}`, tone: 'primary' })
  }
  return marks
}

function Figures({ item }: { readonly item: Values }): ReactElement {
  const metrics = (path: string): unknown => getPath(item, `metricas_avancadas.${path}`)
  const un = textOf(getPath(item, 'mercadoria.unidade.un'))
  const quantity = (value: unknown): string => `${formatQuantity(value)} ${un}`.trim()
  const lead = `${textOf(item.prazo)} ${item.tpPrazo === 'uteis' ? 'dias úteis' : 'dias'}`
  const parts = [
    { label: 'Estoque inicial', value: quantity(metrics('summary.initial_stock')) },
    {
      label: `Menor estoque (${formatDate(metrics('summary.minimum_stock_date'))})`,
      value: quantity(metrics('summary.minimum_stock')),
    },
    { label: 'Estoque final', value: quantity(metrics('summary.final_stock')) },
    { label: 'Demanda total', value: quantity(metrics('demand_analysis.total_demand')) },
    { label: 'Demanda por dia', value: quantity(metrics('demand_analysis.average_daily_demand')) },
    { label: 'Atendido no prazo', value: `${formatAmount(metrics('summary.production_coverage_rate'), 1)} %` },
    { label: 'Prazo do item', value: lead },
    { label: 'Valor médio em estoque', value: formatMoney(metrics('stock_value')) },
    { label: 'Custo por dia', value: formatCost(metrics('daily_holding_cost')) },
  ]
  return (
    <dl className="plan-figures">
      {parts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The demands that a lot serves, those of one document together. */
function served(lot: Values): readonly { readonly text: string; readonly path: string; readonly quantity: number }[] {
  const sums = new Map<string, { text: string; path: string; quantity: number }>()
  for (const peg of recordsOf(lot.demands_covered)) {
    const goods = textOf(peg.mercadoria)
    const text = goods === '' ? textOf(peg.texto) : `${textOf(peg.texto)} (${goods})`
    const known = sums.get(text)
    const quantity = (known?.quantity ?? 0) + (numberOf(peg.quantity) ?? 0)
    sums.set(text, { text, path: textOf(peg.caminho), quantity })
  }
  return [...sums.values()]
}

function Lots({ lots }: { readonly lots: readonly Values[] }): ReactElement {
  if (lots.length === 0) return <EmptyState text="Nenhum lote a pedir: o estoque e o que está a caminho bastam." />
  return (
    <div className="plan-scroll" tabIndex={0} role="region" aria-label="Lotes">
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">Pedir em</th>
            <th scope="col">Chega em</th>
            <th scope="col" className="end">
              Falta
            </th>
            <th scope="col" className="end">
              Lote
            </th>
            <th scope="col">Para atender</th>
          </tr>
        </thead>
        <tbody>
          {lots.map((lot) => (
            <tr key={`${textOf(lot.date)}${textOf(lot.quantity)}`}>
              <td className={(numberOf(lot.days_late) ?? 0) > 0 ? 'negative' : ''}>
                {formatDate(lot.data_pedido)}
                {(numberOf(lot.days_late) ?? 0) > 0 ? ` (${textOf(lot.days_late)} d atrás)` : ''}
              </td>
              <td>{formatDate(lot.date)}</td>
              <td className="end">{formatQuantity(lot.falta)}</td>
              <td className="end">{formatQuantity(lot.release_quantity)}</td>
              <td>
                <Served lot={lot} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const SHOWN = 8

function Served({ lot }: { readonly lot: Values }): ReactElement {
  const all = served(lot)
  const more = all.length - SHOWN + (numberOf(lot.other_demands) ?? 0)
  if (all.length === 0) return <>Estoque de segurança</>
  return (
    <ul className="served">
      {all.slice(0, SHOWN).map(({ text, path, quantity }) => (
        <li key={text}>
          {path === '' ? text : <Go to={path}>{text}</Go>} <b>{formatQuantity(quantity)}</b>
        </li>
      ))}
      {more > 0 ? <li>e mais {more}</li> : null}
    </ul>
  )
}

function Coming({ rows }: { readonly rows: readonly Values[] }): ReactElement | null {
  if (rows.length === 0) return null
  return (
    <>
      <h3 className="group-title">A caminho</h3>
      <ul className="served">
        {rows.map((row) => (
          <li key={textOf(row.id)}>
            {textOf(row.caminho) === '' ? textOf(row.texto) : <Go to={textOf(row.caminho)}>{textOf(row.texto)}</Go>}{' '}
            <b>{formatQuantity(row.quantity)}</b> em {formatDate(row.date)}
            {isRecord(row.forward) ? (
              <>
                : <strong className="negative">antecipar para {formatDate(row.forward.date)}</strong>, quando faltam{' '}
                {formatQuantity(row.forward.short)}. Nada novo é pedido pelo que ele cobre.
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  )
}

function CriticalPoints({ points }: { readonly points: readonly Values[] }): ReactElement | null {
  if (points.length === 0) return null
  return (
    <>
      <h3 className="group-title">Pontos críticos: menos de 2 dias de cobertura</h3>
      <ul className="served">
        {points.slice(0, SHOWN).map((point) => (
          <li key={textOf(point.from)}>
            {formatDate(point.from)} a {formatDate(point.to)}: estoque <b>{formatQuantity(point.stock)}</b>, cobertura
            de {formatQuantity(point.days_of_coverage, 1)} dias
          </li>
        ))}
        {points.length > SHOWN ? <li>e mais {points.length - SHOWN}</li> : null}
      </ul>
    </>
  )
}

function Body({ item }: { readonly item: Values }): ReactElement {
  const data = useMemo(() => chartOf(item), [item])
  const link = linkOf(item)
  const risk = riskChip(item)
  const coverage = coverageChip(item)
  const chance = getPath(item, 'metricas_avancadas.extended_analytics.risk_analysis.stockout_risk.probability')
  return (
    <div className="dialog-body plan-item" tabIndex={0} role="region" aria-label="Item do planejamento">
      <p className="plan-says">
        <span className="plan-line">
          {numberOf(item.tipo_acao) === 0 ? (
            textOf(item.xAntecipar) === '' ? (
              'Nada a pedir neste horizonte.'
            ) : (
              'Nada novo a pedir: antecipe o que já foi pedido.'
            )
          ) : (
            <>
              {actionWord(item.tipo_acao)} <b>{formatQuantity(item.quantidade)}</b> em {formatDate(item.data_pedido)}:
              falta {formatQuantity(item.falta)} no horizonte, a partir de {formatDate(item.data_necessidade)}.
            </>
          )}
          {link === null ? null : (
            <>
              {' '}
              Executado: <Go to={link.path}>{link.text}</Go>.
            </>
          )}
        </span>
        {risk === null ? null : (
          <span>
            Risco de ruptura <Chip {...risk} /> {formatAmount(chance, 1)} %
          </span>
        )}
        {coverage === null ? null : (
          <span>
            Cobertura <Chip {...coverage} />
          </span>
        )}
      </p>
      {data === null ? (
        <EmptyState text="Gere o planejamento para ver a evolução do estoque." />
      ) : (
        <>
          <TimeChart
            data={data}
            label={`Evolução do estoque de ${textOf(getPath(item, 'mercadoria.xProd'))}`}
            height={220}
          />
          <Figures item={item} />
          <h3 className="group-title">Lotes, e quem precisa deles</h3>
          <Lots lots={recordsOf(item.lotes)} />
          <Coming rows={recordsOf(item.recebimentos)} />
          <CriticalPoints points={recordsOf(getPath(item, 'metricas_avancadas.critical_points'))} />
        </>
      )}
    </div>
  )
}

/** One product of a plan: how its stock goes, what is ordered when, and which sale needs it. */
export function ItemDialog(modal: ModalProps): ReactElement {
  const answer = useLoaded(`${ITEM_RESOURCE}/${modal.id}`, ITEM_RESOURCE)
  const item = isRecord(answer) ? answer : null
  const name = [textOf(getPath(item, 'mercadoria.codigo')), textOf(getPath(item, 'mercadoria.xProd'))]
  return (
    <Dialog
      title={name.filter(isSet).join(' · ') || 'Item do planejamento'}
      size={modal.size}
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      footer={
        <Button kind="primary" onClick={modal.onClose}>
          Voltar
        </Button>
      }
    >
      {item === null ? <EmptyState text="Carregando…" /> : <Body item={item} />}
    </Dialog>
  )
}
