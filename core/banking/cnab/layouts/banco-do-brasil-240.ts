import { code, constant, text } from '../../../layout/fixed-width'
import { type Layout240, layout240 } from '../layout-240'

const COMMON = layout240('001', 'BANCO DO BRASIL S.A.', ['083', '042'])

/** The agreement, the bank's product, carteira and variação. */
const agreement = (at: number) => ({
  convenio: code(at, 9),
  produto: constant(at + 9, '0014'),
  carteira: code(at + 13, 2),
  variacao: code(at + 15, 3),
})

export const BANCO_DO_BRASIL_240: Layout240 = {
  ...COMMON,
  header: { ...COMMON.header, ...agreement(33) },
  lote: { ...COMMON.lote, ...agreement(34) },
  p: { ...COMMON.p, nosso_numero: text(38, 20), carteira_codigo: constant(58, '7') },
}
