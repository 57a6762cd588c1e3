import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { formatCurrency } from '../../../core/br/number'
import { SYSTEM } from '../../db/pool'
import { withinCompany } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { find, update } from '../../platform/engine/write'
import { backgroundJob } from '../../platform/jobs/job'
import { queueJob } from '../../platform/jobs/queue'
import { mailFile } from '../../relatorios/mail'
import { addressesIn } from '../nota/mail'
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

/** The note's XML and paper to each address of its customer, once a thing that happened. */
export const mailsNfse = backgroundJob('nfse.email', async (given, { services }) => {
  const { nfse_id, aconteceu } = v.parse(payload, given)
  const [row] = await services.pool.read(SYSTEM, (db) =>
    rowsOf({ db }, sql`select empresa_id from nfse where id = ${nfse_id}`),
  )
  if (!row) return
  await withinCompany(services, Number(row.empresa_id), async (ctx) => {
    const note = await find(ctx, nfse, nfse_id, { lock: true })
    const isNew = aconteceu === 'autorizada'
    if (!note || (isNew && note.dhEmail !== null)) return
    const [customer] = await rowsOf(ctx, sql`select envia_nfe from cliente where id = ${note.cliente_id}`)
    const to = await takersAddresses(ctx, note)
    if (customer?.envia_nfe === false || to.length === 0) return
    await mailNfse(ctx, note, to, null)
    if (isNew) await update(ctx, nfse, note, { dhEmail: ctx.clock.now() }, 'foi enviada por e-mail')
  })
})

const xmlFile = ({ chNFSe }: Nfse, xml: string) => ({
  nome: `${chNFSe}-nfse.xml`,
  tipo: 'application/xml',
  base64: Buffer.from(xml).toString('base64'),
})

/** The last note that the system gave. */
const lastXml = (id: SQL): SQL =>
  sql`(select k.xml from nfse_xml k where k.nfse_id = ${id} and k.tipo = 'protocolo' order by k.id desc limit 1)`

const letterOf = ({ nNFSe, chNFSe, vServ }: Nfse, aconteceu: Happened) => ({
  file: `${chNFSe}-nfse`,
  subject: `NFS-e nº ${nNFSe}`,
  paragraphs: [`${SAYS[aconteceu]} nº ${nNFSe}, no valor de ${formatCurrency(vServ)}.`, `Chave de acesso: ${chNFSe}`],
})

/** Mails a note's XML and paper to whom is said, else to its customer (E3-137). Throws 400 for one without an address, 503 when mail is not set up. */
export async function mailNfse(ctx: Ctx, note: Nfse, to: readonly string[], texto: string | null): Promise<void> {
  const [row] = await rowsOf(
    ctx,
    sql`select c."xNome", ${lastXml(sql`t.id`)} as xml from nfse t left join cliente c on c.id = t.cliente_id where t.id = ${note.id}`,
  )
  if (!row || row.xml === null) throw badRequest('Esta NFS-e ainda não foi autorizada.', 'not_authorised')
  const xml = String(row.xml)
  const cancelled = note.dhCancelamento !== null
  const { paragraphs, ...letter } = letterOf(note, cancelled ? 'cancelada' : 'autorizada')
  const dear = String(row.xNome ?? note.xTomador ?? '')
  const said = { ...letter, to, empresa_id: note.empresa_id, vendedor_id: null, dear }
  await mailFile(
    ctx,
    { ...said, paragraphs: [...(texto ? [texto] : []), ...paragraphs] },
    await danfsesApart([xml], cancelled),
    [xmlFile(note, xml)],
  )
}

/** The addresses of a note's customer. */
export async function takersAddresses(ctx: Ctx, { cliente_id, email }: Nfse): Promise<readonly string[]> {
  const [customer] = await rowsOf(ctx, sql`select email, email_list from cliente where id = ${cliente_id}`)
  return addressesIn(customer ?? { email })
}
