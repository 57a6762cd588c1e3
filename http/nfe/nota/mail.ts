import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { readEmailList } from '../../../core/br/fields'
import { greeting } from '../../../core/br/greeting'
import { formatCurrency } from '../../../core/br/number'
import { MODELS } from '../../../core/fields/nfe/nfe'
import { type Ctx, rowsOf } from '../../platform/context'
import { update } from '../../platform/engine/write'
import { backgroundJob } from '../../platform/jobs/job'
import { queueJob } from '../../platform/jobs/queue'
import { senderOf } from '../../relatorios/mail'
import { queueMail } from '../../sis/mail/queue'
import { papersApart } from '../danfe/draw-apart'
import { type PaidGuide, paidGuidesOf } from '../gnre/proof'
import { withDocument } from '../with-document'
import { type Nfe, nfe } from './nfe'

/** What a customer is told of a note: what is kept of it that goes along, what is drawn, and how it is said. */
const TOLD = {
  autorizada: { file: 'protocolo', paper: 'protocolo', says: 'Segue em anexo a nota' },
  cancelada: { file: 'evento_protocolo', paper: 'protocolo', says: 'Foi cancelada a nota' },
  corrigida: {
    file: 'evento_protocolo',
    paper: 'evento_protocolo',
    says: 'Segue em anexo a carta de correção da nota',
  },
} as const

/** What happened to a note that its customer is told of. */
export type Happened = keyof typeof TOLD

const payload = v.object({ nfe_id: v.number(), aconteceu: v.picklist(['autorizada', 'cancelada', 'corrigida']) })

const ATTEMPTS = 5

/** Tells the customer of a note by e-mail, after the commit; not at all where mail is not set up. */
export async function tellCustomer(ctx: Ctx, note: Nfe, aconteceu: Happened): Promise<void> {
  if (!ctx.mail.smtpUrl || !ctx.mail.publicUrl || note.cliente_id === null) return
  await queueJob(
    ctx.db,
    mailsNote.name,
    { nfe_id: note.id, aconteceu },
    { key: `nfe.email:${note.id}:${aconteceu}`, attempts: ATTEMPTS },
  )
}

/** The note's XML and paper to each address of its customer, once a thing that happened. */
export const mailsNote = backgroundJob('nfe.email', async (given, { services }) => {
  const { nfe_id, aconteceu } = v.parse(payload, given)
  const letter = await withDocument(services, nfe, nfe_id, (ctx, note) => letterOf(ctx, note, aconteceu))
  if (!letter) return
  const pdf = await papersApart([letter.paper], { cancelled: aconteceu === 'cancelada' })
  const guides: { nome: string; tipo: string; base64: string }[] = []
  for (const { name, draw } of letter.guides)
    guides.push({ nome: `${name}.pdf`, tipo: 'application/pdf', base64: Buffer.from(await draw()).toString('base64') })
  await withDocument(services, nfe, nfe_id, async (ctx, note) => {
    for (const to of letter.to)
      await queueMail(ctx, {
        empresa_id: note.empresa_id,
        to,
        subject: letter.subject,
        text: letter.text,
        ...(letter.replyTo === undefined ? {} : { replyTo: letter.replyTo }),
        files: [
          { nome: `${letter.name}.xml`, tipo: 'application/xml', base64: Buffer.from(letter.xml).toString('base64') },
          { nome: `${letter.name}.pdf`, tipo: 'application/pdf', base64: Buffer.from(pdf).toString('base64') },
          ...guides,
        ],
      })
    if (aconteceu === 'autorizada') await update(ctx, nfe, note, { dhEmail: ctx.clock.now() }, 'foi enviada por e-mail')
  })
})

interface NoteLetter {
  readonly to: readonly string[]
  /** What is attached, and what is drawn. */
  readonly xml: string
  readonly paper: string
  readonly name: string
  /** What was paid of it to other states: none with its end. */
  readonly guides: readonly PaidGuide[]
  readonly subject: string
  readonly text: string
  readonly replyTo: string | undefined
}

async function letterOf(ctx: Ctx, note: Nfe, aconteceu: Happened): Promise<NoteLetter | undefined> {
  if (aconteceu === 'autorizada' && note.dhEmail !== null) return undefined
  const { file, paper, says } = TOLD[aconteceu]
  const [row] = await rowsOf(
    ctx,
    sql`select c.email, c.email_list, c."xNome", c.envia_nfe, ${lastOf(note, file)} as xml, ${lastOf(note, paper)} as paper
        from cliente c where c.id = ${note.cliente_id}`,
  )
  const to = row ? addressesIn(row) : []
  if (!row || row.envia_nfe === false || to.length === 0 || row.xml === null || row.paper === null) return undefined
  const { names, email } = await senderOf(ctx, { empresa_id: note.empresa_id, vendedor_id: null })
  const what = `${MODELS[note.mod === 65 ? 65 : 55]} nº ${note.nNF}`
  const paragraphs = [
    `${greeting(ctx.clock.now(), ctx.timeZone)}, ${String(row.xNome)}.`,
    `${says} ${what}, no valor de ${formatCurrency(note.vNF)}.`,
    `Chave de acesso: ${note.chNFe}`,
    names.join('\n'),
  ]
  return {
    to,
    xml: String(row.xml),
    paper: String(row.paper),
    name: `${note.chNFe}-${aconteceu === 'autorizada' ? 'nfe' : aconteceu}`,
    guides: aconteceu === 'cancelada' ? [] : await paidGuidesOf(ctx, note.id),
    subject: [what, aconteceu, ...names.slice(-1)].join(' · '),
    text: paragraphs.join('\n\n'),
    replyTo: email,
  }
}

/** The last that is kept of a note, of a kind. */
const lastOf = ({ id }: Nfe, tipo: string): SQL =>
  sql`(select xml from nfe_xml where nfe_id = ${id} and tipo = ${tipo} order by id desc limit 1)`

/** The addresses that a customer has for documents, else the one of the register. */
export function addressesIn({ email, email_list }: Readonly<Record<string, unknown>>): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(email_list) ? email_list : []
  const texts = listed.filter((one): one is string => typeof one === 'string')
  return texts.length > 0 ? (readEmailList(texts) ?? []) : typeof email === 'string' && email !== '' ? [email] : []
}
