import { sql } from 'drizzle-orm'
import type { Ctx, MailSettings } from '../../platform/context'
import { ApiError } from '../../platform/errors'
import { trialOf } from '../../platform/trial'

/** An e-mail to be sent: plain text, to one address. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Its text is erased once it is sent or given up. */
  readonly secret?: boolean
  /** After so many seconds it is not sent any more. */
  readonly lifeSeconds?: number
}

export const MAIL_CHANNEL = 'prumo_email'

/** What mails need, or a 503 that says what to set: called before anything is done, so that nothing is left half done. */
export function requireMail(mail: MailSettings): { readonly smtpUrl: string; readonly publicUrl: string } {
  const missing = mail.smtpUrl ? (mail.publicUrl ? undefined : 'PRUMO_URL (o endereço deste servidor)') : 'SMTP_URL'
  if (!mail.smtpUrl || !mail.publicUrl)
    throw new ApiError(
      503,
      'integration_not_configured',
      `O envio de e-mails não está configurado: o administrador do servidor precisa definir ${missing}.`,
    )
  return { smtpUrl: mail.smtpUrl, publicUrl: mail.publicUrl.replace(/\/+$/, '') }
}

/** Puts a mail into the queue, in the caller's transaction: it leaves after the commit, and not at all without one. Throws 503 when mail is not set up. */
export async function queueMail(ctx: Pick<Ctx, 'db' | 'mail'>, mail: Mail): Promise<void> {
  requireMail(ctx.mail)
  trialOf(ctx)?.messages.push({ meio: 'e-mail', assunto: mail.subject, para: mail.to })
  const life = mail.lifeSeconds === undefined ? null : `${mail.lifeSeconds} seconds`
  await ctx.db.execute(
    sql`insert into email_fila (para, assunto, texto, sigiloso, expira_em)
        values (${mail.to}, ${mail.subject.slice(0, 200)}, ${mail.text.slice(0, 50_000)}, ${mail.secret ?? false}, now() + ${life}::interval)`,
  )
  await ctx.db.execute(sql`select pg_notify(${MAIL_CHANNEL}, '')`)
}
