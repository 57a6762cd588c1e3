import { code, constant, decimals, text } from '../../../layout/fixed-width'
import {
  COMANDOS_400,
  header400,
  LINE_400,
  type Layout400,
  PAYER_400,
  PLACE_400,
  TRAILER_400,
  title400,
} from '../layout-400'

const { juros_dia: _day, ...TITLE } = title400('041')
const { servico: _service, servico_literal: _literal, ...HEADER } = header400('041', 'BANRISUL')
const { pagador_bairro: _district, ...PLACE } = PLACE_400

export const BANRISUL_400: Layout400 = {
  banco: '041',
  header: { ...HEADER, convenio: code(27, 13) },
  detalhe: {
    registro: constant(1, '1'),
    convenio: code(18, 13),
    uso_empresa: text(38, 25),
    nosso_numero: code(63, 8),
    nosso_numero_dv: code(71, 2),
    mensagem_1: text(73, 32),
    carteira: code(108, 1),
    ...TITLE,
    agencia_cobradora: constant(143, ' ', 5),
    juros_codigo: constant(161, '0'),
    juros_dia: decimals(162, 12),
    ...PAYER_400,
    pagador_nome: text(235, 35),
    multa_percentual: decimals(322, 3, 1),
    multa_dias: constant(325, '00'),
    ...PLACE,
    prazo: code(370, 2),
    ...LINE_400,
  },
  trailer: { ...TRAILER_400, total: decimals(28, 13) },
  comandos: { ...COMANDOS_400, susta_protesto: '10' },
  especies: { DM: '08' },
  aceite: ['N', 'A'],
  protesto: { codigo: '09', dias: 'prazo' },
  devolucao: { codigo: '15', dias: 'prazo' },
  fim: '\r\n',
}
