import { code, constant, date, decimals, text } from '../../../layout/fixed-width'
import { LINE_400, layout400, type Layout400 } from '../layout-400'

const COMMON = layout400('341', 'BANCO ITAU SA')

export const ITAU_400: Layout400 = {
  ...COMMON,
  header: {
    ...COMMON.header,
    agencia: code(27, 4),
    zeros: constant(31, '00'),
    conta: code(33, 5),
    conta_dv: text(38, 1),
  },
  detalhe: {
    ...COMMON.detalhe,
    agencia: code(18, 4),
    zeros: constant(22, '00'),
    conta: code(24, 5),
    conta_dv: text(29, 1),
    alegacao: constant(34, '0000'),
    uso_empresa: text(38, 25),
    nosso_numero: code(63, 8),
    quantidade: constant(71, '0000000000000'),
    carteira: code(84, 3),
    tipo_carteira: constant(108, 'I'),
    pagador_nome: text(235, 30),
    avalista_nome: text(352, 30),
    juros_data: date(386, 'ddmmyy'),
    prazo: code(392, 2),
  },
  multa: {
    registro: constant(1, '2'),
    multa_codigo: code(2, 1),
    multa_data: date(3, 'ddmmyyyy'),
    multa_valor: decimals(11, 13),
    ...LINE_400,
  },
  comandos: { ...COMMON.comandos, susta_protesto: '18', alteracao: '31' },
  especies: { DM: '01', NP: '02', NS: '03', ME: '04', RC: '05', DS: '08', LC: '09', ND: '13', BDP: '18', OUTROS: '99' },
  protesto: { codigo: '09', dias: 'prazo' },
  devolucao: { codigo: '92', dias: 'prazo' },
}
