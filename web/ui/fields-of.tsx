import type { ReactElement } from 'react'
import {
  RECORD_FIELDS,
  wordOf,
  yesNo,
  type Field as Defined,
  type FieldMeta,
  type Fields,
} from '../../core/fields/field'
import { lifeFields, type LifeFields } from '../../core/fields/life'
import type { Life } from '../../core/lifecycle/life'
import { maySee } from '../../core/access'
import { rights } from '../app/session'
import type { ChipState } from './chip'
import { chipColumnOf, columnOf, controlOf, limitFault, lineOf } from './form/controls'
import { Field, type FieldProps } from './form/fields'
import { ReferenceField, type ReferenceProps } from './form/reference-field'
import type { LineColumn } from './lines/lines-state'
import { referenceLine, type ReferenceLineOptions } from './lines/reference-line'
import { textOf, type Values } from './row'
import type { InlineColumn } from './table/inline-cell'
import { referenceColumn, textColumn } from './table/inline-cell'
import type { Column } from './table/columns'

type Names<F extends Fields> = (keyof F | keyof typeof RECORD_FIELDS) & string
/** Where a record keeps what a field refers to: `cliente` for `cliente_id`, `cMun_ref` for `cMun`. */
type ObjectOf<K extends string> = K extends `${infer Object}_id` ? Object : `${K}_ref`
/** A field, or something of the record that it refers to: `cliente.xNome`. */
type Paths<F extends Fields> = Names<F> | `${ObjectOf<keyof F & string>}.${string}`

/** What is said where a screen means something else than the definition; nothing otherwise. */
type Own<P extends { readonly name: string; readonly label: string }, N extends string> = Omit<P, 'name' | 'label'> & {
  readonly name: N
  readonly label?: string
}

/** How a value of a coded field looks on its chip: a hue and a mark. Its word is the definition's. */
type Look = Omit<ChipState, 'word'>
/** A look for each value: all of them where the definition names them. */
type Looks<V> = Readonly<Record<Extract<V, string | number>, Look>>
/** What a chip is made of: a record, or what a form or line has of it. */
type ChipOf = (row: Values) => ChipState | null

/** The parts of screens, bound to the fields of one resource: they know labels, kinds, decimals, limits, options and what must be given. */
interface Bound<F extends Fields> {
  readonly Field: (props: Own<FieldProps, Names<F>>) => ReactElement
  readonly ReferenceField: (props: Own<ReferenceProps, Names<F>>) => ReactElement
  /** A column of a list. */
  readonly column: (path: Paths<F>, own?: Partial<Omit<Column, 'field'>>) => Column
  /** A column of a document's lines. */
  readonly line: (name: Names<F>, own?: Partial<Omit<LineColumn, 'field'>>) => LineColumn
  /** The same, whose cells choose a record of another resource. */
  readonly lineTo: (
    name: Names<F>,
    resource: string,
    own?: ReferenceLineOptions & { readonly label?: string },
  ) => LineColumn
  /** A column of a list that is written in place. */
  readonly cell: (name: Names<F>, own?: Partial<InlineColumn>) => InlineColumn
  readonly cellTo: (name: Names<F>, resource: string, own?: Partial<InlineColumn>) => InlineColumn
  /** What people call a value of a coded field; '' for one that has no word. */
  readonly word: (name: Names<F>, value: unknown) => string
  /** The chip of a coded field: the word is the definition's, hue and mark are the screen's. None for a value that has no look or no word. */
  readonly chip: <N extends keyof F & string>(name: N, looks: Looks<F[N]['value']>) => ChipOf
  /** The column of a list that shows those chips, sorted and filtered by the field. */
  readonly chipColumn: <N extends keyof F & string>(
    name: N,
    looks: Looks<F[N]['value']>,
    own?: Partial<Omit<Column, 'field'>>,
  ) => Column
  /** For a control of a screen's own. */
  readonly label: (name: Names<F>) => string
  /** Names of what people may write of a line: what is sent of it with its document. */
  readonly sent: readonly string[]
  /** What a new record begins with by its fields' own initial values: all that people may write. */
  readonly defaults: Readonly<Record<string, string | number | boolean>>
}

