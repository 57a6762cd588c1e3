import * as v from 'valibot'
import { messageOf } from '../../../core/errors'
import { ATTEMPTS } from '../../../core/webhooks/delivery'
import { exchange, NotSent, type Sent, type Work } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'
import type { Row } from '../../platform/resource'
import { serverFor } from './server'
import { mailHtml } from './message'
import { tellMail } from './tell'

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export const mailFile = v.object({ nome: v.string(), tipo: v.string(), base64: v.string() })
const data = v.object({
  para: v.string(),
  assunto: v.string(),
  responder: v.optional(v.string()),
  arquivos: v.optional(v.array(mailFile)),
})

/** A file that goes with a mail: its name, its type, its bytes in base64. */
export type MailFile = v.InferOutput<typeof mailFile>
/** What a mail keeps beside its text; files only until it is over. */
export type MailData = v.InferOutput<typeof data>

/**
 * Mails, to an SMTP server. It cannot be asked whether it took one: a mail whose end was not heard of goes again with the same Message-ID and date, by which
 * mail programs know a repeat. So it comes at least once.
 */
export const sendsMail = exchange('email', {
  title: 'E-mail',
  timeoutMs: 30_000,
  attempts: ATTEMPTS,
  atOnce: 4,
  ready: ({ smtpUrl }) => smtpUrl !== undefined,
  ask: 'repeats',
  answer: v.object({ resposta: v.string() }),
  shownAs: 'email',
  send,
  settle: async (ctx, { chave }) => void (await tellMail(ctx, chave, 'aceita')),
  gaveUp: async (ctx, { chave }, erro) => void (await tellMail(ctx, chave, 'falha', { erro })),
})

async function send({ services, request, signal }: Work): Promise<Sent<{ resposta: string }>> {
  const server = await serverFor(services, request.empresa_id)
  const { para, assunto, responder, arquivos = [] } = v.parse(data, request.dados)
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...server.transport,
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const from = senderAddress(new URL(server.url))
  const late = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => late.reject(new Error('O servidor de e-mail não respondeu a tempo.')))
  try {
    const sent = transport.sendMail({
      from,
      to: { name: '', address: para },
      subject: assunto,
      text: request.corpo,
      html: mailHtml(request.corpo),
      ...(responder === undefined ? {} : { replyTo: { name: '', address: responder } }),
      attachments: arquivos.map(({ nome, tipo, base64 }) => ({
        filename: nome,
        contentType: tipo,
        content: Buffer.from(base64, 'base64'),
      })),
      messageId: `<${request.chave}@${from.replace(/^.*@|>$/g, '')}>`,
      date: new Date(request.criado_em),
    })
    const { response } = await Promise.race([sent, late.promise])
    return { answer: { resposta: response.slice(0, 500) }, dados: { para, assunto } }
  } catch (error) {
    return refusalOf(error)
  } finally {
    transport.close()
  }
}

/** Who mails come from: `?from=` of the SMTP address, else its user when that is an address, else prumo@ its host. */
export function senderAddress(smtp: URL): string {
  const user = decodeURIComponent(smtp.username)
  const from = smtp.searchParams.get('from') ?? (user.includes('@') ? user : `prumo@${smtp.hostname}`)
  return from.includes('<') ? from : `Prumo <${from}>`
}

const UNREACHED = new Set(['ECONNECTION', 'EDNS', 'EAUTH', 'ETLS', 'ENOAUTH', 'EOAUTH2'])

/** A 5xx answer is the server's last word, a 4xx one may pass; without an answer the mail may have been taken. Throws then. */
function refusalOf(error: unknown): Sent<never> {
  const about: Row = typeof error === 'object' && error !== null ? { ...error } : {}
  const said =
    typeof about.response === 'string' ? `O servidor de e-mail recusou a mensagem: ${about.response}` : messageOf(error)
  const told = said.slice(0, 500)
  if (UNREACHED.has(String(about.code)) || about.syscall === 'connect') throw new NotSent(told)
  const status = Number(about.responseCode)
  if (status >= 500 && status < 600) return { never: told, status }
  if (status >= 400 && status < 500) return { again: told, status }
  throw new CallFailed(told, { cause: error })
}
