import { code, constant, text } from '../../../layout/fixed-width'
import { type Layout240, layout240 } from '../layout-240'

const COMMON = layout240('237', 'BRADESCO', ['084', '042'], '01600')

export const BRADESCO_240: Layout240 = {
  ...COMMON,
  header: { ...COMMON.header, codigo_transmissao: code(33, 20) },
  lote: { ...COMMON.lote, codigo_transmissao: code(34, 20) },
  p: {
    ...COMMON.p,
    carteira: code(38, 3),
    zeros: constant(41, '00000'),
    nosso_numero: code(46, 11),
    nosso_numero_dv: text(57, 1),
  },
}
