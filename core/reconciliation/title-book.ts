import { type CivilDate, daysBetween } from '../br/civil-date'
import { type Decimal, decimal } from '../money/decimal'
import { payableDay } from './days'
import { bareCode, documentNumber, type Memo, nameWords, ourNumber, Patterns } from './memo'
import type { MatchAlias, MatchLine, MatchTitle } from './types'

/** How a name was learned, and whose titles it finds. */
interface Learned extends MatchAlias {
  readonly people: readonly Person[]
}

/** An open title with what it is found by. */
export interface OpenTitle {
  readonly title: MatchTitle
  /** What is owed, in whole cents. */
  readonly cents: number
  readonly person: Person
  readonly terms: Terms | undefined
  /** Its number, the bank's, the code of its Pix. */
  readonly codes: ReturnType<typeof codesOf>
  /** The next that owes as much. */
  readonly next: OpenTitle | undefined
  taken: boolean
  /** The day on which it is paid, known once somebody asks. */
  payable: CivilDate | undefined
}

/** Who owes, or is owed, with all their open titles. */
export interface Person {
  readonly name: string
  readonly words: readonly string[]
  readonly taxId: string | undefined
  readonly titles: OpenTitle[]
  /** Whether `titles` stand in the order of their age by now. */
  sorted: boolean
}

/** Fine and interest of titles that are due on a day. */
interface Terms {
  readonly dVencimento: CivilDate
  readonly payable: CivilDate
  readonly pMulta: Decimal
  readonly pJurosMes: Decimal
}

/** What fine and interest make of a title. */
export interface Charged {
  readonly multa: Decimal
  readonly juros: Decimal
}

/** Credits are no debts, and what is only expected was billed by nobody yet. */
const NOT_MATCHED = new Set([4, 11])
/** Different due days and rates that are looked through for a line. */
const MOST_TERMS = 4_000
/** People whose rarest word begins with the last word of a memo, which may be cut. */
const MOST_CUT = 200

const TWO_DECIMALS = /^-?\d{1,13}\.\d\d$/

/** An amount in whole cents. */
export const centsOf = (amount: MatchTitle['vSaldo']): number =>
  typeof amount === 'string' && TWO_DECIMALS.test(amount)
    ? Number(amount.replace('.', ''))
    : decimal(amount).times(100).round(0).toNumber()

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}

/** Open titles of one side, found by what a line says: its amount, who is named, which number. `codes` are those that any line says: others are not written down. */
export class TitleBook {
  readonly #byId = new Map<string, OpenTitle>()
  readonly #byCents = new Map<number, OpenTitle>()
  readonly #byDiscounted = new Map<number, OpenTitle[]>()
  readonly #byCode = new Map<string, OpenTitle[]>()
  readonly #terms = new Map<string, Terms>()
  readonly #people = new Map<string, Person>()
  readonly #spelled = new Map<string, Person>()
  readonly #byTaxId = new Map<string, Person[]>()
  readonly #byRarest = new Map<string, Person[]>()
  readonly #rarest: string[]
  readonly #byPerson = new Map<string, Person>()
  readonly #aliases: Patterns<Learned>

