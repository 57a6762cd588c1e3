import { f } from '../field'
import { empresaId } from '../kit'

export const empresaCertificadoFields = {
  empresa_id: empresaId(),
  xNome: f.text('Titular', { max: 120 }).required(),
  CNPJ_CPF: f.text('CNPJ / CPF', { max: 14 }),
  emissor: f.text('Emitido por', { max: 200 }),
  numero_serie: f.text('Número de série', { max: 60 }),
  impressao: f.text('Impressão digital (SHA-256)', { max: 64 }),
  dhInicio: f.datetime('Válido a partir de').required(),
  dhFim: f.datetime('Válido até').required(),
  conteudo: f.sealed('Certificado e chave'),
}
