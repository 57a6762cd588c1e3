import { useState, type ReactElement } from 'react'
import { address } from '../../../core/fields/kit'
import { fieldsOf } from '../fields-of'
import { ApiError, get, list } from '../../app/api'
import { toast } from '../../app/toasts'
import { isRecord, textOf, type Row } from '../row'
import { fill } from './fill'
import type { FormModel } from './form-model'

const { Field, ReferenceField } = fieldsOf(address())

const NOT_FOUND = 'CEP não encontrado na base de dados dos correios.'

/** The municipality of an IBGE code, as the forms keep it; nothing where the table has none. */
export async function cityOf(ibge: unknown): Promise<Row | undefined> {
  const code = textOf(ibge)
  if (code === '') return undefined
  return (await list('municipio', { where: { id: Number(code) }, perPage: 1 })).data[0]
}

/** Asks the postcode service through our server and fills the street, city and state. */
async function fillByCep(cep: string, form: FormModel): Promise<void> {
  const notFound = (message: string): void => void form.reject({ CEP: [message] })
  try {
    const found = await get(`consulta_cep/${cep}`)
    if (form.values.value.CEP !== cep) return
    if (!isRecord(found) || found.erro === true) return notFound(NOT_FOUND)
    const city = await cityOf(found.ibge)
    await fill(form, {
      values: { xLgr: found.logradouro, xBairro: found.bairro, UF: found.uf, cMun: city?.id },
      ...(city === undefined ? {} : { shown: { cMun: city } }),
    })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'integration_not_configured') return
    if (error instanceof ApiError && error.status === 422) notFound(error.message)
    else toast.error(error)
  }
}

/** The address block of every register. A whole postcode fills the rest. */
export function AddressFields(): ReactElement {
  const [asked, setAsked] = useState('')
  const lookUp = (value: unknown, form: FormModel): void => {
    const cep = textOf(value)
    if (cep.length !== 8 || cep === asked) return
    setAsked(cep)
    void fillByCep(cep, form)
  }
  return (
    <>
      <Field name="CEP" span={3} onCommit={lookUp} />
      <Field name="xLgr" span={7} />
      <Field name="nro" span={2} />
      <Field name="xCpl" span={4} />
      <Field name="xBairro" span={3} />
      <ReferenceField
        name="cMun"
        object="cMun_ref"
        resource="municipio"
        minChars={4}
        span={3}
        display={(row) => textOf(row.xMun)}
        detail={(row) => textOf(row.UF)}
        onPick={(row, form) => (row === null ? undefined : form.set('UF', row.UF))}
      />
      <Field name="UF" span={2} />
    </>
  )
}
