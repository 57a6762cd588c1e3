import { code, constant, date, decimals, integer, text } from '../../../layout/fixed-width'
import { layout400, type Layout400 } from '../layout-400'

const COMMON = layout400('033', 'SANTANDER')

export const SANTANDER_400: Layout400 = {
  ...COMMON,
  header: {
    ...COMMON.header,
    codigo_transmissao: code(27, 20),
    zeros: constant(101, '0000000000000000'),
    sequencia: integer(392, 3),
  },
  detalhe: {
    ...COMMON.detalhe,
    codigo_transmissao: code(18, 20),
    uso_empresa: text(38, 25),
    nosso_numero: code(63, 7),
    nosso_numero_dv: code(70, 1),
    segundo_desconto: constant(71, '000000'),
    multa_codigo: code(78, 1),
    multa_percentual: decimals(79, 4),
    moeda: constant(83, '00'),
    quantidade: constant(85, '0000000000000'),
    multa_data: date(102, 'ddmmyy'),
    carteira: code(108, 1),
    avalista_nome: text(352, 30),
    complemento: text(383, 3),
    prazo: code(392, 2),
  },
  trailer: {
    ...COMMON.trailer,
    quantidade: integer(2, 6),
    total: decimals(8, 13),
    zeros: constant(21, '0'.repeat(374)),
  },
  comandos: { ...COMMON.comandos, susta_protesto: '18' },
  especies: { DM: '01', NP: '02', NS: '03', RC: '05', DS: '06', LC: '07', BDP: '08' },
  aceite: ['N', 'S'],
  protesto: { codigo: '06', dias: 'prazo' },
  devolucao: { codigos: { 15: '02', 30: '03' } },
  multaCodigo: '4',
}
