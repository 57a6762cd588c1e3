import { f } from '../field'

export const tabelaPrecoFields = {
  descricao: f.text('Descrição', { max: 60 }).required(),
  ativo: f.boolean('Ativa').default(true),
  padrao: f.boolean('Tabela padrão').default(false),
  pMargem: f.percent('Margem usual (%)', 4, { min: 0, max: 99.9999 }).guarded('custo'),
  pMarkup: f.percent('Markup usual (%)', 4, { min: 0 }).guarded('custo'),
}
