import { counted } from '../../../../core/br/number'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../../platform/action'
import { said } from '../../../platform/answers'
import { rowsOf } from '../../../platform/context'
import { update } from '../../../platform/engine/write'
import { badRequest } from '../../../platform/errors'
import { tryNow } from '../../../platform/exchange/verbs'
import { identifier, nothing } from '../../../platform/inputs'
import { sealedOf, secretOf } from '../../../platform/secrets'
import { empresaWebhook } from '../../empresa-webhook'
import { tellTest } from './emit'
import { webhookEntrega } from './entrega'
import { newSecret } from './sign'

const AT_ONCE = 1_000

/** Makes the secret that calls are signed with and shows it, this once. The one before signs too for a day. */
export const geraSegredo = action(empresaWebhook, 'geraSegredo', {
  on: 'record',
  right: 'edit',
  summary: 'Gera o segredo do webhook e o mostra uma única vez; o anterior vale por mais 24 horas.',
  input: nothing,
  answer: v.object({ segredo: v.string(), message: v.string() }),
  run: async ({ ctx, record }) => {
    const segredo = newSecret()
    const seal = (field: string, text: string) => sealedOf(ctx, empresaWebhook, { id: record.id, field }, text)
    const before = secretOf(ctx, empresaWebhook, record, 'segredo')
    const segredo_anterior = before === undefined ? null : seal('segredo_anterior', before)
    const values = { segredo: seal('segredo', segredo), segredo_anterior, dhSegredo: ctx.clock.now() }
    await update(ctx, empresaWebhook, record, values, 'geraSegredo')
    return { segredo, message: 'Guarde o segredo agora: ele não será mostrado de novo.' }
  },
})

/** Sends an event without content, to see whether the address answers. */
export const testa = action(empresaWebhook, 'testa', {
  on: 'record',
  right: 'edit',
  summary: 'Envia um evento TESTE ao webhook.',
  input: nothing,
  answer: v.object({ identificador: v.string(), message: v.string() }),
  run: async ({ ctx, record }) => {
    if (!record.ativo) throw badRequest('O webhook está desativado.', 'inactive')
    return { identificador: await tellTest(ctx, record), message: 'Teste enviado: veja o resultado nas entregas.' }
  },
})

/** Sends one delivery again, with the same identifier, to the webhook's address of today. */
export const reenvia = action(webhookEntrega, 'reenvia', {
  on: 'record',
  right: 'edit',
  summary: 'Reenvia uma entrega, com o mesmo identificador.',
  input: nothing,
  answer: said,
  run: async ({ ctx, record }) => {
    await tryNow(ctx, [record.id], 'reenvia')
    return { message: 'A entrega voltou à fila.' }
  },
})

/** Sends the dead letters again: all of the caller's companies, or those of one webhook. A thousand at a time. */
export const reenviaFalhas = action(webhookEntrega, 'reenviaFalhas', {
  on: 'collection',
  right: 'edit',
  summary: 'Reenvia as entregas que falharam.',
  input: v.object({ webhook_id: v.optional(identifier) }),
  answer: v.object({ total: v.number(), message: v.string() }),
  run: async ({ ctx, input }) => {
    const own = input.webhook_id === undefined ? sql`` : sql` and webhook_id = ${input.webhook_id}`
    const mine = `{${ctx.actor.empresas.join(',')}}`
    const rows = await rowsOf(
      ctx,
      sql`select id from webhook_entrega where status = 'falhou' and empresa_id = any (${mine}::int[])${own} order by id limit ${AT_ONCE}`,
    )
    const ids = rows.map((row) => Number(row.id))
    await tryNow(ctx, ids, 'reenvia')
    return { total: ids.length, message: `${counted(ids.length, 'entrega voltou', 'entregas voltaram')} à fila.` }
  },
})
