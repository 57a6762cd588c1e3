import type { ReactElement } from 'react'
import { tabelaPrecoFields } from '../../../core/fields/comercial/tabela-preco'
import { reajusteFields } from '../../../core/fields/estoque/mercadoria'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import type { FormModel } from '../../ui/form/form-model'
import { counted } from '../../ui/format'
import { isRecord, numberOf, textOf, type Row, type Values } from '../../ui/row'

const { Field } = fieldsOf({ ...tabelaPrecoFields, ...reajusteFields })

interface CopyProps {
  readonly table: Row
  readonly onClose: () => void
  /** With the number of the copy. */
  readonly onCopied: (id: string) => void
}

/** A copy of a price table under a name of its own, its prices as they are or changed by a percentage. */
export function CopyDialog({ table, onClose, onCopied }: CopyProps): ReactElement {
  const copy = async (
    { descricao, dInicio, dFim, pReajuste, arredonda }: Values,
    form: FormModel,
  ): Promise<boolean> => {
    const optional = { dInicio: dInicio ?? null, dFim: dFim ?? null, pReajuste: pReajuste ?? null }
    try {
      const answer = await post(`comercial/tabela_preco/${table.id}/duplica`, { descricao, ...optional, arredonda })
      const told = isRecord(answer) ? answer : {}
      toast.success(`Tabela criada com ${counted(numberOf(told.quantidade) ?? 0, 'preço', 'preços')}.`)
      announce('comercial/tabela_preco')
      onCopied(textOf(told.id))
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível copiar', '', form)
      return false
    }
  }
  const initial = { descricao: `${textOf(table.descricao)} (cópia)`.slice(0, 60), arredonda: 0 }
  return (
    <AskDialog
      title={`Copiar a tabela ${textOf(table.descricao)}`}
      action="Copiar"
      initial={initial}
      onGo={copy}
      onClose={onClose}
    >
      <Field name="descricao" span={12} />
      <Field name="dInicio" span={6} />
      <Field name="dFim" span={6} />
      <Field name="pReajuste" span={6} />
      <Field name="arredonda" span={6} />
      <p className="field-help">Em branco o reajuste, os preços são copiados como estão.</p>
    </AskDialog>
  )
}
