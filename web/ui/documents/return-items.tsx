import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '../button'
import { useForm } from '../form/context'
import type { FormModel } from '../form/form-model'
import { LinesField, type LinesFieldProps } from '../lines/lines-field'
import { isSet } from '../row'

interface ReturnItemsProps extends Pick<LinesFieldProps, 'name' | 'columns' | 'compute'> {
  /** The field that names what the goods were sold or bought with. */
  readonly from: string
  /** Brings what of it may still go back, as a button of this name does. */
  readonly bring: { readonly label: string; readonly run: (form: FormModel, from: unknown) => Promise<void> }
  /** All of what stands there goes back. */
  readonly onAll: (form: FormModel) => void
}

/** The goods of a return: those of the document that it is of, each with how much of it goes back. */
export function ReturnItems({ from, bring, onAll, ...field }: ReturnItemsProps): ReactElement {
  useSignals()
  const form = useForm()
  const source = form.values.value[from]
  const closed = form.readOnly.value || form.whyNotList(field.name) !== undefined
  return (
    <LinesField
      {...field}
      label="Mercadorias"
      tools={
        closed || !isSet(source) ? null : (
          <>
            <Button onClick={() => void bring.run(form, source)}>{bring.label}</Button>
            <Button onClick={() => onAll(form)}>Devolver tudo</Button>
          </>
        )
      }
    />
  )
}
