import { action } from '../../platform/action'
import { said } from '../../platform/answers'
import { badRequest } from '../../platform/errors'
import { nothing } from '../../platform/inputs'
import { mailResetLink, STAFF_LINK_S } from '../reset-link'
import { takeTurn } from '../limits'
import { assertMayTouch } from '../rules'
import { user } from '../user'

/** Sends a user a link for a new password, good for ten minutes. Throws 403, 404, 503 when mail is not set up, 429 when asked too often. */
export const sendResetPasswordMail = action(user, 'sendResetPasswordMail', {
  summary: 'Envia ao usuário um link para uma nova senha, válido por 10 minutos',
  right: 'edit',
  on: 'record',
  input: nothing,
  answer: said,
  run: async ({ ctx, record }) => {
    await assertMayTouch(ctx, record.id)
    if (record.ativo !== true) throw badRequest('Usuário inativo', 'disabled_user')
    await takeTurn(ctx, `reset-staff:${record.id}`, { times: 5, minutes: 15 })
    await mailResetLink(ctx, record, STAFF_LINK_S)
    return { message: 'Link enviado com sucesso.' }
  },
})
