import { need, type Gates } from '../needs'

const { open, resource, role } = need

export const configuracao: Gates = [
  ['configuracao/pagamento', open],
  ['configuracao/itens', resource('configuracao')],
  ['configuracao/seguranca', open],
  ['configuracao/chave_api', role('admin')],
  ['configuracao/evento_seguranca', role('admin')],
  ['configuracao/serie_numero', resource('serie_numero')],
  ['config/pdv', resource('pdv')],
]
