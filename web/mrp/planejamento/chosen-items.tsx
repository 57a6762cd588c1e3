import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { get, post, readRow, remove } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { IconButton } from '../../ui/button'
import { useForm } from '../../ui/form/context'
import { ACTIVE_PRODUCTS, productCodes } from '../../ui/form/product'
import { RowCombobox } from '../../ui/form/row-combobox'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { ITEM_RESOURCE, RESOURCE } from './plan'

const MOST = 200

/** The products that the plan is of, chosen one by one; what goes into them comes by itself. */
export function ChosenItems(): ReactElement {
  useSignals()
  const form = useForm()
  const plan = form.record.value
  if (plan === undefined) return <EmptyState text="Salve o planejamento para escolher as mercadorias." />
  return <Chosen plan={plan} locked={form.readOnly.value} onChange={(row) => form.refresh(row)} />
}

interface ChosenProps {
  readonly plan: Row
  readonly locked: boolean
  readonly onChange: (row: Row) => void
}

function Chosen({ plan, locked, onChange }: ChosenProps): ReactElement {
  const where = encodeURIComponent(JSON.stringify({ planejamento_id: plan.id, escolhido: true }))
  const answer = useLoaded(`${ITEM_RESOURCE}?where=${where}&perPage=${MOST}`, ITEM_RESOURCE)
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  const add = async (row: Row | null): Promise<void> => {
    if (row === null) return
    try {
      await post(`${RESOURCE}/${plan.id}/addItens`, { mercadoria_id_list: [row.id] })
      onChange(readRow(await get(`${RESOURCE}/${plan.id}`)))
      announce(ITEM_RESOURCE)
    } catch (error) {
      toast.error(error, 'Não foi possível incluir a mercadoria')
    }
  }
  const drop = async (row: Row): Promise<void> => {
    try {
      await remove(`${ITEM_RESOURCE}/${row.id}`)
      announce(ITEM_RESOURCE)
    } catch (error) {
      toast.error(error, 'Não foi possível excluir')
    }
  }
  return (
    <section className="attached" aria-label="Mercadorias escolhidas">
      {locked ? null : (
        <RowCombobox
          resource="mercadoria"
          label="Incluir mercadoria"
          where={ACTIVE_PRODUCTS}
          minChars={2}
          current={null}
          show={(row) => textOf(row?.xProd)}
          detail={productCodes}
          onPick={(row) => void add(row)}
        />
      )}
      {rows.length === 0 ? <EmptyState text="Nenhuma mercadoria escolhida" /> : null}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <span>{textOf(getPath(row, 'mercadoria.xProd'))}</span>
            {locked ? null : (
              <IconButton
                icon="trash"
                label={`Remover ${textOf(getPath(row, 'mercadoria.xProd'))}`}
                onClick={() => void drop(row)}
              />
            )}
          </li>
        ))}
      </ul>
      {rows.length === MOST ? <p className="field-help">São mostradas as primeiras {MOST}.</p> : null}
    </section>
  )
}
