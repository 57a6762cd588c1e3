import { f } from '../field'

/** Attachments that are shown here, and as what: the first bytes of each were proved when it came. Nothing else is ever shown, only given. */
export const SHOWN_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  bmp: 'image/bmp',
  pdf: 'application/pdf',
}

export const anexoFields = {
  empresa_id: f.ref('Empresa', 'empresa'),
  anexable_type: f.text('Recurso', { max: 60, format: 'recurso' }).required(),
  anexable_id: f.integer('Registro').required(),
  nome: f.text('Arquivo', { max: 200 }).required(),
  extensao: f.text('Tipo', { max: 5 }).required(),
  tamanho: f.integer('Tamanho', { doc: 'Em bytes' }).required(),
  user_id: f.ref('Enviado por', 'user'),
  descricao: f.text('Descrição', { max: 200 }),
  hash: f.text('SHA-256', { max: 64, format: 'code', doc: 'Do conteúdo' }),
}

/** What an attachment shows beside its columns. */
export const anexoComputed = { registro: f.text('De', { doc: 'O que é o registro, e o seu número' }).computed() }
