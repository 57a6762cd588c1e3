import { f } from '../field'

/** What an input is to its product. */
export const CATEGORY = { 1: 'Parte/Peça', 2: 'Conteúdo Líquido', 3: 'Embalagem' }

export const mercadoriaInsumoFields = {
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  mercadoria_insumo_id: f.ref('Insumo', 'mercadoria').required(),
  quantidade: f.decimal('Quantidade', 6, { min: 0.000001, doc: 'Para uma unidade do produto' }).required(),
  categoria: f.option('Categoria', CATEGORY).default(1),
  vCusto: f.money('Custo', { decimals: 4, min: 0 }).guarded('custo'),
  pPerda: f.percent('Perda (%)', 4, { min: 0, max: 99.9999, doc: 'Parte do insumo que se perde' }).default(0),
  tpPerda: f
    .option('Cálculo da perda', {
      0: 'Divide: quantidade / (1 − perda)',
      1: 'Acrescenta: quantidade × (1 + perda)',
    })
    .default(0),
  qDefasagem: f
    .integer('Defasagem (dias)', { min: 0, max: 365, doc: 'Dias depois do início em que o insumo é preciso' })
    .default(0),
  dInicio: f.date('Vale desde', { doc: 'Vazio: desde sempre' }),
  dFim: f.date('Vale até', { doc: 'O último dia; vazio: sem fim' }),
}

/** What stands in for a supply, in this composition alone: so much of it for one of the supply, the first in order first. */
export const standIn = {
  mercadoria_id: f.ref('Substituto', 'mercadoria').required(),
  fator: f.decimal('Fator', 6, { min: 0.000001, doc: 'Do substituto, para um do insumo' }).default(1),
  n_ordem: f.integer('Ordem', { min: 1, max: 99 }).default(1),
}

export const mercadoriaInsumoSubstitutoFields = {
  mercadoria_insumo_id: f.ref('Insumo', 'mercadoria_insumo').required(),
  ...standIn,
}
