import { contingencia } from './contingencia/contingencia'
import { inutilizacao } from './inutilizacao/inutilizacao'
import { nfe } from './nfe/nfe'
import { pendencias } from './pendencias/pendencias'
import { tributacao } from './tributacao/tributacao'

export const nfeScreens = [nfe, inutilizacao, contingencia, tributacao, pendencias]
