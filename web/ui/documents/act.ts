import { post } from '../../app/api'
import { announce } from '../../app/events'
import { forget, toast } from '../../app/toasts'
import { type Asked, confirmed } from '../confirmed'
import { reloadForm } from '../form/save'
import { linesOf } from '../lines/lines-state'
import { isRow, type Row, type Values } from '../row'
import { settled, type OpenDocument } from './use-verbs'

/** Runs an action of the open document, saving first what was typed, and shows the document as it is then. Undefined when it failed, which is told, or was given up. */
export async function act(
  doc: OpenDocument,
  { resource, action, body = {}, failed, question }: Act,
): Promise<Row | undefined> {
  const record = await settled(doc)
  if (record === undefined) return undefined
  try {
    const path = `${resource}/${record.id}/${action}`
    const answer = question === undefined ? await post(path, body) : await confirmed(path, { ...body }, question)
    if (question !== undefined && answer === undefined) return undefined
    forget(doc.form)
    await reloadForm(doc.form, resource)
    announce(resource)
    return isRow(answer) ? answer : { id: record.id, ...(typeof answer === 'object' ? answer : {}) }
  } catch (error) {
    toast.error(error, failed, '', doc.form)
    return undefined
  }
}

interface Act {
  readonly resource: string
  readonly action: string
  readonly body?: object
  /** Title of the message when it fails. */
  readonly failed: string
  /** How what the server asks before it goes on is asked. */
  readonly question?: Asked
}

/** A document as it is sent: of its lists what may be written. */
export function sentLists(values: Values, lists: Readonly<Record<string, readonly string[]>>): Values {
  const own = Object.entries(lists).flatMap(([name, fields]) =>
    name in values
      ? [
          [
            name,
            linesOf(values[name]).map((line) =>
              Object.fromEntries(
                ['id', ...fields].filter((field) => line[field] !== undefined).map((field) => [field, line[field]]),
              ),
            ),
          ],
        ]
      : [],
  )
  return { ...values, ...Object.fromEntries(own) }
}
