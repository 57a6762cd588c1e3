import { type Decimal, ZERO } from '../money/decimal'

/** An account of the plan: its code says below which others it stands (`3.1.02` below `3.1`, and that below `3`). */
export interface PlanAccount {
  readonly id: number
  readonly codigo: string
  readonly descricao: string
}

/** A line of a statement by accounts: its own amounts and those of all that stands below it, a column each. */
export interface PlanLine extends PlanAccount {
  /** How many of the accounts that are told stand over it. */
  readonly nivel: number
  /** Others stand below it. */
  readonly soma: boolean
  readonly valores: readonly Decimal[]
}

const partsOf = (codigo: string): readonly number[] => codigo.split('.').map(Number)

/** Codes in the order of the plan: by numbers, so that 3.10 comes after 3.9. */
export function compareCodes(a: string, b: string): number {
  const [own, other] = [partsOf(a), partsOf(b)]
  for (let at = 0; at < Math.max(own.length, other.length); at++) {
    const difference = (own[at] ?? -1) - (other[at] ?? -1)
    if (difference !== 0) return difference
  }
  return 0
}

/** Does an account stand below another one, or is it that one? */
export const isWithin = (codigo: string, over: string): boolean => codigo === over || codigo.startsWith(`${over}.`)

/**
 * The plan as a statement: every account that has an amount, or over one that has, in the order of codes. Lines without an account of the plan are the
 * caller's: they are in no line here.
 */
export function planTree(
  accounts: readonly PlanAccount[],
  amounts: ReadonlyMap<number, readonly Decimal[]>,
  columns: number,
): PlanLine[] {
  const sums = new Map<string, Decimal[]>()
  const byCode = new Map(accounts.map((one) => [one.codigo, one]))
  for (const { id, codigo } of accounts) {
    const own = amounts.get(id)
    if (!own || own.every((one) => one.isZero())) continue
    for (const over of oversOf(codigo)) {
      if (!byCode.has(over)) continue
      const sum = sums.get(over) ?? Array.from({ length: columns }, () => ZERO)
      sums.set(
        over,
        sum.map((value, at) => value.plus(own[at] ?? ZERO)),
      )
    }
  }
  const codes = [...sums.keys()].toSorted(compareCodes)
  return codes.flatMap((codigo) => {
    const account = byCode.get(codigo)
    if (!account) return []
    const { id, descricao } = account
    const nivel = oversOf(codigo).filter((over) => over !== codigo && sums.has(over)).length
    const soma = codes.some((other) => other !== codigo && isWithin(other, codigo))
    return [{ id, codigo, descricao, nivel, soma, valores: sums.get(codigo) ?? [] }]
  })
}

/** A code and all those over it, the longest first. */
function oversOf(codigo: string): string[] {
  const parts = codigo.split('.')
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('.'))
}
