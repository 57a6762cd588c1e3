import type { Ctx, MailSettings } from '../../platform/context'
import { ApiError } from '../../platform/errors'
import { email, type MailData, type MailFile } from './send'

/** An e-mail to be sent: plain text, to one address. */
export interface Mail {
  /** The company in whose name it goes: its people see that it was sent, not what it says. */
  readonly empresa_id: number
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Who an answer goes to, where that is not the server's own address. */
  readonly replyTo?: string
  readonly files?: readonly MailFile[]
  /** Its text is erased once it is sent or given up. */
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

/** Queues a mail in the caller's transaction: it leaves after the commit, and not at all without one. Throws 503 when mail is not set up. */
export async function queueMail(ctx: Pick<Ctx, 'db' | 'clock' | 'mail'>, mail: Mail): Promise<void> {
  requireMail(ctx.mail)
  const { empresa_id, to, secret: sigiloso = false, lifeSeconds } = mail
  const dados: MailData = {
    para: to,
    assunto: mail.subject.slice(0, 200),
    ...(mail.replyTo === undefined ? {} : { responder: mail.replyTo }),
    ...(mail.files === undefined ? {} : { arquivos: [...mail.files] }),
  }
  const corpo = mail.text.slice(0, 50_000)
  const life = lifeSeconds === undefined ? {} : { lifeSeconds }
  await email.queue(ctx, [
    {
      empresa_id,
      chave: crypto.randomUUID(),
      assunto: dados.assunto,
      para: to,
      corpo,
      sigiloso,
      dados: { ...dados },
      ...life,
    },
  ])
}
