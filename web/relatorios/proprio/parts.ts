import {
  array,
  boolean,
  fallback,
  literal,
  number,
  object,
  optional,
  parse,
  picklist,
  record,
  string,
  union,
  unknown,
  type InferOutput,
} from 'valibot'
import type { FieldMeta } from '../../../core/fields/field'
import { relatorioProprioFields } from '../../../core/fields/relatorios/relatorio-proprio'
import { post, readRow } from '../../app/api'
import { open } from '../../app/navigation'
import { fieldsOf } from '../../ui/fields-of'
import { columnOf } from '../../ui/form/controls'
import { isRecord, textOf, type Row, type Values } from '../../ui/row'
import { filterKind, filterName, type Column } from '../../ui/table/columns'
import { EMPTY, isReferenceFilter, toQuery } from '../../ui/table/table-state'

export const RESOURCE = 'relatorios/proprio'
export const PATH = '/ui/relatorios/proprios'
export const fields = fieldsOf(relatorioProprioFields)

/** Where a stored report is run: the launcher. */
export const runPath = (id: Row['id']): string => `/ui/relatorios?relatorio=proprio_${id}`

const Meta = object({
  kind: picklist(['text', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'ref', 'json']),
  format: fallback(
    optional(picklist(['code', 'ean', 'taxid', 'cep', 'phone', 'ncm', 'money', 'percent', 'flag', 'uf'])),
    undefined,
  ),
  decimals: optional(number()),
  words: optional(record(string(), string())),
  options: optional(array(union([string(), number()]))),
  summed: optional(literal(true)),
  unitOf: optional(string()),
})

const Offered = object({
  field: string(),
  label: string(),
  stored: boolean(),
  reference: optional(object({ field: string(), resource: string() })),
  meta: Meta,
})

/** What a report of a resource may be made of, as its reader may see it. */
export const Offers = object({
  data: array(Offered),
  grupos: array(object({ field: string(), label: string(), tempo: boolean() })),
})
export type Offers = InferOutput<typeof Offers>

/** A column that can be chosen, as lists show and filter it. */
export interface Choice {
  readonly field: string
  readonly label: string
  /** Its sum can be told. */
  readonly summed: boolean
  /** The report can be ordered by it. */
  readonly orders: boolean
  readonly column: Column
}

type Told = InferOutput<typeof Offered>

export function choiceOf({ field, label, stored, reference, meta }: Told): Choice {
  const column = columnOf(field, metaOf(label, meta))
  const bound = reference === undefined ? {} : { reference }
  const still = stored || reference !== undefined ? {} : ({ sort: false, filter: 'none' } as const)
  return { field, label, summed: meta.summed === true, orders: stored, column: { ...column, ...bound, ...still } }
}

/** Columns as they are offered: bare numbers of what is referred to come last, after its name. */
export const inOrder = (told: readonly Told[]): readonly Told[] =>
  told.toSorted((a, b) => Number(a.meta.kind === 'ref') - Number(b.meta.kind === 'ref'))

function metaOf(label: string, { kind, format, decimals, words, options, summed, unitOf }: Told['meta']): FieldMeta {
  return {
    kind,
    label,
    required: false,
    computed: false,
    secret: false,
    ...(format === undefined ? {} : { format }),
    ...(decimals === undefined ? {} : { decimals }),
    ...(words === undefined ? {} : { words }),
    ...(options === undefined ? {} : { options }),
    ...(summed === undefined ? {} : { summed }),
    ...(unitOf === undefined ? {} : { unitOf }),
  }
}

/** A column of a report, as it is stored. */
export interface Chosen {
  readonly field: string
  readonly label?: string
}

export const chosenOf = (value: unknown): readonly Chosen[] =>
  (Array.isArray(value) ? value : []).flatMap((one): Chosen[] => {
    const [field, label] = [textOf(isRecord(one) ? one.field : ''), textOf(isRecord(one) ? one.label : '')]
    return field === '' ? [] : [{ field, ...(label === '' ? {} : { label }) }]
  })

export const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(textOf) : [])

