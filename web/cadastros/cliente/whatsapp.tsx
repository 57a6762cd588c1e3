import { useState, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { post } from '../../app/api'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { confirm } from '../../ui/confirm'
import { useForm } from '../../ui/form/context'
import { isRecord, textOf } from '../../ui/row'

/** Whether the customer's phone has WhatsApp: asked of the service, noted at once, and turned off when the person says so. */
export function WhatsappCheck(): ReactElement | null {
  useSignals()
  const form = useForm()
  const record = form.record.value
  const fone = useComputed(() => textOf(form.values.value.fone)).value
  const [noted, setNoted] = useState<{ readonly fone: string; readonly has: boolean } | null>(null)
  const [busy, setBusy] = useState(false)
  if (record === undefined) return null
  const has =
    noted !== null && noted.fone === fone ? noted.has : record.has_whatsapp === true && textOf(record.fone) === fone
  const run = async (action: string, body?: object): Promise<void> => {
    setBusy(true)
    try {
      const answer = await post(`cliente/${record.id}/${action}`, body)
      toast.success(textOf(isRecord(answer) ? answer.message : ''))
      setNoted({ fone, has: action === 'verificaWhatsApp' })
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  const turnOff = async (): Promise<void> => {
    const yes = await confirm({
      title: 'Desativar o WhatsApp deste cliente?',
      text: 'Ele deixa de receber mensagens até que o número seja verificado de novo.',
      action: 'Desativar',
    })
    if (yes) await run('desativaWhatsApp')
  }
  return (
    <div className="panel-row" role="group" aria-label="WhatsApp">
      {has ? (
        <Chip word="WhatsApp validado" hue="verde" mark="check" />
      ) : (
        <Chip word="WhatsApp não verificado" hue="cinza" mark="dash" />
      )}
      {form.readOnly.value ? null : has ? (
        <Button busy={busy} onClick={() => void turnOff()}>
          Desativar WhatsApp
        </Button>
      ) : (
        <Button
          busy={busy}
          reason={fone === '' ? 'Informe o telefone.' : ''}
          onClick={() => void run('verificaWhatsApp', { fone })}
        >
          Verificar WhatsApp
        </Button>
      )}
    </div>
  )
}
