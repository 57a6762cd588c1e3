import { action } from '../../platform/action'
import { said } from '../../platform/answers'
import { forbidden } from '../../platform/errors'
import { isAdmin } from '../../../core/access'
import { nothing } from '../../platform/inputs'
import { user } from '../user'
import { removeFactor } from './segundo-fator'

/** For who has lost device and recovery codes: an administrator takes the factor away, and the user sets it up anew. */
export const removeSegundoFator = action(user, 'removeSegundoFator', {
  on: 'record',
  // Asked below: no right on users is enough.
  right: 'own',
  summary: 'Remove o segundo fator de um usuário que perdeu o aparelho; só administradores.',
  input: nothing,
  answer: said,
  run: async ({ ctx, record }) => {
    if (!isAdmin(ctx.actor)) throw forbidden('Você não tem permissão para esta ação (só administradores).')
    await removeFactor(ctx, record.id)
    return { message: 'Segundo fator removido.' }
  },
})
