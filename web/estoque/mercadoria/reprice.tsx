import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mercadoriaPrecoFields } from '../../../core/fields/estoque/mercadoria'
import { fieldsOf } from '../../ui/fields-of'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FormContext } from '../../ui/form/context'
import { FormModel } from '../../ui/form/form-model'
import { FormBody } from '../../ui/form/resource-form'
import { counted } from '../../ui/format'
import { isRecord, isSet, numberOf, textOf, type Row } from '../../ui/row'

const { Field, ReferenceField } = fieldsOf(mercadoriaPrecoFields)

const ACTIVE = { ativo: true }

async function reprice(form: FormModel, rows: readonly Row[]): Promise<boolean> {
  const { tabela_preco_id, pMargem, pMarkup } = form.values.value
  const body = { pMargem: pMargem ?? null, pMarkup: pMarkup ?? null, id_list: rows.map((row) => row.id) }
  try {
    const answer = await post(`comercial/tabela_preco/${textOf(tabela_preco_id)}/precifica`, body)
    const done = isRecord(answer) ? (numberOf(answer.quantidade) ?? 0) : 0
    const left = isRecord(answer) ? (numberOf(answer.ignoradas) ?? 0) : 0
    toast.success(`${counted(done, 'preço calculado', 'preços calculados')}.`)
    if (left > 0) toast.alert(`${left} sem custo ou inativas ficaram como estavam.`)
    announce('mercadoria')
    return true
  } catch (error) {
    toast.error(error, 'Não foi possível atualizar')
    return false
  }
}

function Keys({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ save: onGo, confirm: onGo })
  return null
}

/** Prices of many products at once, in one table, by margin or markup over their cost. */
export function RepriceDialog({
  rows,
  onClose,
}: {
  readonly rows: readonly Row[]
  readonly onClose: () => void
}): ReactElement {
  useSignals()
  const [form] = useState(() => new FormModel())
  const [busy, setBusy] = useState(false)
  const { pMargem, pMarkup } = form.values.value
  const go = async (): Promise<void> => {
    if (busy || !form.validate()) return
    setBusy(true)
    const done = await reprice(form, rows)
    setBusy(false)
    if (done) onClose()
  }
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
      <Button kind="primary" hotkey="save" busy={busy} onClick={() => void go()}>
        Precificar
      </Button>
    </>
  )
  const count = counted(rows.length, 'mercadoria', 'mercadorias')
  return (
    <FormContext value={form}>
      <Dialog title={`Precificar ${count}`} size="sm" onClose={onClose} footer={footer}>
        <Keys onGo={() => void go()} />
        <FormBody loading={false} onSubmit={() => void go()}>
          <fieldset className="fields">
            <div className="tab-panel grid-12">
              <ReferenceField name="tabela_preco_id" resource="comercial/tabela_preco" where={ACTIVE} span={12} />
              <Field name="pMargem" span={6} disabled={isSet(pMarkup)} />
              <Field name="pMarkup" span={6} disabled={isSet(pMargem)} />
              <p className="field-help">Sobre o custo médio; em branco, vale a margem usual da tabela.</p>
            </div>
          </fieldset>
        </FormBody>
      </Dialog>
    </FormContext>
  )
}
