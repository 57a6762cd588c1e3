import * as v from 'valibot'
import { redistribute } from '../../core/instalments/split'
import { planAction } from '../documents/dues'
import { type Action, action } from '../platform/action'
import type { Ctx } from '../platform/context'
import { notFound } from '../platform/errors'
import { afterWrite } from '../platform/engine/after'
import { audit } from '../platform/engine/audit'
import { guardAction } from '../platform/engine/guard'
import { keepParents, type Parents, tellParents } from '../platform/engine/parents'
import { find, load, loadWhere, updateRows } from '../platform/engine/write'
import { identifier } from '../platform/inputs'
import { resourceNamed, type Row } from '../platform/resource'
import { DOCUMENTS } from './documents'
import type { DocumentKind } from './hooks'

const shareInput = v.object({ id: identifier, diferenca: v.optional(v.union([v.string(), v.number()])) })

/** `addString` (30/60/90 becomes instalments) and `redistribuirDiferenca` of a quote's or a sale's instalments. */
export const instalmentActions = (kind: DocumentKind): readonly Action[] => [
  planAction(DOCUMENTS[kind].instalments),
  share(kind),
]

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
      const kept: Parents = new Map()
      await keepParents(ctx, instalments, document, kept)
      const saved: Row[] = await updateRows(ctx, resourceNamed(instalments.name), edits)
      await afterWrite(ctx, instalments, saved, { parent: document })
      await audit(
        ctx,
        saved.map((record) => ({
          resource: instalments,
          record,
          before: rows.find((row) => row.id === record.id),
          acao: 'redistribuirDiferenca',
        })),
      )
      await tellParents(ctx, kept)
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
