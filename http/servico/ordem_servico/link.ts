import * as v from 'valibot'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { update } from '../../platform/engine/write'
import { nothing } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { sealedLinks } from '../../sis/sealed-link'
import { noticeLink } from '../../sis/notificacao/values'
import { revokesLink } from '../../sis/revoke-link'
import { ordemServico } from './ordem-servico'

/** Where a customer reads a service order, and signs it. */
export const serviceLinks = sealedLinks('ordem_servico.link', '/publico/ordem_servico')

/** The order with the day of its link, made now where it had none. */
export const linked = <R extends Pick<RecordOf<typeof ordemServico>, 'dhLink'>>(ctx: Ctx, record: R): R => ({
  ...record,
  dhLink: record.dhLink ?? ctx.clock.now(),
})

/** The address at which the customer reads and signs the order, without signing in. Throws 503 where the server's own address is not known. */
export const link = action(ordemServico, 'link', {
  on: 'record',
  right: 'edit',
  verb: 'link',
  summary: 'O link com que o cliente lê e assina a ordem de serviço, sem entrar.',
  input: nothing,
  answer: v.object({ url: v.string() }),
  run: async ({ ctx, record }) => {
    const url = serviceLinks.addressOf(ctx, record)
    if (record.dhLink === null) await update(ctx, ordemServico, record, { dhLink: ctx.clock.now() }, 'link')
    return { url }
  },
})

export const revogaLink = revokesLink(ordemServico, 'da ordem de serviço')

// Templates name the link of an order that has one.
noticeLink(ordemServico, (ctx, record) => (record.dhLink === null ? undefined : serviceLinks.addressOf(ctx, record)))
