import type { ReactElement } from 'react'
import { nfseMunicipioFields } from '../../../core/fields/nfse/nfse'
import { needOf } from '../../app/access'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import type { FormModel } from '../../ui/form/form-model'
import { counted, displayName, formatDate } from '../../ui/format'
import { isRecord, isSet, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { KIND } from './kind'

const RESOURCE = 'nfse/municipio'
const MOST = 100
const { Field, ReferenceField, defaults } = fieldsOf(nfseMunicipioFields)

const told = (row: Row): string =>
  [
    displayName(row.cMun_ref),
    textOf(row.cTribNac) || 'todos os serviços',
    isSet(row.pAliq) ? `${textOf(row.pAliq)}%` : '',
    `desde ${formatDate(row.dInicio)}`,
    isSet(row.cancela_dias) ? `cancela em ${counted(Number(row.cancela_dias), 'dia', 'dias')}` : '',
    row.ativo === false ? 'fora do sistema nacional' : '',
  ]
    .filter(Boolean)
    .join(' · ')

/** What cities ask of notes of services: what is known, the newest first, and one more. */
export function Towns({ onClose }: { readonly onClose: () => void }): ReactElement {
  const answer = useLoaded(`${RESOURCE}?perPage=${MOST}&orderBy=dInicio&sortedBy=desc`, RESOURCE)
  const missing = whyNot(needOf(KIND.right, 'create'))
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  const go = async (values: Values, form: FormModel): Promise<boolean> => {
    try {
      await post(RESOURCE, values)
      announce(RESOURCE)
      toast.success('ISS do município salvo com sucesso.')
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível salvar', '', form)
      return false
    }
  }
  return (
    <AskDialog
      title="ISS dos municípios"
      action="Incluir"
      initial={defaults}
      {...(missing === null ? {} : { reason: missing })}
      onGo={go}
      onClose={onClose}
    >
      {rows.length === 0 ? null : (
        <ul className="stack span-12">
          {rows.map((row) => (
            <li key={row.id}>{told(row)}</li>
          ))}
        </ul>
      )}
      <ReferenceField
        name="cMun"
        object="cMun_ref"
        resource="municipio"
        minChars={4}
        display={(row) => textOf(row.xMun)}
        detail={(row) => textOf(row.UF)}
        span={8}
      />
      <Field name="cTribNac" span={4} />
      <Field name="pAliq" span={4} />
      <Field name="dInicio" span={4} />
      <Field name="cancela_dias" span={4} />
      <Field name="ativo" span={12} />
    </AskDialog>
  )
}
