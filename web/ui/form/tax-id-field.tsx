import { companyValues } from '../../../core/br/company'
import { useState, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { isCnpj } from '../../../core/br/tax-id'
import { get } from '../../app/api'
import { toast } from '../../app/toasts'
import { Button } from '../button'
import { isRecord, textOf } from '../row'
import { cityOf } from './address'
import { useForm } from './context'
import { fill } from './fill'
import type { FormModel } from './form-model'
import { taxId } from '../../../core/fields/kit'
import { fieldsOf } from '../fields-of'

const { Field } = fieldsOf({ CNPJ_CPF: taxId() })

async function lookUp(form: FormModel): Promise<void> {
  const id = textOf(form.values.value.CNPJ_CPF)
  if (!isCnpj(id)) {
    form.reject({ CNPJ_CPF: ['O CNPJ informado é inválido.'] })
    return
  }
  try {
    const found = await get(`consulta_cnpj/${id}`)
    if (!isRecord(found) || textOf(form.values.value.CNPJ_CPF) !== id) return
    const city = await cityOf(found.ibge)
    await fill(form, {
      values: { ...companyValues(found), cMun: city?.id },
      ...(city === undefined ? {} : { shown: { cMun: city } }),
    })
  } catch (error) {
    toast.error(error)
  }
}

interface TaxIdProps {
  readonly required?: boolean
}

/** CNPJ or CPF, with the lookup that fills the register from the company's public data. */
export function TaxIdField({ required = false }: TaxIdProps): ReactElement {
  useSignals()
  const form = useForm()
  const [busy, setBusy] = useState(false)
  const isCompany = useComputed(() => textOf(form.values.value.CNPJ_CPF).length > 11).value
  const ask = async (): Promise<void> => {
    setBusy(true)
    await lookUp(form)
    setBusy(false)
  }
  return (
    <div className="field-with-action">
      <Field name="CNPJ_CPF" span={12} required={required} />
      <Button
        icon="search"
        busy={busy}
        {...(isCompany ? {} : { reason: 'Informe um CNPJ para consultar.' })}
        onClick={() => void ask()}
      >
        Consultar
      </Button>
    </div>
  )
}
