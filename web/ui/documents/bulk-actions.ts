import { pathOf } from '../../../core/access'
import { verbOn, type Verb } from '../../../core/lifecycle/life'
import { reasonLength, reasonMessage } from '../../../core/lifecycle/reasons'
import { stateOfNumber } from '../../../core/lifecycle/standing'
import { CHECKS, meets } from '../../../core/access'
import { needOf } from '../../app/access'
import { rights } from '../../app/session'
import { whyNot } from '../../app/why'
import { askReason, confirm } from '../confirm'
import { counted } from '../format'
import type { Row, Values } from '../row'
import { BULK_LIMIT, startBulk, TOO_MANY } from '../table/bulk'
import type { TableAction } from '../table/verbs'
import type { DocumentKind } from './kind'

type Entry = readonly [name: string, verb: Verb]

const infinitive = ({ label, key }: Verb): string => (key === undefined ? (label.split(' ')[0] ?? label) : label)
const isEnding = ({ reason }: Verb): boolean => reason?.kind === 'cancelamento'

/** Does the life let it happen from where the row stands? Facts that a list does not tell are asked of each when it is done. */
function allows({ life }: DocumentKind, { from, say = {} }: Verb, row: Row): string | undefined {
  const state = stateOfNumber(life, row.status)
  if (state === undefined || from === 'any' || from.includes(state.name)) return undefined
  return (say[state.name] ?? state.refuses)?.[1] ?? 'A situação não permite.'
}

/** Why a verb cannot be done with these rows: what none of them allows. Rows that do not allow it are told when it was done. */
function whyNotMany(kind: DocumentKind, [, verb]: Entry, rows: readonly Row[]): string | undefined {
  const missing = whyNot(needOf(kind.right, 'edit'))
  if (missing !== null) return missing
  if (verb.need !== undefined && !meets(rights.peek(), CHECKS[verb.need.check])) return verb.need.say
  if (rows.length > BULK_LIMIT) return TOO_MANY
  const refusals = rows.map((row) => allows(kind, verb, row))
  return refusals.includes(undefined) ? undefined : refusals[0]
}

/** Asks before it is done to many: a reason, which all are given, or a yes. Null when it was given up. */
async function askFor(verb: Verb, rows: readonly Row[]): Promise<Values | null> {
  const question = {
    title: `${verbOn(verb, counted(rows.length, 'documento', 'documentos'))}?`,
    text: 'Cada um segue as suas próprias regras. Os que não puderem são listados com o motivo.',
    action: infinitive(verb),
    danger: isEnding(verb),
  }
  if (verb.reason === undefined) return (await confirm(question)) ? {} : null
  const { kind } = verb.reason
  const reason = await askReason({
    ...question,
    label: 'Motivo',
    min: reasonLength(kind),
    tooShort: reasonMessage(kind),
  })
  return reason === null ? null : { xJust: reason }
}

/** What a verb is asked with in its own way, of those that are chosen: null when it was given up. */
export type BulkAsks = Readonly<Record<string, (rows: readonly Row[]) => Promise<Values | null>>>

/** What a list of documents does with those that are chosen: every verb that its form offers, in the order of the life; what ends them last. */
export function bulkActions(kind: DocumentKind, asks: BulkAsks = {}): readonly TableAction[] {
  const offered = Object.entries(kind.life.verbs).filter(
    ([, { key, offer, copies }]) => copies !== true && (key !== undefined || offer !== undefined),
  )
  return offered
    .toSorted(([, a], [, b]) => Number(isEnding(a)) - Number(isEnding(b)))
    .map(([name, verb]): TableAction => ({
      label: infinitive(verb),
      icon: isEnding(verb) ? 'close' : 'check',
      danger: isEnding(verb),
      reason: (rows) => whyNotMany(kind, [name, verb], rows),
      run: async (rows) => {
        const values = await (asks[name]?.(rows) ?? askFor(verb, rows))
        if (values === null) return
        const asked = { resource: kind.name, action: name, label: infinitive(verb), values }
        await startBulk({ ...asked, address: (id) => pathOf(kind.name, id) }, rows)
      },
    }))
}
