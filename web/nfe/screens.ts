import { tributacao } from './tributacao/tributacao'

export const nfeScreens = [tributacao]
