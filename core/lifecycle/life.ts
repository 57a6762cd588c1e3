import type { CheckName } from '../access'
import type { ReasonKind } from './reasons'

/** Why something may not happen now: a code for programs, and a sentence in Portuguese for people. */
export type Refusal = readonly [code: string, message: string]

/** The hues and marks by which a state is seen (design: six hues, no seventh). */
export type Hue = 'vermelho' | 'ambar' | 'azul' | 'indigo' | 'verde' | 'cinza'
export type Mark = 'dot' | 'half' | 'check' | 'lock' | 'dash'

/** How states of the same kind look in every document. */
export const OPEN = { hue: 'ambar' } as const
export const HELD = { hue: 'vermelho', mark: 'lock' } as const
export const UNDER_WAY = { hue: 'azul', mark: 'half' } as const
export const READY = { hue: 'indigo' } as const
export const DONE = { hue: 'verde', mark: 'check' } as const
export const GONE = { hue: 'cinza', mark: 'dash' } as const

/** A copy: whoever may create makes it, in any state. */
export const COPY = { from: 'any', copies: true, offer: 'menu', label: 'Duplicar', past: 'Criou por cópia' } as const

/** The state of a document that was cancelled, named as its refusal begins: `Este pedido de compra`. `n` is its number in `status`. */
export function cancelled(one: string, n = 5) {
  const word = one.startsWith('Esta ') ? 'Cancelada' : 'Cancelado'
  const refuses = ['cancelled', `${one} está ${word.toLowerCase()}.`] as const
  return { ...GONE, n, word, plural: `${word}s`, on: 'dhCancelamento', refuses } as const
}

/** What cancelling is in every document: its own are the states it happens from, the column of its reason, its name and what it will do. */
export const CANCEL = {
  sets: 'dhCancelamento',
  offer: 'menu',
  past: 'Cancelou',
  failed: 'Não foi possível cancelar',
} as const

/** The last step of a document, in every one that has it: its own are the states it happens from. */
export const FINISH = {
  sets: 'dhFinalizacao',
  key: 'dispatch',
  label: 'Finalizar',
  past: 'Finalizou',
  failed: 'Não foi possível finalizar',
} as const

/** Reserving the goods of a document before they leave, in every one that does: its own are the states it happens from and the date that it sets. */
export const SEPARATE = {
  offer: 'button',
  label: 'Separar',
  past: 'Separou',
  failed: 'Não foi possível separar',
} as const

export interface State<D extends string = string> {
  /** As the `status` column stores it. */
  readonly n: number
  /** On its chip: `Fechado`. */
  readonly word: string
  /** As a view of the list is called: `Fechados`. */
  readonly plural: string
  readonly hue: Hue
  readonly mark?: Mark
  /** The date, or all the dates, that make it; a document begins in the state that has none. */
  readonly on?: D | readonly D[]
  /** What is said where this state forbids something and nothing else is said for that. */
  readonly refuses?: Refusal
  /** What it means, where its word does not tell. */
  readonly doc?: string
}

/** Words of a refusal in single states, where they are not the state's own. */
type Says<S extends string> = Readonly<Partial<Record<S, Refusal>>>

/** In which states fields may be written. */
export interface FieldRule<S extends string = string> {
  readonly names: readonly string[]
  readonly from: readonly S[]
  readonly say?: Says<S>
}

/** In which states a head, or a list below it, may be written. */
export interface WriteRule<S extends string = string> {
  readonly from: readonly S[]
  readonly say?: Says<S>
  /** New lines, where they may come in fewer states than the others are changed or go in. */
  readonly add?: { readonly from: readonly S[]; readonly say?: Says<S> }
  /** Fields that may be changed in fewer states. */
  readonly narrow?: FieldRule<S>
  /** Fields that, changed alone, follow a rule of their own. Then only what changes counts: a line that stays as it is is no write. */
  readonly apart?: FieldRule<S>
}

/** A fact beside the states that forbids a verb: `when` is given the record, with what the resource knows beside it. */
export interface Unless {
  readonly when: (record: Readonly<Record<string, unknown>>) => boolean
  /** What is said, where it tells figures by the record. */
  readonly refuses: Refusal | ((record: Readonly<Record<string, unknown>>) => Refusal)
}

