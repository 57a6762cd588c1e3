import { type Amount, decimal } from '../money/decimal'

/** Which receivable a row of an acquirer's file is of. */

/** A row that has none yet. */
export interface RowToMatch {
  readonly id: number
  readonly nsu: string
  readonly authorization_code: string
  readonly installment: number
  readonly sale_date: string | null
  readonly batch_gross_amount: Amount
}

/** A receivable by card that no row is of yet. */
export interface TitleToMatch {
  readonly id: number
  readonly nsu: string | null
  readonly authorization_code: string | null
  readonly parcela: number
  /** The day of the sale. */
  readonly dEmissao: string
  readonly vSaldo: Amount
}

export interface CardMatch {
  readonly row: number
  readonly title: number
  readonly by: 'nsu' | 'data'
}

/** A number as different systems write it: no zeros before it, capitals. */
const bare = (code: string | null): string => (code ?? '').trim().replace(/^0+/, '').toUpperCase()

/** Groups by a key; what has none is in no group. */
function grouped<T>(all: readonly T[], keyOf: (one: T) => string | null): ReadonlyMap<string, readonly T[]> {
  const keyed = all.flatMap((one) => {
    const key = keyOf(one)
    return key === null ? [] : [{ key, one }]
  })
  return new Map([...Map.groupBy(keyed, ({ key }) => key)].map(([key, own]) => [key, own.map(({ one }) => one)]))
}

/** How rows and receivables are known to be the same: by what both are keyed, and what else has to hold. */
interface Way {
  readonly by: CardMatch['by']
  readonly row: (one: RowToMatch) => string | null
  readonly title: (one: TitleToMatch) => string | null
  readonly fits?: (row: RowToMatch, title: TitleToMatch) => boolean
}

const numbered = (nsu: string | null, ...more: (string | number)[]) =>
  bare(nsu) === '' ? null : [bare(nsu), ...more].join(' ')
const dated = (day: string | null, value: Amount) => (day === null ? null : `${day} ${decimal(value).toFixed(2)}`)

const WAYS: readonly Way[] = [
  {
    by: 'nsu',
    row: (one) => numbered(one.nsu, bare(one.authorization_code), one.installment),
    title: (one) => numbered(one.nsu, bare(one.authorization_code), one.parcela),
  },
  {
    by: 'nsu',
    row: (one) => numbered(one.nsu, one.installment),
    title: (one) => numbered(one.nsu, one.parcela),
    fits: (row, title) => bare(row.authorization_code) === '' || bare(title.authorization_code) === '',
  },
  {
    by: 'data',
    row: (one) => dated(one.sale_date, one.batch_gross_amount),
    title: (one) => (bare(one.nsu) === '' ? dated(one.dEmissao, one.vSaldo) : null),
  },
]

/**
 * Pairs rows with receivables: those of the same NSU, authorisation and instalment (where one side tells no authorisation, without it); of the rest,
 * those of the same day and value. Only what is the one of its kind on both sides is paired, and each once.
 */
export function matchCards(rows: readonly RowToMatch[], titles: readonly TitleToMatch[]): readonly CardMatch[] {
  const matches: CardMatch[] = []
  let [looking, open] = [rows, titles]
  for (const way of WAYS) {
    const found = pairs(looking, open, way)
    matches.push(...found)
    const [used, taken] = [new Set(found.map((one) => one.row)), new Set(found.map((one) => one.title))]
    looking = looking.filter((one) => !used.has(one.id))
    open = open.filter((one) => !taken.has(one.id))
  }
  return matches
}

function pairs(rows: readonly RowToMatch[], titles: readonly TitleToMatch[], way: Way): readonly CardMatch[] {
  const byKey = grouped(titles, way.title)
  return [...grouped(rows, way.row)].flatMap(([key, own]) => {
    const [row, title] = [own[0], byKey.get(key)?.[0]]
    const alone = own.length === 1 && byKey.get(key)?.length === 1
    if (!row || !title || !alone || (way.fits && !way.fits(row, title))) return []
    return [{ row: row.id, title: title.id, by: way.by }]
  })
}
