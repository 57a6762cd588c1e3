/** The kinds of custom fields and how wide each stands on a grid of 12 columns (document 3, section 9: custom-fields layout). */
export const CUSTOM_KINDS = {
  text: { word: 'Texto', span: 6 },
  textarea: { word: 'Texto longo', span: 12 },
  number: { word: 'Número', span: 3 },
  money: { word: 'Valor', span: 3 },
  date: { word: 'Data', span: 3 },
  datetime: { word: 'Data e hora', span: 4 },
  boolean: { word: 'Sim ou não', span: 12 },
  select: { word: 'Seleção', span: 4 },
  tags: { word: 'Etiquetas', span: 6 },
  autocomplete: { word: 'Busca', span: 6 },
  repeater: { word: 'Lista', span: 12 },
} as const

export type CustomKind = keyof typeof CUSTOM_KINDS

export const CUSTOM_WORDS: Readonly<Record<CustomKind, string>> = {
  text: CUSTOM_KINDS.text.word,
  textarea: CUSTOM_KINDS.textarea.word,
  number: CUSTOM_KINDS.number.word,
  money: CUSTOM_KINDS.money.word,
  date: CUSTOM_KINDS.date.word,
  datetime: CUSTOM_KINDS.datetime.word,
  boolean: CUSTOM_KINDS.boolean.word,
  select: CUSTOM_KINDS.select.word,
  tags: CUSTOM_KINDS.tags.word,
  autocomplete: CUSTOM_KINDS.autocomplete.word,
  repeater: CUSTOM_KINDS.repeater.word,
}

/** Characters that an autocomplete waits for before it asks, unless its field says otherwise. */
export const MIN_CHARS = 2
/** A draft is saved so long after the last key. */
export const AUTOSAVE_MS = 500
/** The colour of a tag whose option says none: grey, with white text. */
export const TAG_COLOUR = { color: '#6b7280', textColor: '#ffffff' } as const

export const CUSTOM_LIMITS = {
  /** Custom fields of one resource. */
  fields: 200,
  /** Of these, so many are looked into by a plain search: each is an index more that a save writes. */
  searched: 5,
  options: 500,
  columns: 12,
  rows: 200,
  tags: 50,
  text: 200,
  textarea: 4_000,
} as const
