import { code, constant, integer, text, without } from '../../../layout/fixed-width'
import { type Layout240, layout240 } from '../layout-240'

const COMMON = layout240('033', 'BANCO SANTANDER', ['040', '030'])
export const SANTANDER_240: Layout240 = {
  ...COMMON,
  header: {
    ...without(COMMON.header, 'agencia', 'agencia_dv', 'conta', 'conta_dv', 'densidade', 'hora', 'empresa_tipo'),
    empresa_tipo: code(17, 1),
    empresa_documento: code(18, 15),
    codigo_transmissao: code(33, 15),
  },
  lote: {
    ...without(COMMON.lote, 'agencia', 'agencia_dv', 'conta', 'conta_dv', 'credito'),
    codigo_transmissao: code(54, 15),
  },
  p: {
    ...COMMON.p,
    agencia: code(18, 4),
    agencia_dv: text(22, 1),
    conta: code(23, 9),
    conta_dv: text(32, 1),
    conta_repetida: code(33, 9),
    conta_repetida_dv: text(42, 1),
    nosso_numero: code(45, 12),
    nosso_numero_dv: code(57, 1),
    papel: constant(61, ' '),
    entrega: constant(62, ' '),
    agencia_cobradora: constant(101, '00000'),
    devolucao_dias: integer(225, 3),
    moeda: constant(228, '00'),
    contrato: constant(230, ' '),
  },
  r: without(COMMON.r, 'alegacao', 'debito', 'debito_conta', 'debito_aviso'),
  fimLote: without(COMMON.fimLote, 'quantidade', 'total', 'outras'),
  fim: without(COMMON.fim, 'contas'),
}
