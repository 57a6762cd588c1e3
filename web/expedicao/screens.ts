import { roteirizacao } from './roteirizacao/roteirizacao'

export const expedicaoScreens = [roteirizacao]
