import type { ReactElement } from 'react'
import { notfisFields } from '../../../core/fields/expedicao/edi'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { counted, formatDate } from '../../ui/format'
import type { Values } from '../../ui/row'
import { makeNotfis } from './ask'

const { Field, ReferenceField, defaults } = fieldsOf(notfisFields)

interface NotfisProps {
  /** The sales whose notes go; all that wait for the carrier where none are chosen. */
  readonly sales?: readonly number[]
  readonly onClose: () => void
}

/** Asks for the carrier and the edition of a NOTFIS, makes it and downloads it. */
export function NotfisDialog({ sales, onClose }: NotfisProps): ReactElement {
  const go = ({ transportadora_id, rota_id, versao }: Values): Promise<boolean> =>
    makeNotfis({ transportadora_id, versao, ...(sales === undefined ? { rota_id } : { vendas: sales }) })
  const about =
    sales === undefined
      ? 'Vão as notas da rota, ou, sem rota, as da transportadora que ainda não foram enviadas a ela.'
      : `Vão as notas de ${counted(sales.length, 'venda', 'vendas')}. Sem transportadora escolhida, vale a das vendas.`
  return (
    <AskDialog title="Gerar NOTFIS" action="Gerar" initial={defaults} onGo={go} onClose={onClose}>
      <div className="span-12">
        <p className="dialog-text">{about}</p>
      </div>
      <ReferenceField
        name="transportadora_id"
        resource="transportadora"
        minChars={0}
        where={{ ativo: true }}
        span={8}
      />
      <Field name="versao" span={4} />
      {sales === undefined ? (
        <ReferenceField
          name="rota_id"
          resource="expedicao/rota"
          minChars={0}
          display={(row) => `Rota ${row.id} de ${formatDate(row.dRota)}`}
          span={8}
        />
      ) : null}
    </AskDialog>
  )
}
