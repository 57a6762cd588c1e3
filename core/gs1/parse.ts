import { ALL_RULES, EXCLUSIVE, ONE_SYMBOL_RULES, REPEATS, REQUIRED, SIGNATURE, checkAssociations } from './associations'
import { buildLink } from './digital-link'
import { type ReadFault, GS, humanReadable, joinElements, readBracketed, readData, readElements } from './elements'
import { describeFault } from './messages'

/** Which associations `ok` stands for. */
const RULES = {
  none: 0,
  'one-symbol': ONE_SYMBOL_RULES,
  all: ALL_RULES,
  'repeats-must-match': REPEATS,
  'mutually-exclusive': EXCLUSIVE,
  'required-pair': REQUIRED,
  'digsig-needs-serialised-key': SIGNATURE,
} as const

export type RuleName = keyof typeof RULES
export const RULE_NAMES: readonly RuleName[] = [
  'none',
  'one-symbol',
  'all',
  'repeats-must-match',
  'mutually-exclusive',
  'required-pair',
  'digsig-needs-serialised-key',
]

export interface ParseInput {
  /** `(01)…(10)…`. Judged as a whole label: every association by default. */
  readonly bracketed?: string | undefined
  /** `^01…` or, with separators as scanners send them, GS first. One symbol of maybe several: no associations by default. */
  readonly data?: string | undefined
  /** What `ok` takes into account besides form and content. */
  readonly rule?: RuleName | undefined
  /** Identifiers outside the table are free text. By default only when `rule` is a single association, which asks nothing about them. */
  readonly permitUnknownAIs?: boolean | undefined
}

export interface ParseAnswer {
  readonly ok: boolean
  /** Form and content are right, and so are all associations but the required ones. */
  readonly okWithoutRequiredPairs: boolean
  /** Form and content are right. */
  readonly okContent: boolean
  readonly ai: readonly { ai: string; value: string }[]
  readonly hri: readonly string[]
  readonly scanGs1_128?: string
  readonly scanQr?: string
  readonly digitalLink?: string
  /** Code of the first thing wrong, the one `ok` or `okContent` fell over. */
  readonly error?: string
  /** The same for a person. */
  readonly message?: string
}

/** Reads and judges GS1 element strings; gives them as lists, human-readable lines, scans and Digital Link. */
export function parseGs1(input: ParseInput): ParseAnswer {
  const rule = input.rule ?? (input.bracketed === undefined ? 'none' : 'all')
  const single = !['none', 'one-symbol', 'all'].includes(rule)
  const options = { permitUnknownAIs: input.permitUnknownAIs ?? single }
  const { elements, fault } =
    input.bracketed !== undefined ? readBracketed(input.bracketed, options) : readAny(input.data ?? '', options)
  const ai = elements.map((one) => ({ ai: one.ai, value: one.value }))
  const hri = humanReadable(elements)
  if (fault) return { ok: false, okWithoutRequiredPairs: false, okContent: false, ai, hri, ...told(fault) }
  const broken = checkAssociations(elements, RULES[rule])
  const scan = joinElements(elements, GS)
  const link = buildLink(elements)
  return {
    ok: broken === undefined,
    okWithoutRequiredPairs: checkAssociations(elements, ONE_SYMBOL_RULES) === undefined,
    okContent: true,
    ai,
    hri,
    scanGs1_128: `]C1${scan}`,
    scanQr: `]Q3${scan}`,
    ...('uri' in link ? { digitalLink: link.uri } : {}),
    ...(broken ? told(broken) : {}),
  }
}

function readAny(data: string, options: { permitUnknownAIs: boolean }): ReturnType<typeof readData> {
  return data.startsWith(GS) ? readElements(data.slice(1), GS, options) : readData(data, options)
}

function told(fault: ReadFault): { error: string; message: string } {
  return { error: fault.error, message: describeFault(fault) }
}
