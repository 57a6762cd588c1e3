import * as v from 'valibot'
import { showCep, showNcm, showPhone } from '../../../core/br/fields'
import { showTaxId } from '../../../core/br/tax-id'
import { maySee } from '../../../core/access'
import { parseInput } from '../action'
import { invalid } from '../errors'
import {
  RECORD_FIELDS,
  RECORD_NUMBER,
  yesNo,
  type FieldKind,
  type FieldMeta,
  type Fields,
} from '../../../core/fields/field'
import type { Ctx } from '../context'
import { objectName, selectionOf, shownTo } from '../engine/columns'
import { type Resource, resourceNamed, type Row } from '../resource'
import { type Cell, DATE_FORMAT, DATETIME_FORMAT, numberFormat, quantityFormat, sheetDate } from './sheet'

const LIMITS = { columns: 100, label: 80, options: 200, json: 16_384 }

const text = (max: number) => v.pipe(v.string(), v.maxLength(max, `Use no máximo ${max} caracteres.`))
const wanted = v.pipe(
  v.array(
    v.object({
      field: text(120),
      label: text(LIMITS.label),
      /** How a list shows it: money, percent, taxid and so on. */
      kind: v.optional(text(20)),
      decimals: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10))),
      options: v.optional(
        v.pipe(
          v.array(v.object({ value: v.union([v.string(), v.number(), v.boolean()]), label: text(LIMITS.label) })),
          v.maxLength(LIMITS.options, `No máximo ${LIMITS.options} opções.`),
        ),
      ),
    }),
  ),
  v.minLength(1, 'Informe ao menos uma coluna.'),
  v.maxLength(LIMITS.columns, `No máximo ${LIMITS.columns} colunas.`),
)

type Wanted = v.InferOutput<typeof wanted>[number]

/** A column of an export: what stands over it, and its cell of a record as the API answers it. */
export interface ExportColumn {
  readonly label: string
  readonly format: string | undefined
  readonly width: number
  readonly cell: (record: Row) => Cell
}

/** A column that can be asked for: by its name, with the column of a list's query that holds it. */
export interface OfferedColumn {
  readonly field: string
  readonly label: string
  readonly kind: FieldKind
  readonly as: string
  readonly meta: FieldMeta | undefined
  /** A list is filtered and ordered by it: it is neither computed beside the record nor of another one. */
  readonly stored: boolean
  /** What it shows is of a record that this field refers to. */
  readonly reference: { readonly field: string; readonly resource: string } | undefined
}

type Selected = ReturnType<typeof shownTo>[number]

/** What a column calls what a list answers: `xNome`, `cliente.xNome`. */
const nameOf = ({ key, object }: Selected): string => (object === undefined ? key : `${object}.${key}`)

/** What a list answers, by the name that a column calls it. */
function answeredOf(caller: Pick<Ctx, 'actor'>, resource: Resource): ReadonlyMap<string, FieldKind> {
  return new Map(shownTo(caller, selectionOf(resource, 'row')).map((one) => [nameOf(one), one.kind]))
}

/** Every column that a caller may ask for; without a caller, all that there are. */
export function columnsOffered(caller: Pick<Ctx, 'actor'> | undefined, resource: Resource): readonly OfferedColumn[] {
  const selection = selectionOf(resource, 'row')
  const shown = new Map((caller ? shownTo(caller, selection) : selection.shown).map((one) => [nameOf(one), one]))
  const kinds = new Map([...shown].map(([field, { kind }]) => [field, kind]))
  return everyColumn(resource, kinds).flatMap(({ field, label }) => {
    const one = shown.get(field)
    if (!one) return []
    const own = metaOf(resource, field)
    const { name, ref, inner = '' } = (own ? undefined : referredBy(resource, field)) ?? {}
    const meta = own ?? (ref === undefined ? undefined : metaOf(resourceNamed(ref), inner))
    const reference = name === undefined || ref === undefined ? undefined : { field: name, resource: ref }
    const stored = own !== undefined && !Object.hasOwn(resource.computed ?? {}, field)
    return [{ field, label, kind: one.kind, as: one.as, meta, stored, reference }]
  })
}

/** The reference whose record a column shows something of: `cliente.xNome`. */
function referredBy(resource: Resource, field: string) {
  const at = field.lastIndexOf('.')
  const [object, inner] = [field.slice(0, Math.max(0, at)), field.slice(at + 1)]
  const [name, reference] = Object.entries(resource.fields).find(([one]) => objectName(resource, one) === object) ?? []
  return name === undefined || !reference ? undefined : { ...reference.meta, name, object, inner }
}

