import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm } from '../../ui/form/context'
import { formatDate, formatQuantity } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { isRecord, isSet, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { DocumentLink } from '../document-link'

type Told = Readonly<Record<string, unknown>>

const toldOf = (value: unknown): readonly Told[] => (Array.isArray(value) ? value.filter((one) => isRecord(one)) : [])

/** Documents that moved a lot one way, each with whom and how much. */
function Way({
  title,
  rows,
  none,
}: {
  readonly title: string
  readonly rows: readonly Told[]
  readonly none: string
}): ReactElement {
  return (
    <section aria-label={title}>
      <h3 className="group-title">{title}</h3>
      {rows.length === 0 ? (
        <EmptyState text={none} />
      ) : (
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">Dia</th>
              <th scope="col">Documento</th>
              <th scope="col">Quem</th>
              <th scope="col" className="end">
                Quantidade
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${textOf(row.documento)}${textOf(row.documento_id)}`}>
                <td>{formatDate(row.dia)}</td>
                <td>
                  <DocumentLink move={row} />
                  {isSet(row.nNF) ? ` · NF ${textOf(row.nNF)}` : ''}
                </td>
                <td>{textOf(row.pessoa)}</td>
                <td className="end">{formatQuantity(Math.abs(Number(row.quantidade)))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Trace({ id }: { readonly id: Row['id'] }): ReactElement {
  const answer = useLoaded(`estoque/mercadoria_lote/${id}/rastreia`, 'estoque/mercadoria_lote estoque/transf_armaz')
  if (!isRecord(answer)) return <EmptyState text="Carregando…" />
  const places = toldOf(answer.locais).map((one) => `${textOf(one.codigo)}: ${formatQuantity(one.quantidade)}`)
  return (
    <>
      <p className="field-help">
        {places.length === 0 ? 'Não há nada deste lote no estoque.' : `Está em ${places.join(', ')}.`}
      </p>
      <Way title="De onde veio" rows={toldOf(answer.entradas)} none="Nenhuma entrada trouxe este lote." />
      <Way title="Para onde foi" rows={toldOf(answer.saidas)} none="Nada deste lote saiu." />
    </>
  )
}

/** Where the open lot came from, where it went and where it lies. */
export function LotTrace(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  return record === undefined ? null : (
    <div className="stack span-12">
      <Trace id={record.id} />
    </div>
  )
}
