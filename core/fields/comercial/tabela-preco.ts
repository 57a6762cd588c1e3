import { f } from '../field'

export const tabelaPrecoFields = {
  descricao: f.text('Descrição', { max: 60 }).required(),
  ativo: f.boolean('Ativa').default(true),
  padrao: f.boolean('Tabela padrão').default(false),
  dInicio: f.date('Vale de', { doc: 'Primeiro dia; em branco, desde já' }),
  dFim: f.date('Vale até', { doc: 'Último dia; em branco, sem fim' }),
  pMargem: f.percent('Margem usual (%)', 4, { min: 0, max: 99.9999 }).guarded('custo'),
  pMarkup: f.percent('Markup usual (%)', 4, { min: 0 }).guarded('custo'),
  tabela_base_id: f.ref('Copiada de', 'tabela_preco', { trace: true }).computed(),
}

/** Many prices of a table that were changed at once, and can be given back at once. */
export const tabelaPrecoAlteracaoFields = {
  tabela_preco_id: f.ref('Tabela de preço', 'tabela_preco').required(),
  user_id: f.author('Alterada por'),
  xAlteracao: f.text('O que mudou', { max: 120 }).required(),
  nPrecos: f.integer('Preços', { min: 0 }).required(),
  dhDesfeita: f.datetime('Desfeita em').computed(),
  antes: f.json('Preços de antes', { large: true, doc: 'Para desfazer' }).computed().secret(),
}
