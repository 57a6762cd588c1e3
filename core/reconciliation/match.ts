import { isBalanceText } from '../statement/statement'
import { lineKeys } from '../statement/line-key'
import { decimal } from '../money/decimal'
import { CoreError } from '../errors'
import type { Days } from './days'
import { documentNumber, Memo, nameWords } from './memo'
import { NOTHING, type Point, total } from './points'
import { Proposals, type Rated, byRank, type Read } from './proposals'
import { centsOf, compareIds } from './title-book'
import type { MatchCashRow, MatchInput, MatchLine, Outcome, OutcomeKind, Proposal } from './types'

/** Judged at a time. */
export const MAX_MATCH_LINES = 20_000

const LEAD = 20
const ALONE = 80
const OFFERED = 50
const WEAK = 35
const REVERSED_WITHIN = 5
const TRANSFERRED_WITHIN = 3
const CASH_WITHIN = 7
const CASH = 45
const CASH_ENOUGH = 60

/**
 * Judges lines of statements, by date and then by number: what each may be of, best first, and whether the best is sure enough to act alone. What acts alone is
 * taken from later lines; what is offered is not. A line that goes with another (`par`) is told once, with the first. Throws `too_large`.
 */
export function matchLines(input: MatchInput): Outcome[] {
  if (input.linhas.length > MAX_MATCH_LINES)
    throw new CoreError('too_large', `No máximo ${MAX_MATCH_LINES} linhas por vez.`)
  return new Matching(input).run()
}

class Matching {
  readonly #proposals: Proposals
  readonly #days: Days
  readonly #lines: readonly Read[]
  readonly #known: ReadonlyMap<string, string>
  readonly #byAmount = new Map<number, Read[]>()
  readonly #cash = new Map<string, MatchCashRow[]>()
  readonly #gone = new Set<string>()
  readonly #own: string | undefined

  constructor(input: MatchInput) {
    this.#own = input.CNPJ_empresa?.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase()
    this.#known = knownLines(input.linhas)
    this.#lines = input.linhas
      .map((one): Read => ({ ...one, cents: centsOf(one.valor), says: new Memo(one.memo) }))
      .sort((a, b) => (a.data < b.data ? -1 : a.data > b.data ? 1 : compareIds(a.id, b.id)))
    this.#proposals = new Proposals(input, this.#lines)
    this.#days = this.#proposals.days
    for (const one of this.#lines)
      if (!isBalanceText(one.memo) && !this.#known.has(one.id))
        this.#byAmount.set(one.cents, [...(this.#byAmount.get(one.cents) ?? []), one])
    for (const row of input.caixa ?? []) {
      const key = `${row.conta} ${centsOf(row.valor)}`
      this.#cash.set(key, [...(this.#cash.get(key) ?? []), row])
    }
  }

  run(): Outcome[] {
    return this.#lines.flatMap((line) => (this.#gone.has(line.id) ? [] : [this.#judge(line)]))
  }

  #judge(line: Read): Outcome {
    const told = (kind: OutcomeKind, more: Partial<Outcome> = {}): Outcome => ({
      linha: line.id,
      kind,
      propostas: [],
      ...more,
    })
    if (isBalanceText(line.memo)) return told('ignore')
    const de = this.#known.get(line.id)
    if (de !== undefined) return told('duplicate-of', { de })
    const reversal = this.#opposite(line, REVERSED_WITHIN, (other) => this.#isReversal(line, other))
    if (reversal) return this.#pair(line, reversal, 'reversal')
    const transfer = this.#opposite(line, TRANSFERRED_WITHIN, (other) => this.#isTransfer(line, other))
    if (transfer) return this.#pair(line, transfer, 'transfer')
    const rows = this.#cashOf(line)
    if (rows.length > 0) return this.#cashOutcome(line, rows)
    const rated = this.#proposals.of(line, this.#unproven(line))
    const kind = kindOf(rated)
    const [best] = rated
    if (kind === 'auto' && best) {
      this.#proposals.take(best)
      this.#gone.add(line.id)
    }
    return told(kind, { propostas: rated.map((one) => one.proposal) })
  }

  #pair(line: Read, { id: par }: Read, kind: 'reversal' | 'transfer'): Outcome {
    this.#gone.add(line.id).add(par)
    return { linha: line.id, kind, par, propostas: [] }
  }

