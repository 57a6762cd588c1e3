import { sql } from 'drizzle-orm'
import { readEmailList } from '../../core/br/fields'
import { greeting } from '../../core/br/greeting'
import { type Ctx, rowsOf } from '../platform/context'
import { queueMail, requireMail } from '../sis/mail/queue'
import type { MailFile } from '../sis/mail/send'
import { type Kind, loadDocuments } from './document'
import { renderPdf } from './pdf'

/** Documents that go to people by e-mail, as a PDF as they are now. */

/** The addresses of a mail, parted by commas, semicolons or lines, or a list; each once, null where there is none. Throws CoreError `invalid_email`. */
export function addressesIn(given: string | readonly string[] | null): readonly string[] | null {
  const typed = typeof given === 'string' ? given.split(/[,;\n]/) : (given ?? [])
  const list = readEmailList(typed.map((one) => one.trim()).filter((one) => one !== ''))
  return list && [...new Set(list)]
}

interface Sender {
  readonly empresa_id: number
  readonly vendedor_id: number | null
}

/** Who signs a mail, and who its answers go to: the seller, else the company. */
export async function senderOf(
  ctx: Ctx,
  { vendedor_id, empresa_id }: Sender,
): Promise<{ names: string[]; email?: string }> {
  const [row] = await rowsOf(
    ctx,
    sql`select coalesce(nullif(e."xFant", ''), e."xNome") as empresa, e.email as da_empresa, s."xNome" as vendedor, s.email as do_vendedor
        from empresa e left join vendedor s on s.id = ${vendedor_id} where e.id = ${empresa_id}`,
  )
  const email = [row?.do_vendedor, row?.da_empresa].map((one) => String(one ?? '').trim()).find((one) => one !== '')
  const names = [row?.vendedor, row?.empresa].map((one) => String(one ?? '').trim()).filter((one) => one !== '')
  return { names, ...(email === undefined ? {} : { email }) }
}

interface Letter extends Sender {
  readonly to: readonly string[]
  /** Name of the file, without what it ends with. */
  readonly file: string
  readonly subject: string
  /** Who is greeted. */
  readonly dear: string
  readonly paragraphs: readonly string[]
}

interface DocumentLetter extends Letter {
  readonly kind: Kind
  /** The document. */
  readonly id: number
}

/** Queues a document to each address. Throws 503 when mail is not set up. */
export async function mailPdf(ctx: Ctx, { kind, id, ...letter }: DocumentLetter): Promise<void> {
  requireMail(ctx.mail)
  await mailFile(ctx, letter, await renderPdf(await loadDocuments(ctx, kind, [id])))
}

/** Queues a PDF that is drawn already, with other files beside it, to each address. Throws 503 when mail is not set up. */
export async function mailFile(
  ctx: Ctx,
  letter: Letter,
  pdf: Uint8Array,
  beside: readonly MailFile[] = [],
): Promise<void> {
  const { to, empresa_id, dear, paragraphs } = letter
  requireMail(ctx.mail)
  const { names, email } = await senderOf(ctx, letter)
  const file = { nome: `${letter.file}.pdf`, tipo: 'application/pdf', base64: Buffer.from(pdf).toString('base64') }
  const text = [`${greeting(ctx.clock.now(), ctx.timeZone)}, ${dear}.`, ...paragraphs, names.join('\n')].join('\n\n')
  for (const address of to)
    await queueMail(ctx, {
      empresa_id,
      to: address,
      subject: [letter.subject, ...names.slice(-1)].join(' · '),
      text,
      files: [file, ...beside],
      ...(email === undefined ? {} : { replyTo: email }),
    })
}
