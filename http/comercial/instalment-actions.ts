import * as v from 'valibot'
import { readPlan } from '../../core/instalments/plan'
import { redistribute, splitInstalments } from '../../core/instalments/split'
import { CoreError } from '../../core/errors'
import { type Action, action } from '../platform/action'
import { recordOf } from '../platform/answers'
import type { Ctx } from '../platform/context'
import { invalid, notFound } from '../platform/errors'
import { audit } from '../platform/engine/audit'
import { guardAction } from '../platform/engine/guard'
import { announce, deleteRows, find, insertMany, load, loadWhere, updateRows } from '../platform/engine/write'
import { answerStored } from '../platform/engine/columns'
import { MESSAGES, readId } from '../platform/parse'
import { identifier, shortText } from '../platform/inputs'
import { resourceNamed, type Row } from '../platform/resource'
import { pagamento } from '../financeiro/registers'
import { DOCUMENTS } from './documents'
import type { DocumentKind } from './hooks'

const planInput = v.object({
  string: shortText(60),
  pagamento_id: v.optional(v.nullable(v.union([v.string(), v.number()]))),
  venda_id: v.optional(identifier),
  orcamento_id: v.optional(identifier),
})

const shareInput = v.object({ id: identifier, diferenca: v.optional(v.union([v.string(), v.number()])) })

/** `addString` (30/60/90 becomes instalments) and `redistribuirDiferenca` of a quote's or a sale's instalments. */
export const instalmentActions = (kind: DocumentKind): readonly Action[] => [byPlan(kind), share(kind)]

function byPlan(kind: DocumentKind): Action {
  const { instalments, link } = DOCUMENTS[kind]
  return action(instalments, 'addString', {
    on: 'collection',
    right: 'edit',
    summary: 'Troca as parcelas pelas de uma condição escrita: 30/60/90, à vista, 3x, entrada+2x.',
    input: planInput,
    answer: v.object({ data: v.array(recordOf(instalments.name)) }),
    run: async ({ ctx, input }) => {
      const document = await lockDocument(ctx, kind, input[link])
      const method = await methodOf(ctx, document, input.pagamento_id)
      const plan = splitInstalments({
        vTotal: String(document.vTotal),
        plan: readPlan(input.string),
        date: ctx.clock.today(),
        dueDay: method.parcelaDiaUtil === 1 ? 'next' : 'keep',
      })
      await deleteRows(ctx, instalments, await loadWhere(ctx, instalments, link, [Number(document.id)], { lock: true }))
      const rows = plan.map((one) => ({
        [link]: document.id,
        empresa_id: document.empresa_id,
        pagamento_id: method.id,
        n: one.n,
        prazo: one.prazo,
        dVencimento: one.dVencimento,
        vDup: one.vDup.toFixed(2),
      }))
      const stored = await insertMany(ctx, instalments, rows)
      await announce(ctx, DOCUMENTS[kind].head, Number(document.id))
      return { data: stored.map((row) => answerStored(instalments, row)) }
    },
  })
}

function share(kind: DocumentKind): Action {
  const { instalments, link } = DOCUMENTS[kind]
  return action(instalments, 'redistribuirDiferenca', {
    on: 'collection',
    right: 'edit',
    summary: 'Reparte entre as outras parcelas a diferença que uma delas deixou para o total do documento.',
    input: shareInput,
    answer: v.object({
      parcelas_atualizadas: v.array(v.object({ id: v.number(), vDup: v.number(), dVencimento: v.string() })),
    }),
    run: async ({ ctx, input }) => {
      const changed: Row | undefined = await find(ctx, resourceNamed(instalments.name), input.id)
      if (!changed) throw notFound()
      const document = await lockDocument(ctx, kind, Number(changed[link]))
      const rows: Row[] = await loadWhere(ctx, instalments, link, [Number(document.id)], { lock: true })
      const shares = redistribute(
        String(document.vTotal),
        rows.map((row) => ({
          id: Number(row.id),
          vDup: String(row.vDup),
          fixed: row.id === input.id || row.fixed === true,
        })),
      )
      const edits = shares.map((one) => ({ id: Number(one.id), vDup: one.vDup.toFixed(2) }))
      const saved: Row[] = await updateRows(ctx, resourceNamed(instalments.name), edits)
      await audit(
        ctx,
        saved.map((record) => ({
          resource: instalments,
          record,
          before: rows.find((row) => row.id === record.id),
          acao: 'redistribuirDiferenca',
        })),
      )
      return {
        parcelas_atualizadas: saved.map((row) => ({
          id: row.id,
          vDup: Number(row.vDup),
          dVencimento: row.dVencimento,
        })),
      }
    },
  })
}

async function lockDocument(ctx: Ctx, kind: DocumentKind, id: number | undefined): Promise<Row> {
  if (id === undefined) throw notFound()
  const document: Row = await load(ctx, resourceNamed(kind), id, { lock: true })
  await guardAction(ctx, resourceNamed(kind), document, { writes: `${kind}_duplicatas` })
  return document
}

async function methodOf(ctx: Ctx, document: Row, given: string | number | null | undefined) {
  const id = readId(given)
  const method = id === undefined ? undefined : await find(ctx, pagamento, id)
  const message = 'Selecione uma forma de pagamento'
  if (!method) throw new CoreError('no_payment_method', message, { pagamento_id: [message] })
  if (method.empresa_id !== null && method.empresa_id !== document.empresa_id)
    throw invalid({ pagamento_id: [MESSAGES.ref] })
  return method
}
