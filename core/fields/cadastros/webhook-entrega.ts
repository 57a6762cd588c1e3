import { f } from '../field'
import { empresaId } from '../kit'

/** Bytes of a body: what a receiver may count on. */
export const BODY_LIMIT = 65_536

export const webhookEntregaFields = {
  empresa_id: empresaId(),
  webhook_id: f.integer('Webhook').required(),
  event_type: f.text('Evento', { max: 60, format: 'evento' }).required(),
  webhook_url: f.text('Endereço', { max: 500 }).required(),
  identificador: f.text('Identificador', { max: 36, doc: 'O mesmo em todas as tentativas' }).required(),
  evento_id: f.text('Evento, identificador', { max: 36, doc: 'O mesmo em todos os webhooks do evento' }).required(),
  recurso: f.text('Recurso', { max: 60, format: 'recurso' }).required(),
  registro_id: f.integer('Registro').required(),
  corpo: f.text('Conteúdo', { max: BODY_LIMIT, large: true }).required(),
  status: f.choice('Situação', { na_fila: 'Na fila', entregue: 'Entregue', falhou: 'Falhou' }).default('na_fila'),
  tentativas: f.integer('Tentativas').default(0),
  dhProxima: f.datetime('Próxima tentativa'),
  dhTentando: f.datetime('Em tentativa até', { doc: 'Quem a pegou tem até então; depois, outro a pega' }),
  ultimo_status: f.integer('Última resposta', { doc: 'Status HTTP' }),
  ultima_ms: f.integer('Última duração', { doc: 'Milissegundos' }),
  erro: f.text('Erro', { max: 300 }),
  dhEntrega: f.datetime('Entregue em'),
  historico: f.json('Tentativas', { doc: 'As últimas, com hora, status, duração e erro' }),
}
