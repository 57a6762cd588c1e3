import type { ReactElement } from 'react'
import { boletoDdaFields } from '../../../core/fields/financeiro/boleto-dda'
import { post } from '../../app/api'
import { toast } from '../../app/toasts'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { isRecord, numberOf, type Values } from '../../ui/row'
import { RESOURCE, tell } from './ask'

const { Field, ReferenceField } = fieldsOf(boletoDdaFields)

interface TypeSlipProps {
  readonly onMade: (id: number) => void
  readonly onClose: () => void
}

/** Takes one slip by its barcode or its typed line; what it says of bank, amount and due date is filled by the server. */
export function TypeSlip({ onMade, onClose }: TypeSlipProps): ReactElement {
  const go = async ({ linha_digitavel, issuerTaxId, fornecedor_id }: Values): Promise<boolean> => {
    try {
      const made = await post(RESOURCE, { linha_digitavel, issuerTaxId, fornecedor_id })
      tell()
      const id = isRecord(made) ? numberOf(made.id) : null
      if (id !== null) onMade(id)
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível incluir o boleto')
      return false
    }
  }
  const about = (
    <div className="span-12">
      <p className="field-help">Leia o código de barras ou digite a linha: o banco, o valor e o vencimento vêm dela.</p>
    </div>
  )
  return (
    <AskDialog title="Ler boleto" action="Incluir" initial={{}} onGo={go} onClose={onClose}>
      {about}
      <Field name="linha_digitavel" autoFocus span={12} />
      <ReferenceField name="fornecedor_id" resource="fornecedor" help="Quem o emitiu" span={7} />
      <Field name="issuerTaxId" help="Onde não é fornecedor" span={5} />
    </AskDialog>
  )
}
