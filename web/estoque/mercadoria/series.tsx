import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { post } from '../../app/api'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FormContext } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import { FormModel } from '../../ui/form/form-model'
import { FormBody } from '../../ui/form/form-body'
import { isRecord, numberOf } from '../../ui/row'

const ASKED = 'mercadoria/numeracao'

function Keys({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ save: onGo, confirm: onGo })
  return null
}

/** Which code the next product of the company is given. */
export function SeriesDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  useSignals()
  const [form] = useState(() => new FormModel())
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    post(ASKED).then(
      (answer) => form.start({ proximo: isRecord(answer) ? numberOf(answer.proximo) : null }),
      (error: unknown) => toast.error(error),
    )
  }, [form])
  const go = async (): Promise<void> => {
    if (busy || !form.validate()) return
    setBusy(true)
    try {
      await post(ASKED, { proximo: form.values.value.proximo })
      toast.success('A próxima mercadoria sem código recebe este número.')
      onClose()
    } catch (error) {
      toast.error(error, 'Não foi possível mudar a numeração')
      setBusy(false)
    }
  }
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
      <Button kind="primary" hotkey="save" busy={busy} onClick={() => void go()}>
        Salvar
      </Button>
    </>
  )
  return (
    <FormContext value={form}>
      <Dialog title="Numeração das mercadorias" size="sm" onClose={onClose} footer={footer}>
        <Keys onGo={() => void go()} />
        <FormBody loading={false} onSubmit={() => void go()}>
          <fieldset className="fields">
            <div className="tab-panel grid-12">
              <Field name="proximo" label="Próximo código" kind="integer" required span={12} />
              <p className="field-help">
                Vale para esta empresa, quando o código fica em branco. Códigos já usados são pulados; para trás não se
                volta.
              </p>
            </div>
          </fieldset>
        </FormBody>
      </Dialog>
    </FormContext>
  )
}
