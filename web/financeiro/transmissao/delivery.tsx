import { useState, type ReactElement } from 'react'
import { entregaComputed, jaEntregueFields } from '../../../core/fields/financeiro/transmissao'
import { DONE, OPEN, UNDER_WAY } from '../../../core/lifecycle/life'
import { toast } from '../../app/toasts'
import { asked } from '../../ui/asked'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import type { MenuItem } from '../../ui/menu'
import { textOf, type Values } from '../../ui/row'

/** Files on their way to a bank, as screens of collection and of payments show them. */

const BAD = { hue: 'vermelho', mark: 'dot' } as const

const LOOKS = {
  na_fila: OPEN,
  enviando: UNDER_WAY,
  incerta: BAD,
  recebida: UNDER_WAY,
  respondida: DONE,
  falhou: BAD,
} as const

const { chip, chipColumn } = fieldsOf(entregaComputed)
const taken = fieldsOf(jaEntregueFields)

export const deliveryChip = chip('entrega', LOOKS)
export const deliveryColumn = chipColumn('entrega', LOOKS, { width: 150, filter: 'none', card: 'none' })

/** What is told of a delivery beside where it stands: the bank's receipt, or why there is none. */
export const deliveryText = (row: Values): string => textOf(row.xEntrega) || textOf(row.entrega_erro)

interface Of {
  readonly resource: string
  readonly id: string
  /** Files that stand and that the bank has not been given. */
  readonly isWaiting: boolean
  readonly onDone: () => void
}

/** What can be done of a file that the bank has not been given, as entries of a menu, and the dialog that one of them opens. */
export function useDelivery({ resource, id, isWaiting, onDone }: Of): {
  readonly items: readonly MenuItem[]
  readonly dialog: ReactElement | null
} {
  const [telling, setTelling] = useState(false)
  const call = async (verb: string, body: Values, failed: string): Promise<boolean> => {
    const asking = { path: `${resource}/${id}/${verb}`, body, asks: 'Continuar?', action: 'Continuar', failed }
    const answer = await asked(asking, onDone)
    if (answer !== undefined) toast.success(textOf(answer.message))
    return answer !== undefined
  }
  const reason = isWaiting ? {} : { reason: 'O banco já tem o arquivo.' }
  return {
    items: [
      {
        label: 'Entregar ao banco agora',
        onSelect: () => void call('transmite', {}, 'Não foi possível entregar o arquivo'),
        ...reason,
      },
      { label: 'O banco já tem o arquivo', onSelect: () => setTelling(true), ...reason },
    ],
    dialog: telling ? (
      <AskDialog
        title="O banco já tem o arquivo"
        action="Confirmar"
        initial={taken.defaults}
        onGo={({ xMotivo }) => call('jaEntregue', { xMotivo }, 'Não foi possível confirmar')}
        onClose={() => setTelling(false)}
      >
        <taken.Field
          name="xMotivo"
          span={12}
          autoFocus
          help="Pelo site do banco, por exemplo. Ele não será mais enviado."
        />
      </AskDialog>
    ) : null,
  }
}
