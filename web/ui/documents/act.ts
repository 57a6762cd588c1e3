import { post } from '../../app/api'
import { announce } from '../../app/events'
import { forget, toast } from '../../app/toasts'
import { reloadForm } from '../form/save'
import { linesOf, type LineColumn } from '../lines/lines-state'
import { isRow, textOf, type Row, type Values } from '../row'
import { settled, type OpenDocument } from './use-verbs'

/** Runs an action of the open document, saving first what was typed, and shows the document as it is then. False when it failed, which is told. */
export async function act(doc: OpenDocument, { resource, action, body = {}, failed }: Act): Promise<Row | undefined> {
  const record = await settled(doc)
  if (record === undefined) return undefined
  try {
    const answer = await post(`${resource}/${record.id}/${action}`, body)
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

/** A cell that chooses a record: `fornecedor_id` with its record beside it as `fornecedor`. */
export function referenceColumn(
  column: Omit<LineColumn, 'reference' | 'show'>,
  resource: string,
  name = 'xNome',
): LineColumn {
  const object = column.field.replace(/_id$/, '')
  return {
    editable: true,
    ...column,
    show: (line) => {
      const shown = line[object]
      return isRow(shown) ? textOf(shown[name]) : ''
    },
    reference: {
      resource,
      minChars: 1,
      show: (row) => textOf(row[name]),
      current: (line) => {
        const shown = line[object]
        return isRow(shown) ? shown : null
      },
      pick: (line, row) => ({ ...line, [column.field]: row?.id ?? null, [object]: row }),
    },
  }
}
