import type { ReactElement } from 'react'
import { gnreContaFields } from '../../../core/fields/nfe/gnre'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { counted } from '../../ui/format'
import type { Values } from '../../ui/row'

const payable = fieldsOf(gnreContaFields)

interface Props {
  /** Guides that were chosen. */
  readonly count: number
  readonly onGo: (values: Values) => Promise<boolean>
  readonly onClose: () => void
}

/** Asks what the payables of guides are made with (S3-071): what is left empty follows from each guide. */
export function PayablesDialog({ count, onGo, onClose }: Props): ReactElement {
  return (
    <AskDialog
      title={`Contas a pagar de ${counted(count, 'guia', 'guias')}`}
      action="Gerar contas a pagar"
      initial={{}}
      onGo={onGo}
      onClose={onClose}
    >
      <p className="field-help span-12">
        Cada guia pronta vira uma conta a pagar do tipo Tributo, com o código de barras dela. O que ficar vazio segue a
        guia.
      </p>
      <payable.ReferenceField
        name="fornecedor_id"
        resource="fornecedor"
        help="Vazio: o da última guia do estado, ou um que o representa"
        span={12}
      />
      <payable.Field name="dVencimento" help="Vazio: o da guia" span={4} />
      <payable.ReferenceField name="plano_conta_id" resource="plano_conta" span={8} />
      <payable.ReferenceField name="banco_id" resource="banco" span={12} />
    </AskDialog>
  )
}
