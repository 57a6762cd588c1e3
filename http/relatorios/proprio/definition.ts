import * as v from 'valibot'
import { CHARTS } from '../../../core/fields/relatorios/relatorio-proprio'
import { type FieldMeta, RECORD_FIELDS } from '../../../core/fields/field'
import { groupedBy } from '../../../core/fields/group'
import { sum } from '../../area'
import { parseInput } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { extended } from '../../platform/custom/definitions'
import { fieldOf, type QueryParams, readListQuery } from '../../platform/engine/query'
import { ApiError, type FieldErrors, invalid } from '../../platform/errors'
import { columnsOffered, type OfferedColumn } from '../../platform/export/columns'
import type { Resource, Row } from '../../platform/resource'
import { assertMay } from '../../platform/rights'

/** What a report of somebody's own says, and what of it a reader is given: the parameters of a list, whose engine does the rest. */

const COLUMNS = 40
const SUMS = 20

const text = (max: number) => v.pipe(v.string(), v.maxLength(max, `Use no máximo ${max} caracteres.`))
const name = v.pipe(text(120), v.minLength(1, 'Informe um campo.'))
const object = v.custom<Row>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'Informe um objeto.',
)
/** Conditions by field, whose names the list refuses by itself, whatever they are. */
const conditions = v.nullish(object)
/** A list of at most so many: counted before any of them is looked at. */
const few = <S extends v.GenericSchema>(most: number, fault: string, one: S) =>
  v.pipe(v.array(v.unknown(), 'Informe uma lista.'), v.maxLength(most, fault), v.array(one))

const parts = {
  recurso: v.pipe(text(60), v.minLength(1, 'Preencha este campo.')),
  colunas: v.pipe(
    few(COLUMNS, `No máximo ${COLUMNS} colunas.`, v.strictObject({ field: name, label: v.nullish(text(80)) })),
    v.minLength(1, 'Informe ao menos uma coluna.'),
  ),
  filtros: v.nullish(
    v.pipe(
      object,
      v.strictObject({
        search: v.nullish(text(200)),
        searchJoin: v.nullish(v.picklist(['and', 'or'])),
        where: conditions,
        between: conditions,
        custom: conditions,
      }),
    ),
  ),
  ordem: v.nullish(v.strictObject({ field: name, descending: v.optional(v.boolean(), false) })),
  grupo: v.nullish(text(80)),
  somas: v.nullish(few(SUMS, `No máximo ${SUMS} somas.`, name)),
  grafico: v.optional(v.picklist(Object.keys(CHARTS)), 'nenhum'),
  orientacao: v.optional(v.picklist(['P', 'L']), 'P'),
}

/** The same as the body of a call: a report that is tried before it is kept. */
export const definitionInput = v.object(parts)

export type Definition = v.InferOutput<typeof definitionInput>

/** Reads what is stored, or about to be. Throws 422 by field. */
export const readDefinition = (row: Row): Definition => parseInput(definitionInput, row)

/** A report as its reader has it now. */
export interface Compiled {
  /** With the custom fields that the reader sees. */
  readonly resource: Resource
  /** Those of its columns that the reader may see; those of a field that is no more are left out. */
  readonly columns: readonly OfferedColumn[]
  /** Filters, order and sums, as a list is asked. */
  readonly params: QueryParams
  readonly group: { readonly field: string; readonly meta: FieldMeta } | undefined
  readonly sums: readonly OfferedColumn[]
}

const json = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : JSON.stringify(value)

/** The resource that a report is of. Throws 422 for what is none, 403 without the right to it. */
export async function resourceOf(ctx: Ctx, recurso: string): Promise<Resource> {
  const found = sum('resources').find((one) => one.name === recurso)
  if (!found) throw invalid({ recurso: ['Não há este cadastro.'] })
  assertMay(ctx, found, 'read')
  return extended(ctx, found)
}

/**
 * What a report comes to for whoever asks: without the columns that they may not see. Throws 403 without the right to its resource, or where it filters,
 * orders or gathers by what they may not see; 422, by its own fields, where it names what is not there.
 */
