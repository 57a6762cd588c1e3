import { need, type Gates } from '../needs'

const { open, resource } = need

export const configuracao: Gates = [
  ['configuracao/pagamento', open],
  ['configuracao/itens', resource('configuracao')],
  ['configuracao/serie_numero', resource('serie_numero')],
  ['config/pdv', resource('pdv')],
]
