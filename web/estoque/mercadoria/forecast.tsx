import { useState, type ReactElement } from 'react'
import { open } from '../../app/navigation'
import { EmptyState } from '../../ui/pieces'
import { counted, formatDate, formatQuantity } from '../../ui/format'
import { isRecord, textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

interface ForecastProps {
  readonly id: Row['id']
  readonly unit: string
  /** Is its tab looked at? It is asked for then, and not with every form that opens. */
  readonly shown: boolean
}

/** What the stock of a product will be, by what open documents bring and take. */
export function Forecast({ shown, ...asked }: ForecastProps): ReactElement | null {
  const [wanted, setWanted] = useState(shown)
  if (shown && !wanted) setWanted(true)
  return wanted ? <Told {...asked} /> : null
}

function Told({ id, unit }: Omit<ForecastProps, 'shown'>): ReactElement {
  const answer = useLoaded(`mercadoria/${id}/getPrevisaoEstoque`, 'mercadoria')
  const [product] = isRecord(answer) && Array.isArray(answer.data) ? answer.data.filter((one) => isRecord(one)) : []
  if (product === undefined) return <EmptyState text="Carregando…" />
  const lines = Array.isArray(product.linhas) ? product.linhas.filter((one) => isRecord(one)) : []
  if (lines.length === 0) return <EmptyState text="Nenhum documento aberto traz ou leva esta mercadoria" />
  return (
    <>
      <p className="field-help">
        {verdict(product)} {held(product, unit)}
      </p>
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">Data</th>
            <th scope="col">Documento</th>
            <th scope="col" className="end">
              Quantidade
            </th>
            <th scope="col" className="end">
              Saldo
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // Two lines of a document may be alike: their place tells them apart.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              <td>{formatDate(line.data)}</td>
              <td>
                <DocumentName line={line} />
              </td>
              <td className={`end ${Number(line.quantidade) < 0 ? 'negative' : ''}`}>
                {formatQuantity(line.quantidade)} {unit}
              </td>
              <td className={`end ${Number(line.saldo) < 0 ? 'negative' : ''}`}>
                {formatQuantity(line.saldo)} {unit}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {Number(product.mais) > 0 ? (
        <p className="field-help">
          E mais {counted(Number(product.mais), 'linha', 'linhas')}; no fim, o saldo é{' '}
          {formatQuantity(product.saldo_final)} {unit}.
        </p>
      ) : null}
    </>
  )
}

function DocumentName({ line }: { readonly line: Values }): ReactElement {
  const path = textOf(line.caminho)
  if (path === '') return <>{textOf(line.texto)}</>
  return (
    <a
      href={path}
      onClick={(event) => {
        event.preventDefault()
        open(path)
      }}
    >
      {textOf(line.texto)}
    </a>
  )
}

/** What documents hold is promised to them: it is no part of the balance. */
const held = ({ q_reservado }: Values, unit: string): string =>
  Number(q_reservado) > 0 ? `Sem contar ${formatQuantity(q_reservado)} ${unit} em reserva.` : ''

function verdict(product: Values): string {
  if (textOf(product.dFalta) !== '') return `Falta a partir de ${formatDate(product.dFalta)}.`
  if (textOf(product.dAbaixoMinimo) !== '') return `Abaixo do mínimo a partir de ${formatDate(product.dAbaixoMinimo)}.`
  return 'Não falta, pelos documentos abertos.'
}
