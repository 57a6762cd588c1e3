import * as v from 'valibot'
import { maySee } from '../../../core/access'
import { type FieldMeta, RECORD_FIELDS } from '../../../core/fields/field'
import { groupedBy } from '../../../core/fields/group'
import { sum } from '../../area'
import { action } from '../../platform/action'
import { rows } from '../../platform/answers'
import type { Ctx } from '../../platform/context'
import { groups } from '../../platform/engine/groups'
import { list } from '../../platform/engine/list'
import type { QueryParams } from '../../platform/engine/query'
import { columnsOffered, type OfferedColumn } from '../../platform/export/columns'
import { nothing, shortText } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { may } from '../../platform/rights'
import { type Compiled, compiled, definitionInput, isTime, readDefinition, resourceOf } from './definition'
import { relatorioProprio } from './relatorio-proprio'
import { groupText } from './report'

/** What a report answers as JSON, and what its builder has to know: all of it as lists answer it, within the rights of who asks. */

const PREVIEW = '20'

const row = v.looseObject({})
const column = v.looseObject({ field: v.string(), label: v.string() })
const page = v.object({
  data: v.array(row),
  last_page: v.number(),
  current_page: v.number(),
  total: v.number(),
  total_capped: v.optional(v.literal(true)),
  sums: v.optional(row),
  colunas: v.array(column),
})
const gathered = v.object({ data: v.array(row), grupos: v.number(), somas: v.array(column) })

/** A column as its reader's screen shows it. */
const told = ({ field, label, kind, meta, stored, reference }: OfferedColumn) => ({
  field,
  label,
  kind,
  stored,
  ...(reference ? { reference } : {}),
  meta: meta ? shapeOf(meta) : { kind },
})

/** What a screen needs of a field's definition. */
const shapeOf = ({ kind, format, decimals, words, options, summed, unitOf }: FieldMeta) => ({
  kind,
  ...(format === undefined ? {} : { format }),
  ...(decimals === undefined ? {} : { decimals }),
  ...(words === undefined ? {} : { words }),
  ...(options === undefined ? {} : { options }),
  ...(summed === undefined ? {} : { summed }),
  ...(unitOf === undefined ? {} : { unitOf }),
})

/** What a row has at a path of a column: `cliente.xNome`, `extra.cor`. */
function picked(row: Row, columns: readonly OfferedColumn[]): Row {
  const answer: Row = { id: row.id }
  for (const { field } of columns) copy(row, answer, field.split('.'))
  return answer
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

function copy(from: Row, to: Row, [name = '', ...rest]: readonly string[]): void {
  if (!Object.hasOwn(from, name)) return
  const inner = from[name]
  if (rest.length === 0 || !isRow(inner)) {
    to[name] = inner
    return
  }
  const made: Row = isRow(to[name]) ? to[name] : {}
  to[name] = made
  copy(inner, made, rest)
}

async function rowsOf(ctx: Ctx, { resource, params, columns }: Compiled, asked: QueryParams) {
  const answer = await list(ctx, resource, { ...params, ...asked })
  return { ...answer, data: answer.data.map((one) => picked(one, columns)), colunas: columns.map(told) }
}

async function groupsOf(ctx: Ctx, { resource, params, group, sums }: Compiled) {
  if (!group) return { data: [], grupos: 0, somas: [] }
  const answer = await groups(ctx, resource, { ...params, por: group.field })
  const data = answer.data.map((one) => ({
    ...one,
    nome: groupText(group.meta, one.valor, one.objeto),
  }))
  return { ...answer, data, tempo: isTime(group.meta), somas: sums.map(told) }
}

const paged = v.object({ page: v.optional(v.string()), perPage: v.optional(v.string()) })

export const dados = action(relatorioProprio, 'dados', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'As linhas do relatório, uma página por vez, com as suas somas.',
  input: paged,
  answer: page,
  run: async ({ ctx, record, input }) => rowsOf(ctx, await compiled(ctx, readDefinition(record)), input),
})

export const grupos = action(relatorioProprio, 'grupos', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Os grupos do relatório, com contagem e somas.',
  input: nothing,
  answer: gathered,
  run: async ({ ctx, record }) => groupsOf(ctx, await compiled(ctx, readDefinition(record))),
})

export const previa = action(relatorioProprio, 'previa', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Mostra um relatório que ainda não foi salvo: as 20 primeiras linhas e os grupos.',
  input: definitionInput,
  answer: v.object({ linhas: page, agrupado: gathered }),
  run: async ({ ctx, input }) => {
    const found = await compiled(ctx, input)
    return { linhas: await rowsOf(ctx, found, { perPage: PREVIEW }), agrupado: await groupsOf(ctx, found) }
  },
})

export const recursos = action(relatorioProprio, 'recursos', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Os cadastros e documentos de que se pode fazer um relatório.',
  input: nothing,
  answer: rows,
  run: ({ ctx }) => {
    const open = sum('resources').filter((one) => may(ctx, one, 'read'))
    const data = open.map(({ name, title, paths }) => ({ recurso: name, titulo: title, caminhos: paths }))
    return Promise.resolve({ data: data.toSorted((a, b) => a.titulo.localeCompare(b.titulo, 'pt-BR')) })
  },
})

export const campos = action(relatorioProprio, 'campos', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'As colunas que um relatório de um cadastro pode ter, e os campos pelos quais se agrupa.',
  input: v.object({ recurso: shortText(60) }),
  answer: v.object({ data: v.array(column), grupos: v.array(column) }),
  run: async ({ ctx, input: { recurso } }) => {
    const resource = await resourceOf(ctx, recurso)
    const fields = Object.entries({ ...RECORD_FIELDS, ...resource.fields })
    const able = fields.filter(([, { meta }]) => groupedBy(meta) && maySee(ctx.actor, meta))
    return {
      data: columnsOffered(ctx, resource).map(told),
      grupos: able.map(([field, { meta }]) => ({ field, label: meta.label, tempo: isTime(meta) })),
    }
  },
})
