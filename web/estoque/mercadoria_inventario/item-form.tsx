import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { CHECKS, meets } from '../../../core/access'
import { decimal, sum } from '../../../core/money/decimal'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { amountOf, displayName, formatDateTime, formatQuantity } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { item, ITEMS } from './kind'

const COUNTS = 'estoque/inventario_contagem'
/** More readings of one item are a sum that the last tell no longer. */
const SHOWN = 200

interface Person {
  readonly id: string
  readonly name: string
  readonly quantity: string
  readonly last: unknown
}

/** What each person counted: from what they said last, and what they added since. */
function peopleOf(rows: readonly Row[]): readonly Person[] {
  const byPerson = Map.groupBy(rows, ({ user_id }) => textOf(user_id))
  return [...byPerson].map(([id, all]) => {
    const since = all.slice(
      Math.max(
        0,
        all.findLastIndex(({ soma }) => soma === false),
      ),
    )
    return {
      id,
      name: textOf(getPath(all.at(-1), 'user.name')),
      quantity: sum(since.map(({ quantidade }) => decimal(amountOf(quantidade)))).toFixed(4),
      last: all.at(-1)?.dhContagem,
    }
  })
}

function Counts({ id }: { readonly id: Row['id'] }): ReactElement {
  const where = encodeURIComponent(JSON.stringify({ item_id: Number(id) }))
  const answer = useLoaded(`${COUNTS}?where=${where}&perPage=${SHOWN}&orderBy=id&sortedBy=asc`, ITEMS)
  const people = peopleOf(isRecord(answer) ? rowsOf(answer.data) : [])
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
            {people.map(({ id: key, name, quantity, last }) => (
              <tr key={key}>
                <td>{name}</td>
                <td>{formatQuantity(quantity, 4)}</td>
                <td>{formatDateTime(last)}</td>
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
