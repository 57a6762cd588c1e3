import { formatDate } from '../br/date-text'
import { formatCurrency, formatQuantity } from '../br/number'

/** What a template may name of a document, and how it is written. */
export interface Var {
  readonly label: string
  /** The column, or one of what a column refers to: `cliente_id.xNome`. Of several the first that holds something. */
  readonly path: readonly string[]
  readonly kind: VarKind
}

/** `code` is written as it is stored, `word` as people call the value; a `link` is made by the server, where there is one. */
export type VarKind = 'text' | 'code' | 'word' | 'money' | 'number' | 'date' | 'time' | 'link'

type Making = (label: string, ...path: readonly string[]) => Var

const of =
  (kind: VarKind): Making =>
  (label, ...path) => ({ label, path, kind })

export const text = of('text')
export const code = of('code')
export const word = of('word')
export const money = of('money')
export const number = of('number')
export const date = of('date')
export const time = of('time')
export const link = of('link')

/** What every document tells of the company whose it is. */
const COMPANY = {
  empresa: text('Empresa', 'empresa_id.xFant', 'empresa_id.xNome'),
  empresa_fone: text('Telefone da empresa', 'empresa_id.fone'),
  empresa_email: text('E-mail da empresa', 'empresa_id.email'),
}

export type Vars = Readonly<Record<string, Var>>

/** The names that a document's templates know: its own, and the company's. */
export const vars = (own: Vars): Vars => ({ numero: code('Número', 'id'), ...own, ...COMPANY })

/** What a template calls the company's own field of that key: of the document, and of its other party. */
export const ownName = (key: string, party = false): string => `${party ? PARTY : ''}${OWN}${key}`

const [OWN, PARTY] = ['extra.', 'cliente.']

/** Is it the name of a field of a company's own, whether there is one or not? */
export const isOwnName = (name: string): boolean => name.startsWith(OWN) || name.startsWith(PARTY + OWN)

/** Longest text of a value. */
const LONGEST = 2_000

const WRITTEN: Readonly<Record<Exclude<VarKind, 'time' | 'word' | 'link'>, (value: string) => string>> = {
  text: (value) => value,
  code: (value) => value,
  money: (value) => formatCurrency(value),
  number: (value) => formatQuantity(value, (value.split('.')[1] ?? '').replace(/0+$/, '').length),
  date: (value) => formatDate(value),
}

/** How the server writes what depends on the field or the place: the word of a coded value, the hour of an instant. */
export interface Writing {
  readonly word: (value: string) => string
  readonly time: (instant: string) => string
}

/** A stored value as a template writes it, in Portuguese; '' for nothing. */
export function written(kind: VarKind, stored: unknown, { word: named, time: shown }: Writing): string {
  if (stored === null || stored === undefined || typeof stored === 'object') return ''
  const value = String(stored).slice(0, LONGEST)
  if (value === '' || kind === 'link') return value
  if (kind === 'word') return named(value)
  return kind === 'time' ? shown(value) : WRITTEN[kind](value)
}
