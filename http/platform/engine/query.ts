import { type SQL, sql } from 'drizzle-orm'
import { maySee } from '../../../core/access'
import { lacksRight } from '../../../core/access/why-not'
import { PLANNED_ANEW } from '../../db/pool'
import type { Ctx } from '../context'
import { ApiError, forbidden, invalid } from '../errors'
import type { FieldMeta } from '../../../core/fields/field'
import { disarmed } from '../json'
import { parseField } from '../parse'
import { ownSearch, type Resource, resourceNamed } from '../resource'
import { column, fieldSql } from './columns'
import { contains } from './search-text'
import { readSums, type SumsAsked } from './sums'

/** A list query whose every part has been checked. */
export interface ListQuery {
  readonly page: number
  readonly perPage: number
  readonly orderBy: string
  readonly descending: boolean
  readonly filters: readonly SQL[]
  /** The same filters as they are quicker to answer where many rows pass them. */
  readonly filtersOfMany: readonly SQL[] | undefined
  /** It looks for words: how best to find them depends on the words, so that such a list is planned anew each time. */
  readonly searches: boolean
  /** What is summed over all that it finds. */
  readonly sums: SumsAsked
}

export type QueryParams = Readonly<Record<string, string | undefined>>

const LIMITS = { perPage: 1000, page: 10_000_000, text: 200, json: 8_192, words: 8 }
const INT4 = { min: -2_147_483_648, max: 2_147_483_647 }
const BASE_FIELDS: Readonly<Record<string, FieldMeta>> = {
  id: { kind: 'integer', label: 'Código', required: false, computed: true, secret: false },
  versao: { kind: 'integer', label: 'Versão', required: false, computed: true, secret: false },
  criado_em: { kind: 'datetime', label: 'Criado em', required: false, computed: true, secret: false },
  alterado_em: { kind: 'datetime', label: 'Alterado em', required: false, computed: true, secret: false },
}

/** Reads the query of a list. Unknown fields are a 422, never ignored. */
export function readListQuery(ctx: Ctx, resource: Resource, params: QueryParams): ListQuery {
  const order = params.orderBy || resource.defaultOrder || 'id'
  fieldOf({ ctx, resource }, order, 'orderBy')
  if (params.sortedBy && !['asc', 'desc'].includes(params.sortedBy.toLowerCase()))
    throw invalid({ sortedBy: ['Use asc ou desc.'] })
  const fixed = [
    ...chosenCompany(ctx, resource, params.where),
    ...visibleFilter(ctx, resource),
    ...whereFilters({ ctx, resource }, params.where),
    ...betweenFilters({ ctx, resource }, params.between),
    ...customFilters(ctx, resource, params.custom),
  ]
  const search = { ctx, resource, text: params.search ?? '', join: params.searchJoin }
  const searches = search.text.trim() !== ''
  return {
    page: positive(params.page, 1, LIMITS.page, 'page'),
    perPage: positive(params.perPage, 10, LIMITS.perPage, 'perPage'),
    orderBy: order,
    descending: (params.sortedBy ?? (order === 'id' ? 'desc' : 'asc')).toLowerCase() === 'desc',
    filters: [...fixed, ...searchFilters({ ...search, many: false })],
    filtersOfMany:
      searches && throughFields(resource).length > 0
        ? [...fixed, ...searchFilters({ ...search, many: true })]
        : undefined,
    searches,
    sums: readSums(ctx, resource, params.sums),
  }
}

/** What a statement over a list's filters begins with. */
export const planning = ({ searches }: ListQuery): SQL => (searches ? PLANNED_ANEW : sql``)

/** The condition of a list, of its filters. */
export function whereOf(filters: readonly SQL[]): SQL {
  return filters.length === 0 ? sql`` : sql`where ${sql.join([...filters], sql` and `)}`
}

/** A call that names a company, and filters by none, lists that company's rows. */
export function chosenCompany(ctx: Ctx, resource: Resource, where: string | undefined): readonly SQL[] {
  if (resource.company !== 'own' || !ctx.actor.one_company || namesCompany(where)) return []
  return [sql`${column('t', 'empresa_id')} = ${ctx.actor.empresa_id}`]
}

/** Do the filters of a list name a company? */
export const namesCompany = (where: string | undefined): boolean =>
  jsonObject(where, 'where').some(([name]) => name === 'empresa_id')

/** Only the rows that exist for the caller: those of the caller's companies, and of these the ones that the resource lets be seen. */
export function visibleFilter(ctx: Ctx, resource: Resource): readonly SQL[] {
  const fence = companyFilter(ctx, resource)
  return resource.visible && ctx.actor.id !== 0 ? [...fence, resource.visible(ctx)] : fence
}

/** Only the rows of the caller's companies: half of `visibleFilter`, which is what anybody asks. */
function companyFilter(ctx: Ctx, resource: Resource): readonly SQL[] {
  if (resource.company === 'none') return []
  if (resource.company === 'member') return ctx.actor.id === 0 ? [] : [memberOf(ctx, companyColumn(resource))]
  const mine = ctx.actor.empresas
  const owner = column('t', 'empresa_id')
  const own = mine.length === 1 ? sql`${owner} = ${mine[0]}` : sql`${owner} = any(${intArray(mine)}::int[])`
  return [resource.company === 'optional' ? sql`(${owner} is null or ${own})` : own]
}

