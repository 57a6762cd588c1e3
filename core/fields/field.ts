export type FieldKind = 'text' | 'integer' | 'decimal' | 'boolean' | 'date' | 'datetime' | 'ref' | 'json'

/** How people write and see a value, where its kind alone does not tell. `fraction` is stored as a part of 1 and seen in percent; a `factor` may be written as a quotient (5/110); `recurso`, `direito`, `papel`, `ajuste` and `evento` are names of resources, rights, roles, settings and events, seen as what people call them; `extra` holds the values of a company's own fields, each under the number of its field. */
export type FieldFormat =
  | 'upper'
  | 'email'
  | 'taxid'
  | 'cep'
  | 'phone'
  | 'ean'
  | 'ncm'
  | 'plate'
  | 'uf'
  | 'code'
  | 'notes'
  | 'serial'
  | 'flag'
  | 'money'
  | 'percent'
  | 'fraction'
  | 'factor'
  | 'recurso'
  | 'direito'
  | 'papel'
  | 'ajuste'
  | 'evento'
  | 'extra'
  | 'tags'

/** What the engine, OpenAPI, the terminal and the screens know of a field. */
export interface FieldMeta {
  readonly kind: FieldKind
  readonly format?: FieldFormat
  readonly label: string
  readonly required: boolean
  /** Set by the program alone: ignored when it comes from outside. */
  readonly computed: boolean
  /** Never answered and never audited in clear. */
  readonly secret: boolean
  /** A secret that people give and that is stored encrypted (`vault.ts`). */
  readonly sealed?: boolean
  /** The right that seeing it asks beside that on its resource: cost and margin are for those who may know them (`show custo`). */
  readonly right?: string
  readonly doc?: string
  /** Said when nothing, or nothing of its kind, was given. */
  readonly message?: string
  readonly max?: number
  readonly min?: number
  readonly digits?: number
  readonly decimals?: number
  readonly options?: readonly (string | number)[]
  /** What people call the options, by value: said here for screens, exports, prints and the API. Without `options`, other values are taken too. */
  readonly words?: Readonly<Record<string, string>>
  /** It is a quantity in the unit of the product that this field names, or in the unit itself: whole where the unit has no decimals. */
  readonly unitOf?: string
  /** The resource that holds the official table of this code: one that it does not know, or that is not in force, is told and taken. */
  readonly official?: string
  /** It adds up: lists tell its sum over all that they find. A quantity is added unit by unit. */
  readonly summed?: true
  /** Name of the resource that the id belongs to. */
  readonly ref?: string
  /** The resource that the numbers of a list are of. */
  readonly listOf?: string
  /** A trace: what it refers to may be deleted all the same, and this is emptied then. Others refuse that it is deleted. */
  readonly trace?: boolean
  /** It may be a record of another company, of those that the caller works in: what passes between two names both. */
  readonly abroad?: boolean
  /** Who makes the record, which the engine writes with it; nobody where the program does. */
  readonly author?: true
  /** Too big to be one of many, in a list or as a line of its document: answered with the record alone. The audit tells its parts that differ. */
  readonly large?: boolean
  /** SQL of a column that the database computes from the row's other columns. */
  readonly generated?: string
  /** It is a company's own field: its value lies in the record's `extra`, under this key. */
  readonly within?: string
  /** A plain search looks into it, beside the text that its resource names. */
  readonly searched?: boolean
  /** Brings a text to its stored form, or answers with the message that refuses it. */
  readonly normalize?: (text: string) => { readonly ok: string } | { readonly error: string }
}

/** The value a stored column holds, `null` when the field may be empty. */
type Nullable<T> = T | null

/** One field of a resource: what its column stores and its rules. Immutable. `T` is the stored value's type. */
export class Field<out T = unknown> {
  /** Exists for the type alone. */
  declare readonly value: T

  constructor(
    readonly meta: FieldMeta,
    readonly initial?: string | number | boolean,
  ) {}

  /** Refuses empty values: 'Preencha este campo.', or the message that is given. */
  required(message?: string): Field<NonNullable<T>> {
    return new Field({ ...this.meta, required: true, ...(message ? { message } : {}) }, this.initial)
  }

