import * as v from 'valibot'
import type { SERVICE_NOTES } from '../../../core/fields/servico/ordem-servico'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { insertMany, loadWhere, update } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { nothing } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { attempt } from '../../platform/savepoint'
import { advance } from '../../platform/step'
import { trialOf } from '../../platform/trial'
import { ordemServico } from '../../servico/ordem_servico/ordem-servico'
import { problemsIn } from '../document-refused'
import { issueNfse } from './issue'
import { draftsOf } from './live'
import { type Nfse, nfse } from './nfse'
import { servicesOf } from './source'

type Order = RecordOf<typeof ordemServico>

/** What an order says that it issues as it is invoiced. */
const ISSUES: keyof typeof SERVICE_NOTES = 2

/** Makes and issues the notes that an order has not yet: one of all services of the same codes of taxation. What stands in the way does not hold up the order: the note stays a draft that tells it. */
async function issueAll(ctx: Ctx, order: Order): Promise<readonly Nfse[]> {
  const { id, empresa_id, cliente_id, cliente_xNome } = order
  const drafts = await draftsOf(ctx, id)
  const of = { empresa_id, ordem_servico_id: id, cliente_id, xTomador: cliente_xNome }
  const missing = (await servicesOf(ctx, id)).map((servico_id) => ({ ...of, servico_id }))
  return issued(ctx, [...drafts, ...(await insertMany(ctx, nfse, missing))])
}

/** Issues drafts, one after another. */
async function issued(ctx: Ctx, drafts: readonly Nfse[]): Promise<readonly Nfse[]> {
  for (const note of drafts) {
    const refused = await attempt(ctx, async () => advance(ctx, nfse, note, 'emite', await issueNfse(ctx, note)))
    if (refused) await update(ctx, nfse, note, { problemas: problemsIn(refused) }, 'não pôde ser emitida')
  }
  const ids = drafts.map(({ id }) => id)
  return loadWhere(ctx, nfse, 'id', ids)
}

/** Issues what an order says that it issues; nothing where it says none, or has no services that are paid. */
export async function issueForOrder(ctx: Ctx, order: Order): Promise<void> {
  if (order.geraNFe !== ISSUES) return
  const notes = await issueAll(ctx, order)
  if (notes.length === 0) trialOf(ctx)?.notes.push({ frase: 'Nenhuma NFS-e é emitida: não há serviço a pagar.' })
}

/** Issues the notes of services of an invoiced order. Throws 400 where all of its services have theirs. */
export const emiteNFSe = action(ordemServico, 'emiteNFSe', {
  on: 'record',
  right: 'edit',
  verb: 'emiteNFSe',
  summary: 'Emite a NFS-e da ordem de serviço faturada. O que a impede fica na nota, que espera como rascunho.',
  input: nothing,
  answer: v.object({
    nfse: v.array(v.object({ id: v.number(), status: v.number(), problemas: v.nullable(v.array(v.looseObject({}))) })),
  }),
  run: async ({ ctx, record }) => {
    const notes = await issueAll(ctx, record)
    if (notes.length === 0)
      throw badRequest('Os serviços desta ordem já têm NFS-e, ou não há serviço a pagar.', 'no_services')
    return {
      nfse: notes.map(({ id, status, problemas }) => ({
        id,
        status,
        problemas: Array.isArray(problemas) ? problemas : null,
      })),
    }
  },
})
