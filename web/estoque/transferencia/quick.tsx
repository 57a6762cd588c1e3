import type { ReactElement } from 'react'
import { transfArmazMercadoriaFields } from '../../../core/fields/estoque/transf-armaz'
import { decimal, type Decimal } from '../../../core/money/decimal'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { placesOf } from '../../ui/documents/places'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import type { FormModel } from '../../ui/form/form-model'
import { amountOf, displayName, formatQuantity } from '../../ui/format'
import { getPath, textOf, type Row, type Values } from '../../ui/row'

const { Field, ReferenceField } = fieldsOf(transfArmazMercadoriaFields)

/** What lies in a place, of a lot or of none. */
export interface Lying {
  readonly place: Row
  readonly lot: Row | null
  readonly quantity: string
  /** What of it documents hold. */
  readonly reserved: string
}

/** What of it may go elsewhere. */
export const freeOf = ({ quantity, reserved }: Lying): Decimal => decimal(amountOf(quantity)).minus(amountOf(reserved))

interface QuickProps {
  readonly of: Lying
  readonly unit: string
  readonly onClose: () => void
}

const CHANGED = ['estoque/transf_armaz', 'mercadoria']

const tell = (): void => CHANGED.forEach((resource) => announce(resource))

async function takeBack(id: string): Promise<void> {
  try {
    await post(`estoque/transf_armaz/${id}/cancelarTransferencia`, { xJust: 'Transferência rápida desfeita' })
    toast.success('Desfeito: está como era antes.')
  } catch (error) {
    toast.error(error, 'Não foi possível desfazer')
  }
  tell()
}

/** Puts some of what lies in a place into another, at once; it can be taken back. */
export function QuickTransfer({ of, unit, onClose }: QuickProps): ReactElement {
  const { place, lot, quantity, reserved } = of
  const [free, isHeld] = [freeOf(of), decimal(amountOf(reserved)).sign() > 0]
  const go = async ({ armazenamento_dest_id, qTrib }: Values, form: FormModel): Promise<boolean> => {
    try {
      const answer = await post(`estoque/mercadoria_armazenamento/${place.id}/transfereEstoqueRapido`, {
        armazenamento_dest_id,
        quantidade: qTrib,
        lote_id: lot?.lote_id ?? null,
      })
      toast.success(textOf(getPath(answer, 'message')), { undo: () => void takeBack(textOf(getPath(answer, 'id'))) })
      tell()
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível transferir', '', form)
      return false
    }
  }
  const what = [displayName(place.armazenamento), textOf(getPath(lot, 'lote.nLote'))].filter((part) => part !== '')
  return (
    <AskDialog
      title={`Transferir de ${what.join(' · ')}`}
      action="Transferir"
      initial={{ qTrib: Number(free.toString()) }}
      onGo={go}
      onClose={onClose}
    >
      <ReferenceField
        name="armazenamento_dest_id"
        resource="estoque/armazenamento"
        where={placesOf({ empresa_id: place.empresa_id })}
        span={8}
      />
      <Field
        name="qTrib"
        span={4}
        help={
          `Há ${formatQuantity(quantity)} ${unit}`.trim() + (isHeld ? `, ${formatQuantity(reserved)} em reserva` : '')
        }
      />
    </AskDialog>
  )
}
