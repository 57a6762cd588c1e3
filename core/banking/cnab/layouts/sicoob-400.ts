import { code, constant, decimals, integer, text, without } from '../../../layout/fixed-width'
import { layout400, type Layout400 } from '../layout-400'

const COMMON = layout400('756', 'BANCOOBCED')

export const SICOOB_400: Layout400 = {
  ...COMMON,
  header: {
    ...COMMON.header,
    agencia: code(27, 4),
    agencia_dv: text(31, 1),
    convenio: code(32, 9),
    sequencia: integer(101, 7),
  },
  detalhe: {
    ...without(COMMON.detalhe, 'juros_dia', 'agencia_cobradora'),
    agencia: code(18, 4),
    agencia_dv: text(22, 1),
    conta: code(23, 8),
    conta_dv: text(31, 1),
    zeros: constant(32, '000000'),
    uso_empresa: text(38, 25),
    nosso_numero: code(63, 11),
    nosso_numero_dv: text(74, 1),
    parcela: constant(75, '01'),
    grupo: constant(77, '00'),
    variacao: code(86, 3),
    garantia: constant(89, '0000000'),
    bordero: constant(96, '000000'),
    papel: constant(106, '2'),
    carteira: code(107, 2),
    agencia_repetida: code(143, 4),
    agencia_repetida_dv: text(147, 1),
    juros_mes: decimals(161, 6, 4),
    multa_percentual: decimals(167, 6, 4),
    entrega: constant(173, '2'),
    moeda: constant(193, '9'),
    iof: decimals(194, 12),
    mensagem_1: text(352, 40),
    prazo: code(392, 2),
  },
  comandos: { ...COMMON.comandos, susta_protesto: '10', alteracao: '31' },
  especies: { DM: '01', NP: '02', NS: '03', RC: '05', LC: '08', DS: '12', ND: '13', FAT: '18', ME: '21', OUTROS: '99' },
  aceite: ['0', '1'],
  // Working days after the due date.
  protesto: { codigos: { 3: '03', 4: '04', 5: '05', 10: '10', 15: '15', 20: '20' } },
  devolucao: { codigos: { 15: '42', 30: '43' } },
}
