import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { serieNumeroFields } from '../../../core/fields/nfe/serie-numero'
import { mayEdit } from '../../app/access'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { isRecord, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

const { Field, ReferenceField, defaults, word } = fieldsOf(serieNumeroFields)

const PATH = 'nfe/serie_numero'

/** Ranges that no document has. */
function Gaps({ id }: { readonly id: string }): ReactElement {
  const answer = useLoaded(`${PATH}/${id}/lacunas`, 'serie_numero')
  const told = isRecord(answer) ? answer.data : []
  const ranges = Array.isArray(told) ? told.filter((one) => isRecord(one)) : []
  if (ranges.length === 0) return <p className="field-help">Nenhum número ficou sem documento.</p>
  return (
    <p className="hint hint-warn">
      Sem documento, a inutilizar:{' '}
      {ranges.map(({ de, ate }) => (de === ate ? textOf(de) : `${textOf(de)} a ${textOf(ate)}`)).join(', ')}
    </p>
  )
}

/** The next number, which may be moved on, and the gaps. */
function Numbers({ modal, record }: { readonly modal: ModalProps; readonly record: Row }): ReactElement {
  useSignals()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const answer = useLoaded(`${PATH}/${record.id}`, 'serie_numero')
  const now = isRecord(answer) ? textOf(answer.proximo) : textOf(record.proximo)
  const move = async (): Promise<void> => {
    setBusy(true)
    try {
      await post(`${PATH}/${record.id}/proximoNumero`, { proximo: Number(text) })
      toast.success('Próximo número mudado.')
      setText('')
      announce('serie_numero')
    } catch (error) {
      toast.error(error, 'Não foi possível mudar a numeração')
    }
    setBusy(false)
  }
  return (
    <section className="panel" aria-label="Numeração">
      <h3 className="group-title">Numeração</h3>
      <p>
        Próximo número: <b>{now}</b>
      </p>
      {mayEdit(rights.value, modal.right) ? (
        <div className="panel-row">
          <input
            className="input"
            inputMode="numeric"
            aria-label="Continuar do número"
            placeholder="Continuar do número"
            maxLength={9}
            value={text}
            onChange={(event) => setText(event.target.value.replaceAll(/\D/g, ''))}
          />
          <Button busy={busy} onClick={() => void move()}>
            Mudar o próximo número
          </Button>
        </div>
      ) : null}
      <Gaps id={String(record.id)} />
    </section>
  )
}

/** A series that is not saved yet has numbered nothing. */
function Saved({ modal }: { readonly modal: ModalProps }): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  return record === undefined ? null : <Numbers modal={modal} record={record} />
}

const title = (row: Row): string => `${word('tpDoc', row.tpDoc)} série ${textOf(row.serie)}`

export function SerieForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource={PATH} name="Série" title={title} defaults={defaults} stay>
      <ReferenceField name="empresa_id" resource="empresa" span={12} />
      <Field name="tpDoc" span={4} />
      <Field name="serie" span={4} />
      <Field name="tpAmb" span={4} />
      <Field name="ativo" span={12} />
      <Saved modal={modal} />
    </ResourceForm>
  )
}
