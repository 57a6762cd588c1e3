import { area } from '../area'
import * as series from './serie-numero'
import { tributacao } from './tributacao'

export const nfe = area({
  name: 'nfe',
  resources: [tributacao, series.serieNumero],
  actions: [series],
  roles: { biller_manager: 'store show edit manage: nfe serie_numero' },
})
