import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { nfseMunicipioFields } from '../../../core/fields/nfse/nfse'
import { mayDelete, mayEdit, needOf } from '../../app/access'
import { post, put } from '../../app/api'
import { announce } from '../../app/events'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { IconButton } from '../../ui/button'
import { deleteRecords } from '../../ui/delete-records'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { useForm } from '../../ui/form/context'
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

/** What is known, the newest first: a line is changed in the fields below, or goes. */
function Known({ onChange }: { readonly onChange: (row: Row) => void }): ReactElement | null {
  useSignals()
  const form = useForm()
  const answer = useLoaded(`${RESOURCE}?perPage=${MOST}&orderBy=dInicio&sortedBy=desc`, RESOURCE)
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  const change = (row: Row): void => {
    form.load(row)
    onChange(row)
  }
  if (rows.length === 0) return null
  const [editable, deletable] = [mayEdit(rights.value, KIND.right), mayDelete(rights.value, KIND.right)]
  return (
    <section className="attached span-12" aria-label="Informados">
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <span>{told(row)}</span>
            {editable ? <IconButton icon="edit" label={`Alterar ${told(row)}`} onClick={() => change(row)} /> : null}
            {deletable && row.id !== form.record.value?.id ? (
              <IconButton
                icon="trash"
                label={`Excluir ${told(row)}`}
                onClick={() => void deleteRecords({ resource: RESOURCE, rows: [row], nameOf: told })}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What cities ask of notes of services: one more, or one that is known is changed. */
export function Towns({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [changed, setChanged] = useState<Row | null>(null)
  const missing = whyNot(needOf(KIND.right, changed === null ? 'create' : 'edit'))
  const go = async (values: Values, form: FormModel): Promise<boolean> => {
    try {
      if (changed === null) await post(RESOURCE, values)
      else await put(`${RESOURCE}/${changed.id}`, form.payload())
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
      action={changed === null ? 'Incluir' : 'Salvar'}
      initial={defaults}
      {...(missing === null ? {} : { reason: missing })}
      onGo={go}
      onClose={onClose}
    >
      <Known onChange={setChanged} />
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
      <Field name="dia_vencimento" span={4} />
      <Field name="ativo" span={12} />
    </AskDialog>
  )
}