const initialOf = (fields: Fields): Readonly<Record<string, string | number | boolean>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { meta, initial }]) =>
      meta.computed || initial === undefined ? [] : [[name, initial]],
    ),
  )

const objectOf = (name: string): string => (name.endsWith('_id') ? name.slice(0, -3) : `${name}_ref`)

/**
 * Binds screens to a resource's fields (`core/fields`), and a document's to those of its life too. A name that is none of them does not compile.
 */
export function fieldsOf<const F extends Fields, D extends string = never, R extends string = never>(
  fields: F,
  life?: Life<D, string, string, R>,
): Bound<F & LifeFields<D, R>> {
  const known: Fields = { ...RECORD_FIELDS, ...fields, ...(life === undefined ? {} : lifeFields(life)) }
  const byObject = new Map(Object.entries(known).map(([name, { meta }]) => [objectOf(name), [name, meta] as const]))
  const fieldOf = (name: string): Defined => {
    const field = known[name]
    if (field === undefined) throw new Error(`No field is called ${name}.`)
    return field
  }
  const metaOf = (name: string): FieldMeta => fieldOf(name).meta
  const headOf = (path: string): Column => {
    if (!path.includes('.')) return columnOf(path, metaOf(path))
    const [name, meta] = byObject.get(path.split('.')[0] ?? '') ?? []
    const { label = path, ref } = meta ?? {}
    // Only an `_id` stands for itself in an address.
    if (name === undefined || ref === undefined || !name.endsWith('_id')) return { field: path, label }
    return { field: path, label, reference: { field: name, resource: ref }, groups: true }
  }
  const chip = (name: string, looks: Readonly<Record<string, Look>>): ChipOf => {
    const meta = metaOf(name)
    return ({ [name]: value }) => {
      const [word, look] = [wordOf(meta, value), looks[textOf(value)]]
      return word === undefined || look === undefined ? null : { word, ...look }
    }
  }
  const required = ({ required, message = 'Preencha este campo.' }: FieldMeta) =>
    required ? { requiredText: message } : {}
  return {
    Field: ({ validate, ...own }) => {
      const meta = metaOf(own.name)
      if (!maySee(rights.value, meta)) return <></>
      const check = (value: unknown, values: Values) => limitFault(meta, value) ?? validate?.(value, values)
      // What the program works out is shown, never asked for.
      const shown = meta.computed && Object.hasOwn(fields, own.name) ? { disabled: true } : {}
      return <Field {...controlOf(fieldOf(own.name))} {...shown} {...own} validate={check} />
    },
    ReferenceField: (own) => {
      const { label, required, message } = metaOf(own.name)
      return <ReferenceField label={label} required={required} requiredText={message} {...own} />
    },
    column: (path, own = {}) => ({ ...headOf(path), ...own }),
    line: (name, own = {}) => ({ ...lineOf(name, metaOf(name)), ...own }),
    lineTo: (name, resource, { label, ...own } = {}) => {
      const meta = metaOf(name)
      return referenceLine(name, label ?? meta.label, resource, { required: meta.required, ...own })
    },
    cell: (name, own = {}) => {
      const meta = metaOf(name)
      if (meta.kind === 'boolean')
        return textColumn(name, meta.label, { toggle: true, show: (row) => yesNo(row[name] === true), ...own })
      const { maxLength = 255 } = controlOf(fieldOf(name))
      return textColumn(name, meta.label, { maxLength, upper: meta.format === 'upper', ...required(meta), ...own })
    },
    cellTo: (name, resource, own = {}) => {
      const meta = metaOf(name)
      return referenceColumn(objectOf(name), meta.label, resource, { ...required(meta), ...own })
    },
    word: (name, value) => wordOf(metaOf(name), value) ?? '',
    chip,
    chipColumn: (name, looks, own = {}) => ({
      ...chipColumnOf(name, metaOf(name), chip(name, looks)),
      ...own,
    }),
    label: (name) => metaOf(name).label,
    sent: Object.keys(fields).filter((name) => !fieldOf(name).meta.computed && name !== 'empresa_id'),
    defaults: initialOf(fields),
  }
}