  constructor(titles: readonly MatchTitle[], aliases: readonly MatchAlias[], codes: ReadonlySet<string>) {
    for (const title of titles) this.#add(title, codes)
    const counts = new Map<string, number>()
    for (const { words } of this.#people.values()) for (const one of words) counts.set(one, (counts.get(one) ?? 0) + 1)
    const byName = new Map<string, Person[]>()
    for (const person of this.#people.values()) {
      if (person.taxId !== undefined) add(this.#byTaxId, person.taxId, person)
      add(byName, person.name, person)
      const [first, ...others] = person.words
      if (first === undefined) continue
      const rarest = others.reduce(
        (best, one) => ((counts.get(one) ?? 0) < (counts.get(best) ?? 0) ? one : best),
        first,
      )
      add(this.#byRarest, rarest, person)
    }
    this.#rarest = [...this.#byRarest.keys()].sort()
    const known = ({ pessoa, pessoa_id }: MatchAlias): readonly Person[] => {
      if (pessoa_id === undefined) return byName.get(pessoa) ?? []
      const person = this.#byPerson.get(pessoa_id)
      return person ? [person] : []
    }
    this.#aliases = new Patterns(aliases.map((one) => ({ ...one, people: known(one) })))
  }

  #add(title: MatchTitle, codes: ReadonlySet<string>): void {
    const cents = centsOf(title.vSaldo)
    if (cents <= 0 || NOT_MATCHED.has(title.tpConta ?? 0)) return
    const person = this.#personOf(title)
    const next = this.#byCents.get(cents)
    const told = codesOf(title)
    const terms = this.#termsOf(title)
    const open = { title, cents, person, terms, codes: told, next, taken: false, payable: undefined }
    person.titles.push(open)
    this.#byId.set(title.id, open)
    this.#byCents.set(cents, open)
    if (codes.size > 0)
      for (const code of told) if (code !== undefined && codes.has(code)) add(this.#byCode, code, open)
    if (title.dDesconto !== undefined && title.vDesconto !== undefined)
      add(this.#byDiscounted, cents - centsOf(title.vDesconto), open)
  }

  /** A person is told by tax id, however it is written, else by number or by name. */
  #personOf({ pessoa, pessoa_id, CNPJ_CPF }: MatchTitle): Person {
    const spelled = `${CNPJ_CPF ?? ''} ${pessoa_id ?? `nome ${pessoa}`}`
    const known = this.#spelled.get(spelled)
    if (known) return known
    const taxId = bareCode(CNPJ_CPF)
    const key = taxId ?? pessoa_id ?? `nome ${pessoa}`
    const person = this.#people.get(key) ?? { name: pessoa, words: nameWords(pessoa), taxId, titles: [], sorted: false }
    this.#people.set(key, person)
    this.#spelled.set(spelled, person)
    if (pessoa_id !== undefined) this.#byPerson.set(pessoa_id, person)
    return person
  }

  #termsOf({ pMulta, pJurosMes, dVencimento, tpConta }: MatchTitle): Terms | undefined {
    if (!isRate(pMulta) && !isRate(pJurosMes)) return undefined
    const key = `${dVencimento} ${String(pMulta ?? 0)} ${String(pJurosMes ?? 0)} ${tpConta ?? 0}`
    const known = this.#terms.get(key)
    if (known) return known
    const payable = payableDay(dVencimento, tpConta)
    const terms = { dVencimento, payable, pMulta: decimal(pMulta ?? 0), pJurosMes: decimal(pJurosMes ?? 0) }
    this.#terms.set(key, terms)
    return terms
  }

  /** Titles that owe so much and that nobody took. */
  *#owing(cents: number): Generator<OpenTitle> {
    for (let one = this.#byCents.get(cents); one !== undefined; one = one.next) if (!one.taken) yield one
  }

  get(id: string): OpenTitle | undefined {
    return this.#byId.get(id)
  }

  /** Titles that owe just so much. */
  exact(cents: number): readonly OpenTitle[] {
    return [...this.#owing(cents)]
  }

  /** Titles that owe so much less their discount, which they have until that day. */
  discounted(cents: number, day: CivilDate): readonly OpenTitle[] {
    return open(this.#byDiscounted.get(cents)).filter(
      ({ title }) => title.dDesconto !== undefined && day <= title.dDesconto,
    )
  }

  /** Titles that owe so much with fine and interest of that day. The fine is once, interest is simple, by the day from the due date (finance 4.6). */
  charged(cents: number, day: CivilDate): { readonly open: OpenTitle; readonly charged: Charged }[] {
    const found: { open: OpenTitle; charged: Charged }[] = []
    let looked = 0
    for (const terms of this.#terms.values()) {
      if (day <= terms.payable) continue
      if (++looked > MOST_TERMS) break
      const rate = chargeRate(terms, day)
      // Within the cent that each of two roundings may move it: near enough to look up, then reckoned exactly.
      const about = Math.round(cents / (1 + rate.toNumber()))
      for (let owed = about - 2; owed <= about + 2; owed++)
        for (const one of this.#owing(owed)) {
          if (one.terms !== terms) continue
          const charged = chargesOf(one, terms, day)
          if (charged.multa.plus(charged.juros).times(100).plus(owed).eq(cents)) found.push({ open: one, charged })
        }
    }
    return found
  }

  /** People that a memo names whole, by tax id or by name, and those of a name that was learned. */
  named(memo: Memo, learned: Iterable<Person>): ReadonlySet<Person> {
    const found = new Set<Person>()
    for (const token of memo.tokens) for (const one of this.#byTaxId.get(token) ?? []) found.add(one)
    for (const word of this.#rarestIn(memo))
      for (const one of this.#byRarest.get(word) ?? []) if (memo.nameOf(one.words) === 'all') found.add(one)
    for (const one of learned) found.add(one)
    return found
  }

  /** People that are known to pay under what a line says, each with how that was learned. */
  aliased(
    memo: Memo,
    { conta, cents }: Pick<MatchLine, 'conta'> & { readonly cents: number },
  ): ReadonlyMap<Person, MatchAlias> {
    const sinal = cents > 0 ? '+' : '-'
    const own = this.#aliases
      .saidBy(memo)
      .filter((one) => (one.conta ?? conta) === conta && (one.sinal ?? sinal) === sinal)
    return new Map(own.flatMap((one) => one.people.map((person) => [person, one] as const)))
  }

  *#rarestIn(memo: Memo): Generator<string> {
    yield* memo.words
    const { last } = memo
    if (last === undefined) return
    for (let at = firstAtLeast(this.#rarest, last), seen = 0; seen < MOST_CUT; at++, seen++) {
      const word = this.#rarest[at]
      if (word === undefined || !word.startsWith(last)) return
      yield word
    }
  }

  /** Titles whose number, the bank's or their own, or code of Pix a memo says. */
  numbered(memo: Memo): readonly OpenTitle[] {
    const codes = new Set([...memo.numbers, ...memo.tokens])
    return [...codes].flatMap((code) => open(this.#byCode.get(code)))
  }
}

const isRate = (rate: MatchTitle['pMulta']): boolean => rate !== undefined && decimal(rate).sign() > 0

/** What a document is called by: its own number, the bank's, the code of its Pix. */
export const codesOf = ({ numero, nossoNumero, txid }: MatchTitle) =>
  [documentNumber(numero), ourNumber(nossoNumero), bareCode(txid)] as const

const open = (titles: readonly OpenTitle[] | undefined): readonly OpenTitle[] =>
  titles === undefined ? NONE : titles.some((one) => one.taken) ? titles.filter((one) => !one.taken) : titles
const NONE: readonly OpenTitle[] = []

function firstAtLeast(sorted: readonly string[], word: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}

const DAYS_A_MONTH = 30
const PERCENT = 100

const chargeRate = ({ pMulta, pJurosMes, dVencimento }: Terms, day: CivilDate): Decimal =>
  pMulta.plus(pJurosMes.times(daysBetween(dVencimento, day)).div(DAYS_A_MONTH)).div(PERCENT)

function chargesOf({ title }: OpenTitle, { pMulta, pJurosMes, dVencimento }: Terms, day: CivilDate): Charged {
  const owed = decimal(title.vSaldo)
  return {
    multa: owed.times(pMulta).div(PERCENT).round(2),
    juros: owed
      .times(pJurosMes)
      .times(daysBetween(dVencimento, day))
      .div(DAYS_A_MONTH * PERCENT)
      .round(2),
  }
}

/** The person's oldest open titles. */
export function oldestOf(person: Person, most: number): OpenTitle[] {
  if (!person.sorted) {
    person.titles.sort(
      (a, b) => compare(a.title.dVencimento, b.title.dVencimento) || compareIds(a.title.id, b.title.id),
    )
    person.sorted = true
  }
  const found: OpenTitle[] = []
  for (const one of person.titles) {
    if (found.length >= most) break
    if (!one.taken) found.push(one)
  }
  return found
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Numbers of records in their order, whatever letters stand before them. */
export const compareIds = (a: string, b: string): number => a.length - b.length || compare(a, b)
