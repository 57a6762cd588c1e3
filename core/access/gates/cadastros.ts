import { need, type Gates } from '../needs'

const { open, resource, role } = need

export const cadastros: Gates = [
  ['cadastros/user', resource('usuario')],
  ['cadastros/role', role('admin')],
  ['cadastros/solicitacao_conta', role('admin')],
  ['cadastros/tipo_entrada_saida', open],
  ['cadastros/cliente', resource('cliente')],
  ['cadastros/importacao', resource('importacao')],
  ['cadastros/lgpd', resource('lgpd')],
  ['cadastros/motorista', resource('motorista')],
  ['cadastros/fornecedor', resource('fornecedor')],
  ['cadastros/transportadora', resource('transportadora')],
  ['cadastros/empresa', resource('empresa')],
  ['cadastros/webhook_entrega', resource('empresa')],
  ['cadastros/vendedor', resource('vendedor')],
  ['cadastros/colaborador', resource('colaborador')],
  ['cadastros/cliente_categoria', resource('cliente')],
  ['cadastros/veiculo_particularidade', resource('transportadora')],
  ['cadastros/motivo_devolucao', resource('motivo_devolucao')],
  ['cadastros/municipio', open],
  ['cadastros/estado', open],
  ['cadastros/ncm', open],
  ['cadastros/cfop', open],
  ['cadastros/cest', open],
  ['cadastros/cst', open],
  ['cadastros/cclasstrib', open],
]
