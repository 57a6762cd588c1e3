import { need, type Gates } from '../needs'

const { open, resource } = need

export const casa: Gates = [
  ['dashboard', open],
  ['relatorios', resource('relatorios')],
  ['misc/tables', resource('tables')],
]
