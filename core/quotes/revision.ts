/** What a customer is shown of a quote, as it is read; and what differs between two of them, in words. */

/** Label and text. */
export type Fact = readonly [label: string, text: string]

export interface ShownLine {
  readonly code: string
  readonly description: string
  readonly unit: string
  readonly quantity: string
  readonly price: string
  readonly total: string
}

export interface ShownInstalment {
  readonly n: string
  readonly due: string
  readonly method: string
  readonly amount: string
}

export interface ShownQuote {
  readonly facts: readonly Fact[]
  readonly lines: readonly ShownLine[]
  readonly totals: readonly Fact[]
  readonly instalments: readonly ShownInstalment[]
  readonly notes: string
}

const NOTHING = '–'

/** Two lists matched by name; the second of equal names is another than the first. */
function matched<T>(
  before: readonly T[],
  after: readonly T[],
  name: (one: T) => string,
): readonly (readonly [name: string, old: T | undefined, now: T | undefined])[] {
  const numbered = (list: readonly T[]): ReadonlyMap<string, T> => {
    const seen = new Map<string, number>()
    return new Map(
      list.map((one) => {
        const count = (seen.get(name(one)) ?? 0) + 1
        seen.set(name(one), count)
        return [`${count} ${name(one)}`, one]
      }),
    )
  }
  const [old, now] = [numbered(before), numbered(after)]
  const keys = [...new Set([...old.keys(), ...now.keys()])]
  return keys.map((key) => [key.slice(key.indexOf(' ') + 1), old.get(key), now.get(key)] as const)
}

const turned = (label: string, old: string, now: string): string[] =>
  old === now ? [] : [`${label} de ${old || NOTHING} para ${now || NOTHING}`]

const factChanges = (before: readonly Fact[], after: readonly Fact[]): string[] =>
  matched(before, after, ([label]) => label).flatMap(([label, old, now]) =>
    turned(`${label}:`, old?.[1] ?? '', now?.[1] ?? ''),
  )

const lineText = ({ quantity, unit, price }: ShownLine): string =>
  `${[quantity, unit].filter((part) => part !== '').join(' ')} a ${price}`

function lineChanges(before: readonly ShownLine[], after: readonly ShownLine[]): string[] {
  const found = matched(before, after, ({ code, description }) => [code, description].filter(Boolean).join(' '))
  return found.flatMap(([name, old, now]) => {
    if (old === undefined) return now === undefined ? [] : [`Entrou: ${name}, ${lineText(now)}`]
    if (now === undefined) return [`Saiu: ${name}, ${lineText(old)}`]
    const parts = [
      ...turned('unidade', old.unit, now.unit),
      ...turned('quantidade', old.quantity, now.quantity),
      ...turned('preço', old.price, now.price),
      ...turned('total', old.total, now.total),
    ]
    return parts.length === 0 ? [] : [`${name}: ${parts.join('; ')}`]
  })
}

function instalmentChanges(before: readonly ShownInstalment[], after: readonly ShownInstalment[]): string[] {
  const text = ({ due, method, amount }: ShownInstalment): string =>
    [due, method, amount].filter((part) => part !== '').join(' · ')
  return matched(before, after, ({ n }) => n).flatMap(([n, old, now]) =>
    turned(`Parcela ${n}:`, old === undefined ? '' : text(old), now === undefined ? '' : text(now)),
  )
}

/** What changed from one quote to another, one thing a line, in Portuguese; nothing where a customer reads the same in both. */
export function changesBetween(before: ShownQuote, after: ShownQuote): readonly string[] {
  return [
    ...lineChanges(before.lines, after.lines),
    ...factChanges(before.totals, after.totals),
    ...instalmentChanges(before.instalments, after.instalments),
    ...factChanges(before.facts, after.facts),
    ...(before.notes === after.notes ? [] : ['As observações mudaram.']),
  ]
}
