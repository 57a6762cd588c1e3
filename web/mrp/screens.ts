import { planejamento } from './planejamento/planejamento'
import { previsao } from './previsao/previsao'

export const mrpScreens = [previsao, planejamento]
