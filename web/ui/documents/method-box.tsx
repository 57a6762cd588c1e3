import { useEffect, useRef, type ReactElement } from 'react'
import { dueFields } from '../../../core/fields/documents'
import { readStored, writeStored } from '../../app/storage'
import { fieldsOf } from '../fields-of'
import { RowCombobox } from '../form/row-combobox'
import { isRow, textOf, type Row, type Values } from '../row'

const KEY = 'pagamento.ultimo'
const ACTIVE: Values = { ativo: true }
const LABEL = fieldsOf(dueFields()).label('pagamento_id')

/** A plan without a method, in the specification's words. */
export const NO_METHOD = 'Selecione uma forma de pagamento'

/** The method of payment that was chosen last on this device. */
export function lastMethod(): Row | null {
  const stored = readStored(KEY)
  return isRow(stored) ? stored : null
}

interface MethodBoxProps {
  readonly method: Row | null
  readonly onPick: (method: Row | null) => void
  /** It was needed and is not there: that is said here, and the keys come here. */
  readonly missing?: boolean
}

/** Chooses how a document is paid; the choice is the next one's first. */
export function MethodBox({ method, onPick, missing = false }: MethodBoxProps): ReactElement {
  const box = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (missing) box.current?.querySelector('input')?.focus()
  }, [missing])
  return (
    <span ref={box} className="condition-method">
      <span aria-hidden="true">{LABEL}</span>
      <RowCombobox
        resource="financeiro/pagamentos"
        label={LABEL}
        where={ACTIVE}
        current={method}
        show={(row) => textOf(row?.descricao)}
        onPick={(row) => {
          writeStored(KEY, row)
          onPick(row)
        }}
      />
      {missing ? (
        <span className="field-error" role="alert">
          {NO_METHOD}
        </span>
      ) : null}
    </span>
  )
}
