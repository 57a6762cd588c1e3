import { need, type Gates } from '../needs'

const { resource } = need

export const servico: Gates = [['servico/ordem_servico', resource('ordem_servico')]]
