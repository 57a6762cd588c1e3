import { f } from '../platform/fields'
import { resource } from '../platform/resource'

/** Why customers give goods back. */
export const motivoDevolucao = resource({
  name: 'motivo_devolucao',
  paths: ['cadastros/motivo_devolucao'],
  title: 'Motivo de devolução',
  right: 'motivo_devolucao',
  open: true,
  company: 'none',
  fields: { descricao: f.text('Descrição', { max: 80 }).required(), ativo: f.boolean('Ativo').default(true) },
  search: ['descricao'],
  display: ['descricao'],
  unique: [['descricao']],
})
