import { decimal, sum } from '../../../core/money/decimal'
import { shareOf } from '../../../core/returns/share'
import { get, list } from '../../app/api'
import { toast } from '../../app/toasts'
import type { FormModel } from '../form/form-model'
import { amountOf } from '../format'
import { linesOf, type Compute, type Line } from '../lines/lines-state'
import { getPath, isRecord, isSet, numberOf, rowsOf, textOf, type Row, type Values } from '../row'
import { sentLists } from './act'
import type { DocumentKind } from './kind'

/** What the screens of returns have in common, of goods that were sold or bought: which lines, how much of each, and what they are worth. */

interface Returns {
  readonly kind: DocumentKind
  /** The list of its lines, and the fields of one as it is sent. */
  readonly items: string
  readonly sent: readonly string[]
  /** How much of a line goes back, and how much may. */
  readonly quantity: string
  readonly left: string
  /** The document that the goods came or went with: its resource and field, what it says of its lines, and what the return takes over of it. */
  readonly from: {
    readonly resource: string
    readonly field: string
    readonly line: string
    readonly nothing: string
    readonly takes: (row: Row) => Values
  }
}

/** What a return's screen does with its lines. */
export function returning({ kind, items, sent, quantity, left, from }: Returns) {
  const goesBack = (line: Values): boolean => (numberOf(line[quantity]) ?? 0) > 0
  const originalOf = (line: Values): string => textOf(line[`${from.line}_id`])

  /** What a line is worth, by the core; the server, which knows every other return, has the last word. */
  const computeLine: Compute = (line) => {
    const whole = amountOf(line.qItem ?? getPath(line, `${from.line}.qTrib`))
    const value = amountOf(line.vItem ?? getPath(line, `${from.line}.vTotal`))
    const takenQuantity = decimal(whole).minus(amountOf(line[left]))
    const original = { quantity: whole, value, takenQuantity: 0, takenValue: 0 }
    const takenValue = isSet(line.vVolta) ? amountOf(line.vVolta) : shareOf(original, takenQuantity)
    const worth = goesBack(line)
      ? shareOf({ ...original, takenQuantity, takenValue }, amountOf(line[quantity]))
      : decimal(0)
    return { ...line, vTotal: Number(worth.toFixed(2)) }
  }

  /** Brings what may still go back: each line once, what was typed stays. */
  const bringItems = async (form: FormModel, id: unknown): Promise<void> => {
    try {
      const answer = await get(`${kind.resource}/itens?${from.field}=${textOf(id)}`)
      const found = isRecord(answer) && Array.isArray(answer.data) ? answer.data.filter(isRecord) : []
      const now = linesOf(form.values.value[items])
      const known = new Set(now.map(originalOf))
      const more = found
        .filter((one) => !known.has(originalOf(one)) && (numberOf(one[left]) ?? 0) > 0)
        .map((one): Line => ({ ...one, key: crypto.randomUUID(), [quantity]: null, vTotal: 0 }))
      form.set(items, [...now, ...more])
      if (now.length + more.length === 0) toast.alert(from.nothing)
    } catch (error) {
      toast.error(error)
    }
  }

  return {
    computeLine,
    bringItems,
    /** What the lines come to that were not removed. */
    totalOf: (values: Values): string =>
      sum(
        linesOf(values[items])
          .filter((line) => !isSet(line.dhExclusao))
          .map((line) => amountOf(line.vTotal)),
      ).toFixed(2),
    /** A return as it is sent: what goes back, and how much of it. */
    sentReturn: (values: Values): Values =>
      sentLists(items in values ? { ...values, [items]: linesOf(values[items]).filter(goesBack) } : values, {
        [items]: sent,
      }),
    /** All of what may go back goes back. */
    takeAll: (form: FormModel): void =>
      form.set(
        items,
        linesOf(form.values.value[items]).map((line) => computeLine({ ...line, [quantity]: line[left] }, [quantity])),
      ),
    /** A return that was asked for from the other document's own bar begins with it. */
    beginWith: async (form: FormModel, id: string): Promise<void> => {
      try {
        const [row] = rowsOf((await list(from.resource, { where: { id: Number(id) }, perPage: 1 })).data)
        if (row === undefined) return
        form.patch(from.takes(row))
        await bringItems(form, row.id)
      } catch (error) {
        toast.error(error)
      }
    },
  }
}
