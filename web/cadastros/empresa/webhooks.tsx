import { copyText } from '../../app/plain-http'
import { useState, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { eventLabel, WEBHOOK_EVENTS } from '../../../core/webhooks/events'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { go } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { Button, IconButton } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { confirm } from '../../ui/confirm'
import { Dialog } from '../../ui/dialog'
import { useForm, useRegistered } from '../../ui/form/context'
import { formatCount, formatDateTime } from '../../ui/format'
import { linesOf, type Line } from '../../ui/lines/lines-state'
import { EmptyState } from '../../ui/pieces'
import { isRecord, isSet, numberOf, rowsOf, textOf, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { DELIVERIES, deliveryChip, resend, resendFailed } from '../webhook_entrega/parts'

const LIST = 'webhooks'
const HOOKS = 'cadastros/empresa_webhook'
const SHOWN = 6

const hasAddresses = (value: unknown): string | undefined =>
  linesOf(value).every((line) => textOf(line.webhook_url).trim() !== '')
    ? undefined
    : 'Informe o endereço de cada webhook.'

/** Who is told of what: one row a webhook, with its secret and a test, and below it how the deliveries went. */
export function WebhooksTab(): ReactElement {
  useSignals()
  const form = useForm()
  const lines = useComputed(() => linesOf(form.values.value[LIST])).value
  const fault = useComputed(() => form.errors.value[LIST]).value
  const [secret, setSecret] = useState('')
  useRegistered({ name: LIST, label: 'Webhooks', required: false, focus: () => undefined, check: hasAddresses })
  const record = form.record.value
  const writable = !form.readOnly.value
  const write = (key: string, values: Values): void =>
    form.set(
      LIST,
      lines.map((line) => (line.key === key ? { ...line, ...values } : line)),
    )
  const add = (): void =>
    form.set(LIST, [
      ...lines,
      { key: crypto.randomUUID(), event_type: 'PEDIDO_FATURADO', webhook_url: '', ativo: true },
    ])
  const erase = (line: Line): void =>
    form.set(
      LIST,
      lines.filter((one) => one.key !== line.key),
    )
  return (
    <>
      <div className="panel" data-field={LIST}>
        <div className="panel-row">
          <h3 className="group-title panel-grow">Avisos a outros sistemas</h3>
          {writable ? (
            <Button icon="add" onClick={add}>
              Adicionar webhook
            </Button>
          ) : null}
        </div>
        {lines.length === 0 ? <EmptyState text="Nenhum sistema é avisado ainda." /> : null}
        <ul className="hooks">
          {lines.map((line) => (
            <Hook
              key={line.key}
              line={line}
              writable={writable}
              write={(values) => write(line.key, values)}
              erase={() => erase(line)}
              onSecret={setSecret}
            />
          ))}
        </ul>
        {fault === undefined ? null : (
          <p role="alert" className="field-error">
            {fault}
          </p>
        )}
      </div>
      {record === undefined ? null : <LastDeliveries empresa={Number(record.id)} writable={writable} />}
      {secret === '' ? null : <SecretDialog secret={secret} onClose={() => setSecret('')} />}
    </>
  )
}

interface HookProps {
  readonly line: Line
  readonly writable: boolean
  readonly write: (values: Values) => void
  readonly erase: () => void
  readonly onSecret: (secret: string) => void
}

function Hook({ line, writable, write, erase, onSecret }: HookProps): ReactElement {
  const name = `${eventLabel(textOf(line.event_type))} para ${textOf(line.webhook_url) || 'novo endereço'}`
  return (
    <li>
      <select
        className="input"
        aria-label="Evento"
        disabled={!writable}
        value={textOf(line.event_type)}
        onChange={(event) => write({ event_type: event.target.value })}
      >
        {WEBHOOK_EVENTS.map(({ type, label }) => (
          <option key={type} value={type}>
            {label}
          </option>
        ))}
      </select>
      <input
        className="input"
        type="url"
        aria-label="Endereço"
        placeholder="https://…"
        maxLength={500}
        disabled={!writable}
        value={textOf(line.webhook_url)}
        onChange={(event) => write({ webhook_url: event.target.value })}
      />
      <label className="panel-switch">
        <input
          type="checkbox"
          role="switch"
          className="switch"
          disabled={!writable}
          checked={line.ativo !== false}
          onChange={(event) => write({ ativo: event.target.checked })}
        />
        Ativo
      </label>
      {writable ? (
        <span className="hook-verbs">
          {isSet(line.id) ? (
            <Verbs id={String(line.id)} name={name} onSecret={onSecret} />
          ) : (
            <span className="hint">Salve para gerar o segredo e testar.</span>
          )}
          <IconButton icon="trash" label={`Remover ${name}`} onClick={erase} />
        </span>
      ) : null}
    </li>
  )
}

function Verbs({
  id,
  name,
  onSecret,
}: {
  readonly id: string
  readonly name: string
  readonly onSecret: (secret: string) => void
}): ReactElement {
  const make = async (): Promise<void> => {
    const yes = await confirm({
      title: 'Gerar um novo segredo?',
      text: 'O novo segredo aparece uma única vez. O anterior continua assinando por 24 horas, para o outro sistema trocar sem perder avisos.',
      action: 'Gerar segredo',
    })
    if (!yes) return
    try {
      const answer = await post(`${HOOKS}/${id}/geraSegredo`)
      onSecret(isRecord(answer) ? textOf(answer.segredo) : '')
    } catch (error) {
      toast.error(error)
    }
  }
  const test = async (): Promise<void> => {
    try {
      const answer = await post(`${HOOKS}/${id}/testa`)
      toast.success(textOf(isRecord(answer) ? answer.message : ''))
      announce(DELIVERIES)
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <>
      <button type="button" className="btn btn-quiet" aria-label={`Gerar segredo: ${name}`} onClick={() => void make()}>
        Segredo
      </button>
      <button type="button" className="btn btn-quiet" aria-label={`Testar: ${name}`} onClick={() => void test()}>
        Testar
      </button>
    </>
  )
}

function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }): ReactElement {
  const copy = async (): Promise<void> => {
    try {
      await copyText(secret)
      toast.success('Segredo copiado.')
    } catch {
      toast.alert('Não foi possível copiar: selecione o texto e copie.')
    }
  }
  const footer = (
    <>
      <Button icon="copy" onClick={() => void copy()}>
        Copiar
      </Button>
      <Button kind="primary" focusFirst onClick={onClose}>
        Já guardei
      </Button>
    </>
  )
  return (
    <Dialog title="Segredo do webhook" size="md" onClose={onClose} footer={footer}>
      <div className="dialog-body stack">
        <p>Guarde o segredo agora: ele não será mostrado de novo.</p>
        <code className="code">{secret}</code>
        <p className="hint">
          Com ele o outro sistema confere a assinatura de cada aviso, no cabeçalho Prumo-Assinatura. O segredo anterior
          continua assinando por 24 horas.
        </p>
      </div>
    </Dialog>
  )
}

function LastDeliveries({ empresa, writable }: { readonly empresa: number; readonly writable: boolean }): ReactElement {
  const where = (more: object): string => encodeURIComponent(JSON.stringify({ empresa_id: empresa, ...more }))
  const answer = useLoaded(`${DELIVERIES}?perPage=${SHOWN}&orderBy=id&sortedBy=desc&where=${where({})}`, DELIVERIES)
  const failed = useLoaded(`${DELIVERIES}?perPage=1&where=${where({ status: 'falhou' })}`, DELIVERIES)
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  const failures = isRecord(failed) ? (numberOf(failed.total) ?? 0) : 0
  return (
    <section className="panel" aria-label="Últimas entregas">
      <div className="panel-row">
        <h3 className="group-title panel-grow">Últimas entregas</h3>
        {failures > 0 && writable ? (
          <Button icon="refresh" onClick={() => void resendFailed()}>
            {`Reenviar ${formatCount(failures, isRecord(failed) && failed.total_capped === true)} que ${failures === 1 ? 'falhou' : 'falharam'}`}
          </Button>
        ) : null}
        <Button kind="quiet" onClick={() => go('/ui/cadastros/webhook_entrega')}>
          Ver todas
        </Button>
      </div>
      {rows.length === 0 ? <p className="hint">Nada foi enviado ainda.</p> : null}
      <ul className="tries">
        {rows.map((row) => {
          const chip = deliveryChip(row)
          return (
            <li key={row.id}>
              <time>{formatDateTime(row.criado_em)}</time>
              <span>
                {chip === null ? null : <Chip {...chip} />} {eventLabel(textOf(row.event_type))}{' '}
                <span className="hint">{textOf(row.erro)}</span>
              </span>
              {row.status === 'falhou' && writable ? (
                <button
                  type="button"
                  className="btn btn-quiet"
                  aria-label={`Reenviar a entrega ${row.id}`}
                  onClick={() => void resend([row])}
                >
                  Reenviar
                </button>
              ) : (
                <span className="hint">{isSet(row.ultima_ms) ? `${textOf(row.ultima_ms)} ms` : ''}</span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
