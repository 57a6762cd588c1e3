import { addDays } from '../br/civil-date'
import { decimal } from '../money/decimal'
import { Days } from './days'
import { type Memo, nameWords, Patterns } from './memo'
import { NOTHING, type Point, SURE, total, whenOf, whichOf, whoOf } from './points'
import { sumsTo } from './sums'
import { centsOf, type Charged, compareIds, oldestOf, type OpenTitle, type Person, TitleBook } from './title-book'
import {
  CARD_WINDOW_DAYS,
  CONFIRMED,
  type Detail,
  type MatchAlias,
  type MatchBatch,
  type MatchInput,
  type MatchLine,
  type MatchRule,
  type Proposal,
  type ProposalKind,
} from './types'

/** A line as it is judged. */
export interface Read extends MatchLine {
  /** In whole cents, with its sign. */
  readonly cents: number
  readonly says: Memo
}

/** A proposal with what decides among equals, and whether it may act alone. */
export interface Rated {
  readonly proposal: Proposal
  /** Who or which is sure, and the amount is its own: neither a sum, nor a part, nor explained by terms. */
  readonly sure: boolean
  readonly titles: readonly OpenTitle[]
  readonly batch?: MatchBatch
  readonly rule?: MatchRule
  /** Days from the line to when it is due. */
  readonly far: number
  readonly due: string
}

const AMOUNT = { exact: 40, net: 40, sum: 35, terms: 50, part: 10 } as const
const MOST_OF_PERSON = 20
const MOST_SUMS = 3
const RULE = { confirmed: 80, young: 60 } as const
/** As many as are ever told of a line. */
const MOST_TOLD = 10

const ORDER: Readonly<Record<ProposalKind, number>> = {
  caixa: 0,
  lote: 0,
  regra: 1,
  titulo: 2,
  titulos: 3,
  transferencia: 4,
}

export const byRank = (a: Rated, b: Rated): number =>
  b.proposal.score - a.proposal.score ||
  ORDER[a.proposal.tipo] - ORDER[b.proposal.tipo] ||
  a.proposal.alvo.length - b.proposal.alvo.length ||
  a.far - b.far ||
  (a.due < b.due ? -1 : a.due > b.due ? 1 : 0) ||
  compareIds(a.proposal.alvo.join(' '), b.proposal.alvo.join(' '))

const keyOf = ({ alvo }: Proposal): string => alvo.toSorted().join(' ')

/** What an amount is to a title. */
interface Amounted {
  readonly amount: Point
  readonly detalhe?: Detail
  /** Terms that explain the cents say nothing of the day, and act never alone; a part neither. */
  readonly alone: boolean
  readonly dated: boolean
}

const EXACT: Amounted = { amount: { points: AMOUNT.exact, reason: 'valor_exato' }, alone: true, dated: true }

/** What is offered for lines; titles that were taken are not offered again. */
export class Proposals {
  readonly days = new Days()
  readonly #books: Readonly<Record<'receber' | 'pagar', TitleBook>>
  readonly #batches = new Map<string, MatchBatch[]>()
  readonly #rules: Patterns<MatchRule>
  readonly #takenBatches = new Set<string>()

