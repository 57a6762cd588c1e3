import { f } from '../field'
import { email, empresaId } from '../kit'

/** Characters of a mail's text. */
export const MAIL_TEXT = 50_000

/** A mail that the product sends in a company's name (N3-051). */
export const emailFields = {
  empresa_id: empresaId(),
  para: email('Para').required(),
  assunto: f.text('Assunto', { max: 200 }).required(),
  body: f.text('Mensagem', { max: MAIL_TEXT, large: true, doc: 'Texto simples: o que é endereço vai como link' }),
  responder: email('Responder para'),
  anexos: f
    .json('Anexos', { listOf: 'text', doc: 'Os nomes dos arquivos: eles mesmos são guardados até o envio terminar' })
    .computed(),
  chave: f
    .text('Identificação', { max: 36, doc: 'Vai no Message-ID: os avisos do serviço de e-mail a trazem' })
    .computed(),
  sigiloso: f
    .boolean('Sigiloso', { doc: 'O texto não é guardado: links de senha, por exemplo' })
    .default(false)
    .computed(),
  erro: f.text('Por que não foi entregue', { max: 500 }).computed(),
  usuario_id: f.author('Escrito por'),
}
