import type { ReactElement } from 'react'
import { entradaLeituraFields } from '../../../core/fields/estoque/leitura'
import { entradaMercadoriaFields } from '../../../core/fields/estoque/entrada'
import type { ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { formatQuantity } from '../../ui/format'
import { isSet, textOf, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { deviceName, readings } from './queue'
import { readTold } from './told'

const reading = fieldsOf(entradaLeituraFields)
const item = fieldsOf(entradaMercadoriaFields)

/** Volumes of an item that are counted by hand: what has no code, or none that can be read. */
export function ReceivingItem(modal: ModalProps): ReactElement | null {
  const told = readTold(useLoaded(`entrada/${Number(modal.params.id)}/conferencia`, 'entrada'))
  const found = told?.itens.find(({ id }) => id === Number(modal.id))
  if (found === undefined) return null
  const go = (values: Values): Promise<boolean> => {
    const key = crypto.randomUUID()
    const lot = isSet(values.nLote) ? { nLote: values.nLote, dVal: values.dVal } : {}
    const body = {
      chave: key,
      dispositivo: deviceName(),
      qVolumes: textOf(values.qVolumes),
      qTrib: textOf(values.qTrib),
      ...lot,
    }
    return Promise.resolve(
      readings.add({ key, path: `entrada_mercadoria/${found.id}/addQtdeVolume`, body, text: found.xProd }),
    )
  }
  return (
    <AskDialog
      title={found.xProd}
      action="Contar"
      initial={{ qVolumes: 1 }}
      onGo={go}
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
    >
      <p className="field-help span-12">
        {`Na nota ${formatQuantity(found.qNota, 4)} ${found.un}, lidas ${formatQuantity(found.qRecebida, 4)}.`}
      </p>
      <item.Field name="qVolumes" span={6} required />
      <reading.Field name="qTrib" label={`Em cada volume (${found.un})`} span={6} required />
      {found.pedeLote ? (
        <>
          <reading.Field name="nLote" span={6} />
          <reading.Field name="dVal" span={6} />
        </>
      ) : null}
    </AskDialog>
  )
}
