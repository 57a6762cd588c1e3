import * as v from 'valibot'
import { changesBetween } from '../../../core/quotes/revision'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { update } from '../../platform/engine/write'
import { nothing } from '../../platform/inputs'
import { revokesLink } from '../../sis/revoke-link'
import type { OrcamentoRecord } from '../shared-actions'
import { lastDay, quoteLinks } from './link'
import { orcamento } from './orcamento'
import { contentOf, offerOf, printedQuote, revisionsOf } from './shown'

/** The quote with a link that opens, made now where it had none. */
const withLink = async (ctx: Ctx, record: OrcamentoRecord): Promise<OrcamentoRecord> =>
  record.dhLink === null ? update(ctx, orcamento, record, { dhLink: ctx.clock.now() }, 'link') : record

/** The address at which the customer reads, accepts or asks to change the quote, without signing in. Throws 503 where the server's own address is not known. */
export const link = action(orcamento, 'link', {
  on: 'record',
  right: 'edit',
  verb: 'link',
  summary: 'O link com que o cliente lê, aceita ou pede alteração do orçamento, sem entrar.',
  input: nothing,
  answer: v.object({ url: v.string(), dLimite: v.string() }),
  run: async ({ ctx, record }) => {
    const url = quoteLinks.addressOf(ctx, record)
    return { url, dLimite: lastDay(ctx, await withLink(ctx, record)) }
  },
})

export const revogaLink = revokesLink(orcamento, 'do orçamento')

/** What the customer was shown by the link, what changed each time, and what has changed since. */
export const revisoes = action(orcamento, 'revisoes', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O que o cliente viu do orçamento: cada versão com o que mudou, e o que mudou desde a última.',
  input: nothing,
  answer: v.object({
    data: v.array(v.object({ n: v.number(), dh: v.string(), mudancas: v.array(v.string()) })),
    desde_a_ultima: v.array(v.string()),
    desde_o_aceite: v.array(v.string()),
  }),
  run: async ({ ctx, record }) => {
    const revisions = (await revisionsOf(ctx, record.id)).filter(({ dhVista }) => dhVista !== null)
    const now = offerOf(await printedQuote(ctx, record.id))
    const since = (one: (typeof revisions)[number] | undefined) =>
      one === undefined ? [] : [...changesBetween(contentOf(one), now)]
    return {
      data: revisions.map((one, at) => {
        const before = revisions[at - 1]
        return {
          n: one.n,
          dh: one.dhVista,
          mudancas: before === undefined ? [] : [...changesBetween(contentOf(before), contentOf(one))],
        }
      }),
      desde_a_ultima: since(revisions.at(-1)),
      desde_o_aceite: since(
        record.dhAceite === null ? undefined : revisions.find(({ n }) => n === record.revisaoAceita),
      ),
    }
  },
})
