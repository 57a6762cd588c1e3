import { tabelaPrecoFields } from '../../core/fields/comercial/tabela-preco'
import { resource } from '../platform/resource'

/** Price tables. */
export const tabelaPreco = resource({
  name: 'tabela_preco',
  paths: ['comercial/tabela_preco', 'tabela_preco'],
  title: 'Tabela de preço',
  right: 'tabela_preco',
  open: true,
  company: 'none',
  fields: tabelaPrecoFields,
  search: ['descricao'],
  display: ['descricao'],
})
