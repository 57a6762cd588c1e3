import { area } from '../area'
import { tributacao } from './tributacao'

export const nfe = area({
  name: 'nfe',
  resources: [tributacao],
  roles: { biller_manager: 'store show edit manage: nfe' },
})
