import { contingencia } from './contingencia/contingencia'
import { gnre } from './gnre/gnre'
import { guarda } from './guarda/guarda'
import { inutilizacao } from './inutilizacao/inutilizacao'
import { mdfe } from './mdfe/mdfe'
import { nfe } from './nfe/nfe'
import { pendencias } from './pendencias/pendencias'
import { nfse } from '../nfse/nfse/nfse'
import { tributacao } from './tributacao/tributacao'

export const nfeScreens = [nfe, mdfe, nfse, gnre, inutilizacao, guarda, contingencia, tributacao, pendencias]
