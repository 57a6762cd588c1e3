import { need, type Gates } from '../needs'

const { resource, role } = need

export const nfe: Gates = [
  ['nfe/gnre', resource('gnre')],
  ['nfe/nfe', resource('nfe')],
  ['nfe/mdfe', resource('mdfe')],
  ['nfe/inutilizacao', resource('inutilizacao')],
  ['nfe/guarda', resource('guarda_fiscal')],
  ['nfe/contingencia', role('admin', 'manager')],
  ['nfe/tributacao', resource('tributacao')],
  ['nfe/pendencias', resource('tributacao')],
  ['nfse/nfse', role('admin', 'manager', 'biller_manager', 'financier_manager')],
]