  /** Only the program writes it. */
  computed(): Field<T> {
    return new Field({ ...this.meta, computed: true }, this.initial)
  }

  /** Starts with this value, and is never null. */
  default(initial: string | number | boolean): Field<NonNullable<T>> {
    return new Field(this.meta, initial)
  }

  /** Lists tell its sum over all that they find: of money, or of a quantity that says what it is counted in. */
  summed(): Field<T> {
    return new Field({ ...this.meta, summed: true }, this.initial)
  }

  /** Shown to, and written by, those alone who hold this right too: in records, lists, exports and histories. */
  guarded(right: string): Field<T> {
    return new Field({ ...this.meta, right }, this.initial)
  }

  /** Never shown and never audited in clear. */
  secret(): Field<T> {
    return new Field({ ...this.meta, secret: true }, this.initial)
  }
}

/** The fields of a resource, by column name. */
export type Fields = Readonly<Record<string, Field>>

const meta = (kind: FieldKind, label: string, more: Partial<FieldMeta> = {}): FieldMeta => ({
  kind,
  label,
  required: false,
  computed: false,
  secret: false,
  ...more,
})

interface About {
  readonly doc?: string
}

const YES_NO = { 0: 'Não', 1: 'Sim' } as const

/** Yes or no as people read it. */
export const yesNo = (value: boolean): string => YES_NO[value ? 1 : 0]

/** What people call a value of the field: the word of an option, undefined where the field has no words or not for this value. */
export const wordOf = ({ words }: FieldMeta, value: unknown): string | undefined =>
  words !== undefined && Object.hasOwn(words, String(value)) ? words[String(value)] : undefined

/** What is wrong with a number by the field's limits; undefined when nothing. */
export function rangeFault({ min, max }: FieldMeta, number: number): string | undefined {
  if (min !== undefined && number < min) return `O valor mínimo é ${written(min)}.`
  if (max !== undefined && number > max) return `O valor máximo é ${written(max)}.`
  return undefined
}

const written = (number: number): string => number.toLocaleString('pt-BR', { maximumFractionDigits: 10 })

/** The field in a sentence, for documentation: what its options mean, then what is said of it. Undefined when there is nothing to say. */
export function docOf({ words, doc, format }: FieldMeta): string | undefined {
  const told = words && format !== 'flag' && Object.entries(words).map(([value, word]) => `${value} ${word}`)
  return told ? [told.join(', '), ...(doc ? [doc] : [])].join('; ') : doc
}

const isList = (told: unknown): told is readonly string[] => Array.isArray(told)

