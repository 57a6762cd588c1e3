import { need, type Gates } from '../needs'

const { resource } = need

export const mrp: Gates = [
  ['mrp/planejamento', resource('planejamento')],
  ['mrp/previsao', resource('previsao')],
]
