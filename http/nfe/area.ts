import { area } from '../area'
import * as series from './serie-numero'
import { tributacao, tributacaoMva } from './tributacao/tributacao'

export const nfe = area({
  name: 'nfe',
  resources: [tributacao, tributacaoMva, series.serieNumero],
  actions: [series],
  roles: { biller_manager: 'store show edit manage: nfe serie_numero' },
})
