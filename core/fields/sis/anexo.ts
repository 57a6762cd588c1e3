import { f } from '../field'

export const anexoFields = {
  empresa_id: f.ref('Empresa', 'empresa'),
  anexable_type: f.text('Recurso', { max: 60, format: 'recurso' }).required(),
  anexable_id: f.integer('Registro').required(),
  nome: f.text('Arquivo', { max: 200 }).required(),
  extensao: f.text('Tipo', { max: 5 }).required(),
  tamanho: f.integer('Tamanho', { doc: 'Em bytes' }).required(),
  user_id: f.ref('Enviado por', 'user'),
}
