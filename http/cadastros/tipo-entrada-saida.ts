import { tipoEntradaSaidaFields } from '../../core/fields/cadastros/tipo-entrada-saida'
import { resource } from '../platform/resource'

/** Operation types: what a document does to stock and finance. */
export const tipoEntradaSaida = resource({
  name: 'tipo_entrada_saida',
  paths: ['tipo_entrada_saida', 'cadastros/tipo_entrada_saida'],
  title: 'Tipo de operação',
  right: 'tipo_entrada_saida',
  open: true,
  company: 'none',
  fields: tipoEntradaSaidaFields,
  search: ['descricao'],
  display: ['descricao', 'tipo', 'movimenta_estoque', 'gera_financeiro'],
})