export interface Verb<D extends string = string, S extends string = string, R extends string = string> {
  /** The states in which it may happen. */
  readonly from: readonly S[] | 'any'
  readonly say?: Says<S>
  readonly unless?: readonly Unless[]
  /** The date that it sets, or those that it takes back. */
  readonly sets?: D
  readonly clears?: readonly D[]
  /** A check that the caller must pass beside the right on the resource, and what is said to whoever does not. */
  readonly need?: { readonly check: CheckName; readonly say: string }
  /** The reason that must be given, and the column that keeps it. */
  readonly reason?: { readonly kind: ReasonKind; readonly in: R; readonly optional?: true }
  /** What its button says: `Fechar`. With the document where it stands in a menu: `Cancelar o pedido`. */
  readonly label: string
  /** What the history says that somebody did: `Fechou`. */
  readonly past: string
  /** The key that runs it, with a button of its own: the next step of a document, or its invoice. */
  readonly key?: 'dispatch' | 'invoice'
  /** Where a document's form offers it, when it has no key: in the menu, or as a button while its state allows it. */
  readonly offer?: 'menu' | 'button'
  /** What it will do, in one sentence; by state where that differs. Asked before it is done. */
  readonly will?: string | Readonly<Partial<Record<S, string>>>
  /** Told when it was done, and the title of what is told when it failed. */
  readonly done?: string
  readonly failed?: string
  /** It makes a copy and leaves the document as it is: whoever may create may do it, in any state. */
  readonly copies?: true
}

/** What a verb is called of one document, or of several: `Cancelar a venda 12`, `Gerar venda do orçamento 12`. */
export function verbOn({ label, key }: Pick<Verb, 'label' | 'key'>, what: string): string {
  const [infinitive = label, ...object] = label.split(' ')
  // What ends a document is named with it; a step names what it makes.
  return key === undefined || object.length === 0
    ? `${infinitive} ${what}`
    : `${label} d${/^[oa] /.test(what) ? '' : 'e '}${what}`
}

/** A document's life as it is written down: `states` from the strongest to the one it begins in. */
export interface LifeTable<D extends string, S extends string, V extends string, R extends string> {
  /** With its article, as sentences name it: `o pedido de compra`. */
  readonly the: string
  /** Dates that its states follow from, and what people call them. */
  readonly dates: Readonly<Record<D, string>>
  /** Columns that keep reasons, and what people call them. */
  readonly reasons?: Readonly<Record<R, string>>
  readonly states: Readonly<Record<S, State<NoInfer<D>>>>
  readonly writes: {
    readonly head: WriteRule<NoInfer<S>>
    /** Every list below the head, at any depth, but those that `of` names. */
    readonly lists: WriteRule<NoInfer<S>>
    readonly of?: Readonly<Record<string, WriteRule<NoInfer<S>>>>
    /** Deleting the document; where nothing is said, as its lists are written. */
    readonly remove?: WriteRule<NoInfer<S>>
  }
  readonly verbs: Readonly<Record<V, Verb<NoInfer<D>, NoInfer<S>, NoInfer<R>>>>
}

/** A state with its name. */
export interface NamedState extends State {
  readonly name: string
}

/** The life of a document: the engine guards by it, screens show it, tests walk it. */
export interface Life<
  D extends string = string,
  S extends string = string,
  V extends string = string,
  R extends string = string,
> extends LifeTable<D, S, V, R> {
  /** The states from the strongest on. */
  readonly order: readonly NamedState[]
}

/** Writes down a document's life. Throws for one that could not be told: a state that forbids something and has no words for it, or two states of one number. */
export function life<
  const D extends string,
  const S extends string,
  const V extends string,
  const R extends string = never,
>(table: LifeTable<D, S, V, R>): Life<D, S, V, R> {
  const order = Object.entries<State<D>>(table.states).map(([name, state]) => ({ name, ...state }))
  if (new Set(order.map((one) => one.n)).size < order.length) throw new Error(`${table.the}: two states of one number.`)
  if (order.findIndex((one) => one.on === undefined) !== order.length - 1)
    throw new Error(`${table.the}: the last state, and it alone, is the one that a document begins in.`)
  for (const { from, say = {} } of rulesOf(table)) {
    const said = new Set([...from, ...Object.keys(say)])
    const mute = from !== 'any' && order.find(({ name, refuses }) => !refuses && !said.has(name))
    if (mute) throw new Error(`${table.the}: nothing is said where '${mute.name}' forbids something.`)
  }
  return { ...table, order }
}

interface AnyRule {
  readonly from: readonly string[] | 'any'
  readonly say?: object
}

function rulesOf<D extends string, S extends string, V extends string, R extends string>({
  writes: { head, lists, remove, of = {} },
  verbs,
}: LifeTable<D, S, V, R>): readonly AnyRule[] {
  const written = [head, lists, ...(remove ? [remove] : []), ...Object.values<WriteRule<S>>(of)]
  return [
    ...written,
    ...written.flatMap(({ add, narrow, apart }): readonly AnyRule[] =>
      [add, narrow, apart].filter((one) => one !== undefined),
    ),
    ...Object.values<Verb<D, S, R>>(verbs),
  ]
}
