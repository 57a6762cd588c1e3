import { UFS } from '../../../core/br/uf'
import { groupedBy } from '../../../core/fields/group'
import { rangeFault, type Field, type FieldFormat, type FieldMeta } from '../../../core/fields/field'
import { folded } from '../format'
import { textOf } from '../row'
import type { LineColumn } from '../lines/lines-state'
import type { Column, ColumnKind } from '../table/columns'
import type { FieldProps, Option } from './fields'
import type { TextKind } from './kinds'

/** What a definition says of a field, as the parts of a screen ask for it. */

/** The 27 states; the empty choice is "unspecified". */
export const UF_OPTIONS: readonly Option[] = UFS.map(({ sigla }) => ({ value: sigla, label: sigla }))

/** The choices of a field in words: numbers where numbers are stored. Undefined where it has no words. */
export function optionsOf({ words, options, kind }: FieldMeta): readonly Option[] | undefined {
  if (words === undefined) return undefined
  const values = options ?? Object.keys(words).sort()
  return values.map((value) => ({
    value: kind === 'integer' ? Number(value) : value,
    label: words[String(value)] ?? String(value),
  }))
}

const TEXT_KINDS: Readonly<Partial<Record<FieldFormat, TextKind>>> = {
  upper: 'upper',
  email: 'email',
  taxid: 'taxid',
  cep: 'cep',
  phone: 'phone',
  ean: 'ean',
  ncm: 'ncm',
  plate: 'plate',
  uf: 'upper',
  serial: 'serial',
  money: 'money',
  percent: 'percent',
  fraction: 'fraction',
  factor: 'factor',
}

const NUMBERS: Readonly<Partial<Record<FieldMeta['kind'], TextKind>>> = {
  integer: 'integer',
  ref: 'integer',
  decimal: 'number',
  date: 'date',
  datetime: 'datetime',
}

/** How a value is written in a box of one line. */
const textKindOf = ({ kind, format }: FieldMeta): TextKind =>
  (format === undefined ? undefined : TEXT_KINDS[format]) ?? NUMBERS[kind] ?? 'text'

function kindOf(meta: FieldMeta): NonNullable<FieldProps['kind']> {
  if (meta.format === 'flag' || meta.kind === 'boolean') return 'switch'
  if (meta.format === 'uf' || meta.words !== undefined) return 'select'
  if (meta.secret) return 'password'
  return meta.format === 'notes' ? 'textarea' : textKindOf(meta)
}

/** Boxes that have no mask of their own: there the longest text is what the definition says. */
const UNMASKED = new Set<FieldProps['kind']>(['text', 'upper', 'email', 'password', 'textarea'])

/** The parts of a number after the comma, where people write it with them; a fraction is written in percent. */
const decimalsOf = ({ decimals, format }: FieldMeta): { readonly decimals?: number } =>
  decimals === undefined || format === 'fraction' ? {} : { decimals }

type Control = Omit<FieldProps, 'name' | 'kind'> & { readonly kind: NonNullable<FieldProps['kind']> }

/** A field of a form: what its control is, says and refuses. A choice that is never empty must be made. */
export function controlOf({ meta, initial }: Field): Control {
  const kind = kindOf(meta)
  const options = kind === 'select' ? (optionsOf(meta) ?? UF_OPTIONS) : undefined
  return {
    label: meta.label,
    kind,
    required: meta.required || (kind === 'select' && initial !== undefined),
    ...(meta.message === undefined ? {} : { requiredText: meta.message }),
    ...(options === undefined ? {} : { options }),
    ...(UNMASKED.has(kind) && meta.max !== undefined ? { maxLength: meta.max } : {}),
    ...decimalsOf(meta),
    ...(meta.kind === 'decimal' && (meta.min ?? 0) < 0 ? { signed: true } : {}),
    ...(meta.official === undefined ? {} : { official: meta.official }),
    ...weighedBy(meta),
  }
}

