import * as v from 'valibot'
import { f, Field } from '../fields/field'
import { CUSTOM_KINDS, CUSTOM_LIMITS, type CustomKind } from './kinds'

/** A choice of a select, a tag or an autocomplete. */
export interface CustomOption {
  readonly label: string
  readonly value: string
  readonly color?: string | undefined
  readonly textColor?: string | undefined
}

/** A column of a repeater. */
export interface CustomColumn {
  readonly key: string
  readonly label: string
  readonly type: ColumnKind
  readonly required?: boolean | undefined
  readonly options?: readonly CustomOption[] | undefined
  readonly ui?: Pick<CustomUi, 'minChars' | 'decimals'> | undefined
}

/** How a field is worked. `autocomplete`: the resource whose records it finds; without it, it finds its own options. */
export interface CustomUi {
  readonly autocomplete?: string | undefined
  readonly minChars?: number | undefined
  readonly decimals?: number | undefined
}

/** A field that a company has of its own on a resource (document 3, section 3: custom field). */
export interface CustomField {
  readonly id: number
  readonly alias: string
  readonly key: string
  readonly type: CustomKind
  readonly label: string
  readonly required: boolean
  readonly options: readonly CustomOption[]
  readonly order: number
  readonly layout: { readonly col: number; readonly offset: number }
  readonly columns: readonly CustomColumn[]
  readonly ui: CustomUi
  readonly padrao: string | null
  /** Roles that see it, and those that write it; of none, everybody whom the record lets. */
  readonly visible_roles: readonly string[]
  readonly editable_roles: readonly string[]
  /** Numbers of states in which it may be written though its document may not. */
  readonly states: readonly number[]
  /** A plain search looks into it: its definition says so, and the index for it is there. */
  readonly searched: boolean
  /** The paper of its document says it. */
  readonly printed: boolean
}

/** Kinds whose values are what people read of them: those that a plain search may look into. */
export const isText = (type: unknown): boolean => type === 'text' || type === 'textarea'

const COLUMN_KINDS = ['text', 'number', 'money', 'date', 'boolean', 'select', 'autocomplete'] as const
type ColumnKind = (typeof COLUMN_KINDS)[number]

/** Names of keys: small letters, digits and underscores, after a letter. None is that of something that every object has. */
export const CUSTOM_KEY = /^[a-z][a-z0-9_]{0,39}$/

export const isCustomKey = (key: string): boolean => CUSTOM_KEY.test(key) && !(key in Object.prototype)

const short = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120))
const colour = v.optional(v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/)))
const option = v.strictObject({ label: short, value: short, color: colour, textColor: colour })
const options = v.pipe(
  v.array(option),
  v.maxLength(CUSTOM_LIMITS.options),
  v.check((list) => new Set(list.map(({ value }) => value)).size === list.length),
)
const ways = {
  minChars: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10))),
  decimals: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))),
}
const ui = v.strictObject({ autocomplete: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]{1,60}$/))), ...ways })
const column = v.strictObject({
  key: v.pipe(v.string(), v.check(isCustomKey)),
  label: short,
  type: v.picklist(COLUMN_KINDS),
  required: v.optional(v.boolean()),
  options: v.optional(options),
  // A column finds its own options alone: nobody would look after records that are named within a list.
  ui: v.optional(v.strictObject(ways)),
})
const names = v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(50))

