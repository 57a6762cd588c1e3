import { f } from '../field'

/** The longest text of one message, in characters. */
export const TEXT_LIMIT = 4_000

export const chatMensagemFields = {
  user_id: f.ref('De', 'user').required(),
  user_dest_id: f.ref('Para', 'user').required(),
  text: f.text('Mensagem', { max: TEXT_LIMIT }).required(),
  created_at: f.datetime('Enviada em').required().computed(),
  readed_at: f.datetime('Lida em').computed(),
  chave: f
    .text('Chave de envio', {
      max: 60,
      doc: 'Escolhida por quem envia: repetir o envio com ela não repete a mensagem.',
    })
    .required(),
}
