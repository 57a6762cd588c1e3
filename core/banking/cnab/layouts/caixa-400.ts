import { code, constant, date, decimals, integer, text } from '../../../layout/fixed-width'
import { layout400, type Layout400 } from '../layout-400'

const COMMON = layout400('104', 'C ECON FEDERAL')

export const CAIXA_400: Layout400 = {
  ...COMMON,
  header: {
    ...COMMON.header,
    agencia: code(27, 4),
    convenio: code(31, 6),
    sequencia: integer(390, 5),
  },
  detalhe: {
    ...COMMON.detalhe,
    agencia: code(18, 4),
    convenio: code(22, 6),
    papel: constant(28, '2'),
    entrega: constant(29, '0'),
    permanencia: constant(30, '00'),
    uso_empresa: text(32, 25),
    nosso_numero: code(57, 17),
    mensagem_1: text(77, 30),
    carteira: code(107, 2),
    multa_data: date(352, 'ddmmyy'),
    multa_valor: decimals(358, 10),
    avalista_nome: text(368, 22),
    instrucao_3: constant(390, '00'),
    prazo: code(392, 2),
    moeda: constant(394, '1'),
  },
  comandos: {
    entrada: '01',
    baixa: '02',
    abatimento: '03',
    cancela_abatimento: '04',
    vencimento: '05',
    alteracao: '09',
  },
  especies: { DM: '01', NP: '02', DS: '03', NS: '05', LC: '06', OUTROS: '09' },
  protesto: { codigo: '01', dias: 'prazo' },
  devolucao: { codigo: '02', dias: 'prazo' },
}
