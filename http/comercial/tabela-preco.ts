import { f } from '../platform/fields'
import { resource } from '../platform/resource'

/** Price tables. */
export const tabelaPreco = resource({
  name: 'tabela_preco',
  paths: ['comercial/tabela_preco', 'tabela_preco'],
  title: 'Tabela de preço',
  right: 'tabela_preco',
  open: true,
  company: 'none',
  fields: {
    descricao: f.text('Descrição', { max: 60 }).required(),
    ativo: f.boolean('Ativa').default(true),
    padrao: f.boolean('Padrão').default(false),
    pMargem: f.decimal('Margem usual (%)', 4, { min: 0, max: 99.9999 }),
    pMarkup: f.decimal('Markup usual (%)', 4, { min: 0 }),
  },
  search: ['descricao'],
  display: ['descricao'],
})
