import { code, constant, decimals, text, without } from '../../../layout/fixed-width'
import { layout400, type Layout400 } from '../layout-400'

const COMMON = layout400('041', 'BANRISUL')

export const BANRISUL_400: Layout400 = {
  ...COMMON,
  header: { ...without(COMMON.header, 'servico', 'servico_literal'), convenio: code(27, 13) },
  detalhe: {
    ...without(COMMON.detalhe, 'empresa_tipo', 'empresa_documento', 'pagador_bairro'),
    convenio: code(18, 13),
    uso_empresa: text(38, 25),
    nosso_numero: code(63, 8),
    nosso_numero_dv: code(71, 2),
    mensagem_1: text(73, 32),
    carteira: code(108, 1),
    agencia_cobradora: constant(143, ' ', 5),
    juros_codigo: constant(161, '0'),
    juros_dia: decimals(162, 12),
    pagador_nome: text(235, 35),
    multa_percentual: decimals(322, 3, 1),
    multa_dias: constant(325, '00'),
    prazo: code(370, 2),
  },
  trailer: { ...COMMON.trailer, total: decimals(28, 13) },
  comandos: { ...COMMON.comandos, susta_protesto: '10' },
  especies: { DM: '08' },
  protesto: { codigo: '09', dias: 'prazo' },
  devolucao: { codigo: '15', dias: 'prazo' },
}
