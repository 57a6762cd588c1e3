import type { ReactElement } from 'react'
import { pareamentoFields } from '../../../core/fields/sis/agente'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { AskDialog } from '../../ui/form/ask-dialog'
import type { FormModel } from '../../ui/form/form-model'
import { fieldsOf } from '../../ui/fields-of'
import { isRecord, isSet, textOf, type Row, type Values } from '../../ui/row'
import { AGENTS } from './parts'
import { Programs } from './programs'

const { Field, ReferenceField } = fieldsOf(pareamentoFields)

async function pair({ codigo, nome, empresa_id }: Values, form: FormModel): Promise<boolean> {
  try {
    const answer = await post(`${AGENTS}/pareia`, { codigo, nome, ...(isSet(empresa_id) ? { empresa_id } : {}) })
    const machine = isRecord(answer) ? textOf(answer.maquina) : ''
    toast.success(`Agente pareado com o computador ${machine}.`)
    announce(AGENTS)
    return true
  } catch (error) {
    toast.error(error, 'Não foi possível parear', '', form)
    return false
  }
}

/** Takes the code that a computer shows, and gives it a name. */
export function Pair({ onClose, path }: ModalProps): ReactElement {
  return (
    <AskDialog
      title="Parear agente"
      action="Parear"
      initial={{}}
      onGo={pair}
      onClose={onClose}
      {...(path === undefined ? {} : { screen: path })}
    >
      <Field name="codigo" span={4} help="As seis letras que ele mostra" />
      <Field name="nome" span={8} help="Onde ele fica: Balcão, Expedição" />
      <ReferenceField name="empresa_id" resource="empresa" span={12} help="Vazia: a empresa em que você está" />
      <Programs />
    </AskDialog>
  )
}

async function rename(path: string, { nome }: Values, form: FormModel): Promise<boolean> {
  try {
    await post(path, { nome })
    toast.success('Agente renomeado.')
    announce(AGENTS)
    return true
  } catch (error) {
    toast.error(error, 'Não foi possível renomear', '', form)
    return false
  }
}

/** Gives an agent another name. */
export function Rename({ row, onClose }: { readonly row: Row; readonly onClose: () => void }): ReactElement {
  return (
    <AskDialog
      title="Renomear agente"
      action="Renomear"
      initial={{ nome: row.nome }}
      onGo={(values, form) => rename(`${AGENTS}/${row.id}/renomeia`, values, form)}
      onClose={onClose}
    >
      <Field name="nome" span={12} />
    </AskDialog>
  )
}
