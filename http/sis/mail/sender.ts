import { sql } from 'drizzle-orm'
import type { Transporter } from 'nodemailer'
import { type Pool, SYSTEM } from '../../db/pool'
import { type Ctx, rowsOf } from '../../platform/context'
import { log } from '../../platform/log'
import type { Row } from '../../platform/resource'
import { MAIL_CHANNEL } from './queue'

const IDLE_MS = 15_000
/** A mail that the server does not take is tried again after 10 s, 40 s, 160 s …, eight times in all, some fifteen hours. */
const ATTEMPTS = 8
const FIRST_WAIT_S = 10
const WAIT_FACTOR = 4
/** What is kept of mails that are through. */
const KEPT = '30 days'

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export interface Sender {
  /** Sends what is due now; answers how many mails were taken. */
  drain(): Promise<number>
  stop(): Promise<void>
}

/**
 * Empties the mail queue into an SMTP server. Several server processes may run one: a mail is taken under a row lock that others skip,
 * and is marked in the same transaction. A process that dies between the two sends the mail again, with the same Message-ID.
 */
export async function startSender(
  pool: Pool,
  smtpUrl: string,
  options: { readonly idleMs?: number } = {},
): Promise<Sender> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
  const address = new URL(smtpUrl)
  const from = senderAddress(address)
  let running: Promise<number> | undefined
  let again = false
  const sendAll = async (): Promise<number> => {
    let taken = 0
    do {
      again = false
      while (await sendNext(pool, transport, from)) taken++
    } while (again)
    return taken
  }
  const drain = (): Promise<number> => {
    again = running !== undefined
    running ??= sendAll()
      .catch((error: unknown) => {
        log.error('A fila de e-mails parou: {error}', { error: String(error) })
        return 0
      })
      .finally(() => (running = undefined))
    return running
  }
  const unlisten = await pool.listen(MAIL_CHANNEL, () => void drain())
  const timer = setInterval(() => void drain(), options.idleMs ?? IDLE_MS)
  const cleaning = setInterval(() => void clean(pool), 3_600_000)
  void drain()
  return {
    drain,
    stop: async () => {
      clearInterval(timer)
      clearInterval(cleaning)
      await unlisten()
      await running
      transport.close()
    },
  }
}

/** Who mails come from: `?from=` of the SMTP address, else its user when that is an address, else prumo@ its host. */
function senderAddress(smtp: URL): string {
  const user = decodeURIComponent(smtp.username)
  const from = smtp.searchParams.get('from') ?? (user.includes('@') ? user : `prumo@${smtp.hostname}`)
  return from.includes('<') ? from : `Prumo <${from}>`
}

/** Takes one mail that is due and sends it; false when there is none. */
function sendNext(pool: Pool, transport: Transporter, from: string): Promise<boolean> {
  return pool.transaction(SYSTEM, async (db) => {
    const [mail] = await rowsOf(
      { db },
      sql`select id, para, assunto, texto, tentativas, coalesce(expira_em <= now(), false) as vencido from email_fila
          where enviado_em is null and desistiu_em is null and proxima_em <= now()
          order by proxima_em limit 1 for update skip locked`,
    )
    if (!mail) return false
    if (mail.vencido === true) await giveUp(db, mail, 'expirou antes do envio')
    else await sendOne(db, mail, { transport, from })
    return true
  })
}

async function sendOne(
  db: Ctx['db'],
  mail: Row,
  { transport, from }: { transport: Transporter; from: string },
): Promise<void> {
  const id = Number(mail.id)
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: String(mail.para) },
      subject: String(mail.assunto),
      text: String(mail.texto),
      messageId: `<prumo-${id}@${from.replace(/^.*@|>$/g, '')}>`,
    })
    await db.execute(
      sql`update email_fila set enviado_em = now(), tentativas = tentativas + 1, erro = null, texto = case when sigiloso then '' else texto end where id = ${id}`,
    )
  } catch (error) {
    const told = String(error instanceof Error ? error.message : error).slice(0, 500)
    const attempt = Number(mail.tentativas) + 1
    log.warn('O e-mail {id} não saiu (tentativa {attempt}): {told}', { id, attempt, told })
    if (isFinal(error) || attempt >= ATTEMPTS) return giveUp(db, mail, told)
    const wait = `${FIRST_WAIT_S * WAIT_FACTOR ** (attempt - 1)} seconds`
    await db.execute(
      sql`update email_fila set tentativas = ${attempt}, proxima_em = now() + ${wait}::interval, erro = ${told} where id = ${id}`,
    )
  }
}

async function giveUp(db: Ctx['db'], mail: Row, why: string): Promise<void> {
  await db.execute(
    sql`update email_fila set desistiu_em = now(), erro = ${why}, texto = case when sigiloso then '' else texto end where id = ${Number(mail.id)}`,
  )
}

/** A 5xx answer is the server's last word; everything else may pass. */
function isFinal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'responseCode' in error ? Number(error.responseCode) : 0
  return code >= 500 && code < 600
}

async function clean(pool: Pool): Promise<void> {
  try {
    await pool.transaction(SYSTEM, async (db) => {
      await db.execute(sql`delete from email_fila where coalesce(enviado_em, desistiu_em) < now() - ${KEPT}::interval`)
    })
  } catch (error) {
    log.warn('A limpeza da fila de e-mails falhou: {error}', { error: String(error) })
  }
}
