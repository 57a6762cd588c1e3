import { code, constant, date, decimals, integer, text, without } from '../../../layout/fixed-width'
import { layout400, type Layout400 } from '../layout-400'

const COMMON = layout400('748', 'SICREDI')

/** Sicredi fills the common columns with letters of its own. */
export const SICREDI_400: Layout400 = {
  ...COMMON,
  header: {
    ...COMMON.header,
    convenio: code(27, 5),
    empresa_documento: code(32, 14),
    empresa: constant(46, '', 31),
    data: date(95, 'yyyymmdd'),
    sequencia: integer(111, 7),
    versao: constant(391, '2.00'),
  },
  detalhe: {
    ...without(
      COMMON.detalhe,
      'empresa_tipo',
      'empresa_documento',
      'banco_cobrador',
      'agencia_cobradora',
      'juros_dia',
      'iof',
      'pagador_bairro',
      'pagador_cidade',
      'pagador_uf',
    ),
    tipo: constant(2, 'AAA'),
    moeda: constant(17, 'A'),
    desconto_letra: text(18, 1),
    juros_letra: text(19, 1),
    nosso_numero: code(48, 9),
    postagem: constant(72, 'N'),
    papel: constant(74, 'B'),
    antecipado: constant(83, '0000000000'),
    multa_percentual: decimals(93, 4),
    especie: text(149, 1),
    juros_valor: decimals(161, 13),
    zeros: constant(193, '0000000000000'),
    pagador_tipo: code(219, 1),
    zero: constant(220, '0'),
    pagador_codigo: constant(315, '00000000000', 12),
    cidade_codigo: constant(335, '00000'),
    avalista_documento: code(340, 14),
    avalista_nome: text(354, 41),
  },
  trailer: { ...COMMON.trailer, operacao: constant(2, '1'), banco: constant(3, '748'), convenio: code(6, 5) },
  comandos: {
    ...COMMON.comandos,
    susta_protesto_baixa: '18',
    susta_protesto: '19',
    alteracao: '31',
  },
  especies: { DM: 'A', DMI: 'A', NP: 'C', NS: 'E', RC: 'G', LC: 'H', ND: 'I', DS: 'J', OUTROS: 'K', BDP: 'O' },
  aceite: ['N', 'S'],
  protesto: { codigo: '06', dias: 'instrucao_2' },
}