export async function compiled(ctx: Ctx, given: Definition): Promise<Compiled> {
  const resource = await resourceOf(ctx, given.recurso)
  const offered = new Map(columnsOffered(ctx, resource).map((one) => [one.field, one]))
  const columns = given.colunas.flatMap(({ field, label }): OfferedColumn[] => {
    const one = offered.get(field)
    return one ? [{ ...one, label: label?.trim() || one.label }] : []
  })
  const sums = columns.filter(({ field, meta }) => meta?.summed && given.somas?.includes(field))
  const params = paramsOf(given, sums)
  try {
    readListQuery(ctx, resource, params)
    const group = given.grupo ? groupOf(ctx, resource, given.grupo) : undefined
    return { resource, columns, params, group, sums }
  } catch (error) {
    throw error instanceof ApiError && error.errors ? invalid(ownNames(error.errors)) : error
  }
}

function paramsOf({ filtros, ordem }: Definition, sums: readonly OfferedColumn[]): QueryParams {
  const { search, searchJoin, where, between, custom } = filtros ?? {}
  return {
    search: search ?? undefined,
    searchJoin: searchJoin ?? undefined,
    where: json(where),
    between: json(between),
    custom: json(custom),
    orderBy: ordem?.field,
    sortedBy: ordem ? (ordem.descending ? 'desc' : 'asc') : undefined,
    sums: sums.map(({ field }) => field).join(','),
  }
}

function groupOf(ctx: Ctx, resource: Resource, field: string): Compiled['group'] {
  const meta = fieldOf({ ctx, resource }, field, 'por')
  if (!groupedBy(meta)) throw invalid({ por: [`Não se agrupa por este campo: ${field.slice(0, 60)}.`] })
  return { field, meta }
}

/** What lists call their parts, as the report calls them; all else narrows it. */
const CALLED: Readonly<Record<string, string>> = { por: 'grupo', orderBy: 'ordem', sortedBy: 'ordem', sums: 'somas' }

const ownNames = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([called, texts]) => [CALLED[called] ?? 'filtros', texts]))

/** Checks what is about to be saved by the definition of its resource, whatever its author may see of it. Throws 422 by field, 403 without the right to the resource. */
export async function checkDefinition(ctx: Ctx, row: Row): Promise<void> {
  const given = readDefinition(row)
  const known = await compiled(ctx, given)
  const { resource } = known
  const offered = new Map(columnsOffered(undefined, resource).map((one) => [one.field, one]))
  const faults = faultsOf(given, offered, known)
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

function faultsOf(
  { colunas, somas, grafico }: Definition,
  offered: ReadonlyMap<string, OfferedColumn>,
  { group, sums: { length: summed } }: Pick<Compiled, 'group' | 'sums'>,
): Record<string, string[]> {
  const faults: Record<string, string[]> = {}
  const fields = colunas.map(({ field }) => field)
  const unknown = fields.find((field) => !offered.has(field))
  if (unknown !== undefined) faults.colunas = [`Campo desconhecido: ${unknown.slice(0, 60)}.`]
  else if (new Set(fields).size < fields.length) faults.colunas = ['Cada coluna aparece uma vez.']
  const wrong = somas?.find((field) => !fields.includes(field) || offered.get(field)?.meta?.summed !== true)
  if (wrong !== undefined) faults.somas = [`Só se somam colunas de valores e quantidades: ${wrong.slice(0, 60)}.`]
  if (grafico !== 'nenhum' && !group) faults.grafico = ['O gráfico é de um agrupamento: escolha por qual campo.']
  if (grafico === 'linha' && group && !isTime(group.meta))
    faults.grafico = ['A linha precisa de um agrupamento por data.']
  if (grafico === 'pizza' && group && summed > 1) faults.grafico = ['A pizza é de uma soma: deixe só uma.']
  return faults
}

/** Groups of time come month by month. */
export const isTime = ({ kind }: FieldMeta): boolean => kind === 'date' || kind === 'datetime'

/** What is known of a field of a report's filters: of its resource, or of every record. */
export const filteredField = ({ fields }: Resource, field: string): FieldMeta | undefined =>
  (Object.hasOwn(fields, field) ? fields[field]?.meta : undefined) ??
  new Map(Object.entries(RECORD_FIELDS)).get(field)?.meta
