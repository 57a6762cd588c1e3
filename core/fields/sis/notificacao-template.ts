import { NOTICE_EVENTS } from '../../notices/documents'
import { f } from '../field'
import { empresaId } from '../kit'

/** Characters of a template's text. */
export const TEMPLATE_TEXT = 10_000

/** By which way people are told. */
export const CHANNELS = { email: 'E-mail', whatsapp: 'WhatsApp', prumo: 'No Prumo' } as const
export type NoticeChannel = keyof typeof CHANNELS

/** A text that is sent when something happens to a document (N3-059; its fields are not shown there). */
export const notificacaoTemplateFields = {
  empresa_id: empresaId(),
  descricao: f.text('Descrição', { max: 120 }).required(),
  evento: f.choice('Quando', NOTICE_EVENTS).required(),
  canal: f.choice('Enviar por', CHANNELS).default('email'),
  assunto: f.text('Assunto', { max: 200, doc: 'Do e-mail; pode ter variáveis' }),
  body: f.text('Mensagem', {
    max: TEMPLATE_TEXT,
    large: true,
    doc: 'Texto simples; {{nome}} é trocado pelo valor do documento',
  }),
  para_cliente: f.boolean('Para o cliente', { doc: 'Em pedidos de compra, o fornecedor' }).default(true),
  para_vendedor: f
    .boolean('Para o vendedor', { doc: 'Em ordens de serviço o técnico, em pedidos o comprador' })
    .default(false),
  para: f.text('E para', { max: 1_000, doc: 'Endereços fixos, ou telefones, separados por ponto e vírgula' }),
  papeis: f.json('Papéis avisados', { doc: 'No Prumo: nomes de papéis; quem os tem e vê o documento é avisado' }),
  usuarios: f.json('Usuários avisados', { doc: 'No Prumo: números de usuários; quem vê o documento é avisado' }),
}

/** What a template shows beside its columns. */
export const notificacaoTemplateComputed = {
  falhas: f.integer('Falhas', { doc: 'Quantos avisos não puderam ser dados' }).computed(),
}

/** What the record of a telling shows beside its columns. */
export const avisoEnvioComputed = { falha: f.text('Falha').computed() }

/** Whom a template told of a document's event, or why it could not. */
export const avisoEnvioFields = {
  notificacao_template_id: f.ref('Modelo', 'notificacao_template').required(),
  empresa_id: empresaId(),
  evento: f.choice('Evento', NOTICE_EVENTS).required(),
  recurso: f.text('Documento', { max: 60, format: 'recurso' }).required(),
  registro_id: f.integer('Número').required(),
  para: f.text('Para', { max: 200, doc: 'cliente, vendedor, ou o endereço' }).required(),
  email_id: f.ref('E-mail', 'email', { trace: true }),
  dhEnvio: f.datetime('Em').required(),
  erro: f.text('Por que não foi enviado', { max: 500 }),
}

/** Characters of a notice within the product. */
export const NOTICE_TEXT = 2_000

/** What a user is told of a document within the product, until they have read it. */
export const avisoUsuarioFields = {
  empresa_id: empresaId(),
  user_id: f.ref('Usuário', 'user', { trace: true }),
  notificacao_template_id: f.ref('Modelo', 'notificacao_template', { trace: true }),
  titulo: f.text('Título', { max: 200 }).required(),
  texto: f.text('Mensagem', { max: NOTICE_TEXT }),
  recurso: f.text('Documento', { max: 60, format: 'recurso' }).required(),
  registro_id: f.integer('Número').required(),
  dhAviso: f.datetime('Em').required(),
  dhLida: f.datetime('Lido em'),
}
