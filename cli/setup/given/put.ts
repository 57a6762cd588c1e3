import { changedFields } from '../../../http/cadastros/importacao/check'
import type { Ctx } from '../../../http/platform/context'
import { checkedValues, save } from '../../../http/platform/engine/save'
import { toApiError } from '../../../http/platform/error-answer'
import type { Resource, Row } from '../../../http/platform/resource'
import { refused } from '../../exit'

/** What is done to one record. */
export interface Change {
  readonly parte: string
  readonly registro: string
  readonly acao: 'cria' | 'altera' | 'mantém'
  readonly campos: string
}

interface Putting {
  /** Where it stands in what is given, for messages: `locais.0`. */
  readonly place: string
  readonly resource: Resource
  readonly before: Row | undefined
  readonly changes: Change[]
}

/** Creates or changes one record by the rules of the API, and says what that was. */
export async function put(ctx: Ctx, { place, resource, before, changes }: Putting, values: Row): Promise<Row> {
  return named(place, async () => {
    const checked = checkedValues(resource, values, before === undefined)
    const names = before ? changedFields(before, checked) : Object.keys(checked)
    const acao = before ? (names.length > 0 ? 'altera' : 'mantém') : 'cria'
    const record =
      before && names.length === 0 ? before : await save(ctx, resource, before ? Number(before.id) : undefined, values)
    const registro = String(resource.display.map((name) => record[name]).find((one) => one !== null) ?? '')
    changes.push({ parte: place.split('.')[0] ?? place, registro, acao, campos: names.join(', ') })
    return record
  })
}

/** Runs work whose refusals name the field of what was given. */
export async function named<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const known = toApiError(error)
    if (!known) throw error
    const fields = Object.entries(known.errors ?? {})
    const lines = fields.flatMap(([name, messages]) => messages.map((message) => `${place}.${name}: ${message}`))
    throw refused(lines.length > 0 ? lines.join('\n') : `${place}: ${known.message}`)
  }
}
