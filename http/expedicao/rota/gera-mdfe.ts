import { action } from '../../platform/action'
import { nothing } from '../../platform/inputs'
import { notConfigured } from '../../platform/outside/call'
import { rota } from './rota'

/** The MDF-e of a route needs the fiscal documents and a company's certificate (T3-008). */
export const geraMDFe = action(rota, 'geraMDFe', {
  on: 'record',
  right: 'edit',
  summary: 'Gera o MDF-e da rota.',
  input: nothing,
  verb: 'geraMDFe',
  run: async () => {
    throw notConfigured('A emissão de MDF-e não está configurada nesta empresa. A rota não foi alterada.')
  },
})
