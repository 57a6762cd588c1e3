import { previsao } from './previsao/previsao'

export const mrpScreens = [previsao]
import { planejamento } from './planejamento/planejamento'

export const mrpScreens = [planejamento]