  constructor({ titulos, apelidos = [], lotes = [], regras = [] }: MatchInput, lines: readonly Read[]) {
    const codes = new Set(lines.flatMap(({ says }) => [...says.numbers, ...says.tokens]))
    this.#books = {
      receber: new TitleBook(
        titulos.filter((one) => one.tipo === 'receber'),
        apelidos,
        codes,
      ),
      pagar: new TitleBook(
        titulos.filter((one) => one.tipo === 'pagar'),
        apelidos,
        codes,
      ),
    }
    for (const one of lotes) {
      const key = `${one.conta} ${centsOf(one.vBruto) - centsOf(one.vTarifa)}`
      this.#batches.set(key, [...(this.#batches.get(key) ?? []), one])
    }
    this.#rules = new Patterns(regras)
  }

  /** All that is offered for a line, best first; `more` is what others offer. */
  of(line: Read, more: readonly Rated[] = []): readonly Rated[] {
    const batches = this.#batchesOf(line)
    // A sum that is just a batch is the same money.
    const known = new Set(batches.map(({ proposal }) => keyOf(proposal)))
    const titles = this.#titles(line).filter(({ proposal }) => !known.has(keyOf(proposal)))
    const found = [...titles, ...batches, ...this.#rulesOf(line), ...more]
    return found.sort(byRank).slice(0, MOST_TOLD)
  }

  /** Takes what acts alone from the lines after it. */
  take({ titles, batch }: Rated): void {
    for (const one of titles) one.taken = true
    if (batch) this.#takenBatches.add(batch.id)
  }

  #titles(line: Read): Rated[] {
    const { says: memo, data } = line
    const book = this.#books[line.cents > 0 ? 'receber' : 'pagar']
    const cents = Math.abs(line.cents)
    const aliased = book.aliased(memo, line)
    const known = new Map<Person, Point>()
    const who = (person: Person): Point => {
      const told = known.get(person) ?? whoOf(person, memo, aliased)
      known.set(person, told)
      return told
    }
    const best = new Map<OpenTitle, Rated>()
    const offer = (open: OpenTitle, amounted: Amounted): void => {
      const one = this.#titleOf(line, open, whoIs(who(open.person), aliased.get(open.person)), amounted)
      const other = best.get(open)
      if (!other || byRank(one, other) < 0) best.set(open, one)
    }
    for (const one of book.exact(cents)) offer(one, EXACT)
    for (const { open, charged } of book.charged(cents, data)) offer(open, withCharges(open, charged))
    for (const one of book.discounted(cents, data)) offer(one, withDiscount(one))
    const people = book.named(memo, aliased.keys())
    for (const one of book.numbered(memo)) if (one.cents > cents) offer(one, partOf(one, cents))
    const sums: Rated[] = []
    for (const person of people) {
      const oldest = oldestOf(person, MOST_OF_PERSON)
      for (const one of oldest) if (one.cents > cents) offer(one, partOf(one, cents))
      sums.push(...this.#sumsOf(line, who(person), oldest))
    }
    return [...best.values(), ...sums]
  }

  #titleOf(line: Read, open: OpenTitle, who: Who, { amount, detalhe: terms, alone, dated }: Amounted): Rated {
    const which = whichOf(open, line.says)
    const { score, razoes } = total([amount, who, which, dated ? whenOf(open, line.data, this.days) : NOTHING])
    const isKnown = who.sure || which.reason === 'txid' || which.reason === 'nosso_numero'
    const detalhe = who.regra_id === undefined ? terms : { ...terms, regra_id: who.regra_id }
    return {
      proposal: { alvo: [open.title.id], tipo: 'titulo', score, razoes, ...(detalhe ? { detalhe } : {}) },
      sure: alone && isKnown,
      titles: [open],
      far: this.days.apart(line.data, open.title.dVencimento),
      due: open.title.dVencimento,
    }
  }

  /** Titles of one person that make the amount together, by the oldest: their day is the worst of theirs. */
  #sumsOf(line: Read, who: Point, oldest: readonly OpenTitle[]): Rated[] {
    const cents = Math.abs(line.cents)
    const smaller = oldest.filter((one) => one.cents < cents)
    const amounts = smaller.map((one) => one.cents)
    return sumsTo(cents, amounts, MOST_SUMS).map((places) => {
      const titles = places.flatMap((at) => smaller[at] ?? [])
      const when = titles
        .map((one) => whenOf(one, line.data, this.days))
        .reduce((worst, one) => (one.points < worst.points ? one : worst))
      const { score, razoes } = total([{ points: AMOUNT.sum, reason: 'valor_soma' }, who, when])
      return {
        proposal: { alvo: titles.map(({ title }) => title.id), tipo: 'titulos', score, razoes },
        sure: false,
        titles,
        far: Math.max(...titles.map(({ title }) => this.days.apart(line.data, title.dVencimento))),
        due: titles[0]?.title.dVencimento ?? '',
      }
    })
  }

  #batchesOf(line: Read): Rated[] {
    const found = this.#batches.get(`${line.conta} ${line.cents}`) ?? []
    return found
      .filter((one) => !this.#takenBatches.has(one.id) && isDueOn(one, line))
      .map((batch) => {
        const told = batchPoint(batch, line.says)
        const when = this.days.nearness(line.data, batch.dCredito)
        const { score, razoes } = total([{ points: AMOUNT.net, reason: 'valor_liquido' }, told, when])
        const side = this.#books[line.cents > 0 ? 'receber' : 'pagar']
        return {
          proposal: {
            alvo: batch.titulos,
            tipo: 'lote',
            score,
            razoes,
            detalhe: { lote: batch.id, tarifa: decimal(batch.vTarifa).toFixed(2) },
          },
          sure: told.points >= SURE,
          titles: batch.titulos.flatMap((id) => side.get(id) ?? []),
          batch,
          far: this.days.apart(line.data, batch.dCredito),
          due: batch.dCredito,
        }
      })
  }

  #rulesOf(line: Read): Rated[] {
    const sign = line.cents > 0 ? '+' : '-'
    return this.#rules
      .saidBy(line.says)
      .filter((one) => one.sinal === sign && (one.conta ?? line.conta) === line.conta)
      .map((rule) => ({
        proposal: {
          alvo: [rule.id],
          tipo: 'regra',
          score: rule.confirmacoes >= CONFIRMED ? RULE.confirmed : RULE.young,
          razoes: ['regra'],
          detalhe: { plano_conta_id: rule.plano_conta_id, confirmacoes: rule.confirmacoes },
        },
        sure: rule.automatica === true && rule.confirmacoes >= CONFIRMED,
        titles: [],
        rule,
        far: 0,
        due: '',
      }))
  }
}

