import { mdfeRecebido } from './mdfe_recebido/mdfe-recebido'
import { nfeCompra } from './nfe_compra/nfe-compra'
import { pedidoCompra } from './pedido_compra/pedido-compra'
import { solicitacao } from './solicitacao/solicitacao'

export const comprasScreens = [nfeCompra, mdfeRecebido, pedidoCompra, solicitacao]
