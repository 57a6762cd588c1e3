import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { cliente } from '../../cadastros/pessoas'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { createRecord } from '../../platform/engine/create'
import { nothing } from '../../platform/inputs'
import { venda } from './venda'

const NAME = 'Consumidor'

/**
 * The customer of sales to nobody in particular: the first active one of that name that has no tax id. The first sale makes it, whoever sells; two at
 * once wait for each other.
 */
export const consumidor = action(venda, 'consumidor', {
  on: 'collection',
  right: 'create',
  summary: 'Responde o cliente das vendas sem cliente; a primeira o cria.',
  input: nothing,
  answer: v.object({ id: v.number(), xNome: v.string() }),
  run: async ({ ctx }) => {
    await rowsOf(ctx, sql`select pg_advisory_xact_lock(hashtext('cliente.consumidor'))`)
    const [found] = await rowsOf(
      ctx,
      sql`select id from cliente where "xNome" = ${NAME} and "CNPJ_CPF" is null and ativo order by id limit 1`,
    )
    const id = Number(found?.id ?? (await createRecord(ctx, cliente, { values: { xNome: NAME } })).id)
    return { id, xNome: NAME }
  },
})