/** Moves what stands in one place of a list to another. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const one = list[from]
  if (one === undefined || to < 0 || to >= list.length) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, one)
}

/** What a report is narrowed by, as the boxes of a list's filters have it: by column, and a search of all. */
export interface Narrowed {
  readonly search: string
  readonly filters: Readonly<Record<string, string>>
}

const PAIR = /^([\w.]+):(.*)$/s

/** Filters as they are stored, as boxes show them. What no box shows is in `kept`. */
export function narrowedOf(value: unknown): Narrowed {
  const { search = '', where = {}, between = {} } = isRecord(value) ? value : {}
  const parts = textOf(search).split(';')
  const pairs = parts.flatMap((part) => {
    const [, field, text] = PAIR.exec(part) ?? []
    return field === undefined || text === undefined ? [] : [[field, text] as const]
  })
  return {
    search: parts.filter((part) => !PAIR.test(part)).join(' '),
    filters: Object.fromEntries([
      ...pairs,
      ...Object.entries(isRecord(where) ? where : {}).map(([field, one]) => [field, valueText(one)] as const),
      ...Object.entries(isRecord(between) ? between : {}).map(([field, range]) => [field, rangeOf(range)] as const),
    ]),
  }
}

function valueText(value: unknown): string {
  if (value === null) return EMPTY
  return Array.isArray(value) ? value.map(textOf).join(',') : textOf(value)
}

function rangeOf(range: unknown): string {
  const { ini, fim } = isRecord(range) ? range : {}
  const day = (end: unknown): string => textOf(end).replace(/ (?:00:00:00|23:59:59)$/, '')
  return `${day(ini)}..${day(fim)}`
}

/** What boxes say, as it is stored; what no box of these columns shows stays as it was. Null where nothing narrows. */
export function filtersOf({ search, filters }: Narrowed, columns: readonly Column[], before: unknown): Values | null {
  const state = { search, filters, sort: null, view: '', group: '' }
  const asked = toQuery({ state, columns, views: [] })
  const shown = new Set(columns.flatMap((column) => (filterKind(column) === 'none' ? [] : [filterName(column)])))
  const hidden = (part: unknown): Values =>
    Object.fromEntries(
      Object.entries(isRecord(part) ? part : {}).filter(
        ([field]) => !shown.has(field) && !isReferenceFilter(field, '1'),
      ),
    )
  const old = isRecord(before) ? before : {}
  const parts = {
    search: asked.search ?? '',
    where: { ...hidden(old.where), ...asked.where },
    between: { ...hidden(old.between), ...asked.between },
    custom: hidden(old.custom),
  }
  const told = Object.entries(parts).filter(([, part]) => (isRecord(part) ? Object.keys(part).length > 0 : part !== ''))
  return told.length === 0 ? null : Object.fromEntries(told)
}

const Group = object({
  valor: unknown(),
  objeto: optional(unknown()),
  nome: string(),
  registros: number(),
  sums: record(string(), unknown()),
})

/** What a report looks like before it is kept. */
export const Preview = object({
  linhas: object({
    data: array(unknown()),
    total: number(),
    sums: optional(record(string(), unknown()), {}),
    colunas: array(Offered),
  }),
  agrupado: object({ data: array(Group), grupos: number(), tempo: optional(boolean(), false), somas: array(Offered) }),
})
export type Preview = InferOutput<typeof Preview>

/** Asks for the first rows and groups of what is being put together. Throws ApiError. */
export const previewOf = async (definition: Values, signal: AbortSignal): Promise<Preview> =>
  parse(Preview, await post(`${RESOURCE}/previa`, definition, { signal }))

const COPIED = ['descricao', 'recurso', 'colunas', 'filtros', 'ordem', 'grupo', 'somas', 'grafico', 'orientacao']
const LONGEST = 80

/** Makes a report of somebody's own out of one that they see, and opens it. Throws ApiError. */
export async function duplicate(row: Row): Promise<void> {
  const said = Object.fromEntries(COPIED.map((name) => [name, row[name] ?? null]))
  const nome = `${textOf(row.nome).slice(0, LONGEST - ' (cópia)'.length)} (cópia)`
  const copy = readRow(await post(RESOURCE, { ...said, nome }))
  open(`${PATH}/edit/${copy.id}`)
}
