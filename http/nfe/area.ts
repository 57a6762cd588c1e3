import { area } from '../area'
import * as series from './serie-numero'
import * as byNcm from './tributacao/aplicar-ncm'
import * as simulator from './tributacao/simula'
import { tributacao, tributacaoMva } from './tributacao/tributacao'

export const nfe = area({
  name: 'nfe',
  resources: [tributacao, tributacaoMva, series.serieNumero],
  actions: [series, byNcm, simulator],
  roles: { biller_manager: 'store show edit manage: nfe serie_numero tributacao' },
})
