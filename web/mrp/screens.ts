import { previsao } from './previsao/previsao'

export const mrpScreens = [previsao]
