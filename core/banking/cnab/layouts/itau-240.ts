import { code, constant, integer, text, without } from '../../../layout/fixed-width'
import { type Layout240, layout240 } from '../layout-240'

const COMMON = layout240('341', 'BANCO ITAU SA', ['040', '030'])

/** Itaú tells interest by day and discounts in reais alone, and keeps the account's digit a column further. */
export const ITAU_240: Layout240 = {
  ...COMMON,
  header: { ...without(COMMON.header, 'agencia_dv'), conta_dv: text(72, 1) },
  lote: { ...without(COMMON.lote, 'agencia_dv'), servico: constant(10, '0100'), conta_dv: text(73, 1) },
  p: {
    ...without(COMMON.p, 'juros_codigo', 'desconto_codigo', 'moeda', 'contrato', 'agencia_dv'),
    conta_dv: text(37, 1),
    carteira: code(38, 3),
    nosso_numero: code(41, 8),
    nosso_numero_dv: code(49, 1),
    carteira_codigo: constant(58, '00000'),
    cadastramento: constant(59, '0'),
    tipo_documento: constant(60, '0'),
    papel: constant(61, '0'),
    entrega: constant(62, '0'),
    seu_numero: text(63, 10),
    agencia_cobradora: constant(101, '000000'),
    juros_zero: constant(118, '0'),
    desconto_zero: constant(142, '0'),
    devolucao_dias: integer(225, 2),
    zeros: constant(227, '0'.repeat(13)),
  },
  especies: { DM: '01', NP: '02', NS: '03', ME: '04', RC: '05', DS: '08', LC: '09', ND: '13', BDP: '18', OUTROS: '99' },
  devolucao: ['0', '1'],
}
