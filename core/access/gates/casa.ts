import { need, type Gates } from '../needs'

const { open, resource } = need

export const casa: Gates = [
  ['dashboard', open],
  ['primeiros_passos', resource('empresa')],
  ['relatorios', resource('relatorios')],
  ['relatorios/proprios', resource('relatorios')],
  ['relatorios/agenda', resource('relatorios')],
  ['misc/tables', resource('tables')],
]
