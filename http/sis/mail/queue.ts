import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { MAIL_TEXT } from '../../../core/fields/sis/email'
import { type Ctx, type MailSettings, rowsOf } from '../../platform/context'
import { insertRows } from '../../platform/engine/write'
import { ApiError, badRequest } from '../../platform/errors'
import { step } from '../../platform/step'
import { email, type Email } from './email'
import { type MailData, type MailFile, mailFile, sendsMail } from './send'

/** An e-mail to be sent: plain text, to one address. */
export interface Mail {
  /** The company in whose name it goes. */
  readonly empresa_id: number
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Who an answer goes to, where that is not the server's own address. */
  readonly replyTo?: string
  readonly files?: readonly MailFile[]
  /** Its text opens what its reader alone may open: it is kept nowhere once it was sent or given up. */
  readonly secret?: boolean
  /** After so many seconds it is not sent any more. */
  readonly lifeSeconds?: number
}

/** What mails need, or a 503 that says what to set: called before anything is done, so that nothing is left half done. */
export function requireMail(mail: MailSettings): { readonly smtpUrl: string; readonly publicUrl: string } {
  const missing = mail.smtpUrl ? (mail.publicUrl ? undefined : 'PRUMO_URL (o endereço deste servidor)') : 'SMTP_URL'
  if (!mail.smtpUrl || !mail.publicUrl)
    throw new ApiError(
      503,
      'integration_not_configured',
      `O envio de e-mails não está configurado: o administrador do servidor precisa definir ${missing}.`,
    )
  return { smtpUrl: mail.smtpUrl, publicUrl: publicUrlOf(mail) }
}

/** The address that people outside reach this server at, without a slash at its end. Throws 503 when it is not known. */
export function publicUrlOf({ publicUrl }: MailSettings): string {
  if (publicUrl) return publicUrl.replace(/\/+$/, '')
  throw new ApiError(
    503,
    'integration_not_configured',
    'Links para clientes não estão configurados: o administrador do servidor precisa definir PRUMO_URL (o endereço deste servidor).',
  )
}

/** Queues a mail in the caller's transaction: it leaves after the commit, and not at all without one. Answers its record's number. Throws 503 when mail is not set up. */
export async function queueMail(ctx: Ctx, mail: Mail): Promise<number> {
  requireMail(ctx.mail)
  const { empresa_id, to, secret: sigiloso = false, files = [], lifeSeconds } = mail
  const text = mail.text.slice(0, MAIL_TEXT)
  const chave = crypto.randomUUID()
  const [record] = await insertRows(ctx, email, [
    {
      empresa_id,
      para: to,
      assunto: mail.subject.slice(0, 200),
      body: sigiloso ? null : text,
      responder: mail.replyTo ?? null,
      anexos: files.map(({ nome }) => nome),
      chave,
      sigiloso,
      dhFila: ctx.clock.now(),
    },
  ])
  if (!record) throw new Error('A mail was not stored.')
  await post(ctx, { ...record, chave, body: text }, { files, lifeSeconds })
  return record.id
}

interface Posting {
  readonly files: readonly MailFile[]
  readonly lifeSeconds?: number | undefined
}

/** A mail goes to the senders, under its key. What it says is stored twice until it is over: with the mail, and as it is sent. */
async function post(ctx: Ctx, mail: Email, { files, lifeSeconds }: Posting): Promise<void> {
  const { id, empresa_id, para, assunto, body, responder, chave } = mail
  const dados: MailData = {
    para,
    assunto,
    ...(responder === null ? {} : { responder }),
    ...(files.length === 0 ? {} : { arquivos: [...files] }),
  }
  await sendsMail.queue(ctx, [
    {
      empresa_id,
      chave: chave ?? '',
      assunto,
      para,
      corpo: body ?? '',
      sigiloso: true,
      recurso: email.name,
      registro_id: id,
      dados: { ...dados },
      ...(lifeSeconds === undefined ? {} : { lifeSeconds }),
    },
  ])
}

const held = v.object({ arquivos: v.optional(v.array(mailFile), []) })

/** Sends a mail that was written, or one that went before, as it is now. Throws 400 `files_gone` where its files are kept no more, 503 where mail is not set up. */
export const envia = step(email, 'envia', {
  summary: 'Coloca o e-mail na fila de envio; o que já foi enviado vai de novo.',
  run: async ({ ctx, record }) => {
    requireMail(ctx.mail)
    const [last] = await rowsOf(ctx, sql`select dados from troca where tipo = 'email' and chave = ${record.chave}`)
    const files = v.parse(held, last?.dados ?? {}).arquivos
    const names = Array.isArray(record.anexos) ? record.anexos : []
    if (files.length < names.length)
      throw badRequest(
        'Os anexos deste e-mail não são mais guardados: envie-o de novo pela tela do documento.',
        'files_gone',
      )
    const chave = crypto.randomUUID()
    await post(ctx, { ...record, chave }, { files })
    return { set: { chave, erro: null } }
  },
})