/** The columns that a call asks for; without any, every one that the list answers. Those that ask a right that the caller lacks are left out. Throws 422 for one that is not known. */
export function readColumns(caller: Pick<Ctx, 'actor'>, resource: Resource, given: string | undefined): ExportColumn[] {
  const answered = answeredOf(caller, resource)
  const asked = given ? parseInput(wanted, jsonOf(given), 'columns') : everyColumn(resource, answered)
  const chosen = asked.filter(({ field }) => maySee(caller.actor, { right: metaOf(resource, field)?.right }))
  return chosen.map((one) => {
    const kind = kindOf(answered, one.field)
    if (kind === undefined) throw invalid({ columns: [`Campo desconhecido: ${one.field.slice(0, 60)}.`] })
    // What a screen calls a code is often the record's number, and often not: in a file both have names of their own.
    const label = one.field === 'id' && one.label === RECORD_FIELDS.id.meta.label ? RECORD_NUMBER : one.label
    return columnOf({ ...one, label }, kind, metaOf(resource, one.field))
  })
}

/** What lies within a field of free structure is taken as text. */
function kindOf(answered: ReadonlyMap<string, FieldKind>, field: string): FieldKind | undefined {
  const [first = ''] = field.split('.')
  return answered.get(field) ?? (answered.get(first) === 'json' ? 'text' : undefined)
}

function jsonOf(given: string): unknown {
  try {
    if (given.length <= LIMITS.json) return JSON.parse(given)
  } catch {
    // told below, as any other wrong shape
  }
  throw invalid({ columns: ['Informe uma lista de colunas em JSON.'] })
}

/** What is known of a column: of a field of the resource, of what it computes, or of what every record has. */
function metaOf({ fields, computed = {} }: Resource, name: string): FieldMeta | undefined {
  const known: Fields = { ...RECORD_FIELDS, ...fields }
  return computed[name]?.meta ?? known[name]?.meta
}

/** All that a list answers. A reference is named as people know it, under its own label, and its number stands beside. */
function everyColumn(resource: Resource, answered: ReadonlyMap<string, FieldKind>): Wanted[] {
  const named = new Set<string>()
  return [...answered].flatMap(([field, kind]): Wanted[] => {
    if ((kind === 'json' && !isTags(metaOf(resource, field))) || field === 'versao' || field.endsWith('.id')) return []
    const label = labelOf(resource, field, named)
    return [{ field, label: label.slice(0, LIMITS.label) }]
  })
}

function labelOf(resource: Resource, field: string, named: Set<string>): string {
  const own = metaOf(resource, field)
  if (own) return own.ref === undefined ? own.label : `${own.label} (${RECORD_NUMBER.replace('C', 'c')})`
  const reference = referredBy(resource, field)
  if (!reference) return field
  const { label, ref, object, inner } = reference
  if (named.has(object)) return `${label}: ${(ref && metaOf(resourceNamed(ref), inner)?.label) ?? inner}`
  named.add(object)
  return label
}

const SHOWN: Readonly<Record<string, (text: string) => string>> = {
  taxid: showTaxId,
  phone: showPhone,
  cep: showCep,
  ncm: showNcm,
}
const WIDTHS: Readonly<Partial<Record<FieldKind, number>>> = { text: 32, date: 12, datetime: 18, boolean: 8 }

/** As the call wants it, and where it says nothing, as the field is defined. */
function columnOf({ field, label, options, ...wanted }: Wanted, stored: FieldKind, meta: FieldMeta | undefined) {
  const kind = wanted.kind ?? meta?.format ?? ''
  const decimals = wanted.decimals ?? meta?.decimals
  const words = options ? new Map(options.map((one) => [String(one.value), one.label])) : wordsOf(meta)
  const read = readerOf(field)
  return {
    label,
    format: words ? undefined : formatOf(stored, kind, decimals),
    width: Math.max(label.length + 2, words ? 16 : (WIDTHS[stored] ?? 14)),
    cell: (record: Row): Cell => {
      const value = read(record)
      if (value === null || value === undefined) return null
      const word = (code: unknown): string => words?.get(String(code)) ?? String(code)
      if (Array.isArray(value) && isTags(meta)) return value.map(word).join('; ')
      return words ? word(value) : cellOf(value, stored, kind)
    },
  }
}

const isTags = (meta: FieldMeta | undefined): boolean => meta?.format === 'tags'

const wordsOf = (meta: FieldMeta | undefined): ReadonlyMap<string, string> | undefined =>
  meta?.words && new Map(Object.entries(meta.words))

/** Reads `cliente.xNome`. */
function readerOf(field: string): (record: Row) => unknown {
  const path = field.split('.')
  return (record) => path.reduce<unknown>((value, name) => valueAt(value, name), record)
}

const valueAt = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/** Codes are whole numbers without parted thousands. */
function formatOf(stored: FieldKind, kind: string, decimals: number | undefined): string | undefined {
  if (stored === 'date') return DATE_FORMAT
  if (stored === 'datetime') return DATETIME_FORMAT
  if (stored === 'integer' || stored === 'ref') return '0'
  if (stored !== 'decimal') return undefined
  return kind === 'number' ? quantityFormat(decimals ?? 3) : numberFormat(decimals ?? 2)
}

function cellOf(value: unknown, stored: FieldKind, kind: string): Cell {
  if (stored === 'decimal' || stored === 'integer' || stored === 'ref') return Number(value)
  if (stored === 'boolean') return yesNo(value === true)
  const written = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (stored === 'date' || stored === 'datetime') return sheetDate(written)
  return SHOWN[kind]?.(written) ?? written
}
