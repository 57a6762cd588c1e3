import { f } from '../field'
import { empresaId } from '../kit'

/** A closing of the inventory: what a company had on a day, and what it was worth (document 2, section 3, N2-064). */
export const mercadoriaFechamentoFields = {
  empresa_id: empresaId(),
  dFechamento: f.date('Dia').required(),
  atualiza_custo_medio: f
    .boolean('Atualiza o custo dos produtos', { doc: 'O custo do cadastro passa a ser o médio do dia' })
    .default(false),
  user_id: f.author('Usuário'),
  obs: f.text('Observações', { max: 500 }),
  vTotal: f.money('Valor').default(0).computed().guarded('custo').summed(),
  dhAte: f.datetime('Até').computed(),
  movimento_id: f.ref('Último movimento', 'movimento_estoque').computed(),
}

/** What there was of a product (N2-065). */
export const mercadoriaFechamentoItemFields = {
  mercadoria_fechamento_id: f.ref('Fechamento', 'mercadoria_fechamento').required(),
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  xProd: f.text('Descrição', { max: 120 }).computed(),
  un: f.text('Unidade', { max: 6 }).computed(),
  quantidade: f.decimal('Saldo no dia', 4).default(0).computed(),
  vCustoMedio: f.decimal('Custo médio', 10, { digits: 21 }).default(0).computed().guarded('custo'),
  vTotal: f.money('Valor').default(0).computed().guarded('custo').summed(),
  vCustoInformado: f
    .decimal('Custo informado', 10, { min: 0, digits: 21, doc: 'O custo de uma unidade, onde o médio está errado' })
    .guarded('custo'),
}
