import { pendencias } from './pendencias/pendencias'
import { tributacao } from './tributacao/tributacao'

export const nfeScreens = [tributacao, pendencias]
