import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { hasScreen, maySee, pathOf } from '../../core/access'
import { showValue } from '../../core/fields/show'
import { stateOfNumber } from '../../core/lifecycle/standing'
import { type Action, action } from '../platform/action'
import { type Ctx, rowsOf } from '../platform/context'
import { column, tableName } from '../platform/engine/columns'
import { whereOf } from '../platform/engine/query'
import { visibleFilter } from '../platform/engine/query'
import { nothing } from '../platform/inputs'
import { allResources, type Resource, type Row } from '../platform/resource'
import { may } from '../platform/rights'
import { hasSteps } from './steps'

/**
 * What a document came from and what came of it, both ways: made of the references that definitions hold (of the document, of its lines, of others
 * to it), of the step that made it, and of the document that a title names. A reference that is added is told on both its sides.
 */

const MOST_OF_A_KIND = 20

/** A document that says by name and number what it came from. */
const namesDocument = ({ fields }: Resource): boolean =>
  fields.documento?.meta.format === 'recurso' && Object.hasOwn(fields, 'documento_id')

/** What people call documents: with a screen of their own, and a life, steps, or a document that they come from. */
const isDocument = (one: Resource): boolean =>
  one.company === 'own' &&
  !one.parent &&
  !one.view &&
  hasScreen(one.name) &&
  (one.life !== undefined || hasSteps(one) || namesDocument(one))

/** Every document, in the order of their areas. */
export const documentResources = (): readonly Resource[] => allResources().filter(isDocument)

const refsTo = (from: Resource, to: Resource): readonly string[] =>
  Object.entries(from.fields).flatMap(([name, { meta }]) => (meta.ref === to.name ? [name] : []))

const linesBelow = (document: Resource) =>
  allResources().flatMap((lines) =>
    lines.parent?.resource === document.name ? [{ lines, owner: lines.parent.field }] : [],
  )

const hasOrigin = ({ fields }: Resource): boolean => fields.origem_id?.meta.ref === 'lancamento'

/** The ways from a document to the records of another resource: each a query for their numbers. */
function waysTo(from: Resource, id: number, to: Resource): readonly SQL[] {
  const [own, other] = [tableName(from), tableName(to)]
  const x = (name: string): SQL => column('x', name)
  return [
    ...refsTo(from, to).map((name) => sql`select ${x(name)} from ${own} x where x.id = ${id}`),
    ...refsTo(to, from).map((name) => sql`select x.id from ${other} x where ${x(name)} = ${id}`),
    ...linesBelow(from).flatMap(({ lines, owner }) =>
      refsTo(lines, to).map((name) => sql`select ${x(name)} from ${tableName(lines)} x where ${x(owner)} = ${id}`),
    ),
    ...linesBelow(to).flatMap(({ lines, owner }) =>
      refsTo(lines, from).map((name) => sql`select ${x(owner)} from ${tableName(lines)} x where ${x(name)} = ${id}`),
    ),
    ...(hasOrigin(to)
      ? [
          sql`select x.id from ${other} x join lancamento l on l.id = x.origem_id
              where l.documento = ${from.name} and l.documento_id = ${id}`,
        ]
      : []),
    ...(hasOrigin(from)
      ? [
          sql`select l.documento_id from ${own} x join lancamento l on l.id = x.origem_id
              where x.id = ${id} and l.documento = ${to.name}`,
        ]
      : []),
    ...(namesDocument(to)
      ? [sql`select x.id from ${other} x where x.documento = ${from.name} and x.documento_id = ${id}`]
      : []),
    ...(namesDocument(from)
      ? [sql`select x.documento_id from ${own} x where x.id = ${id} and x.documento = ${to.name}`]
      : []),
  ]
}

/** The first of some columns that a resource has and the caller may see. */
function firstOf({ actor }: Ctx, { fields }: Resource, names: readonly string[]): string | undefined {
  return names.find((name) => {
    const meta = fields[name]?.meta
    return meta !== undefined && maySee(actor, meta)
  })
}

const AMOUNTS = ['vTotal', 'vNF', 'vDup'] as const
const DAYS = ['dVencimento', 'dRota', 'dEmissao', 'dNecessidade'] as const

function queryOf(ctx: Ctx, to: Resource, ways: readonly SQL[], self: number | undefined): SQL {
  const t = (name: string | undefined): SQL => (name === undefined ? sql`null` : column('t', name))
  const where = whereOf([
    sql`t.id in (${sql.join([...ways], sql` union `)})`,
    ...(self === undefined ? [] : [sql`t.id <> ${self}`]),
    ...visibleFilter(ctx, to),
  ])
  return sql`(select ${to.name} as recurso, t.id, ${to.life ? sql`t.status` : sql`null::int`} as status,
      ${t(firstOf(ctx, to, ['numero']))} as numero, ${t(firstOf(ctx, to, AMOUNTS))}::numeric as valor, ${t(firstOf(ctx, to, DAYS))}::date::text as dia
      from ${tableName(to)} t ${where} order by t.id desc limit ${MOST_OF_A_KIND})`
}

/** A related document as it is read: what it is called, where it stands, what it comes to, and where it opens. */
function told(known: ReadonlyMap<string, Resource>, { recurso, id, status, numero, valor, dia }: Row): Row[] {
  const resource = known.get(String(recurso))
  if (resource === undefined) return []
  const state = resource.life && stateOfNumber(resource.life, status)
  const facts = [
    showValue({ kind: 'date' }, dia),
    valor === null ? '' : showValue({ kind: 'decimal', format: 'money' }, valor),
  ]
  return [
    {
      recurso,
      id: Number(id),
      texto: `${resource.title} ${numero ? String(numero) : `nº ${Number(id)}`}`,
      busca: String(numero ?? id),
      detalhe: facts.filter((fact) => fact !== '').join(' · '),
      situacao: state ? { palavra: state.word, tom: state.hue, marca: state.mark ?? null } : null,
      caminho: pathOf(resource.name, Number(id)),
    },
  ]
}

/** The documents that belong to one, of those that the caller may see; one query, at most 20 of a kind. */
export async function related(ctx: Ctx, from: Resource, id: number): Promise<Row[]> {
  const documents = documentResources().filter((to) => may(ctx, to, 'read'))
  const queries = documents.flatMap((to) => {
    const ways = waysTo(from, id, to)
    return ways.length === 0 ? [] : [queryOf(ctx, to, ways, to === from ? id : undefined)]
  })
  if (queries.length === 0) return []
  const rows = await rowsOf(ctx, sql.join(queries, sql` union all `))
  const known = new Map(documents.map((one) => [one.name, one]))
  return rows.flatMap((row) => told(known, row))
}

const answer = v.object({
  data: v.array(
    v.object({
      recurso: v.string(),
      id: v.number(),
      texto: v.string(),
      busca: v.string(),
      detalhe: v.string(),
      situacao: v.nullable(v.object({ palavra: v.string(), tom: v.string(), marca: v.nullable(v.string()) })),
      caminho: v.string(),
    }),
  ),
})

/** `relacionados` of every document; called once all of them are defined. */
export function relatedActions(): readonly Action[] {
  return documentResources().map((resource) =>
    action(resource, 'relacionados', {
      on: 'record',
      right: 'read',
      reads: true,
      summary: 'Documentos de que este veio e que vieram dele, dos que se podem ver.',
      input: nothing,
      answer,
      run: async ({ ctx, record }) => ({ data: await related(ctx, resource, record.id) }),
    }),
  )
}
