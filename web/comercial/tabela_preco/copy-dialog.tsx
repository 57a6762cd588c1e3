import { useState, type ReactElement } from 'react'
import { tabelaPrecoFields } from '../../../core/fields/comercial/tabela-preco'
import { reajusteFields } from '../../../core/fields/estoque/mercadoria'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import { FormContext } from '../../ui/form/context'
import { FormModel } from '../../ui/form/form-model'
import { FormBody } from '../../ui/form/resource-form'
import { counted } from '../../ui/format'
import { isRecord, numberOf, textOf, type Row } from '../../ui/row'

const { Field } = fieldsOf({ ...tabelaPrecoFields, ...reajusteFields })

/** The number of the copy; undefined where it was refused, which is told. */
async function copyTable(table: Row, form: FormModel): Promise<string | undefined> {
  const { descricao, dInicio, dFim, pReajuste, arredonda } = form.values.value
  try {
    const answer = await post(`comercial/tabela_preco/${table.id}/duplica`, {
      descricao,
      dInicio: dInicio ?? null,
      dFim: dFim ?? null,
      pReajuste: pReajuste ?? null,
      arredonda,
    })
    const told = isRecord(answer) ? answer : {}
    toast.success(`Tabela criada com ${counted(numberOf(told.quantidade) ?? 0, 'preço', 'preços')}.`)
    announce('comercial/tabela_preco')
    return textOf(told.id)
  } catch (error) {
    toast.error(error, 'Não foi possível copiar')
    return undefined
  }
}

function Keys({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ save: onGo, confirm: onGo })
  return null
}

interface CopyProps {
  readonly table: Row
  readonly onClose: () => void
  /** With the number of the copy. */
  readonly onCopied: (id: string) => void
}

/** A copy of a price table under a name of its own, its prices as they are or changed by a percentage. */
export function CopyDialog({ table, onClose, onCopied }: CopyProps): ReactElement {
  const [form] = useState(() => {
    const made = new FormModel()
    made.suggest({ descricao: `${textOf(table.descricao)} (cópia)`.slice(0, 60), arredonda: 0 })
    return made
  })
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (busy || !form.validate()) return
    setBusy(true)
    const copy = await copyTable(table, form)
    if (copy !== undefined) {
      onClose()
      onCopied(copy)
    }
    setBusy(false)
  }
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
      <Button kind="primary" hotkey="save" busy={busy} onClick={() => void run()}>
        Copiar
      </Button>
    </>
  )
  return (
    <FormContext value={form}>
      <Dialog title={`Copiar a tabela ${textOf(table.descricao)}`} size="md" onClose={onClose} footer={footer}>
        <Keys onGo={() => void run()} />
        <FormBody loading={false} onSubmit={() => void run()}>
          <fieldset className="fields">
            <div className="tab-panel grid-12">
              <Field name="descricao" span={12} />
              <Field name="dInicio" span={6} />
              <Field name="dFim" span={6} />
              <Field name="pReajuste" span={6} />
              <Field name="arredonda" span={6} />
              <p className="field-help">Em branco o reajuste, os preços são copiados como estão.</p>
            </div>
          </fieldset>
        </FormBody>
      </Dialog>
    </FormContext>
  )
}