  /** The nearest line after it of the opposite amount that goes with it. */
  #opposite(line: Read, within: number, goesWith: (other: Read) => boolean): Read | undefined {
    return this.#others(line, within).find((one) => isAfter(one, line) && goesWith(one))
  }

  /** Lines of the opposite amount that wait, the nearest first. */
  #others(line: Read, within: number): readonly Read[] {
    if (line.cents === 0) return []
    return (this.#byAmount.get(-line.cents) ?? [])
      .filter((one) => !this.#gone.has(one.id) && this.#days.apart(one.data, line.data) <= within)
      .sort(
        (a, b) => this.#days.apart(a.data, line.data) - this.#days.apart(b.data, line.data) || compareIds(a.id, b.id),
      )
  }

  #isReversal(line: Read, other: Read): boolean {
    if (line.conta !== other.conta) return false
    const undoes = (one: Read): boolean => [...one.says.words].some((word) => UNDOES.test(word))
    if (!undoes(other) && !(line.data === other.data && undoes(line))) return false
    return [...line.says.words].some((word) => word.length > 2 && !UNDOES.test(word) && other.says.words.has(word))
  }

  #isTransfer(line: Read, other: Read): boolean {
    return line.conta !== other.conta && (this.#isOurs(line) || this.#isOurs(other))
  }

  #isOurs({ says }: Read): boolean {
    if (says.says('MESMA TITULARIDADE')) return true
    return this.#own !== undefined && this.#own.length > 10 && says.tokens.has(this.#own)
  }

  /** Lines of other accounts that may be the other end of a transfer, which nothing proves. */
  #unproven(line: Read): Rated[] {
    return this.#others(line, TRANSFERRED_WITHIN)
      .filter((one) => one.conta !== line.conta)
      .map((other) => {
        const isSame = other.data === line.data
        return {
          proposal: {
            alvo: [other.id],
            tipo: 'transferencia',
            score: isSame ? 60 : 50,
            razoes: ['valor_oposto', isSame ? 'data_igual' : 'data_3'],
          },
          sure: false,
          titles: [],
          far: this.#days.apart(other.data, line.data),
          due: other.data,
        }
      })
  }

  /** What waits in the ledger for just this line, where one of them is enough of a match. */
  #cashOf(line: Read): readonly Rated[] {
    const rows = (this.#cash.get(`${line.conta} ${line.cents}`) ?? []).filter((one) => !this.#gone.has(cashKey(one)))
    const near = rows.filter((one) => this.#days.apart(one.data, line.data) <= CASH_WITHIN)
    const rated = near.map((row) => this.#cashRow(line, row)).sort(byRank)
    return (rated[0]?.proposal.score ?? 0) >= CASH_ENOUGH ? rated : []
  }

  #cashRow(line: Read, row: MatchCashRow): Rated {
    const when = this.#days.nearness(line.data, row.data)
    const { score, razoes } = total([{ points: CASH, reason: 'valor_exato' }, cashPoint(row, line.says), when])
    const proposal: Proposal = { alvo: [row.id], tipo: 'caixa', score, razoes }
    return { proposal, sure: true, titles: [], far: this.#days.apart(line.data, row.data), due: row.data }
  }

  #cashOutcome(line: Read, rows: readonly Rated[]): Outcome {
    const [best] = rows
    const alone = leadOf(rows) >= LEAD
    if (alone && best) this.#gone.add(line.id).add(`caixa ${best.proposal.alvo[0] ?? ''}`)
    return { linha: line.id, kind: alone ? 'auto' : 'ask', propostas: rows.map((one) => one.proposal) }
  }
}

const cashKey = ({ id }: MatchCashRow): string => `caixa ${id}`
const UNDOES = /^(?:ESTORN|DEVOL|DEV$)/

const isAfter = (one: Read, other: Read): boolean =>
  one.data > other.data || (one.data === other.data && compareIds(one.id, other.id) > 0)

/** A number that the memo says is worth more than a name. */
function cashPoint({ numero, pessoa }: MatchCashRow, memo: Memo): Point {
  const number = documentNumber(numero)
  if (number !== undefined && memo.numbers.has(number)) return { points: 30, reason: 'numero' }
  return memo.nameOf(nameWords(pessoa ?? '')) === 'all' ? { points: 25, reason: 'nome' } : NOTHING
}

const leadOf = ([best, second]: readonly Rated[]): number => (best?.proposal.score ?? 0) - (second?.proposal.score ?? 0)

function kindOf(rated: readonly Rated[]): OutcomeKind {
  const [best] = rated
  if (!best || best.proposal.score < WEAK) return 'none'
  const { score, tipo } = best.proposal
  const leads = leadOf(rated) >= LEAD
  if (tipo === 'regra') return leads ? (best.sure ? 'auto' : 'rule') : 'ask'
  if (score >= ALONE && leads && best.sure) return 'auto'
  if (score < OFFERED) return 'suggest-weak'
  return leads ? 'suggest' : 'ask'
}

/** Lines that a file read in earlier brought already, by which of its lines. */
function knownLines(lines: readonly MatchLine[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>()
  const known = new Map<string, string>()
  const files = Map.groupBy(lines, (one) => one.arquivo ?? 0)
  for (const file of [...files.keys()].sort((a, b) => a - b)) {
    const own = files.get(file) ?? []
    const keys = lineKeys(
      own.map(({ data, valor, memo, fitid = '' }) => ({
        data,
        valor: decimal(valor).toFixed(2),
        memo,
        fitid,
        tipo: '',
        documento: '',
      })),
    )
    for (const [at, { id, conta }] of own.entries()) {
      const key = `${conta} ${keys[at] ?? ''}`
      const earlier = first.get(key)
      if (earlier === undefined) first.set(key, id)
      else known.set(id, earlier)
    }
  }
  return known
}
