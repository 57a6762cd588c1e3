import { constant, text } from '../../../layout/fixed-width'
import { type Layout240, layout240 } from '../layout-240'

const COMMON = layout240('085', 'AILOS', ['087', '045'])

export const AILOS_240: Layout240 = {
  ...COMMON,
  header: { ...COMMON.header, convenio: text(33, 20) },
  lote: { ...COMMON.lote, convenio: text(34, 20) },
  p: { ...COMMON.p, nosso_numero: text(38, 20), cadastramento: constant(59, '0') },
}
