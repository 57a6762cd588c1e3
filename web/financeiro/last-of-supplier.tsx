import { useEffect, useRef } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { post } from '../app/api'
import { toast } from '../app/toasts'
import { useForm } from '../ui/form/context'
import type { FormModel } from '../ui/form/form-model'
import { isRecord, isSet, numberOf, type Values } from '../ui/row'

/** What is taken of it; of a reference the record that it shows, too. */
const LAST: readonly { readonly field: string; readonly object?: string }[] = [
  { field: 'descricao' },
  { field: 'tpPagamento' },
  { field: 'pagamento_id', object: 'pagamento' },
  { field: 'plano_conta_id', object: 'plano_conta' },
  { field: 'centro_resultado_id', object: 'centro_resultado' },
  { field: 'banco_id', object: 'banco' },
]

/** A new payable of a supplier begins as their last one was booked; what was filled in stays, and what was of another supplier goes. */
export function LastOfSupplier(): null {
  useSignals()
  const form = useForm()
  const supplier = useComputed(() => numberOf(form.values.value.fornecedor_id)).value
  const put = useRef<Values>({})
  useEffect(() => {
    let isLeft = false
    const ask = async (fornecedor_id: number): Promise<void> => {
      try {
        const last = await post('financeiro/contas_pagar/lastRegInfo', { fornecedor_id })
        if (isLeft || !isRecord(last) || form.record.value !== undefined) return
        put.current = takeLast(form, last, put.current)
      } catch (error) {
        toast.error(error)
      }
    }
    if (supplier !== null && form.record.value === undefined) void ask(supplier)
    return () => {
      isLeft = true
    }
  }, [form, supplier])
  return null
}

/** Fills what is empty, or holds what was `put` there of another supplier. Answers what was put now. */
function takeLast(form: FormModel, last: Values, put: Values): Values {
  const now = form.values.value
  const free = LAST.filter(({ field }) => !isSet(now[field]) || (isSet(put[field]) && now[field] === put[field]))
  const changed = free.filter(({ field }) => isSet(now[field]) || isSet(last[field]))
  const names = changed.flatMap(({ field, object }) => (object === undefined ? [field] : [field, object]))
  form.patch(Object.fromEntries(names.map((name) => [name, last[name] ?? null])))
  return Object.fromEntries(changed.map(({ field }) => [field, last[field]]))
}
