import { type Layout240, layout240 } from '../layout-240'

const COMMON = layout240('748', 'SICREDI', ['081', '040'], '01600')

export const SICREDI_240: Layout240 = {
  ...COMMON,
  devolucao: ['1', '1'],
  devolucaoDias: 60,
}
