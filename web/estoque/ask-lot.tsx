import type { KeyboardEvent, ReactElement, ReactNode } from 'react'
import { isGtin } from '../../core/br/gtin'
import { mercadoriaLoteFields } from '../../core/fields/estoque/lote'
import { GS, readReceipt } from '../../core/gs1'
import { fieldsOf } from '../ui/fields-of'
import { AskDialog } from '../ui/form/ask-dialog'
import type { FormModel } from '../ui/form/form-model'
import { localToday } from '../ui/format'
import { isSet, textOf, type Values } from '../ui/row'
import { play } from '../ui/scan/sounds'

const lot = fieldsOf(mercadoriaLoteFields)

/** Room for a whole symbol, which is taken apart as the box is left. */
const LONGEST = 200
const MOST = 40

/** Does it look like GS1 data rather than what somebody calls a lot? */
const isSymbol = (text: string): boolean => /^(?:\]|\(\d{2,4}\)|https?:|01\d{14}\S)/.test(text) || text.includes(GS)

const symbol = (text: string) =>
  isSymbol(text) ? readReceipt(text, { referenceDate: localToday(), lotScan: true }) : undefined

/** Why a text is no lot; undefined where it may be one. */
export function lotFault(value: unknown): string | undefined {
  const text = textOf(value)
  if (isGtin(text)) return 'Este é o código de barras de uma mercadoria, não um lote.'
  const receipt = symbol(text)
  if (receipt?.kind === 'error') return receipt.message
  return text.length > MOST ? `Use no máximo ${MOST} caracteres.` : undefined
}

/** A symbol that was read into the box of the lot, taken apart. */
function takeApart(value: unknown, form: FormModel): void {
  const receipt = symbol(textOf(value))
  if (receipt?.kind === 'gs1')
    return form.patch({ nLote: receipt.view.lot ?? '', dVal: receipt.view.bestBefore ?? null })
  const fault = lotFault(value)
  if (fault === undefined) return undefined
  form.reject({ nLote: [fault] })
  return play('error')
}

/** Readers send the separator of GS1 as Ctrl+]. */
function separator(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event
  if (!event.ctrlKey || event.key !== ']' || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  target.setRangeText(
    GS,
    target.selectionStart ?? target.value.length,
    target.selectionEnd ?? target.value.length,
    'end',
  )
  target.dispatchEvent(new Event('input', { bubbles: true }))
}

interface LotFieldsProps {
  /** What has to be told. */
  readonly needs: 'nothing' | 'lot' | 'lot and expiry'
  readonly autoFocus?: boolean
}

/** The lot and its expiry, typed or read. */
export function LotFields({ needs, autoFocus = false }: LotFieldsProps): ReactElement {
  return (
    <div className="span-12 fields grid-12" onKeyDown={separator}>
      <lot.Field
        name="nLote"
        span={6}
        required={needs !== 'nothing'}
        requiredText="Lote não informado"
        maxLength={LONGEST}
        autoFocus={autoFocus}
        validate={lotFault}
        onCommit={takeApart}
      />
      <lot.Field name="dVal" span={6} required={needs === 'lot and expiry'} requiredText="Validade não informada" />
    </div>
  )
}

/** What of a lot is told, as it is sent. */
export const lotOf = ({ nLote, dVal }: Values): Values =>
  isSet(nLote) ? { nLote: textOf(nLote), ...(isSet(dVal) ? { dVal } : {}) } : {}

interface AskLotProps extends LotFieldsProps {
  readonly title: string
  readonly about?: string
  readonly initial?: Values
  readonly onSay: (said: Values | undefined) => void
  readonly children?: ReactNode
}

/** Asks which lot of what was read it is. What closes it says nothing. */
export function AskLot({ title, about, initial, needs, onSay, children }: AskLotProps): ReactElement {
  const go = (values: Values): Promise<boolean> => {
    onSay(lotOf(values))
    return Promise.resolve(false)
  }
  return (
    <AskDialog
      title={title}
      action="Contar"
      initial={initial ?? {}}
      {...(about === undefined ? {} : { about: <p className="field-help">{about}</p> })}
      onGo={go}
      onClose={() => onSay(undefined)}
    >
      <LotFields needs={needs} autoFocus />
      {children}
    </AskDialog>
  )
}
