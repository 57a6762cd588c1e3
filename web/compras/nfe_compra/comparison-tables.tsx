import type { ReactElement } from 'react'
import type { Line } from '../../ui/lines/lines-state'
import type { Values } from '../../ui/row'
import { comparedItems, comparedTotals, type Compared } from './comparison'

interface ComparisonProps {
  readonly invoice: Values
  readonly lines: readonly Line[]
  readonly freight: unknown
}

function Side({ title, rows }: { readonly title: string; readonly rows: readonly Compared[] }): ReactElement {
  return (
    <table className="plain">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Na nota</th>
          <th scope="col">Na entrada</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, invoice, entry, same }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{invoice}</td>
            <td>{same ? entry : <strong>{entry}</strong>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What the invoice says beside what becomes of it, in all and item by item; what differs stands out. */
export const Comparison = ({ invoice, lines, freight }: ComparisonProps): ReactElement => (
  <section className="stack" aria-label="A nota e a entrada">
    <Side title="Totais" rows={comparedTotals(invoice, lines, freight)} />
    <details>
      <summary>Item a item: o que a nota diz e o que entra</summary>
      <Side title="Item" rows={comparedItems(lines)} />
    </details>
  </section>
)