/** The kinds of fields. The first argument is the label that people see. */
export const f = {
  text: (
    label: string,
    o: About & Pick<FieldMeta, 'max' | 'min' | 'normalize' | 'format' | 'words' | 'large' | 'official'> = {},
  ) => new Field<Nullable<string>>(meta('text', label, { max: 200, ...o })),
  /** A text of several lines. */
  notes: (label: string, o: About & Pick<FieldMeta, 'max'> = {}) => f.text(label, { format: 'notes', ...o }),
  /** A password or token: taken, kept encrypted, never answered. Absent from a request it stays; null removes it. */
  sealed: (label: string, o: About & Pick<FieldMeta, 'max'> = {}) =>
    new Field<Nullable<string>>(meta('text', label, { max: 500, secret: true, sealed: true, ...o })),
  integer: (label: string, o: About & Pick<FieldMeta, 'max' | 'min' | 'options' | 'format' | 'words'> = {}) =>
    new Field<Nullable<number>>(meta('integer', label, { min: -2_147_483_648, max: 2_147_483_647, ...o })),
  /** An exact number; `decimals` after the comma, `digits` in all (15 unless told); at most 15 significant ones come in and go out. */
  decimal: (
    label: string,
    decimals: number,
    o: About & Pick<FieldMeta, 'max' | 'min' | 'digits' | 'format' | 'unitOf'> = {},
  ) => new Field<Nullable<string>>(meta('decimal', label, { digits: 15, decimals, ...o })),
  /** A quantity of a product, 4 decimals; `unitOf` names the field that says which. */
  quantity: (label: string, unitOf: string, o: About & Pick<FieldMeta, 'max' | 'min'> = {}) =>
    f.decimal(label, 4, { unitOf, ...o }),
  /** Money in R$, 2 decimals unless told. */
  money: (label: string, { decimals = 2, ...o }: About & Pick<FieldMeta, 'max' | 'min' | 'decimals' | 'digits'> = {}) =>
    f.decimal(label, decimals, { format: 'money', ...o }),
  /** A percentage as people say it: 12.5 is 12,5%. */
  percent: (label: string, decimals: number, o: About & Pick<FieldMeta, 'max' | 'min'> = {}) =>
    f.decimal(label, decimals, { format: 'percent', ...o }),
  /** A small whole number that stands for a word: `{ 0: 'Ao finalizar', 1: 'Ao iniciar' }`. */
  option: (label: string, words: Readonly<Record<number, string>>, o: About & Pick<FieldMeta, 'options'> = {}) =>
    new Field<Nullable<number>>(meta('integer', label, { options: Object.keys(words).map(Number), words, ...o })),
  /** Yes or no as the fiscal documents write it: 1 or 0. */
  flag: (label: string, o: About = {}) =>
    new Field<Nullable<number>>(meta('integer', label, { options: [0, 1], words: YES_NO, format: 'flag', ...o })),
  boolean: (label: string, o: About = {}) => new Field<Nullable<boolean>>(meta('boolean', label, o)),
  date: (label: string, o: About = {}) => new Field<Nullable<string>>(meta('date', label, o)),
  datetime: (label: string, o: About = {}) => new Field<Nullable<string>>(meta('datetime', label, o)),
  /** The id of a record of another resource, named so that definitions may refer to each other in circles. */
  ref: (label: string, resource: string, o: About & Pick<FieldMeta, 'trace' | 'abroad'> = {}) =>
    new Field<Nullable<number>>(meta('ref', label, { ref: resource, min: 1, max: 2_147_483_647, ...o })),
  /** Who makes the record: what people call it. */
  author: (label: string) =>
    new Field<Nullable<number>>(
      meta('ref', label, { ref: 'user', min: 1, max: 2_147_483_647, computed: true, author: true }),
    ),
  /** Free structure, at most 64 kB of JSON. */
  json: (label: string, o: About & Pick<FieldMeta, 'large' | 'listOf' | 'format'> = {}) =>
    new Field<Nullable<object>>(meta('json', label, o)),
  /** A small whole number that the database computes from the row's other columns; `words` say what its values mean. */
  generated: (label: string, expression: string, o: About & Pick<FieldMeta, 'words'> = {}) =>
    new Field<number>(meta('integer', label, { computed: true, required: true, generated: expression, ...o })),
  /** One of some texts, by what people call them: `{ corridos: 'Dias corridos', uteis: 'Dias úteis' }`; a bare list where nobody sees them. */
  choice: <T extends string>(label: string, told: readonly T[] | Readonly<Record<T, string>>, o: About = {}) =>
    new Field<Nullable<T>>(
      meta('text', label, {
        ...(isList(told) ? { options: told } : { options: Object.keys(told), words: told }),
        ...o,
      }),
    ),
}

/**
 * What a record's own number is called in a file, where products and people have codes of their own: exports write it, imports find the record
 * by it.
 */
export const RECORD_NUMBER = 'Código no Prumo'

/** Where a record's answer tells, by field, what is odd of it and was taken all the same: `{ NCM: 'NCM valeu até 31/03/2025: …' }`. Absent where nothing is. */
export const FIELD_NOTICES = 'avisos_campos'

/** What every record has beside its fields and people see. */
export const RECORD_FIELDS = {
  id: f.integer('Código', { format: 'serial' }).computed(),
  criado_em: f.datetime('Criado em').computed(),
  alterado_em: f.datetime('Alterado em').computed(),
} as const
