import { f } from '../field'
import { empresaId } from '../kit'

/**
 * na_fila: to be sent, or certainly not taken yet. enviando: leased to a process. incerta: sent, and no answer came: it may have been taken. recebida: answered, but
 * what follows from the answer could not be done yet. respondida: answered and done. falhou: given up, certainly not taken, or as often tried as it may be.
 */
const EXCHANGE_STATES = {
  na_fila: 'Na fila',
  enviando: 'Enviando',
  incerta: 'Incerta',
  recebida: 'A lançar',
  respondida: 'Respondida',
  falhou: 'Falhou',
}

/** Characters of what is sent: the largest fiscal document has half of it. */
export const BODY_LIMIT = 1_048_576

export const trocaFields = {
  empresa_id: empresaId(),
  tipo: f
    .text('Tipo', { max: 60, words: { webhook: 'Webhook', email: 'E-mail', 'notificacao.whatsapp': 'WhatsApp' } })
    .required(),
  assunto: f.text('Assunto', { max: 300 }).required(),
  chave: f
    .text('Chave', { max: 120, doc: 'A mesma em todas as tentativas; o serviço é perguntado por ela' })
    .required(),
  fila: f.text('Fila', { max: 120, doc: 'As da mesma fila vão uma de cada vez' }).required(),
  recurso: f.text('Recurso', { max: 60, format: 'recurso' }),
  registro_id: f.integer('Registro'),
  corpo: f.text('Conteúdo', { max: BODY_LIMIT }).required().secret(),
  dados: f.json('Dados').secret(),
  sigiloso: f.boolean('Sigilosa', { doc: 'O conteúdo é apagado quando termina' }).default(false),
  status: f.choice('Situação', EXCHANGE_STATES).default('na_fila'),
  tentativas: f.integer('Tentativas').default(0),
  dhProxima: f.datetime('Próxima tentativa'),
  dhTentando: f.datetime('Em tentativa até', { doc: 'Quem a pegou tem até então; depois, outro a pega' }),
  dhExpira: f.datetime('Expira em', { doc: 'Depois disso não é mais enviada' }),
  dhFim: f.datetime('Terminada em'),
  resposta: f.json('Resposta').secret(),
  erro: f.text('Erro', { max: 500 }),
  historico: f.json('Andamento', { doc: 'As últimas tentativas, com hora, status, duração e erro' }),
}
