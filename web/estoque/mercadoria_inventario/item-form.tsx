import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { CHECKS, meets } from '../../../core/access'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { displayName, formatDateTime, formatQuantity } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { isRecord, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { item, ITEMS } from './kind'

function Counts({ id }: { readonly id: Row['id'] }): ReactElement {
  const answer = useLoaded(`${ITEMS}/${id}/contado`, ITEMS)
  const people = isRecord(answer) && Array.isArray(answer.pessoas) ? answer.pessoas.filter(isRecord) : []
  return (
    <section className="item-counts" aria-label="Contagens">
      <h3 className="group-title">Contagens</h3>
      {answer !== null && people.length === 0 ? <EmptyState text="Ninguém contou ainda." /> : null}
      {people.length === 0 ? null : (
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">Quem</th>
              <th scope="col">Contou</th>
              <th scope="col">Quando</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ user_id, nome, quantidade, ultima }) => (
              <tr key={textOf(user_id)}>
                <td>{textOf(nome)}</td>
                <td>{formatQuantity(quantidade, 4)}</td>
                <td>{formatDateTime(ultima)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Fields(): ReactElement {
  useSignals()
  const record = useForm().record.value
  const decides = meets(rights.value, CHECKS.manageInventory)
  return (
    <>
      <item.Field
        name="qContada"
        span={6}
        disabled={!decides}
        help={decides ? 'Decide por quem contou' : 'Só quem gerencia inventários decide'}
      />
      <item.Field name="vCustoInformado" span={6} />
      <item.Field name="motivo" span={12} />
      {record === undefined ? null : <Counts id={record.id} />}
    </>
  )
}

/** One item of a count: what people counted of it, and what who manages counts decides. */
export function ItemForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={ITEMS}
      name="Item do inventário"
      title={(row) => `${textOf(row.xProd)} · ${displayName(row.armazenamento)}`}
    >
      <Fields />
    </ResourceForm>
  )
}
