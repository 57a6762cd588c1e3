import { f } from '../field'

/** What an XML of a document is. */
export const XML_KINDS = {
  assinada: 'Documento assinado',
  protocolo: 'Documento com protocolo',
  evento: 'Evento assinado',
  evento_protocolo: 'Evento com protocolo',
  enviada: 'Documento enviado',
  resposta: 'Resposta recebida',
} as const

/** The exact text of what was signed, or of what came of it, beside which document it is of: rows are only added. Kept for 132 months (Ajuste SINIEF 2/2025). */
export const keptXml = () => ({
  tipo: f.choice('Conteúdo', XML_KINDS).required(),
  tpEvento: f.text('Tipo do evento', { max: 6 }),
  nSeqEvento: f.integer('Sequência do evento'),
  sha256: f.text('SHA-256', { max: 64 }).required(),
  xml: f.text('XML', { max: 5_000_000, large: true }).required(),
})
