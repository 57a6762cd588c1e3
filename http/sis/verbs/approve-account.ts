import * as v from 'valibot'
import { action } from '../../platform/action'
import { recordOf, said } from '../../platform/answers'
import { save } from '../../platform/engine/save'
import { show } from '../../platform/engine/record'
import { deleteRows, announce, update } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { identifier, nothing } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { mailResetLink, STAFF_LINK_S } from '../reset-link'
import { solicitacaoConta } from '../solicitacao-conta'
import { user } from '../user'

function assertOpen(record: RecordOf<typeof solicitacaoConta>): void {
  if (record.dhAprovacao !== null) throw badRequest('Este pedido já foi aprovado.', 'answered')
}

/** Makes the user that a request asks for, without a password, and mails the link to choose one where mail is set up. Throws 403, 409. */
export const approveAccount = action(solicitacaoConta, 'approve', {
  summary: 'Aprova um pedido de conta: cria o usuário e lhe envia o link para escolher a senha',
  right: 'edit',
  on: 'record',
  input: v.object({ empresa_id: v.optional(identifier) }),
  answer: recordOf('user'),
  run: async ({ ctx, record, input }) => {
    assertOpen(record)
    const { name, email } = record
    const made = await save(ctx, user, undefined, { name, email, empresa_id: input.empresa_id ?? ctx.actor.empresa_id })
    await update(ctx, solicitacaoConta, record, { dhAprovacao: ctx.clock.now(), user_id: made.id }, 'approve')
    if (ctx.mail.smtpUrl && ctx.mail.publicUrl) {
      await mailResetLink(ctx, { id: made.id, name, email }, STAFF_LINK_S)
    }
    return show(ctx, user, made.id)
  },
})

/** Throws a request away. */
export const refuseAccount = action(solicitacaoConta, 'refuse', {
  summary: 'Recusa um pedido de conta e o apaga',
  right: 'delete',
  on: 'record',
  input: nothing,
  answer: said,
  run: async ({ ctx, record }) => {
    assertOpen(record)
    await deleteRows(ctx, solicitacaoConta, [record])
    await announce(ctx, solicitacaoConta, record.id)
    return { message: 'Pedido recusado.' }
  },
})
