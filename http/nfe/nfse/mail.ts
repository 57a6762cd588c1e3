import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { formatCurrency } from '../../../core/br/number'
import { type Ctx, rowsOf } from '../../platform/context'
import { update } from '../../platform/engine/write'
import { backgroundJob } from '../../platform/jobs/job'
import { queueJob } from '../../platform/jobs/queue'
import { mailFile } from '../../relatorios/mail'
import { addressesIn } from '../nota/mail'
import { withDocument } from '../with-document'
import { type Drawn, endOf } from './danfse'
import { danfsesApart } from './danfse-apart'
import { type Nfse, nfse } from './nfse'

/** What happened to a note that its customer is told of, and how it is said. */
const SAYS = { autorizada: 'Segue em anexo a NFS-e', cancelada: 'Foi cancelada a NFS-e' } as const
type Happened = keyof typeof SAYS

const payload = v.object({ nfse_id: v.number(), aconteceu: v.picklist(['autorizada', 'cancelada']) })

/** Tells the customer of a note by e-mail, after the commit; not at all where mail is not set up. */
export async function tellTaker(ctx: Ctx, { id, cliente_id }: Nfse, aconteceu: Happened): Promise<void> {
  if (!ctx.mail.smtpUrl || !ctx.mail.publicUrl || cliente_id === null) return
  await queueJob(
    ctx.db,
    mailsNfse.name,
    { nfse_id: id, aconteceu },
    { key: `nfse.email:${id}:${aconteceu}`, attempts: 5 },
  )
}

/** The note's XML and paper to each address of its customer, once a thing that happened. Drawn while nothing of the database is held. */
export const mailsNfse = backgroundJob('nfse.email', async (given, { services }) => {
  const { nfse_id, aconteceu } = v.parse(payload, given)
  const drawn = await withDocument(services, nfse, nfse_id, async (ctx, note) =>
    (await listensTo(ctx, note, aconteceu)) ? drawnOf(ctx, note) : undefined,
  )
  if (!drawn) return
  const file = { xml: drawn.xml, pdf: await danfsesApart([drawn]) }
  await withDocument(services, nfse, nfse_id, async (ctx, note) => {
    if (!(await listensTo(ctx, note, aconteceu))) return
    await mailNfse(ctx, note, { to: await takersAddresses(ctx, note), texto: null, aconteceu, ...file })
    if (aconteceu === 'autorizada')
      await update(ctx, nfse, note, { dhEmail: ctx.clock.now() }, 'foi enviada por e-mail')
  })
})

/** Whether its customer is told: once that a note is in force, while it is, and not where they take no notes by e-mail. */
async function listensTo(ctx: Ctx, note: Nfse, aconteceu: Happened): Promise<boolean> {
  if (aconteceu === 'autorizada' && (note.dhEmail !== null || endOf(note) !== null)) return false
  const [customer] = await rowsOf(ctx, sql`select envia_nfe from cliente where id = ${note.cliente_id}`)
  return customer?.envia_nfe !== false && (await takersAddresses(ctx, note)).length > 0
}

/** A note as it is drawn: the last that the system gave; undefined while there is none. */
export async function drawnOf(ctx: Ctx, note: Nfse): Promise<Drawn | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select xml from nfse_xml where nfse_id = ${note.id} and tipo = 'protocolo' order by id desc limit 1`,
  )
  return row && { xml: String(row.xml), ended: endOf(note), isTest: note.tpAmb !== 1 }
}

interface NfseLetter {
  readonly to: readonly string[]
  /** What somebody says above. */
  readonly texto: string | null
  readonly aconteceu: Happened
  readonly xml: string
  readonly pdf: Uint8Array
}

/** Mails a note's XML and paper to whom is said (E3-137). Throws 503 when mail is not set up. */
export async function mailNfse(ctx: Ctx, note: Nfse, letter: NfseLetter): Promise<void> {
  const { chNFSe, cVerif, idDps, nNFSe, vServ, empresa_id, cliente_id, xTomador } = note
  const file = `${chNFSe ?? idDps}-nfse`
  const { to, texto, aconteceu, xml, pdf } = letter
  const [customer] = await rowsOf(ctx, sql`select "xNome" from cliente where id = ${cliente_id}`)
  const paragraphs = [
    ...(texto ? [texto] : []),
    `${SAYS[aconteceu]} nº ${nNFSe}, no valor de ${formatCurrency(vServ)}.`,
    chNFSe === null ? `Código de verificação: ${cVerif}` : `Chave de acesso: ${chNFSe}`,
  ]
  const said = { to, empresa_id, vendedor_id: null, dear: String(customer?.xNome ?? xTomador ?? ''), paragraphs }
  await mailFile(ctx, { ...said, file, subject: `NFS-e nº ${nNFSe}` }, pdf, [
    { nome: `${file}.xml`, tipo: 'application/xml', base64: Buffer.from(xml).toString('base64') },
  ])
}

/** The addresses of a note's customer. */
export async function takersAddresses(ctx: Ctx, { cliente_id, email }: Nfse): Promise<readonly string[]> {
  const [customer] = await rowsOf(ctx, sql`select email, email_list from cliente where id = ${cliente_id}`)
  return addressesIn(customer ?? { email })
}
