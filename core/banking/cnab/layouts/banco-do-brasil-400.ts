import { code, constant, date, decimals, integer, text } from '../../../layout/fixed-width'
import { LINE_400, layout400, type Layout400 } from '../layout-400'

const COMMON = layout400('001', 'BANCODOBRASIL')

/** Agreements of seven digits; those of six are record 1, which the bank gives to nobody any more. */
export const BANCO_DO_BRASIL_400: Layout400 = {
  ...COMMON,
  header: {
    ...COMMON.header,
    agencia: code(27, 4),
    agencia_dv: text(31, 1),
    conta: code(32, 8),
    conta_dv: text(40, 1),
    zeros: constant(41, '000000'),
    sequencia: integer(101, 7),
    convenio: code(130, 7),
  },
  detalhe: {
    ...COMMON.detalhe,
    registro: constant(1, '7'),
    agencia: code(18, 4),
    agencia_dv: text(22, 1),
    conta: code(23, 8),
    conta_dv: text(31, 1),
    convenio: code(32, 7),
    uso_empresa: text(39, 25),
    nosso_numero: code(64, 17),
    prestacao: constant(81, '0000'),
    variacao: code(92, 3),
    caucao: constant(95, '0'),
    bordero: constant(96, '000000'),
    carteira: code(107, 2),
    agencia_cobradora: constant(143, '0000', 5),
    pagador_nome: text(235, 37),
    mensagem_1: text(352, 40),
    prazo: code(392, 2),
  },
  multa: {
    registro: constant(1, '5'),
    servico: constant(2, '99'),
    multa_codigo: code(4, 1),
    multa_data: date(5, 'ddmmyy'),
    multa_valor: decimals(11, 12),
    ...LINE_400,
  },
  comandos: {
    ...COMMON.comandos,
    susta_protesto: '10',
    desconto: '31',
    cancela_desconto: '32',
  },
  especies: { DM: '01', NP: '02', NS: '03', RC: '05', LC: '08', DS: '12', ND: '13', OUTROS: '99' },
  protesto: { codigo: '06', dias: 'prazo' },
}
