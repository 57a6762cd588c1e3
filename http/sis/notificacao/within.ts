import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { NOTICE_DOCUMENTS } from '../../../core/notices/documents'
import { avisoUsuarioFields, NOTICE_TEXT } from '../../../core/fields/sis/notificacao-template'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { chosenCompany, intArray, visibleFilter, whereOf } from '../../platform/engine/query'
import { announce, belongs, insertRows } from '../../platform/engine/write'
import { identifier } from '../../platform/inputs'
import { resource, type Resource, resourceNamed, type Row } from '../../platform/resource'
import { may } from '../../platform/rights'
import type { Composed } from './compose'
import { listOf, MOST_TOLD } from './people'
import type { Target } from './targets'
import type { NotificacaoTemplate } from './template'

/** What users are told of documents within the product: each sees their own alone, whoever they are, of documents that they may see now. */
export const avisoUsuario = resource({
  name: 'aviso_usuario',
  paths: ['sis/aviso_usuario'],
  title: 'Aviso no Prumo',
  right: 'notificacao_template',
  open: true,
  readOnly: true,
  company: 'own',
  fields: avisoUsuarioFields,
  search: [],
  display: [],
  indexes: [
    ['user_id', 'dhLida'],
    ['recurso', 'registro_id'],
  ],
  visible: (ctx) =>
    sql`t.user_id = ${ctx.actor.id} and t.recurso in (select jsonb_array_elements_text(${JSON.stringify(seenKinds(ctx))}::jsonb))`,
})

/** The kinds of documents that the caller may see, of those that tell something. */
const seenKinds = (ctx: Ctx): readonly string[] =>
  NOTICE_DOCUMENTS.map(({ resource: name }) => name).filter((name) => may(ctx, resourceNamed(name), 'read'))

/** Users that are asked whether they may see a document: those who may not take nobody's place. */
const MOST_ASKED = 5_000

// What was told of a document goes with it.
belongs(avisoUsuario, { type: 'recurso', id: 'registro_id' })

/** Whom a template tells of a document within the product: users that it names, and those of its roles, of its company, who may see such a document. One query. */
export async function usersTold(ctx: Ctx, template: NotificacaoTemplate, of: Resource): Promise<readonly Target[]> {
  const { papeis, usuarios, empresa_id } = template
  const rows = await rowsOf(
    ctx,
    sql`select u.id, u.name,
          array(select r.name from user_role x join role r on r.id = x.role_id where x.user_id = u.id) as roles,
          array(select p.name from permission p where p.id in (
            select rp.permission_id from user_role x join role_permission rp on rp.role_id = x.role_id where x.user_id = u.id
            union select up.permission_id from user_permission up where up.user_id = u.id)) as permissions
        from "user" u
        where u.ativo and exists (select 1 from user_empresa e where e.user_id = u.id and e.empresa_id = ${empresa_id})
          and (u.id = any (${intArray(listOf(usuarios).map(Number))}::int[]) or exists (
            select 1 from user_role x join role r on r.id = x.role_id
            where x.user_id = u.id and r.name in (select jsonb_array_elements_text(${JSON.stringify(listOf(papeis))}::jsonb))))
        order by u.id limit ${MOST_ASKED}`,
  )
  const sees = (row: Row): boolean =>
    may(
      { actor: { ...ctx.actor, id: Number(row.id), roles: texts(row.roles), permissions: texts(row.permissions) } },
      of,
      'read',
    )
  return rows
    .filter(sees)
    .slice(0, MOST_TOLD)
    .map((row) => ({ para: `${String(row.name).slice(0, 180)} (${String(row.id)})`, address: String(row.id) }))
}

const texts = (value: unknown): readonly string[] => listOf(value).map(String)

interface Told {
  readonly template: NotificacaoTemplate
  readonly of: Resource
  readonly record: Row
  readonly text: Composed
}

/** The notice of a document for a user. */
export const noticeFor = (user_id: number, { template, of, record, text }: Told): Row => ({
  empresa_id: template.empresa_id,
  user_id,
  notificacao_template_id: template.id,
  titulo: text.subject || template.descricao,
  texto: text.text.slice(0, NOTICE_TEXT),
  recurso: of.name,
  registro_id: Number(record.id),
})

/** Tells users what one template says: it waits for them wherever they are signed in. A statement and an announcement for all, who are of one company. */
export async function tellUsers(ctx: Ctx, notices: readonly Row[]): Promise<void> {
  const dhAviso = ctx.clock.now()
  const [first] = await insertRows(
    ctx,
    avisoUsuario,
    notices.map((one) => ({ ...one, dhAviso })),
  )
  if (first) await announce(ctx, avisoUsuario, first.id)
}

/** The caller has read notices of theirs: those that are named, or all that the list shows. Others' are left as they are. */
export const marcaLidos = action(avisoUsuario, 'marcaLidos', {
  summary: 'Marca como lidos os avisos de quem chama: os informados, ou todos',
  right: 'own',
  on: 'collection',
  input: v.object({ ids: v.optional(v.pipe(v.array(identifier), v.maxLength(MOST_TOLD))) }),
  answer: v.object({ lidos: v.number() }),
  run: async ({ ctx, input: { ids } }) => {
    const those = ids ? [sql`t.id = any (${intArray(ids)}::int[])`] : chosenCompany(ctx, avisoUsuario, undefined)
    const mine = whereOf([...visibleFilter(ctx, avisoUsuario), sql`t."dhLida" is null`, ...those])
    const marked = await rowsOf(
      ctx,
      sql`update aviso_usuario t set "dhLida" = ${ctx.clock.now()} ${mine} returning t.id`,
    )
    const [first] = marked
    if (first) await announce(ctx, avisoUsuario, Number(first.id))
    return { lidos: marked.length }
  },
})
