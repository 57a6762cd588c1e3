import { origin } from '../documents'
import { f } from '../field'
import { empresaId } from '../kit'

export const solicitacaoFields = {
  empresa_id: empresaId(),
  usuario_id: f.author('Solicitante'),
  planejamento_id: f.ref('Planejamento de origem', 'planejamento', { trace: true }).computed(),
  origem_id: origin(),
  dNecessidade: f.date('Preciso até'),
  obs: f.text('Observações', { max: 2000 }),
}

export const solicitacaoMercadoriaFields = {
  solicitacao_id: f
    .ref('Solicitação', 'solicitacao')
    .required('Salve a solicitação principal antes de adicionar itens.'),
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  xProd: f.text('Descrição', { max: 120 }).computed(),
  unidade_id: f.ref('Unidade', 'unidade'),
  quantidade: f.quantity('Quantidade', 'mercadoria_id', { min: 0.0001 }).required(),
  dNecessidade: f.date('Preciso até'),
  dPedido: f.date('Pedir até'),
  fornecedor_id: f.ref('Fornecedor sugerido', 'fornecedor'),
  obs: f.text('Observação', { max: 300 }),
  aprovado_em: f.datetime('Aprovado em'),
  reprovado_em: f.datetime('Reprovado em'),
  decidido_por_id: f.ref('Decidido por', 'user').computed(),
  pedido_compra_id: f.ref('Pedido de compra', 'pedido_compra', { trace: true }).computed(),
  planejamento_mercadoria_id: f.ref('Item do planejamento', 'planejamento_mercadoria', { trace: true }).computed(),
  status: f.generated(
    'Situação',
    `case when "pedido_compra_id" is not null then 3 when "reprovado_em" is not null then 2 when "aprovado_em" is not null then 1 else 0 end`,
    { doc: '0 pendente, 1 aprovado, 2 reprovado, 3 pedido' },
  ),
}
