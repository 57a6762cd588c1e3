import { need, type Gates } from '../needs'

const { full, open, resource, right } = need

export const estoque: Gates = [
  ['estoque/entrada', resource('entrada')],
  ['estoque/entrada/edit/*/entrada_item', right('edit entrada')],
  ['estoque/entrada/edit/*/entrada_duplicata', right('edit entrada')],
  ['estoque/recebimento', resource('entrada')],
  ['estoque/recebimento/edit/*/item', right('edit entrada')],
  ['estoque/recebimento/edit/*/entrada_duplicata', right('edit entrada')],
  ['estoque/unitizador', resource('entrada')],
  ['estoque/unitizador/edit/*/volumes', right('edit entrada')],
  ['estoque/mercadoria', resource('mercadoria')],
  ['estoque/mercadoria_grupo', open],
  ['estoque/mercadoria_grupo_subgrupo', open],
  ['estoque/mercadoria_caracteristica_grupo', open],
  ['estoque/mercadoria_familias', open],
  ['estoque/fabricante', resource('fabricante')],
  ['estoque/etiqueta_modelo', resource('mercadoria')],
  ['estoque/unidade', resource('unidade')],
  ['estoque/mercadoria_fechamento', resource('fechamento')],
  ['estoque/mercadoria_fechamento_item', resource('fechamento')],
  ['estoque/mercadoria_inventario', resource('inventario')],
  ['estoque/mercadoria_inventario_item', resource('inventario')],
  ['estoque/inventario', resource('inventario')],
  // Where the QR code of a count leads: the one address of a screen that is not below /ui, short enough to be typed.
  ['a', resource('inventario')],
  ['estoque/saidas', resource('saida')],
  ['estoque/mercadoria_lote', resource('mercadoria')],
  ['estoque/transferencia', resource('transferencia_armazenamento')],
  ['estoque/devolucao', resource('devolucao_compra')],
  ['estoque/armazem_logistico', full('mercadoria')],
  ['estoque/locais', resource('armazenamento')],
  ['estoque/consumos', resource('consumo')],
  ['mobile/recebimento', resource('entrada')],
]
