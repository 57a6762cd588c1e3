import { isEvent } from '../../webhooks/events'
import { f } from '../field'

export const empresaWebhookFields = {
  empresa_id: f.ref('Empresa', 'empresa').required(),
  event_type: f.text('Evento', { max: 60, format: 'evento', normalize: eventType }).default('PEDIDO_FATURADO'),
  webhook_url: f.text('Endereço', { max: 500 }).required(),
  ativo: f.boolean('Ativo').default(true),
  segredo: f.sealed('Segredo').computed(),
  segredo_anterior: f.sealed('Segredo anterior').computed(),
  dhSegredo: f.datetime('Segredo trocado em').computed(),
}

function eventType(text: string) {
  const name = text.toUpperCase()
  return isEvent(name) ? { ok: name } : { error: 'Evento desconhecido: escolha um da lista, como PEDIDO_FATURADO.' }
}
