import { counted } from '../../core/br/number'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../platform/context'
import { hashToken, newToken } from '../platform/session'
import { queueMail, requireMail } from './mail/queue'

/** A link asked for at sign-in lives this long; one that staff send from the user screen, ten minutes. */
export const OWN_LINK_S = 60
export const STAFF_LINK_S = 600

/** Who a link is for. */
export interface Receiver {
  readonly id: number
  readonly name: string
  readonly email: string
}

/** What the link carries: its parts are separated by dots, the second tells in base64url whose it is and until when; the last one is the secret. */
function linkToken(email: string, seconds: number): string {
  const exp = Math.floor(Date.now() / 1000) + seconds
  return `r.${Buffer.from(JSON.stringify({ aud: email, exp })).toString('base64url')}.${newToken()}`
}

/** Makes a link for a new password, single use and stored hashed, and queues its mail. Throws 503 when mail is not set up. */
export async function mailResetLink(ctx: Ctx, to: Receiver, seconds: number): Promise<void> {
  const { publicUrl } = requireMail(ctx.mail)
  const token = linkToken(to.email, seconds)
  await ctx.db.execute(
    sql`delete from redefinicao_senha where user_id = ${to.id} and expira_em < now() - interval '1 day'`,
  )
  await ctx.db.execute(
    sql`insert into redefinicao_senha (token_hash, user_id, expira_em) values (${hashToken(token)}, ${to.id}, now() + ${`${seconds} seconds`}::interval)`,
  )
  const life = seconds < 120 ? counted(seconds, 'segundo', 'segundos') : counted(seconds / 60, 'minuto', 'minutos')
  await queueMail(ctx, {
    empresa_id: ctx.actor.empresa_id,
    to: to.email,
    subject: 'Redefinição de senha',
    text: [
      `Olá, ${to.name}.`,
      '',
      'Para escolher uma nova senha do Prumo, abra este endereço:',
      `${publicUrl}/access/password_reset?token=${token}`,
      '',
      `Ele expira em ${life} e só serve uma vez. Se você não pediu uma nova senha, ignore esta mensagem: nada muda.`,
    ].join('\n'),
    secret: true,
    lifeSeconds: seconds,
  })
}
