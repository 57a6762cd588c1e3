import { isEvent } from '../../core/webhooks/events'
import type { Ctx } from '../platform/context'
import { invalid } from '../platform/errors'
import { f } from '../platform/fields'
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
  fields: {
    empresa_id: f.ref('Empresa', 'empresa').required(),
    event_type: f.text('Evento', { max: 60, normalize: eventType }).default('PEDIDO_FATURADO'),
    webhook_url: f.text('Endereço', { max: 500 }).required(),
    ativo: f.boolean('Ativo').default(true),
    segredo: f.sealed('Segredo').computed(),
    segredo_anterior: f.sealed('Segredo anterior').computed(),
    dhSegredo: f.datetime('Segredo trocado em').computed(),
  },
  search: ['event_type', 'webhook_url'],
  display: ['event_type', 'webhook_url'],
  parent: { resource: 'empresa', field: 'empresa_id', list: 'webhooks' },
  hooks: { prepare: (ctx, drafts) => prepare(ctx, drafts) },
})

function eventType(text: string) {
  const name = text.toUpperCase()
  return isEvent(name) ? { ok: name } : { error: 'Evento desconhecido: escolha um da lista, como PEDIDO_FATURADO.' }
}

/** Each one has a secret from the start, so that nothing ever leaves unsigned; `geraSegredo` makes one that is shown. */
function prepare(ctx: Ctx, drafts: readonly Draft[]): void {
  if (drafts.length > PER_COMPANY) throw invalid({ webhooks: [`Use no máximo ${PER_COMPANY} webhooks por empresa.`] })
  for (const { before, values } of drafts) {
    if (typeof values.webhook_url === 'string' && values.webhook_url !== before?.webhook_url)
      values.webhook_url = webAddress(ctx, 'webhook_url', values.webhook_url)
    if (!before) values.segredo = newSecret()
  }
}
