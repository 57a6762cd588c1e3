import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { COLLECTION_STEPS } from '../../../core/settlement/collection'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { nothing } from '../../platform/inputs'
import { contasReceber } from '../registers'
import { collected, lateCustomers } from './late'

/** Customers that the queue tells: those whose turn it is first, the largest first. */
const MOST = 200

/** How long what is overdue is, youngest first, in days since it was due. */
const AGES = [
  ['ate30', 1, 30],
  ['ate60', 31, 60],
  ['ate90', 61, 90],
  ['mais90', 91, 100_000],
] as const

const customer = v.object({
  cliente_id: v.number(),
  nome: v.string(),
  fone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  contas: v.number(),
  total: v.number(),
  dias: v.number(),
  contatos: v.number(),
  ultimo: v.nullable(v.string()),
  dPromessa: v.nullable(v.string()),
  dProximo: v.nullable(v.string()),
  passo: v.picklist(Object.keys(COLLECTION_STEPS)),
})

/**
 * Who owes what is overdue, with what is done next (D): each customer once. What waits for a day that was promised or agreed on comes last.
 */
export const cobranca = action(contasReceber, 'cobranca', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary:
    'A fila de cobrança: cada cliente com contas vencidas, há quanto tempo, o que já foi dito e o que fazer agora.',
  input: nothing,
  answer: v.object({
    data: v.array(customer),
    mais: v.boolean(),
    hoje: v.object({ contas: v.number(), total: v.number() }),
    faixas: v.array(v.object({ faixa: v.string(), contas: v.number(), total: v.number() })),
  }),
  run: async ({ ctx }) => {
    const hoje = ctx.clock.today()
    const { data, mais } = await lateCustomers(ctx, MOST)
    const [ages] = await rowsOf(
      ctx,
      sql`select ${sql.join(
        AGES.map(([name, from, to]) => {
          const within = sql`${hoje}::date - t."dVencimento" between ${from}::int and ${to}::int`
          return sql`count(*) filter (where ${within})::int as ${sql.identifier(`${name}_contas`)}, coalesce(sum(t."vSaldo") filter (where ${within}), 0)::text as ${sql.identifier(`${name}_total`)}`
        }),
        sql`, `,
      )}, count(*) filter (where t."dVencimento" = ${hoje}::date)::int as hoje_contas, coalesce(sum(t."vSaldo") filter (where t."dVencimento" = ${hoje}::date), 0)::text as hoje_total
        from contas_receber t where ${collected(ctx.actor.empresa_id)} and t."dVencimento" <= ${hoje}::date`,
    )
    const figure = (name: string) => ({
      contas: Number(ages?.[`${name}_contas`] ?? 0),
      total: Number(ages?.[`${name}_total`] ?? 0),
    })
    return {
      data,
      mais,
      hoje: figure('hoje'),
      faixas: AGES.map(([faixa]) => ({ faixa, ...figure(faixa) })),
    }
  },
})
