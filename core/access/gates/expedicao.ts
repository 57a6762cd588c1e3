import { need, type Gates } from '../needs'

const { resource } = need

export const expedicao: Gates = [
  ['expedicao/roteirizacao', resource('roteirizacao')],
  ['expedicao/separacao', resource('separacao')],
  ['expedicao/rota', resource('rotas_entrega')],
  ['expedicao/edi', resource('edi')],
]
