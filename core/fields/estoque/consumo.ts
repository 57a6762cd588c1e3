import { f } from '../field'
import { empresaId } from '../kit'

/** Material that is used up inside (document 2, section 3, N2-031). */
export const consumoFields = {
  empresa_id: empresaId(),
  user_id: f.author('Usuário'),
  centro_custo_id: f.ref('Centro de custo', 'centro_custo', { doc: 'Das linhas que não dizem outro' }),
  armazenamento_id: f.ref('Local de saída', 'armazenamento', { doc: 'O local usual da empresa, se vazio' }),
  obs: f.text('Observações', { max: 2000 }),
}

export const consumoMercadoriaFields = {
  consumo_id: f.ref('Consumo', 'consumo').required(),
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  xProd: f.text('Descrição', { max: 120 }).computed(),
  un: f.text('Unidade', { max: 6 }).computed(),
  qTrib: f.quantity('Quantidade', 'mercadoria_id', { min: 0.0001 }).required(),
  centro_custo_id: f.ref('Centro de custo', 'centro_custo'),
  armazenamento_id: f.ref('Local', 'armazenamento', { doc: 'O do consumo, se vazio' }),
  lote_id: f.ref('Lote', 'mercadoria_lote', { doc: 'Os que vencem antes, se vazio' }),
  vCusto: f.money('Custo', { doc: 'Com que saiu do estoque' }).computed().guarded('custo'),
}
