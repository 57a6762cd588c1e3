import { useRef, type ReactElement } from 'react'
import { entradaLeituraFields } from '../../../core/fields/estoque/leitura'
import { entradaMercadoriaFields } from '../../../core/fields/estoque/entrada'
import { decimal, roundHalfUp } from '../../../core/money/decimal'
import { QUANTITY_DECIMALS } from '../../../core/stock/unit'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { formatQuantity } from '../../ui/format'
import { textOf, type Values } from '../../ui/row'
import { NOT_KEPT } from '../../ui/scan/kept-calls'
import { useLoaded } from '../../ui/use-loaded'
import { LotFields, lotOf } from '../ask-lot'
import { readings } from './queue'
import { type Item, readTold } from './told'

const reading = fieldsOf(entradaLeituraFields)
const item = fieldsOf(entradaMercadoriaFields)

/** One of the other unit that an item is counted in holds so many of ours: what is counted by hand is often that. */
function holds({ auxiliary }: Item): Values {
  const each = decimal(auxiliary?.factor ?? 0)
  const typed = each.sign() > 0 && roundHalfUp(each, QUANTITY_DECIMALS).cmp(each) === 0
  return typed ? { qTrib: Number(each.toFixed(QUANTITY_DECIMALS)) } : {}
}

/** Volumes of an item that are counted by hand: what has no code, or none that can be read. */
export function ReceivingItem(modal: ModalProps): ReactElement | null {
  // Said again, it is the same goods.
  const key = useRef(crypto.randomUUID())
  const told = readTold(useLoaded(`entrada/${Number(modal.params.id)}/conferencia`, 'entrada'))
  const found = told?.itens.find(({ id }) => id === Number(modal.id))
  if (found === undefined) return null
  const go = (values: Values): Promise<boolean> => {
    const body = { qVolumes: textOf(values.qVolumes), qTrib: textOf(values.qTrib), ...lotOf(values) }
    const path = `entrada_mercadoria/${found.id}/addQtdeVolume`
    const taken = readings.add({ key: key.current, path, body, text: found.xProd })
    if (!taken) toast.danger(NOT_KEPT)
    return Promise.resolve(taken)
  }
  return (
    <AskDialog
      title={found.xProd}
      action="Contar"
      initial={{ qVolumes: 1, ...holds(found) }}
      onGo={go}
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
    >
      <p className="field-help span-12">
        {`Na nota ${formatQuantity(found.qNota, 4)} ${found.un}, lidas ${formatQuantity(found.qRecebida, 4)}.`}
      </p>
      <item.Field
        name="qVolumes"
        {...(found.auxiliary === null ? {} : { label: `Volumes (${found.auxiliary.un})` })}
        span={6}
        required
      />
      <reading.Field name="qTrib" label={`Em cada volume (${found.un})`} weighs="mercadoria_id" span={6} required />
      {found.pedeLote ? <LotFields needs="nothing" /> : null}
    </AskDialog>
  )
}