/** The structured parts of a definition, each with what is said of one that is wrong. */
export const CUSTOM_PARTS = {
  options: {
    schema: options,
    fault: `Informe até ${CUSTOM_LIMITS.options} opções, cada uma com rótulo e valor que não se repete; cores como #1f2937.`,
  },
  layout: {
    schema: v.strictObject({
      col: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
      offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(11)), 0),
    }),
    fault: 'Informe a largura (col, de 1 a 12) e o recuo (offset, de 0 a 11).',
  },
  columns: {
    schema: v.pipe(
      v.array(column),
      v.maxLength(CUSTOM_LIMITS.columns),
      v.check((list) => new Set(list.map(({ key }) => key)).size === list.length),
    ),
    fault: `Informe até ${CUSTOM_LIMITS.columns} colunas, cada uma com chave própria, rótulo e tipo.`,
  },
  ui: { schema: ui, fault: 'Informe autocomplete, minChars (0 a 10) e decimals (0 a 6).' },
  visible_roles: { schema: names, fault: 'Informe uma lista de papéis.' },
  editable_roles: { schema: names, fault: 'Informe uma lista de papéis.' },
  states: {
    schema: v.pipe(v.array(v.pipe(v.number(), v.integer())), v.maxLength(30)),
    fault: 'Informe uma lista de situações.',
  },
} as const

const stored = v.object({
  id: v.number(),
  alias: v.string(),
  key: v.string(),
  type: v.picklist(Object.keys(CUSTOM_KINDS)),
  label: v.string(),
  required: v.boolean(),
  options: v.fallback(options, []),
  order: v.number(),
  layout: v.fallback(v.nullable(CUSTOM_PARTS.layout.schema), null),
  columns: v.fallback(CUSTOM_PARTS.columns.schema, []),
  ui: v.fallback(ui, {}),
  padrao: v.nullable(v.string()),
  visible_roles: v.fallback(names, []),
  editable_roles: v.fallback(names, []),
  states: v.fallback(CUSTOM_PARTS.states.schema, []),
  buscado: v.optional(v.boolean(), false),
  dhBusca: v.nullish(v.unknown()),
  impresso: v.optional(v.boolean(), false),
})

const isSet = (value: unknown): boolean => value !== null && value !== undefined

const isKind = (type: string): type is CustomKind => Object.hasOwn(CUSTOM_KINDS, type)

/** A definition as its row is stored. */
export function customFieldOf(row: unknown): CustomField {
  const { type, layout, buscado, dhBusca, impresso, ...told } = v.parse(stored, row)
  const kind = isKind(type) ? type : 'text'
  return {
    ...told,
    type: kind,
    layout: layout ?? { col: CUSTOM_KINDS[kind].span, offset: 0 },
    printed: impresso,
    searched: buscado && isText(kind) && isSet(dhBusca),
  }
}

const wordsOf = (list: readonly CustomOption[]) => Object.fromEntries(list.map(({ value, label }) => [value, label]))

/** A custom field, or a column of a repeater, as the kinds of fields that every resource has. */
export function fieldOfCustom({ type, label, options: list = [], ui: told = {} }: Shape): Field {
  switch (type) {
    case 'textarea':
      return f.notes(label, { max: CUSTOM_LIMITS.textarea })
    case 'number':
      return f.decimal(label, told.decimals ?? 2).summed()
    case 'money':
      return f.money(label).summed()
    case 'date':
      return f.date(label)
    case 'datetime':
      return f.datetime(label)
    case 'boolean':
      return f.boolean(label)
    case 'select':
      return f.choice(label, wordsOf(list))
    case 'autocomplete':
      return told.autocomplete === undefined ? f.choice(label, wordsOf(list)) : f.ref(label, told.autocomplete)
    case 'tags':
      return new Field({ ...f.json(label).meta, format: 'tags', words: wordsOf(list) })
    case 'repeater':
      return f.json(label)
    default:
      return f.text(label, { max: CUSTOM_LIMITS.text })
  }
}

type Shape = Pick<CustomField, 'label'> & { readonly type: CustomKind } & Partial<Pick<CustomField, 'options' | 'ui'>>

/** A custom field of a resource: its value lies in the record's `extra`, under the number of the field. */
export const placedField = (custom: CustomField): Field =>
  new Field({
    ...fieldOfCustom(custom).meta,
    within: String(custom.id),
    ...(custom.searched ? { searched: true } : {}),
  })

/** The column of what companies add to a resource: values by the number of their field. */
export const extraField: Field = f.json('Campos personalizados', {
  format: 'extra',
  doc: 'Valores dos campos que a empresa criou, pela chave de cada campo',
})
