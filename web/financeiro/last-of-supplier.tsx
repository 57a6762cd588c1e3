import { useEffect } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { post } from '../app/api'
import { toast } from '../app/toasts'
import { useForm } from '../ui/form/context'
import type { FormModel } from '../ui/form/form-model'
import { isRecord, isSet, numberOf, type Values } from '../ui/row'

/** A new payable of a supplier begins as their last one was booked; what was filled in stays. */
export function LastOfSupplier(): null {
  useSignals()
  const form = useForm()
  const supplier = useComputed(() => numberOf(form.values.value.fornecedor_id)).value
  useEffect(() => {
    const ask = async (fornecedor_id: number): Promise<void> => {
      try {
        const last = await post('financeiro/contas_pagar/lastRegInfo', { fornecedor_id })
        if (isRecord(last) && form.record.value === undefined) takeLast(form, last)
      } catch (error) {
        toast.error(error)
      }
    }
    if (supplier !== null && form.record.value === undefined) void ask(supplier)
  }, [form, supplier])
  return null
}

const LAST = ['descricao', 'tpPagamento', 'pagamento', 'plano_conta', 'centro_resultado', 'banco'] as const

/** Fills what is empty; a reference with the record that it shows. */
function takeLast(form: FormModel, last: Values): void {
  const now = form.values.value
  for (const name of LAST) {
    const value = last[name]
    const field = isRecord(value) ? `${name}_id` : name
    if (!isSet(value) || isSet(now[field])) continue
    form.patch(isRecord(value) ? { [field]: value.id, [name]: value } : { [field]: value })
  }
}
