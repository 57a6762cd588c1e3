import { motivoDevolucaoFields } from '../../core/fields/cadastros/motivo-devolucao'
import { resource } from '../platform/resource'

/** Why customers give goods back. */
export const motivoDevolucao = resource({
  name: 'motivo_devolucao',
  paths: ['cadastros/motivo_devolucao'],
  title: 'Motivo de devolução',
  right: 'motivo_devolucao',
  open: true,
  company: 'none',
  fields: motivoDevolucaoFields,
  search: ['descricao'],
  display: ['descricao'],
  unique: [['descricao']],
})
