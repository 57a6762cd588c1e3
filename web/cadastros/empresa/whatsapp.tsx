import { useCallback, useContext, useEffect, useState, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { empresaFields } from '../../../core/fields/cadastros/empresa'
import { fieldsOf } from '../../ui/fields-of'
import { ApiError, get, post } from '../../app/api'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Chip, type ChipState } from '../../ui/chip'
import { TabContext, useForm } from '../../ui/form/context'
import { SecretField } from '../../ui/form/secret-field'
import { EmptyState } from '../../ui/pieces'
import { isRecord, textOf, type Values } from '../../ui/row'

const { Field } = fieldsOf(empresaFields)

const POLL_MS = 3_000
/** Codes are good for less than a minute; after two nobody is there any more. */
const POLLS = 40

const CHIPS: Readonly<Record<string, ChipState>> = {
  open: { word: 'Conectado', hue: 'verde', mark: 'check' },
  connecting: { word: 'Aguardando leitura', hue: 'ambar', mark: 'half' },
  close: { word: 'Desconectado', hue: 'vermelho' },
  absent: { word: 'Ainda não criada', hue: 'cinza', mark: 'dash' },
}

/** The company's WhatsApp line: instance and key, the code to read, and a test. */
export function WhatsappTab(): ReactElement {
  useSignals()
  const record = useForm().record.value
  return (
    <>
      <Field
        name="whatsapp_instancia"
        label="Instância"
        span={5}
        help="Em branco, o Prumo cria e usa uma com o número da empresa."
      />
      <SecretField
        name="whatsapp_token"
        given="whatsapp_token_definido"
        label="Chave da instância"
        help="Só se não for a do servidor."
      />
      <Field name="ses_prumo" span={12} />
      {record === undefined ? (
        <EmptyState text="Salve a empresa antes de conectar o WhatsApp." />
      ) : (
        <Line id={String(record.id)} />
      )}
    </>
  )
}

interface LineState {
  readonly info: Values | null
  /** Why there is nothing to show: not configured, not answering. */
  readonly fault: string
  readonly code: string
  readonly busy: boolean
  readonly refresh: () => Promise<void>
  readonly askCode: () => Promise<void>
}

const faultOf = (error: unknown): string => (error instanceof ApiError ? error.message : 'Não foi possível consultar.')

interface Asked {
  readonly info: Values | null
  readonly fault: string
}

async function askLine(id: string): Promise<Asked> {
  try {
    const answer = await get(`empresa/${id}/getInstanceInfo`)
    return { info: isRecord(answer) ? answer : {}, fault: '' }
  } catch (error) {
    return { info: null, fault: faultOf(error) }
  }
}

/** Asked when the tab is looked at, and while a code waits to be read. */
function useLine(id: string, shown: boolean): LineState {
  const [asked, setAsked] = useState<Asked>({ info: null, fault: '' })
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const take = useCallback((next: Asked): void => {
    setAsked((now) => ({ info: next.info ?? now.info, fault: next.fault }))
    if (next.info?.state === 'open') setCode('')
  }, [])
  const refresh = useCallback(async (): Promise<void> => take(await askLine(id)), [id, take])
  const askCode = async (): Promise<void> => {
    setBusy(true)
    try {
      const answer = await post(`empresa/${id}/getQrCode`)
      const found = isRecord(answer) ? textOf(answer.qrcode) : ''
      setCode(found)
      if (found === '') toast.info('O WhatsApp da empresa já está conectado.')
      await refresh()
    } catch (error) {
      setAsked({ info: null, fault: faultOf(error) })
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    if (!shown) return undefined
    let current = true
    const look = async (): Promise<void> => {
      const next = await askLine(id)
      if (current) take(next)
    }
    void look()
    return () => {
      current = false
    }
  }, [id, shown, take])
  useEffect(() => {
    if (!shown || code === '') return undefined
    let left = POLLS
    const timer = setInterval(() => {
      left -= 1
      if (left <= 0) setCode('')
      else void refresh()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [shown, code, refresh])
  return { ...asked, code, busy, refresh, askCode }
}

function Line({ id }: { readonly id: string }): ReactElement {
  useSignals()
  const form = useForm()
  const tab = useContext(TabContext)
  const shown = useComputed(() => form.tab.value === tab).value
  const line = useLine(id, shown)
  const state = textOf(line.info?.state)
  const chip = CHIPS[state]
  const connected = state === 'open'
  const writable = !form.readOnly.value
  return (
    <section className="panel" aria-label="Conexão do WhatsApp">
      <div className="panel-row">
        <h3 className="group-title panel-grow">Conexão</h3>
        <Button icon="refresh" onClick={() => void line.refresh()}>
          Atualizar
        </Button>
      </div>
      <p role="status" className={line.fault === '' ? 'hint' : 'hint hint-warn'}>
        {line.fault !== '' ? line.fault : chip === undefined ? 'Consultando…' : <Chip {...chip} />}
        {connected ? ` ${[line.info?.nome, line.info?.numero].map(textOf).filter(Boolean).join(' · ')}` : ''}
      </p>
      {connected || !writable ? null : <Steps line={line} />}
      {connected && writable ? <Test id={id} /> : null}
    </section>
  )
}

function Steps({ line }: { readonly line: LineState }): ReactElement {
  return (
    <div className="qr-steps">
      <ol>
        <li>Gere o QR code.</li>
        <li>No celular da empresa, abra o WhatsApp em Configurações › Aparelhos conectados › Conectar um aparelho.</li>
        <li>Aponte a câmera para o código. Esta tela mostra quando a conexão se completar.</li>
        <li>Envie uma mensagem de teste.</li>
      </ol>
      <div className="qr">
        {line.code === '' ? null : (
          <img src={line.code} alt="QR code para conectar o WhatsApp" width={220} height={220} />
        )}
        <Button kind={line.code === '' ? 'primary' : 'plain'} busy={line.busy} onClick={() => void line.askCode()}>
          {line.code === '' ? 'Gerar QR code' : 'Gerar outro código'}
        </Button>
      </div>
    </div>
  )
}

function Test({ id }: { readonly id: string }): ReactElement {
  const form = useForm()
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      const answer = await post(`empresa/${id}/sendTestMessage`)
      toast.success(textOf(isRecord(answer) ? answer.message : ''))
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  const reason = textOf(form.record.peek()?.fone) === '' ? 'Informe o telefone da empresa e salve.' : ''
  return (
    <span>
      <Button busy={busy} reason={reason} onClick={() => void send()}>
        Enviar mensagem de teste
      </Button>
    </span>
  )
}
