import type { ReactElement } from 'react'
import { Go } from '../app/go'
import { formatMoney, formatQuantity } from '../ui/format'
import { Plot } from './plot'
import type { ReportData } from './shapes'

/** A report's figures as bars, and below them each with the way to the records that it is made of. */
export function ReportChart({ title, data }: { readonly title: string; readonly data: ReportData }): ReactElement {
  const names = data.data.map(({ nome }) => nome)
  const values = data.data.map(({ valor }) => valor)
  const isMoney = data.formato === 'money'
  return (
    <section className="report-chart" tabIndex={0} role="region" aria-label={`Gráfico: ${title}`}>
      <Plot title={title} kind={data.desenho} label={data.valor} names={names} values={values} isMoney={isMoney} />
      {data.mais ? <p className="field-help">São mostradas as {names.length} primeiras linhas.</p> : null}
      <ul className="report-drill" aria-label="De que cada número é feito">
        {data.data.map(({ nome, valor, endereco }) => (
          <li key={`${nome}${endereco}`}>
            {endereco === '' ? <span>{nome}</span> : <Go to={endereco}>{nome}</Go>}
            <b>{isMoney ? formatMoney(valor) : formatQuantity(valor, 4)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
