import * as v from 'valibot'
import { CoreError } from '../../core/errors'
import { readPlan } from '../../core/instalments/plan'
import { splitInstalments } from '../../core/instalments/split'
import { pagamento } from '../financeiro/registers'
import { type Action, action } from '../platform/action'
import { recordOf } from '../platform/answers'
import type { Ctx } from '../platform/context'
import { notFound } from '../platform/errors'
import { audit } from '../platform/engine/audit'
import { answerStored } from '../platform/engine/columns'
import { addLines } from '../platform/engine/create'
import { guardAction } from '../platform/engine/guard'
import { announce, deleteRows, find, load, loadWhere } from '../platform/engine/write'
import { identifier, shortText } from '../platform/inputs'
import { readId } from '../platform/parse'
import { type Resource, resourceNamed, type Row } from '../platform/resource'

/** What a document is paid by: instalments, which a written condition plans. */

/** What a condition is told by: `30/60/90`, `à vista`, `3x`, `entrada+2x`. */
export const conditionInput = {
  string: shortText(60),
  pagamento_id: v.optional(v.nullable(v.union([v.string(), v.number()]))),
}

interface Condition {
  readonly string: string
  readonly pagamento_id?: string | number | null | undefined
}

/** How the instalments of a document are planned anew. */
interface Planning {
  readonly dues: Resource
  readonly document: Row
  readonly condition: Condition
  /** The day that terms are counted from. */
  readonly date: string
  /** Written in the audit trail as what was done. */
  readonly acao: string
}

/**
 * Replaces the instalments of a document by those of a written condition, by the rules of the list (locked states, methods of the company). Due days
 * follow the method: it may ask for business days. Throws what the condition refuses, 422 for a method that is not the company's.
 */
export async function planDues(ctx: Ctx, { dues, document, condition, date, acao }: Planning): Promise<Row[]> {
  const link = dues.parent?.field ?? 'id'
  const id = readId(condition.pagamento_id)
  const method = id === undefined ? undefined : await find(ctx, pagamento, id)
  const plan = splitInstalments({
    vTotal: String(document.vTotal),
    plan: readPlan(condition.string),
    date,
    dueDay: method?.parcelaDiaUtil === 1 ? 'next' : 'keep',
  })
  const list = resourceNamed(dues.name)
  await deleteRows(ctx, list, await loadWhere(ctx, list, link, [Number(document.id)], { lock: true }))
  const stored = await addLines(
    ctx,
    list,
    document,
    plan.map((one) => ({
      n: one.n,
      prazo: one.prazo,
      dVencimento: one.dVencimento,
      vDup: one.vDup.toFixed(2),
      pagamento_id: id ?? null,
    })),
  )
  await audit(
    ctx,
    stored.map((record) => ({ resource: list, record, before: undefined, acao })),
  )
  if (dues.parent) await announce(ctx, resourceNamed(dues.parent.resource), Number(document.id))
  return stored
}

/** `addString` of a list of instalments: plans those of the document that it names, by a method that has to be chosen. Throws `no_payment_method`. */
export function planAction(dues: Resource): Action {
  const { parent } = dues
  if (!parent) throw new Error(`${dues.name} is no list of a document.`)
  return action(dues, 'addString', {
    on: 'collection',
    right: 'edit',
    summary: 'Troca as parcelas pelas de uma condição escrita: 30/60/90, à vista, 3x, entrada+2x.',
    input: v.objectWithRest({ ...conditionInput, [parent.field]: v.optional(identifier) }, v.unknown()),
    answer: v.object({ data: v.array(recordOf(dues.name)) }),
    run: async ({ ctx, input }) => {
      const id = readId(input[parent.field])
      if (id === undefined) throw notFound()
      const document: Row = await load(ctx, resourceNamed(parent.resource), id, { lock: true })
      await guardAction(ctx, resourceNamed(parent.resource), document, { writes: parent.list })
      const method = readId(input.pagamento_id)
      if (method === undefined) throw noMethod()
      const condition = { string: String(input.string), pagamento_id: method }
      const stored = await planDues(ctx, { dues, document, condition, date: ctx.clock.today(), acao: 'create' })
      return { data: stored.map((row) => answerStored(dues, row)) }
    },
  })
}

function noMethod(): CoreError {
  const message = 'Selecione uma forma de pagamento'
  return new CoreError('no_payment_method', message, { pagamento_id: [message] })
}