/** A quantity of a product may be weighed. */
const weighedBy = ({ unitOf }: FieldMeta): { readonly weighs?: string } =>
  unitOf === 'mercadoria_id' ? { weighs: unitOf } : {}

/** What is wrong with a number that was written, by the limits of its field. */
export function limitFault(meta: FieldMeta, value: unknown): string | undefined {
  const text = textOf(value)
  if ((meta.kind !== 'integer' && meta.kind !== 'decimal') || text === '') return undefined
  return rangeFault(meta, Number(text))
}

const COLUMN_KINDS: Readonly<Partial<Record<FieldFormat, ColumnKind>>> = {
  code: 'code',
  ean: 'code',
  taxid: 'taxid',
  cep: 'cep',
  phone: 'phone',
  ncm: 'ncm',
  money: 'money',
  percent: 'percent',
  flag: 'bool',
}

const STORED_KINDS: Readonly<Partial<Record<FieldMeta['kind'], ColumnKind>>> = {
  integer: 'integer',
  ref: 'integer',
  decimal: 'number',
  boolean: 'bool',
  date: 'date',
  datetime: 'datetime',
}

function columnKindOf({ kind, format, words }: FieldMeta): ColumnKind {
  if (words !== undefined && format !== 'flag') return 'option'
  return (format === undefined ? undefined : COLUMN_KINDS[format]) ?? STORED_KINDS[kind] ?? 'text'
}

/** A column of a list. Amounts there have two decimals and quantities as many as they need, up to three, unless the list says otherwise. */
export function columnOf(field: string, meta: FieldMeta): Column {
  const kind = columnKindOf(meta)
  const options = kind === 'option' ? optionsOf(meta) : undefined
  const grouped = groupedBy(meta) && meta.kind !== 'ref' ? { groups: true } : {}
  const summed = meta.summed ? ({ sum: meta.unitOf === undefined ? 'amount' : 'unit' } as const) : {}
  return {
    field,
    label: meta.label,
    kind,
    ...(options === undefined ? {} : { options }),
    ...summed,
    ...grouped,
    ...rightOf(meta),
  }
}

/** What asks a right of its own says so, and is not there for whoever lacks it. */
const rightOf = ({ right }: FieldMeta) => (right === undefined ? {} : { right })

/** A column of chips: sorted and filtered by the field, in its words. */
export const chipColumnOf = (field: string, meta: FieldMeta, chip: NonNullable<Column['chip']>): Column => ({
  ...columnOf(field, meta),
  kind: 'chip',
  width: 130,
  sort: field,
  filter: 'select',
  card: 'chip',
  chip,
})

/** A column of a document's lines. What is chosen is shown in words, and says itself how. */
export function lineOf(field: string, meta: FieldMeta): LineColumn {
  const { words } = meta
  const shown = words !== undefined || meta.kind === 'ref'
  return {
    field,
    label: meta.label,
    ...(shown ? {} : { kind: textKindOf(meta) }),
    ...(meta.required ? { required: true } : {}),
    ...decimalsOf(meta),
    ...weighedBy(meta),
    ...rightOf(meta),
    ...(words === undefined
      ? {}
      : { show: (line) => words[textOf(line[field])] ?? '', write: writeChoice(field, meta) }),
  }
}

/** A choice is written by its value or by the beginning of its word; what is neither leaves it as it is, and nothing empties one that may be empty. */
function writeChoice(field: string, meta: FieldMeta): NonNullable<LineColumn['write']> {
  return (line, text) => {
    const typed = folded(text.trim())
    if (typed === '') return meta.required ? line : { ...line, [field]: null }
    const choices = optionsOf(meta) ?? []
    const chosen =
      choices.find(({ value }) => folded(String(value)) === typed) ??
      choices.find(({ label }) => folded(label).startsWith(typed) || folded(label).includes(` ${typed}`))
    return chosen === undefined ? line : { ...line, [field]: chosen.value }
  }
}
