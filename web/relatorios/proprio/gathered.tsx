import type { ReactElement } from 'react'
import { REST, slicesOf } from '../../../core/chart/slices'
import { formatQuantity } from '../../ui/format'
import { numberOf, textOf } from '../../ui/row'
import { sumText } from '../../ui/table/table-footer'
import { Plot } from '../plot'
import { choiceOf, type Preview } from './parts'

type Groups = Preview['agrupado']
type Group = Groups['data'][number]

const SHOWN = 20
const BARS = 60
const COUNT = 'Registros'

/** The groups of a report, and their chart: of the first sum of money, else of how many there are. */
export function Gathered({ found, chart }: { readonly found: Preview; readonly chart: string }): ReactElement {
  const { data, grupos, somas, tempo } = found.agrupado
  const columns = somas.map((one) => ({ ...choiceOf(one).column, label: one.label }))
  const money = columns.find(({ sum }) => sum === 'amount')
  const valueOf = ({ registros, sums }: Group): number =>
    money === undefined ? registros : (numberOf(sums[money.field]) ?? 0)
  const pie = chart === 'pizza'
  const slices = pie ? slicesOf(data, valueOf) : undefined
  const bars = tempo ? data.slice(0, BARS).toReversed() : data.slice(0, BARS)
  const drawn = slices
    ? slices.map(({ of, value }) => ({ nome: of?.nome ?? REST, valor: value.toNumber() }))
    : bars.map((group) => ({ nome: group.nome, valor: valueOf(group) }))
  return (
    <section className="own-groups" aria-label="Grupos">
      {pie && !slices ? (
        <p className="field-help">A pizza só mostra partes que não são negativas: use barras.</p>
      ) : chart === 'barras' || chart === 'linha' || chart === 'pizza' ? (
        <Plot
          title={money?.label ?? COUNT}
          kind={chart}
          label={money?.label ?? COUNT}
          names={drawn.map(({ nome }) => nome)}
          values={drawn.map(({ valor }) => valor)}
          isMoney={money !== undefined}
        />
      ) : null}
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">Grupo</th>
            <th scope="col" className="end">
              {COUNT}
            </th>
            {columns.map(({ field, label }) => (
              <th key={field} scope="col" className="end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.slice(0, SHOWN).map((group) => (
            <tr key={textOf(group.valor)}>
              <th scope="row">{group.nome}</th>
              <td className="end">{formatQuantity(group.registros, 0)}</td>
              {columns.map((column) => (
                <td key={column.field} className="end">
                  {sumText(column, group.sums)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {grupos > SHOWN ? (
        <p className="field-help">
          São mostrados {SHOWN} de {grupos} grupos.
        </p>
      ) : null}
    </section>
  )
}
