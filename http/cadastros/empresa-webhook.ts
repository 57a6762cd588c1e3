import { empresaWebhookFields } from '../../core/fields/cadastros/empresa-webhook'
import type { Ctx } from '../platform/context'
import { invalid } from '../platform/errors'
import { type Draft, resource } from '../platform/resource'
import { webAddress } from './empresa/rules'
import { newSecret } from './empresa/webhook/sign'

const PER_COMPANY = 50

/** Addresses that are told of what happens in a company. */
export const empresaWebhook = resource({
  name: 'empresa_webhook',
  paths: ['cadastros/empresa_webhook'],
  title: 'Webhook',
  right: 'empresa',
  company: 'member',
  fields: empresaWebhookFields,
  search: ['event_type', 'webhook_url'],
  display: ['event_type', 'webhook_url'],
  parent: { resource: 'empresa', field: 'empresa_id', list: 'webhooks' },
  hooks: { prepare: (ctx, drafts) => prepare(ctx, drafts) },
})

/** Each one has a secret from the start, so that nothing ever leaves unsigned; `geraSegredo` makes one that is shown. */
function prepare(ctx: Ctx, drafts: readonly Draft[]): void {
  if (drafts.length > PER_COMPANY) throw invalid({ webhooks: [`Use no máximo ${PER_COMPANY} webhooks por empresa.`] })
  for (const { before, values } of drafts) {
    if (typeof values.webhook_url === 'string' && values.webhook_url !== before?.webhook_url)
      values.webhook_url = webAddress(ctx, 'webhook_url', values.webhook_url)
    if (!before) values.segredo = newSecret()
  }
}
