import { sql } from 'drizzle-orm'
import { MAIL_TEXT } from '../../../core/fields/sis/email'
import type { NoticeChannel } from '../../../core/fields/sis/notificacao-template'
import { documentOf } from '../../../core/notices/documents'
import { oneLine, render } from '../../../core/notices/template'
import { type Ctx, rowsOf } from '../../platform/context'
import type { Row } from '../../platform/resource'
import { ownValuesOf } from './own'
import type { NotificacaoTemplate } from './template'
import { referredOf, valuesOf } from './values'

const SUBJECT = 200

/** A text as it goes out. */
export interface Composed {
  readonly subject: string
  readonly text: string
}

/** A template with its places filled: plain text, which `mailHtml` escapes whole. */
export const compose = (
  { assunto, body }: Pick<NotificacaoTemplate, 'assunto' | 'body'>,
  values: Readonly<Record<string, string>>,
): Composed => ({
  subject: oneLine(render(assunto ?? '', values, SUBJECT * 4)).slice(0, SUBJECT),
  text: render(body ?? '', values, MAIL_TEXT),
})

/** All that a template says, in one: for what it names. */
export const textsOf = ({ assunto, body }: Pick<NotificacaoTemplate, 'assunto' | 'body'>): string =>
  `${assunto ?? ''}\n${body ?? ''}`

/** What the company's template in use says of a document's event by a way, the oldest of them; undefined where there is none. */
export async function composed(
  ctx: Ctx,
  evento: string,
  canal: NoticeChannel,
  record: Row,
): Promise<Composed | undefined> {
  const document = documentOf(evento)
  const [template] = await rowsOf(
    ctx,
    sql`select assunto, body from notificacao_template
        where empresa_id = ${record.empresa_id} and evento = ${evento} and status = 1 and canal = ${canal} order by id limit 1`,
  )
  if (!document || !template) return undefined
  const text = { assunto: textOf(template.assunto), body: textOf(template.body) }
  const referred = await referredOf(ctx, document, [record])
  const own = await ownValuesOf(ctx, { document, records: [record], referred, text: textsOf(text) })
  return compose(text, { ...valuesOf(ctx, document, record, referred), ...own(record) })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
