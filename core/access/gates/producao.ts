import { need, type Gates } from '../needs'

const { resource } = need

export const producao: Gates = [
  ['producao/ordem_producao', resource('ordem_producao')],
  ['producao/quadro', resource('ordem_producao')],
  ['producao/atividade', resource('atividade')],
  ['producao/centro_trabalhos', resource('centro_trabalhos')],
  ['producao/recursos', resource('recursos')],
  ['producao/ordem_producao_mercadoria_atividade', resource('ordem_producao_mercadoria_atividade')],
]
