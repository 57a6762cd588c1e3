import * as v from 'valibot'
import { phoneDigits } from '../../core/br/fields'
import { action } from '../platform/action'
import type { Ctx } from '../platform/context'
import { audit } from '../platform/engine/audit'
import { announce, patchRows } from '../platform/engine/write'
import { nothing, shortText } from '../platform/inputs'
import type { RecordOf, Row } from '../platform/resource'
import { hasWhatsapp, lineOf, noWhatsapp, numberOf } from './empresa/whatsapp/client'
import { cliente } from './pessoas'

/** Asks whether a customer's phone has WhatsApp, over the line of the caller's company; then it is noted, with the phone that was asked for (E1-026). */
export const verificaWhatsApp = action(cliente, 'verificaWhatsApp', {
  on: 'record',
  right: 'edit',
  summary: 'Verifica se o telefone do cliente tem WhatsApp e marca o cliente.',
  input: v.object({ fone: v.optional(v.nullable(shortText(30))) }),
  answer: v.object({ message: v.string(), has_whatsapp: v.boolean(), fone: v.nullable(v.string()) }),
  ask: async ({ ctx, record, input }) => {
    const number = numberOf(input.fone || record.fone)
    const line = await lineOf(ctx, ctx.actor.empresa_id)
    return async () => ({ number, exists: await hasWhatsapp(line, number) })
  },
  run: async ({ ctx, record, asked: { number, exists } }) => {
    if (!exists) throw noWhatsapp(number)
    const fone = phoneDigits(`+${number}`)
    await note(ctx, record, { has_whatsapp: true, fone }, 'verificaWhatsApp')
    return { message: 'Número validado com sucesso.', has_whatsapp: true, fone }
  },
})

/** The customer wants no messages, or has another phone. */
export const desativaWhatsApp = action(cliente, 'desativaWhatsApp', {
  on: 'record',
  right: 'edit',
  summary: 'Marca o cliente como sem WhatsApp.',
  input: nothing,
  answer: v.object({ message: v.string(), has_whatsapp: v.boolean() }),
  run: async ({ ctx, record }) => {
    await note(ctx, record, { has_whatsapp: false }, 'desativaWhatsApp')
    return { message: 'WhatsApp desativado com sucesso.', has_whatsapp: false }
  },
})

/** Without a new version: whoever has the customer open goes on editing. */
async function note(ctx: Ctx, before: RecordOf<typeof cliente>, values: Row, acao: string): Promise<void> {
  const [record] = await patchRows(ctx, cliente, [{ ...values, id: before.id }])
  await audit(ctx, [{ resource: cliente, record: record ?? before, before, acao }])
  await announce(ctx, cliente, before.id)
}
