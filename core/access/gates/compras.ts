import { need, type Gates } from '../needs'

const { resource, right } = need

export const compras: Gates = [
  ['compras/nfe_compra', resource('dfe')],
  ['compras/mdfe_recebido', resource('dfe')],
  ['compras/pedido_compra', resource('pedido_compra')],
  ['compras/pedido_compra/edit/*/pedido_compra_mercadoria', right('edit pedido_compra')],
  ['compras/solicitacao', resource('solicitacao')],
]
