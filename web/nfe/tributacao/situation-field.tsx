import type { ReactElement } from 'react'
import { type CST_TAXES } from '../../../core/fields/cadastros/tabelas-fiscais'
import { tributacaoFields } from '../../../core/fields/nfe/tributacao'
import { fieldsOf } from '../../ui/fields-of'
import { isRecord, rowsOf, textOf } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

const { Field } = fieldsOf(tributacaoFields)

interface SituationProps {
  readonly name: 'taxCode' | 'cstIPI' | 'cstPIS' | 'cstCOFINS' | 'cstIBSCBS'
  /** Whose codes of the official table are offered. */
  readonly taxes: readonly (keyof typeof CST_TAXES)[]
  readonly emptyLabel?: string
  readonly span?: number
}

/** A situation code, chosen from the official table with its meaning; written by hand where the table is not loaded. */
export function SituationField({ name, taxes, emptyLabel = 'Não informada', span = 6 }: SituationProps): ReactElement {
  const where = encodeURIComponent(JSON.stringify({ imposto: taxes }))
  const answer = useLoaded(`cst?where=${where}&perPage=300&orderBy=codigo&sortedBy=asc`, 'cst')
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  if (rows.length === 0) return <Field name={name} span={span} />
  const options = rows.map((row) => ({
    value: textOf(row.codigo),
    label: `${textOf(row.codigo)} · ${textOf(row.descricao)}`,
  }))
  return <Field name={name} kind="select" options={options} emptyLabel={emptyLabel} span={span} />
}
