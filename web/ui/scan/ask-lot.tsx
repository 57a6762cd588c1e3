import type { ReactElement } from 'react'
import { isGtin } from '../../../core/br/gtin'
import { mercadoriaLoteFields } from '../../../core/fields/estoque/lote'
import { readReceipt } from '../../../core/gs1'
import { fieldsOf } from '../fields-of'
import { AskDialog } from '../form/ask-dialog'
import type { FormModel } from '../form/form-model'
import { localToday } from '../format'
import { textOf, type Values } from '../row'

const lot = fieldsOf(mercadoriaLoteFields)

/** A symbol that was read into the box of the lot, taken apart. */
export function takeApart(value: unknown, form: FormModel): void {
  const text = textOf(value)
  if (isGtin(text)) form.reject({ nLote: ['Este é o código de barras de uma mercadoria, não um lote.'] })
  if (text.length <= 14) return
  const receipt = readReceipt(text, { referenceDate: localToday(), lotScan: true })
  if (receipt.kind === 'error') form.reject({ nLote: [receipt.message] })
  else if (receipt.kind === 'gs1') form.patch({ nLote: receipt.view.lot ?? '', dVal: receipt.view.bestBefore ?? null })
}

interface AskLotProps {
  readonly title: string
  readonly about: string
  readonly onSay: (said: Values | undefined) => void
}

/** Asks which lot of what was read it is. What closes it says nothing. */
export function AskLot({ title, about, onSay }: AskLotProps): ReactElement {
  const go = ({ nLote, dVal }: Values): Promise<boolean> => {
    onSay({ nLote: textOf(nLote), ...(textOf(dVal) === '' ? {} : { dVal }) })
    return Promise.resolve(false)
  }
  return (
    <AskDialog
      title={title}
      action="Contar"
      initial={{}}
      about={<p className="field-help">{about}</p>}
      onGo={go}
      onClose={() => onSay(undefined)}
    >
      <lot.Field name="nLote" span={6} autoFocus onCommit={takeApart} />
      <lot.Field name="dVal" span={6} />
    </AskDialog>
  )
}
