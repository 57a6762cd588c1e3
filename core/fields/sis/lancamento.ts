import { f } from '../field'
import { empresaId } from '../kit'

export const lancamentoFields = {
  empresa_id: empresaId(),
  documento: f.text('Documento', { max: 40, format: 'recurso', doc: 'Nome do recurso' }).required(),
  documento_id: f.integer('Número do documento').required(),
  passo: f.text('Passo', { max: 40, doc: 'A ação que o fez' }).required(),
  dados: f.json('Dados do momento', { doc: 'O que o tipo de operação dizia quando o passo foi dado' }),
  dh: f.datetime('Feito em').required(),
  user_id: f.ref('Usuário', 'user'),
  dhDesfeito: f.datetime('Desfeito em'),
  desfeito_por_id: f.ref('Desfeito por', 'user'),
}