/** Who a line is of, whether that lets it act alone, and by which rule it is known. */
interface Who extends Point {
  readonly sure: boolean
  readonly regra_id: number | undefined
}

function whoIs(who: Point, learned: MatchAlias | undefined): Who {
  const by = who.reason === 'apelido' ? learned : undefined
  return { ...who, sure: who.points >= SURE && by?.automatica !== false, regra_id: by?.regra_id }
}

const withCharges = (open: OpenTitle, { multa, juros }: Charged): Amounted => ({
  amount: { points: AMOUNT.terms, reason: 'valor_com_encargos' },
  detalhe: { principal: owed(open), multa: multa.toFixed(2), juros: juros.toFixed(2) },
  alone: false,
  dated: false,
})

const withDiscount = (open: OpenTitle): Amounted => ({
  amount: { points: AMOUNT.terms, reason: 'valor_com_desconto' },
  detalhe: { principal: owed(open), desconto: decimal(open.title.vDesconto ?? 0).toFixed(2) },
  alone: false,
  dated: false,
})

const partOf = (open: OpenTitle, cents: number): Amounted => ({
  amount: { points: AMOUNT.part, reason: 'valor_parcial' },
  detalhe: {
    restante: decimal(open.cents - cents)
      .div(100)
      .toFixed(2),
  },
  alone: false,
  dated: true,
})

const owed = ({ title }: OpenTitle): string => decimal(title.vSaldo).toFixed(2)

function isDueOn({ origem, dCredito, linha }: MatchBatch, { id, data }: Read): boolean {
  if (linha !== undefined) return linha === id
  return origem !== 'cartao' || (data >= dCredito && data <= addDays(dCredito, CARD_WINDOW_DAYS))
}

function batchPoint({ origem, nome }: MatchBatch, memo: Memo): Point {
  if (origem === 'retorno') return { points: 40, reason: 'lote_retorno' }
  const named = memo.nameOf(nameWords(nome ?? ''))
  if (named === 'none') return NOTHING
  return { points: named === 'all' ? 25 : 12, reason: 'lote_cartao' }
}
