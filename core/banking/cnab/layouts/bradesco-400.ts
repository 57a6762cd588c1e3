import { code, constant, decimals, integer, text, without } from '../../../layout/fixed-width'
import { layout400, type Layout400 } from '../layout-400'

const COMMON = layout400('237', 'BRADESCO')

export const BRADESCO_400: Layout400 = {
  ...COMMON,
  header: {
    ...COMMON.header,
    codigo_transmissao: code(27, 20),
    sistema: constant(109, 'MX'),
    sequencia: integer(111, 7),
  },
  detalhe: {
    ...without(COMMON.detalhe, 'empresa_tipo', 'empresa_documento', 'pagador_bairro', 'pagador_cidade', 'pagador_uf'),
    debito: constant(2, '', 19),
    zero: constant(21, '0'),
    carteira: code(22, 3),
    agencia: code(25, 5),
    conta: code(30, 7),
    conta_dv: text(37, 1),
    uso_empresa: text(38, 25),
    banco_debito: constant(63, '000'),
    multa_codigo: code(66, 1),
    multa_percentual: decimals(67, 4),
    nosso_numero: code(71, 11),
    nosso_numero_dv: text(82, 1),
    bonificacao: constant(83, '0000000000'),
    papel: constant(93, '2'),
    debito_automatico: constant(94, 'N'),
    aviso: constant(106, '2'),
    banco_cobrador: constant(140, '000'),
    mensagem_1: text(315, 12),
    mensagem_2: text(335, 60),
  },
  comandos: {
    ...COMMON.comandos,
    susta_protesto_baixa: '18',
    susta_protesto: '19',
    alteracao: '31',
  },
  especies: { DM: '01', NP: '02', NS: '03', RC: '05', LC: '10', ND: '11', DS: '12', CC: '31', BDP: '32', OUTROS: '99' },
  protesto: { codigo: '06', dias: 'instrucao_2' },
  devolucao: { codigo: '18', dias: 'instrucao_2' },
  multaCodigo: '2',
}
