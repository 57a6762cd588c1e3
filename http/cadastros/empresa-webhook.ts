import { f } from '../platform/fields'
import { resource } from '../platform/resource'

/** Addresses that are told of what happens in a company. */
export const empresaWebhook = resource({
  name: 'empresa_webhook',
  paths: ['cadastros/empresa_webhook'],
  title: 'Webhook',
  right: 'empresa',
  company: 'none',
  fields: {
    empresa_id: f.ref('Empresa', 'empresa').required(),
    event_type: f.text('Evento', { max: 60, normalize: eventType }).default('PEDIDO_FATURADO'),
    webhook_url: f.text('Endereço', { max: 500, normalize: webAddress }).required(),
  },
  search: ['event_type', 'webhook_url'],
  display: ['event_type', 'webhook_url'],
  parent: { resource: 'empresa', field: 'empresa_id', list: 'webhooks' },
})

function eventType(text: string) {
  const name = text.toUpperCase()
  return /^[A-Z][A-Z_]*$/.test(name)
    ? { ok: name }
    : { error: 'Evento inválido: use letras e _, como PEDIDO_FATURADO.' }
}

/** A web address without user and password, which would end up in logs. */
function webAddress(text: string) {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    ? { ok: url.href }
    : { error: 'Endereço inválido: use https://…' }
}
