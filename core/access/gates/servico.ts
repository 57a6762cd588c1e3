import { need, type Gates } from '../needs'

const { resource } = need

export const servico: Gates = [
  ['servico/ordem_servico', resource('ordem_servico')],
  ['servico/equipamento', resource('ordem_servico')],
  ['servico/servico', resource('servico')],
  ['servico/contrato_servico', resource('contrato_servico')],
]
