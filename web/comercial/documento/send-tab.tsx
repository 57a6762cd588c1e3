import { useId, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { CUSTOMER_TEXT } from '../../../core/fields/comercial/orcamento'
import { copyText } from '../../app/plain-http'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { because, useVerbs, type DocumentVerbs } from '../../ui/documents/use-verbs'
import { useForm } from '../../ui/form/context'
import { formatDateTime } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, isSet, textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { factsOf, type DocumentNames } from './kind'
import { act } from './verbs'

/** The addresses that a customer's register has, the list first. */
function addressesOf(customer: unknown): string {
  const list = getPath(customer, 'email_list')
  const known = Array.isArray(list) ? list.map((one) => textOf(one)).filter((one) => one !== '') : []
  return known.length > 0 ? known.join(', ') : textOf(getPath(customer, 'email'))
}

interface PartProps {
  readonly names: DocumentNames
  readonly record: Row
  readonly verbs: DocumentVerbs
}

function Mail({ names, record, verbs }: PartProps): ReactElement {
  const customer = useLoaded(`cliente/${textOf(record.cliente_id)}`, 'cliente')
  const [typed, setTyped] = useState<string | null>(null)
  const [text, setText] = useState('')
  const id = useId()
  const to = typed ?? addressesOf(customer)
  const [asked, setAsked] = useState(false)
  const missing = asked && to.trim() === ''
  const send = (): void => {
    setAsked(true)
    if (to.trim() === '') return document.getElementById(`${id}t`)?.focus()
    return verbs.run('email', async (doc) => {
      const answer = await act({ ...doc, names }, 'email', { to, texto: text })
      if (isRecord(answer)) toast.success(textOf(answer.message))
    })
  }
  return (
    <section className="grid-12" style={{ '--span': 12 }} aria-labelledby={`${id}h`}>
      <h3 id={`${id}h`} className="field" style={{ '--span': 12 }}>
        Por e-mail
      </h3>
      <div className="field" style={{ '--span': 12 }}>
        <label htmlFor={`${id}t`}>Para</label>
        <input
          id={`${id}t`}
          className="input"
          inputMode="email"
          autoComplete="off"
          maxLength={1000}
          value={to}
          aria-invalid={missing ? true : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        {missing ? (
          <p className="field-error" role="alert">
            Informe ao menos um e-mail.
          </p>
        ) : null}
      </div>
      <div className="field" style={{ '--span': 12 }}>
        <label htmlFor={`${id}x`}>Mensagem</label>
        <textarea
          id={`${id}x`}
          className="input"
          rows={3}
          maxLength={CUSTOMER_TEXT * 2}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="field" style={{ '--span': 12 }}>
        <span>
          <Button icon="check" busy={verbs.busy} onClick={send} {...because(verbs.reason('email'))}>
            Enviar por e-mail
          </Button>
        </span>
        {isSet(record.dhEmail) ? <p className="hint">Enviado em {formatDateTime(record.dhEmail)}</p> : null}
      </div>
    </section>
  )
}

/** What the customer has done by the link, as the record tells it. */
function answersOf(record: Values): readonly (readonly [label: string, text: string])[] {
  const facts = [
    ['Link aberto desde', formatDateTime(record.dhLink)],
    ['Visto pelo cliente em', formatDateTime(record.dhVisto)],
    ['Aceito em', isSet(record.dhAceite) ? `${formatDateTime(record.dhAceite)} por ${textOf(record.xAceite)}` : ''],
    ['Alteração pedida em', formatDateTime(record.dhPedidoAlteracao)],
    ['O que deve mudar', textOf(record.xPedidoAlteracao)],
  ] as const
  return facts.filter(([, text]) => text !== '' && text !== '--')
}

function CustomerLink({ names, record, verbs }: PartProps): ReactElement {
  // The customer answers while the form is open, which itself keeps what it was opened with.
  const now = useLoaded(`orcamento/${textOf(record.id)}`, 'orcamento')
  const [url, setUrl] = useState('')
  const id = useId()
  const copy = (): void =>
    verbs.run('link', async (doc) => {
      const made = textOf(getPath(await act({ ...doc, names }, 'link'), 'url'))
      setUrl(made)
      if (made === '') return
      // Without leave to write there the address stands in its box.
      const isCopied = await copyText(made).then(
        () => true,
        () => false,
      )
      toast.success(isCopied ? 'Link copiado.' : 'Copie o link.')
    })
  const revoke = (): void =>
    verbs.run('revogaLink', async (doc) => {
      if ((await act({ ...doc, names }, 'revogaLink')) === undefined) return
      setUrl('')
      toast.success('Link revogado: os que foram enviados não abrem mais.')
    })
  return (
    <section className="grid-12" style={{ '--span': 12 }} aria-labelledby={`${id}h`}>
      <h3 id={`${id}h`} className="field" style={{ '--span': 12 }}>
        Link do cliente
      </h3>
      <dl className="facts field" style={{ '--span': 12 }}>
        {answersOf(isRecord(now) ? now : record).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {url === '' ? null : (
        <div className="field" style={{ '--span': 12 }}>
          <label htmlFor={`${id}u`}>Endereço</label>
          <input id={`${id}u`} className="input" readOnly value={url} onFocus={(event) => event.target.select()} />
        </div>
      )}
      <div className="field" style={{ '--span': 12 }}>
        <span>
          <Button icon="copy" busy={verbs.busy} onClick={copy} {...because(verbs.reason('link'))}>
            Copiar o link
          </Button>{' '}
          <Button icon="close" busy={verbs.busy} onClick={revoke} {...because(verbs.reason('revogaLink'))}>
            Revogar o link
          </Button>
        </span>
      </div>
      <Revisions id={textOf(record.id)} />
    </section>
  )
}

const linesIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map((one) => textOf(one)) : [])

function Changes({ title, list }: { readonly title: string; readonly list: readonly string[] }): ReactElement | null {
  if (list.length === 0) return null
  return (
    <>
      <p>{title}</p>
      <ul>
        {list.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </>
  )
}

/** What the customer saw each time, and what has changed since. */
function Revisions({ id }: { readonly id: string }): ReactElement | null {
  const told = useLoaded(`orcamento/${id}/revisoes`, 'orcamento')
  if (!isRecord(told)) return null
  const seen = Array.isArray(told.data) ? told.data.filter((one) => isRecord(one)) : []
  if (seen.length === 0) return <EmptyState text="O cliente ainda não abriu o link." />
  const sinceAccepted = linesIn(told.desde_o_aceite)
  return (
    <div className="field" style={{ '--span': 12 }}>
      <Changes title="Mudou desde o aceite:" list={sinceAccepted} />
      <Changes title="Mudou desde que o cliente viu:" list={linesIn(told.desde_a_ultima)} />
      {seen.toReversed().map((one) => (
        <Changes
          key={textOf(one.n)}
          title={`Versão ${textOf(one.n)}, vista em ${formatDateTime(one.dh)}`}
          list={linesIn(one.mudancas).length === 0 ? ['A primeira que o cliente viu'] : linesIn(one.mudancas)}
        />
      ))}
    </div>
  )
}

/** How a quote or a sale reaches its customer: by e-mail, and a quote by a link at which it is accepted. */
export function SendTab({ names }: { readonly names: DocumentNames }): ReactElement {
  useSignals()
  const record = useForm().record.value
  const verbs = useVerbs({ right: names.right, life: names.life, facts: factsOf, savesFirst: [], free: [] })
  if (record === undefined) return <EmptyState text="Salve o registro antes." />
  return (
    <>
      <Mail names={names} record={record} verbs={verbs} />
      {names.kind === 'orcamento' ? <CustomerLink names={names} record={record} verbs={verbs} /> : null}
    </>
  )
}
