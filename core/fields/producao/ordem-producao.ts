import { CATEGORY, standIn } from '../estoque/mercadoria-insumo'
import { origin } from '../documents'
import { f } from '../field'
import { empresaId } from '../kit'

/** When supplies leave stock: with each part of the goods that is finished, or all of them as the order begins. */
export const [AT_FINISH, AT_START] = [0, 1] as const
export const SUPPLIES_LEAVE = { [AT_FINISH]: 'Ao finalizar', [AT_START]: 'Ao iniciar' }

/** What an order is for: one that names its sale is for that. */
export const FOR_A_SALE = 1
export const MADE_FOR = { 0: 'Para estoque', [FOR_A_SALE]: 'Para uma venda' }

/** What a line of an order is: something that it draws, or something that comes out beside the goods. */
export const [SUPPLY, BY_PRODUCT] = [0, 1] as const

export const ordemProducaoFields = {
  empresa_id: empresaId(),
  tpBaixa: f.option('Baixa dos insumos', SUPPLIES_LEAVE).default(AT_FINISH),
  geraNFe: f.flag('Gera NF-e').default(0),
  tipo: f.option('Tipo', MADE_FOR).default(0),
  geraCredito: f.boolean('Gera crédito').default(false),
  responsavel_id: f.ref('Responsável', 'colaborador'),
  venda_id: f.ref('Venda', 'venda'),
  cliente_id: f.ref('Cliente', 'cliente'),
  usuario_id: f.author('Usuário'),
  planejamento_id: f.ref('Planejamento de origem', 'planejamento', { trace: true }).computed(),
  origem_id: origin(),
  dInicioPrevisto: f.date('Início previsto'),
  dFimPrevisto: f.date('Fim previsto'),
  dhFechamento: f.datetime('Encerrada em', { doc: 'Nada mais dela se desfaz' }).computed(),
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
  vEmProcesso: f
    .money('Em processo', { doc: 'Insumos e horas que ainda não saíram como mercadoria' })
    .default(0)
    .computed()
    .guarded('custo'),
  vMaoObraEmProcesso: f.money('Horas em processo').default(0).computed().guarded('custo'),
}

/** What has been made of the goods of an order. */
export const ordemProducaoMercadoriaComputed = {
  qProduzida: f.decimal('Produzida', 4).computed(),
  qPerdida: f.decimal('Refugo', 4).computed(),
  encerrada: f.boolean('Encerrada', { doc: 'Dela não se produz mais' }).computed(),
  pRendimento: f.decimal('Rendimento (%)', 4, { doc: 'O que ficou bom do que foi processado' }).computed(),
  vPlanejado: f.money('Custo planejado', { doc: 'Dos insumos, ao custo que cada um diz' }).computed().guarded('custo'),
  vProduzido: f.money('Custo do que foi produzido').computed().guarded('custo'),
  vHorasPlanejadas: f
    .money('Horas planejadas', { doc: 'Das etapas, ao que a hora custa agora' })
    .computed()
    .guarded('custo'),
  vMaterialProduzido: f.money('Insumos no que foi produzido').computed().guarded('custo'),
  vHorasProduzido: f.money('Horas no que foi produzido').computed().guarded('custo'),
  vPerdido: f.money('Perda').computed().guarded('custo'),
  vSubprodutos: f.money('Subprodutos').computed().guarded('custo'),
}

export const ordemProducaoMercadoriaInsumoFields = {
  ordem_producao_mercadoria_id: f.ref('Mercadoria da ordem', 'ordem_producao_mercadoria').required(),
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Insumo', 'mercadoria').required(),
  tpItem: f.option('Tipo do item', { [SUPPLY]: 'Insumo', [BY_PRODUCT]: 'Subproduto' }).default(SUPPLY),
  categoria: f.option('Categoria', CATEGORY).default(1),
  quantidade: f.decimal('Quantidade por unidade', 6, { min: 0 }).required(),
  qPlanejada: f.quantity('Quantidade planejada', 'mercadoria_id', { min: 0 }).default(0),
  qSolicitada: f.quantity('Quantidade solicitada', 'mercadoria_id', { min: 0 }).default(0),
  vCusto: f.decimal('Custo', 4, { min: 0 }).default(0).guarded('custo'),
  pCusto: f
    .percent('Parte do custo (%)', 4, { min: 0, max: 100, doc: 'De um subproduto; vazio: vale o custo dele' })
    .guarded('custo'),
  subproduto_parent_id: f.ref('Subproduto de', 'ordem_producao_mercadoria_insumo', {
    doc: 'A quantidade acompanha o que este insumo consumiu',
  }),
  substitui_id: f.ref('No lugar de', 'ordem_producao_mercadoria_insumo', { trace: true }).computed(),
}

/** What may stand in for a supply of an order, as its composition said when it was drawn. */
export const opInsumoSubstitutoFields = {
  ordem_producao_mercadoria_insumo_id: f.ref('Insumo da ordem', 'ordem_producao_mercadoria_insumo').required(),
  empresa_id: empresaId(),
  ...standIn,
}

/** Of anything that may be drawn. */
export const freeToDraw = f.decimal('Disponível', 4, { doc: 'Na empresa, sem o que já está reservado' }).computed()

/** What an order has drawn of a supply, or brought of a by-product. */
export const ordemProducaoMercadoriaInsumoComputed = {
  qConsumida: f
    .decimal('Consumida', 4, { doc: 'O que saiu menos o que voltou; de um subproduto, o que entrou' })
    .computed(),
  vConsumido: f.money('Custo consumido').computed().guarded('custo'),
  qDisp: freeToDraw,
}

/** One finishing of goods of an order: what came out, and what it cost. Rows are added; undoing a part dates it. */
export const opParteFields = {
  ordem_producao_mercadoria_id: f.ref('Mercadoria da ordem', 'ordem_producao_mercadoria').required(),
  empresa_id: empresaId(),
  lancamento_id: f.ref('Lançamento', 'lancamento').required(),
  entrada_id: f.ref('Entrada', 'entrada'),
  qBoa: f.decimal('Boa', 4, { min: 0 }).default(0),
  qRefugo: f.decimal('Refugo normal', 4, { min: 0, doc: 'As boas carregam o custo dele' }).default(0),
  qRefugoAnormal: f.decimal('Refugo anormal', 4, { min: 0, doc: 'É perda: não entra no custo das boas' }).default(0),
  encerra: f.boolean('Encerra', { doc: 'Nada mais se produz' }).default(false),
  vMaterial: f.money('Insumos', { doc: 'Os que saíram com esta parte' }).default(0).guarded('custo'),
  vDevolvido: f.money('Insumos devolvidos').default(0).guarded('custo'),
  vHoras: f.money('Horas apontadas', { doc: 'Desde a parte anterior' }).default(0).guarded('custo'),
  vRateado: f.money('Do que estava em processo').default(0).guarded('custo'),
  vMaoObra: f.money('Horas no custo').default(0).guarded('custo'),
  vCusto: f.money('Custo').default(0).guarded('custo'),
  vPerda: f.money('Perda').default(0).guarded('custo'),
  vSubprodutos: f.money('Subprodutos').default(0).guarded('custo'),
  vPrincipal: f.money('Custo das boas').default(0).guarded('custo'),
  vCustoUn: f.decimal('Custo unitário', 10, { digits: 21 }).guarded('custo'),
  vEmProcesso: f.money('Fica em processo').default(0).guarded('custo'),
  vMaoObraEmProcesso: f.money('Horas em processo').default(0).guarded('custo'),
  dhCancelamento: f.datetime('Desfeita em'),
}
