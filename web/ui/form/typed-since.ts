import { linesOf, type Line } from '../lines/lines-state'
import { isRecord, type Values } from '../row'

/** Are two values of a form the same to whoever reads them? */
export const same = (a: unknown, b: unknown): boolean =>
  Object.is(a ?? null, b ?? null) || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * What was typed since the server was asked, to be put over what it answered. `mine` is what the form holds, `asked` what it held then, `saved` the
 * answer. Lines of a list are the answer's, with its ids, where they were not touched.
 */
export function typedSince(mine: Values, asked: Values, saved: Values): Values {
  const names = Object.keys(mine).filter((name) => !same(mine[name], asked[name]))
  return Object.fromEntries(
    names.map((name) => [name, isList(mine[name]) ? listSince(mine[name], asked[name], saved[name]) : mine[name]]),
  )
}

const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isRecord(item))

function listSince(mine: readonly unknown[], asked: unknown, saved: unknown): readonly unknown[] {
  const [before, answer] = [linesOf(asked), linesOf(saved)]
  return linesOf(mine).map((line) => {
    const at = before.findIndex(({ key }) => key === line.key)
    const [was, now] = [before[at], answer[at]]
    const known = was !== undefined && now !== undefined && (was.id === undefined || was.id === now.id)
    return known ? lineSince(line, was, now) : line
  })
}

function lineSince(line: Line, was: Line, now: Line): Line {
  const changes = Object.entries(line).filter(([field, value]) => !same(value, was[field]))
  return { ...now, ...Object.fromEntries(changes) }
}
