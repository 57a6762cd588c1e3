import { CATEGORY } from '../estoque/mercadoria-insumo'
import { origin } from '../documents'
import { f } from '../field'
import { empresaId } from '../kit'

export const ordemProducaoFields = {
  empresa_id: empresaId(),
  tpBaixa: f.option('Baixa dos insumos', { 0: 'Ao finalizar', 1: 'Ao iniciar' }).default(0),
  geraNFe: f.flag('Gera NF-e').default(0),
  tipo: f.option('Tipo', { 0: 'Para estoque', 1: 'Para uma venda' }).default(0),
  geraCredito: f.boolean('Gera crédito').default(false),
  responsavel_id: f.ref('Responsável', 'colaborador'),
  venda_id: f.ref('Venda', 'venda'),
  cliente_id: f.ref('Cliente', 'cliente'),
  usuario_id: f.author('Usuário'),
  planejamento_id: f.ref('Planejamento de origem', 'planejamento', { trace: true }).computed(),
  origem_id: origin(),
  dInicioPrevisto: f.date('Início previsto'),
  dFimPrevisto: f.date('Fim previsto'),
  obs: f.text('Observações', { max: 2000 }),
}

export const ordemProducaoMercadoriaFields = {
  ordem_producao_id: f.ref('Ordem de produção', 'ordem_producao').required(),
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  xProd: f.text('Descrição', { max: 120 }).computed(),
  un: f.text('Unidade', { max: 6 }).computed(),
  qTrib: f.quantity('Quantidade', 'mercadoria_id', { min: 0.0001 }).required(),
  venda_mercadoria_id: f.ref('Item da venda', 'venda_mercadoria', {
    trace: true,
    doc: 'Para o qual se produz: dele vêm as características',
  }),
  planejamento_mercadoria_id: f.ref('Item do planejamento', 'planejamento_mercadoria', { trace: true }).computed(),
}

export const ordemProducaoMercadoriaInsumoFields = {
  ordem_producao_mercadoria_id: f.ref('Mercadoria da ordem', 'ordem_producao_mercadoria').required(),
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Insumo', 'mercadoria').required(),
  tpItem: f.option('Tipo do item', { 0: 'Insumo', 1: 'Subproduto' }).default(0),
  categoria: f.option('Categoria', CATEGORY).default(1),
  quantidade: f.decimal('Quantidade por unidade', 6, { min: 0 }).required(),
  qPlanejada: f.quantity('Quantidade planejada', 'mercadoria_id', { min: 0 }).default(0),
  qSolicitada: f.quantity('Quantidade solicitada', 'mercadoria_id', { min: 0 }).default(0),
  vCusto: f.decimal('Custo', 4, { min: 0 }).default(0).guarded('custo'),
  subproduto_parent_id: f.ref('Subproduto de', 'ordem_producao_mercadoria_insumo'),
}
