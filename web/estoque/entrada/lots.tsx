import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { entradaMercadoriaRastreioFields } from '../../../core/fields/estoque/lote'
import { decimal, sum } from '../../../core/money/decimal'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { reloadForm } from '../../ui/form/save'
import { amountOf, formatQuantity } from '../../ui/format'
import { LinesField } from '../../ui/lines/lines-field'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'
import { isSet, textOf, type Values } from '../../ui/row'
import { LOTS } from './item'

const lot = fieldsOf(entradaMercadoriaRastreioFields)

const columns: readonly LineColumn[] = [
  lot.line('nLote', { width: 180, editable: true }),
  lot.line('dVal', { width: 130, editable: true }),
  lot.line('dFab', { width: 130, editable: true }),
  lot.line('qTrib', { width: 110, editable: true }),
  lot.lineTo('armazenamento_id', 'estoque/armazenamento', { width: 150 }),
]

/** What of an item has no lot yet. */
const untold = (item: Values): string =>
  decimal(amountOf(item.qTrib))
    .minus(sum(linesOf(item[LOTS]).map((one) => amountOf(one.qTrib))))
    .toFixed(4)

interface EntryProps {
  /** The form of the entry that the item is of. */
  readonly entry: FormModel | undefined
}

/** The lots of an item: which, until when they are good, how much of each. */
export function Lots({ entry }: EntryProps): ReactElement {
  useSignals()
  const form = useForm()
  const finalised = isSet(entry?.record.value?.dhFinalizacao)
  const item = form.values.value
  const rest = untold(item)
  const add = (): void =>
    form.set(LOTS, [...linesOf(item[LOTS]), { key: crypto.randomUUID(), nLote: '', qTrib: Number(rest) }])
  const open = decimal(rest).sign() > 0
  return (
    <div className="stack span-12">
      <LinesField
        name={LOTS}
        label="Lotes"
        columns={columns}
        locked={finalised}
        {...(finalised ? {} : { onAdd: add })}
        tools={
          <>
            <span className="spacer" />
            <span className="field-help">
              {open ? `Sem lote: ${formatQuantity(rest, 4)}` : 'Todos os lotes informados'}
            </span>
          </>
        }
      />
    </div>
  )
}

interface LateLotProps extends EntryProps {
  /** A lot was told: the item is another now. */
  readonly onTold: () => void
}

/** Tells a lot of what came in without one, once its entry is finalised. */
export function LateLot({ entry, onTold }: LateLotProps): ReactElement | null {
  useSignals()
  const item = useForm().values.value
  const [telling, setTelling] = useState(false)
  const rest = untold(item)
  if (!isSet(entry?.record.value?.dhFinalizacao) || decimal(rest).sign() <= 0 || !isSet(item.id)) return null
  const tell = async (values: Values, ask: FormModel): Promise<boolean> => {
    try {
      await post(`entrada_mercadoria/${textOf(item.id)}/addLoteValidade`, values)
      toast.success('Lote informado.')
      announce('mercadoria')
      if (entry !== undefined) await reloadForm(entry, 'entrada')
      onTold()
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível informar o lote', '', ask)
      return false
    }
  }
  return (
    <>
      <Button icon="add" onClick={() => setTelling(true)}>
        Informar lote
      </Button>
      {telling ? (
        <AskDialog
          title="Informar lote"
          action="Informar"
          initial={{ qTrib: Number(rest) }}
          onGo={tell}
          onClose={() => setTelling(false)}
        >
          <lot.Field name="nLote" span={6} />
          <lot.Field name="qTrib" span={6} />
          <lot.Field name="dVal" span={6} />
          <lot.Field name="dFab" span={6} />
        </AskDialog>
      ) : null}
    </>
  )
}
