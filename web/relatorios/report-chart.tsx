import type { ReactElement } from 'react'
import { Go } from '../app/go'
import { BarChart } from '../ui/chart'
import { formatMoney } from '../ui/format'
import type { ReportData } from './shapes'

/** A report's figures as bars, and below them each with the way to the records that it is made of. */
export function ReportChart({ title, data }: { readonly title: string; readonly data: ReportData }): ReactElement {
  const names = data.data.map(({ nome }) => nome)
  const values = data.data.map(({ valor }) => valor)
  return (
    <section className="report-chart" tabIndex={0} role="region" aria-label={`Gráfico: ${title}`}>
      <BarChart
        title={title}
        of="Nome"
        names={names}
        series={[{ label: data.valor, tone: 'primary', values }]}
        format={formatMoney}
      />
      {data.mais ? <p className="field-help">São mostradas as {names.length} primeiras linhas.</p> : null}
      <ul className="report-drill" aria-label="De que cada número é feito">
        {data.data.map(({ nome, valor, endereco }) => (
          <li key={`${nome}${endereco}`}>
            <Go to={endereco}>{nome}</Go>
            <b>{formatMoney(valor)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
