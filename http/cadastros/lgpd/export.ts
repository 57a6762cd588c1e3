import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { history } from '../../platform/engine/history'
import { extended } from '../../platform/custom/definitions'
import { answerRow, column, selectionOf, shownTo, tableName } from '../../platform/engine/columns'
import { linesOf, show } from '../../platform/engine/record'
import { visibleFilter, whereOf } from '../../platform/engine/query'
import { insert } from '../../platform/engine/write'
import { allResources, type Resource, type Row } from '../../platform/resource'
import { shownThrough } from './copies'
import { lgpd } from './lgpd'
import type { PersonRecord, Subject } from './titular'

const RELATED_LIMIT = 10_000
const TRAIL_LIMIT = 1_000
/** Attachments beyond this are named, and not given along. */
const FILES_BYTES = 20 * 1024 * 1024

/** Rows that say who a person is for the rest of the company, by the name that people read. */
export interface RelatedList {
  readonly recurso: string
  readonly titulo: string
  readonly campo: string
  readonly registros: readonly Row[]
}

export interface PersonSection {
  readonly recurso: string
  readonly titulo: string
  readonly registro: Row
  readonly relacionados: readonly RelatedList[]
  readonly historico: readonly Row[]
  readonly anexos: readonly Row[]
}

/** Everything that is known of a person, as the law gives them a right to see it. */
export interface PersonExport {
  readonly titular: { readonly nome: string; readonly cpf: string | null; readonly emails: readonly string[] }
  readonly gerado_em: string
  readonly cadastros: readonly PersonSection[]
  readonly emails: readonly Row[]
  readonly acessos: readonly Row[]
}

/** Collects everything of a person that the caller's companies know, and notes that it was given out. */
export async function exportPerson(ctx: Ctx, subject: Subject): Promise<PersonExport> {
  const cadastros: PersonSection[] = []
  for (const one of subject.records) cadastros.push(await sectionOf(ctx, one))
  const first = subject.records[0]
  if (first)
    await insert(ctx, lgpd, {
      recurso: first.register.resource.name,
      registro_id: first.record.id,
      acao: 'exporta',
      user_id: ctx.actor.id || null,
    })
  return {
    titular: { nome: subject.name, cpf: subject.cpf, emails: subject.emails },
    gerado_em: ctx.clock.now(),
    cadastros,
    ...(await messagesOf(ctx, subject)),
  }
}

async function sectionOf(ctx: Ctx, { register, record }: PersonRecord): Promise<PersonSection> {
  const { resource } = register
  const relacionados: RelatedList[] = []
  for (const { by, field, whose } of [...referringTo(resource), ...shownThrough(resource)]) {
    if (by.writer !== undefined && by.writer !== field) continue
    const registros = await relatedRows(ctx, by, whose(record.id))
    if (registros.length > 0)
      relacionados.push({ recurso: by.name, titulo: by.title, campo: by.fields[field]?.meta.label ?? field, registros })
  }
  const { data } = await history(ctx, resource, record.id)
  return {
    recurso: resource.name,
    titulo: resource.title,
    registro: await show(ctx, resource, record.id),
    relacionados,
    historico: data,
    anexos: await filesOf(ctx, resource, record.id),
  }
}

/** Where other resources name a record, but for its own lists, which it shows itself. */
function referringTo(resource: Resource): ReturnType<typeof shownThrough> {
  const own = new Set(linesOf(resource))
  return allResources().flatMap((by) =>
    own.has(by)
      ? []
      : Object.entries(by.fields)
          .filter(([, { meta }]) => meta.ref === resource.name)
          .map(([field]) => ({ by, field, whose: (id: number) => sql`${column('t', field)} = ${id}` })),
  )
}

async function relatedRows(ctx: Ctx, declared: Resource, whose: SQL): Promise<Row[]> {
  const by = await extended(ctx, declared)
  const selection = selectionOf(by)
  // What the person wrote is given to them, whoever asks for them; nobody else's words are among it.
  const where = whereOf([whose, ...(by.writer === undefined ? visibleFilter(ctx, by) : [])])
  const rows = await rowsOf(
    ctx,
    sql`select ${selection.outer(ctx)} from (
          select ${selection.inner} from ${tableName(by)} t ${where} order by t.id limit ${RELATED_LIMIT}
        ) t ${selection.joins} order by t.id`,
  )
  const shown = shownTo(ctx, selection)
  return rows.map((row) => answerRow(shown, row))
}

async function filesOf(ctx: Ctx, resource: Resource, id: number): Promise<Row[]> {
  return rowsOf(
    ctx,
    sql`select a.id, a.nome, a.tamanho, a.criado_em,
          case when sum(a.tamanho) over (order by a.id) <= ${FILES_BYTES} then encode(c.conteudo, 'base64') end as conteudo_base64
        from anexo a left join anexo_conteudo c on c.anexo_id = a.id
        where a.anexable_type = ${resource.name} and a.anexable_id = ${id} order by a.id`,
  )
}

async function messagesOf(ctx: Ctx, { emails, records }: Subject): Promise<Pick<PersonExport, 'emails' | 'acessos'>> {
  const known = sql`array(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))`
  const users = records.filter(({ register }) => register.resource.name === 'user').map(({ record }) => record.id)
  return {
    emails: await rowsOf(
      ctx,
      sql`select para, assunto, case when sigiloso then '(sigiloso)' else body end as texto, criado_em, "dhEnvio" as enviado_em from email
          where lower(para) = any (${known}) order by id desc limit ${TRAIL_LIMIT}`,
    ),
    acessos: await rowsOf(
      ctx,
      sql`select dh, email, endereco, ok from tentativa_login
          where user_id = any (${`{${users.join(',')}}`}::int[]) or lower(email) = any (${known}) order by id desc limit ${TRAIL_LIMIT}`,
    ),
  }
}
