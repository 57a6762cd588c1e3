import { need, type Gates } from '../needs'

const { open, resource } = need

export const comercial: Gates = [
  ['comercial/meta', open],
  ['comercial/meta_venda', open],
  ['comercial/meta_vendedor', open],
  ['comercial/venda', resource('venda')],
  ['comercial/venda_rapida', resource('venda')],
  ['comercial/venda_devolucao', resource('venda_devolucao')],
  ['comercial/orcamento', resource('venda_orcamento')],
  ['comercial/motivo_perda', resource('venda_orcamento')],
  ['comercial/promocao', open],
  ['comercial/promocao_mercadorias', open],
  ['comercial/tabela_preco', open],
  ['comercial/tabela_preco_mercadorias', resource('mercadoria')],
]
