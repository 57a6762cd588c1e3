import { sql } from 'drizzle-orm'
import { documentOf, type NoticeDocument, noticesOf } from '../../../core/notices/documents'
import { type Ctx, rowsOf } from '../../platform/context'
import { afterAudit } from '../../platform/engine/audit'
import { intArray } from '../../platform/engine/query'
import { announce, insertRows, loadWhere } from '../../platform/engine/write'
import type { Wanted } from '../../platform/exchange/exchange'
import { resourceNamed, type Row } from '../../platform/resource'
import { attempt } from '../../platform/savepoint'
import { senderOf } from '../../relatorios/mail'
import { queueMail, requireMail } from '../mail/queue'
import { type Composed, compose, textsOf } from './compose'
import { ownValuesOf } from './own'
import { type Target, targetsOf } from './targets'
import { avisoEnvio, notificacaoTemplate, type NotificacaoTemplate } from './template'
import { referredOf, valuesOf } from './values'
import { type MessageAbout, sendsMessage } from './whatsapp'
import { noticeFor, tellUsers, usersTold } from './within'

/** Something that happened to a document. */
interface Happened {
  readonly evento: string
  readonly record: Row
}

/**
 * Every change of a document is looked at once, whichever verb made it: the company's templates in use for what it means tell people of it, in the transaction of the
 * change. So nothing is told that did not happen. What cannot be told does not hold the step up: it is written down with the template.
 */
export function watchForNotices(): void {
  afterAudit(async (ctx, entries) => {
    const happened = entries.flatMap(({ resource, record, before, acao }): Happened[] =>
      acao === 'delete' ? [] : noticesOf(resource.name, before, record).map((evento) => ({ evento, record })),
    )
    for (const template of await templatesFor(ctx, happened)) {
      const document = documentOf(template.evento)
      const own = happened.filter(
        ({ evento, record }) => evento === template.evento && record.empresa_id === template.empresa_id,
      )
      if (document)
        await tell(
          ctx,
          { template, document },
          own.map(({ record }) => record),
        )
    }
  })
}

/** The templates in use for any of it, the oldest first. One query, and none where nothing happened. */
async function templatesFor(ctx: Ctx, happened: readonly Happened[]): Promise<readonly NotificacaoTemplate[]> {
  if (happened.length === 0) return []
  const companies = [...new Set(happened.map(({ record }) => Number(record.empresa_id)))]
  const events = [...new Set(happened.map(({ evento }) => evento))]
  const rows = await rowsOf(
    ctx,
    sql`select id from notificacao_template where status = 1 and empresa_id = any (${intArray(companies)}::int[])
          and evento in (select jsonb_array_elements_text(${JSON.stringify(events)}::jsonb)) order by id`,
  )
  return loadWhere(
    ctx,
    notificacaoTemplate,
    'id',
    rows.map((row) => Number(row.id)),
  )
}

interface Told {
  readonly template: NotificacaoTemplate
  readonly document: NoticeDocument
}

/** Tells of documents by one template: each recipient once, for whom it failed before again. */
async function tell(ctx: Ctx, told: Told, records: readonly Row[]): Promise<void> {
  const { template, document } = told
  const done = await toldBefore(ctx, template, records)
  const referred = await referredOf(ctx, document, records)
  const of = resourceNamed(document.resource)
  const users = template.canal === 'prumo' ? await usersTold(ctx, template, of) : undefined
  const own = await ownValuesOf(ctx, { document, records, referred, text: textsOf(template) })
  const dhEnvio = ctx.clock.now()
  const sent: Row[] = []
  const notices: Row[] = []
  for (const record of records) {
    const people = users ?? targetsOf(template, document, record, referred)
    const targets = people.filter((one) => !done.has(keyOf(record.id, one)))
    if (targets.length === 0) continue
    const text = compose(template, { ...valuesOf(ctx, document, record, referred), ...own(record) })
    for (const target of targets) {
      if (users && 'address' in target) notices.push(noticeFor(Number(target.address), { template, of, record, text }))
      const came = users ? {} : await send(ctx, told, { record, target, text })
      sent.push({ ...rowOf(told, record, target), ...came, dhEnvio })
    }
  }
  await tellUsers(ctx, notices)
  await insertRows(ctx, avisoEnvio, sent)
  if (sent.length > 0) await announce(ctx, notificacaoTemplate, template.id)
}

const keyOf = (registro_id: unknown, { para }: { readonly para?: unknown }): string =>
  `${String(registro_id)} ${String(para)}`

/** Who was told of these documents by a template already. What failed is forgotten: it is tried anew. */
async function toldBefore(
  ctx: Ctx,
  { id, evento }: NotificacaoTemplate,
  records: readonly Row[],
): Promise<ReadonlySet<string>> {
  const ids = intArray(records.map((record) => Number(record.id)))
  const those = sql`notificacao_template_id = ${id} and evento = ${evento} and registro_id = any (${ids}::int[])`
  await ctx.db.execute(sql`delete from aviso_envio where ${those} and erro is not null`)
  const rows = await rowsOf(ctx, sql`select registro_id, para from aviso_envio where ${those}`)
  return new Set(rows.map((row) => keyOf(row.registro_id, row)))
}

const rowOf = ({ template: { id, empresa_id, evento }, document }: Told, record: Row, { para }: Target): Row => ({
  notificacao_template_id: id,
  empresa_id,
  evento,
  recurso: document.resource,
  registro_id: record.id,
  para,
})

interface Sending {
  readonly record: Row
  readonly target: Target
  readonly text: Composed
}

/** Queues a message in the caller's transaction; answers its mail, or why it cannot go. */
async function send(ctx: Ctx, told: Told, sending: Sending): Promise<Row> {
  const { target } = sending
  if ('why' in target) return { erro: target.why }
  const sent: { email_id?: number } = {}
  const refused = await attempt(ctx, async () => {
    if (told.template.canal === 'email') sent.email_id = await mail(ctx, told, sending, target.address)
    else await sendsMessage.queue(ctx, [messageOf(told, sending, target.address)])
  })
  return refused ? { erro: refused.message.slice(0, 500) } : sent
}

/** Queues a mail, whose answers go to the seller, else to the company. Throws 503 where mail is not set up. */
async function mail(ctx: Ctx, { template }: Told, { record, text }: Sending, to: string): Promise<number> {
  const { empresa_id } = template
  requireMail(ctx.mail)
  const vendedor_id = typeof record.vendedor_id === 'number' ? record.vendedor_id : null
  const { email } = await senderOf(ctx, { empresa_id, vendedor_id })
  return queueMail(ctx, { empresa_id, to, ...text, ...(email === undefined ? {} : { replyTo: email }) })
}

function messageOf({ template, document }: Told, { record, target, text }: Sending, fone: string): Wanted {
  const { id, empresa_id, evento, descricao } = template
  const registro = Number(record.id)
  const about: MessageAbout = { template: id, evento, registro, para: target.para }
  return {
    empresa_id,
    chave: crypto.randomUUID(),
    assunto: descricao,
    para: `${document.title} nº ${registro}`,
    corpo: JSON.stringify({ fone, texto: text.text }),
    sigiloso: true,
    recurso: document.resource,
    registro_id: registro,
    dados: { ...about },
  }
}