/** Where a row of a company, or of what is part of it, says which company it is. */
const companyColumn = (resource: Resource): SQL =>
  column('t', Object.hasOwn(resource.fields, 'empresa_id') ? 'empresa_id' : 'id')

/** SQL: is a company the caller's? Of the caller's list, or of the table: whoever makes a company belongs to it within the same transaction. */
export function memberOf({ actor }: Ctx, company: SQL): SQL {
  return sql`(${company} = any (${intArray(actor.empresas)}::int[])
    or ${company} in (select m.empresa_id from user_empresa m where m.user_id = ${actor.id}))`
}

/** A list of ids as one parameter. */
export const intArray = (ids: readonly number[]): string => `{${ids.join(',')}}`

function positive(text: string | undefined, fallback: number, limit: number, name: string): number {
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw invalid({ [name]: ['Informe um número inteiro maior que zero.'] })
  return Math.min(value, limit)
}

/** A field that a list may be filtered, ordered or grouped by. Throws 422 for one that is none, 403 for one that the caller may not see. */
export function fieldOf({ ctx, resource }: Asked, name: string, where: string): FieldMeta {
  const own = Object.hasOwn(resource.fields, name) ? resource.fields[name]?.meta : undefined
  const meta = Object.hasOwn(BASE_FIELDS, name) ? BASE_FIELDS[name] : own
  if (!meta || meta.secret || (meta.kind === 'json' && !(meta.format === 'tags' && where === 'where')))
    throw invalid({ [where]: [`Campo desconhecido: ${name.slice(0, 60)}.`] })
  // What may not be seen may not be guessed either, by filters or by an order.
  if (!maySee(ctx.actor, meta))
    throw forbidden(`Você não tem permissão para esta ação (${lacksRight(`show ${meta.right}`)}).`)
  return meta
}

function jsonObject(text: string | undefined, name: string): [string, unknown][] {
  if (!text) return []
  try {
    const value: unknown = text.length <= LIMITS.json ? JSON.parse(text) : undefined
    // Names stay as they came, to be refused by name; what lies under them is disarmed.
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.entries(value).map(([name, one]) => [name, disarmed(one)])
  } catch {
    // answered below, as any other wrong shape
  }
  throw invalid({ [name]: ['Informe um objeto JSON.'] })
}

function valueOf(meta: FieldMeta, name: string, value: unknown) {
  // A rule of the field does not hold for what is looked for, but what its column cannot hold cannot be compared with it either.
  const whole = meta.kind === 'integer' || meta.kind === 'ref'
  const range = whole ? INT4 : { max: undefined, min: undefined }
  const parsed = parseField({ ...meta, ...range, required: false, normalize: undefined, options: undefined }, value)
  if ('error' in parsed) throw invalid({ [name]: [parsed.error] })
  return parsed.ok
}

function whereFilters(asked: Asked, text: string | undefined): SQL[] {
  return jsonObject(text, 'where').map(([name, value]) => {
    const meta = fieldOf(asked, name, 'where')
    const own = fieldSql('t', name, meta)
    if (meta.kind === 'json') return tagged(own, value)
    if (!Array.isArray(value)) return value === null ? sql`${own} is null` : sql`${own} = ${valueOf(meta, name, value)}`
    if (value.length > LIMITS.perPage) throw invalid({ where: [`No máximo ${LIMITS.perPage} valores por campo.`] })
    if (value.length === 0) return sql`false`
    return sql`${own} in (${sql.join(
      value.map((one) => sql`${valueOf(meta, name, one)}`),
      sql`, `,
    )})`
  })
}

/** Rows that have a tag, any of some, or none. */
function tagged(own: SQL, value: unknown): SQL {
  if (value === null) return sql`${own} is null`
  const tags: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (tags.length > LIMITS.perPage) throw invalid({ where: [`No máximo ${LIMITS.perPage} valores por campo.`] })
  return sql`${own} ?| array(select jsonb_array_elements_text(${JSON.stringify(tags.map(String))}::jsonb))`
}

function betweenFilters(asked: Asked, text: string | undefined): SQL[] {
  return jsonObject(text, 'between').flatMap(([name, range]) => {
    const meta = fieldOf(asked, name, 'between')
    if (typeof range !== 'object' || range === null || Array.isArray(range))
      throw invalid({ between: ['Informe ini e fim de cada campo.'] })
    const ends = new Map(Object.entries(range))
    const [from, to] = [ends.get('ini'), ends.get('fim') ?? ends.get('end')]
    const own = fieldSql('t', name, meta)
    return [
      ...(from === undefined || from === null || from === '' ? [] : [sql`${own} >= ${valueOf(meta, name, from)}`]),
      ...(to === undefined || to === null || to === '' ? [] : [sql`${own} <= ${valueOf(meta, name, endOf(meta, to))}`]),
    ]
  })
}

