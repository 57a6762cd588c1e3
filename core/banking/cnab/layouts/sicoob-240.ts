import { code, constant } from '../../../layout/fixed-width'
import { type Layout240, layout240 } from '../layout-240'

const COMMON = layout240('756', 'SICOOB', ['081', '040'])

/** Number with digit, instalment, modality and form share the twenty columns of the number. */
export const SICOOB_240: Layout240 = {
  ...COMMON,
  p: {
    ...COMMON.p,
    nosso_numero: code(38, 9),
    nosso_numero_dv: code(47, 1),
    parcela: constant(48, '01'),
    variacao: code(50, 2),
    formulario: constant(52, '4'),
    cadastramento: constant(59, '0'),
    tipo_documento: constant(60, ' '),
  },
}
