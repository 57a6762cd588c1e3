import type { ReactElement } from 'react'
import { boletoFields } from '../../../core/fields/financeiro/boleto'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import type { FormModel } from '../../ui/form/form-model'
import { counted } from '../../ui/format'
import type { Row, Values } from '../../ui/row'
import { sent } from './ask'
import { MAKING, MAKING_FAILED, tellMade } from './make-boletos'

const { ReferenceField } = fieldsOf(boletoFields)

interface ChooseSetupProps {
  readonly rows: readonly Row[]
  readonly onClose: () => void
}

/** By which collection the boletos of receivables are made, where neither these nor their methods of payment say it. */
export function ChooseSetup({ rows, onClose }: ChooseSetupProps): ReactElement {
  const go = async ({ banco_cnab_id }: Values, form: FormModel): Promise<boolean> => {
    const body = { ids: rows.map(({ id }) => id), banco_cnab_id }
    const answer = await sent({ path: MAKING, body, form, failed: MAKING_FAILED })
    if (answer !== undefined) tellMade(answer)
    return answer !== undefined
  }
  return (
    <AskDialog title="Gerar boleto" action="Gerar" initial={{}} onGo={go} onClose={onClose}>
      <div className="span-12">
        <p className="dialog-text">
          {`Nem a forma de pagamento nem a conta caixa dizem por qual cobrança. ${counted(rows.length, 'boleto sai', 'boletos saem')} pela escolhida.`}
        </p>
      </div>
      <ReferenceField
        name="banco_cnab_id"
        resource="financeiro/banco_cnab"
        minChars={0}
        where={{ ativo: true }}
        required
        span={12}
      />
    </AskDialog>
  )
}