/** A day as the end of a range of instants means its last second. */
function endOf(meta: FieldMeta, value: unknown): unknown {
  return meta.kind === 'datetime' && typeof value === 'string' && value.length === 10 ? `${value} 23:59:59` : value
}

function customFilters(ctx: Ctx, resource: Resource, text: string | undefined): SQL[] {
  return jsonObject(text, 'custom').map(([name, value]) => {
    const filter = Object.hasOwn(resource.custom ?? {}, name) ? resource.custom?.[name] : undefined
    if (!filter) throw invalid({ custom: [`Filtro desconhecido: ${name.slice(0, 60)}.`] })
    return filter(value, ctx)
  })
}

const PAIR = /^\s*([A-Za-z_][A-Za-z0-9_.]*)\s*:(.*)$/s

/** Who asks what. */
interface Asked {
  readonly ctx: Pick<Ctx, 'actor'>
  readonly resource: Resource
}

interface Search extends Asked {
  readonly text: string
  readonly join: string | undefined
  /** Many rows are expected to match. */
  readonly many: boolean
}

function searchFilters({ ctx, resource, text, join, many }: Search): SQL[] {
  if (!text.trim()) return []
  if (text.includes('\0')) throw invalid({ search: ['Texto inválido.'] })
  if (text.length > LIMITS.text) throw invalid({ search: [`Use no máximo ${LIMITS.text} caracteres.`] })
  const parts = text.split(';').filter((part) => part.trim() !== '')
  const conditions = parts.map((part) => {
    const pair = PAIR.exec(part)
    return pair
      ? fieldSearch({ ctx, resource }, pair[1] ?? '', (pair[2] ?? '').trim())
      : plainSearch(resource, part, many)
  })
  const glue = join?.toLowerCase() === 'or' ? sql` or ` : sql` and `
  return conditions.length === 0 ? [] : [sql`(${sql.join(conditions, glue)})`]
}

/** The words of a search, of which so many count. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean).slice(0, LIMITS.words)

function fieldSearch(asked: Asked, name: string, value: string): SQL {
  const meta = fieldOf(asked, name, 'search')
  const own = fieldSql('t', name, meta)
  if (meta.kind !== 'text') return sql`${own} = ${valueOf(meta, name, value)}`
  const exact = contains(sql`prumo_busca(${own})`, value)
  return ownSearch(asked.resource).includes(name) ? sql`(${contains(column('t', 'busca'), value)} and ${exact})` : exact
}

/** References whose records' text a plain search looks into. */
function throughFields(resource: Resource): readonly string[] {
  return [...new Set(resource.search.filter((name) => name.includes('.')).map((name) => name.split('.')[0] ?? ''))]
}

/** The texts of a record that a plain search looks into, each with an index: that of its resource, and the own fields that say so. */
const textsOf = (resource: Resource): readonly SQL[] => [
  ...(ownSearch(resource).length > 0 ? [column('t', 'busca')] : []),
  ...Object.entries(resource.fields).flatMap(([name, { meta }]) =>
    meta.searched === true ? [sql`prumo_busca(${fieldSql('t', name, meta)})`] : [],
  ),
]

function plainSearch(resource: Resource, text: string, many: boolean): SQL {
  const words = wordsOf(text)
  // Each word in any of them: own text and a company's own fields are one to whoever looks.
  const all = (...texts: readonly SQL[]) =>
    sql`(${sql.join(
      words.map((word) => {
        const found = texts.map((own) => contains(own, word))
        return found.length === 1 ? sql`${found[0]}` : sql`(${sql.join(found, sql` or `)})`
      }),
      sql` and `,
    )})`
  const id = /^\d{1,9}$/.test(text.trim()) ? [sql`t.id = ${Number(text.trim())}`] : []
  const texts = textsOf(resource)
  const own = texts.length > 0 ? [all(...texts)] : []
  const referred = throughFields(resource)
  const through = referred.map((field) => {
    const to = resourceNamed(resource.fields[field]?.meta.ref ?? '')
    const matching = sql`select r.id from ${sql.raw(`"${to.name}"`)} r where ${all(column('r', 'busca'))}`
    // Beside another condition it has to be a list. Alone, it is a semijoin that the planner turns by how many match.
    if (id.length + own.length > 0 || referred.length > 1)
      return sql`${column('t', field)} = any (array(${matching} limit 5000))`
    const among = sql`${column('t', field)} in (${matching})`
    // Where many match, asking each row in the list's order whether it is among them fills a page soonest: `or false` keeps the planner from undoing
    // that. They are counted before, as none may match after all (`exists` would look for the first in a pass over the table).
    return many ? sql`((${among}) or false) and (select count(*) from (${matching}) m) > 0` : among
  })
  const options = [...id, ...own, ...through]
  if (options.length === 0) throw new ApiError(422, 'validation', 'Este cadastro não tem busca livre: use campo:valor.')
  return sql`(${sql.join(options, sql` or `)})`
}
