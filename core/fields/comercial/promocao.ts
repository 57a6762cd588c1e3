import { f } from '../field'

/** A promotion: when and where it holds (document 2, section 3, N2-012). */
export const promocaoFields = {
  xNome: f.text('Nome', { max: 80 }).required(),
  ativo: f.boolean('Ativa').default(true),
  dInicio: f.date('De', { doc: 'Primeiro dia; em branco, desde já' }),
  dFim: f.date('Até', { doc: 'Último dia; em branco, sem fim' }),
  prioridade: f.integer('Prioridade', { min: 0, max: 999, doc: 'Entre promoções que dão o mesmo preço' }).default(0),
  empresa_ids: f.json('Empresas', { listOf: 'empresa', doc: 'Em branco, vale em todas' }),
  tabela_preco_ids: f.json('Tabelas de preço', { listOf: 'tabela_preco', doc: 'Em branco, vale em todas' }),
  obs: f.notes('Observações', { max: 500 }),
}

/** A product of a promotion (N2-013): at a price, or at a discount on its normal one. */
export const promocaoMercadoriaFields = {
  promocao_id: f.ref('Promoção', 'promocao').required(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  vUnTrib: f.money('Preço promocional', { decimals: 4, min: 0.0001 }),
  pDesc: f.percent('Desconto (%)', 4, { min: 0, max: 100, doc: 'Sobre o preço promocional; sem ele, sobre o normal' }),
  qMinima: f.quantity('Quantidade mínima', 'mercadoria_id', { min: 0, doc: 'Na linha' }),
  qMaxima: f.quantity('Quantidade máxima', 'mercadoria_id', {
    min: 0,
    doc: 'Em todo o documento; com mais, vale o preço normal',
  }),
}

/** A product that a document must hold for the promotion of another (N2-014). */
export const promocaoDependenciaFields = {
  promocao_mercadoria_id: f.ref('Mercadoria da promoção', 'promocao_mercadoria').required(),
  tipo: f.choice('E / ou', { AND: 'E', OR: 'OU' }, { doc: 'Com as de cima, ou em lugar delas' }).default('AND'),
  mercadoria_id: f.ref('Mercadoria exigida', 'mercadoria').required(),
}
