import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { COLLECTION_STEPS, nextStep } from '../../../core/settlement/collection'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { nothing } from '../../platform/inputs'
import { contasReceber } from '../registers'
import { NOT_COLLECTED } from './contato'

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

/** A customer waits for the first promise only where every title has one to come; else the latest that was broken is told. */
const promisedOn = (hoje: string): SQL =>
  sql`case when bool_and(coalesce(t."dPrevisao" >= ${hoje}::date, false)) then min(t."dPrevisao")
      else max(t."dPrevisao") filter (where t."dPrevisao" < ${hoje}::date) end`

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

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
    const { empresa_id } = ctx.actor
    const hoje = ctx.clock.today()
    const open = sql`t.empresa_id = ${empresa_id} and t."vSaldo" > 0 and t."dhCancelamento" is null and t."tpConta" not in ${NOT_COLLECTED}`
    const rows = await rowsOf(
      ctx,
      sql`with late as (select t.cliente_id, count(*)::int as contas, sum(t."vSaldo") as total, ${hoje}::date - min(t."dVencimento") as dias, min(t."dVencimento") as desde, ${promisedOn(hoje)} as promessa
            from contas_receber t where ${open} and t."dVencimento" < ${hoje}::date group by 1)
          select l.cliente_id, c."xNome" as nome, c.fone, c.email, l.contas, l.total::text as total, l.dias, k.n as contatos, k.ultimo, l.promessa::text as promessa, k.proximo::text as proximo
          from late l join cliente c on c.id = l.cliente_id
          left join lateral (select count(*)::int as n, (array_agg(o."xResultado" order by o."dhContato" desc, o.id desc))[1] as ultimo, (array_agg(o."dProximo" order by o."dhContato" desc, o.id desc))[1] as proximo
            from cobranca_contato o where o.empresa_id = ${empresa_id} and o.cliente_id = l.cliente_id and o."dhContato" >= l.desde) k on true
          order by (coalesce(l.promessa, '-infinity') >= ${hoje}::date or coalesce(k.proximo, '-infinity') > ${hoje}::date), l.total desc, l.cliente_id limit ${MOST + 1}`,
    )
    const [ages] = await rowsOf(
      ctx,
      sql`select ${sql.join(
        AGES.map(([name, from, to]) => {
          const within = sql`${hoje}::date - t."dVencimento" between ${from}::int and ${to}::int`
          return sql`count(*) filter (where ${within})::int as ${sql.identifier(`${name}_contas`)}, coalesce(sum(t."vSaldo") filter (where ${within}), 0)::text as ${sql.identifier(`${name}_total`)}`
        }),
        sql`, `,
      )}, count(*) filter (where t."dVencimento" = ${hoje}::date)::int as hoje_contas, coalesce(sum(t."vSaldo") filter (where t."dVencimento" = ${hoje}::date), 0)::text as hoje_total
        from contas_receber t where ${open} and t."dVencimento" <= ${hoje}::date`,
    )
    const figure = (name: string) => ({
      contas: Number(ages?.[`${name}_contas`] ?? 0),
      total: Number(ages?.[`${name}_total`] ?? 0),
    })
    return {
      data: rows.slice(0, MOST).map((row) => {
        const told = {
          dias: Number(row.dias),
          contatos: Number(row.contatos ?? 0),
          dPromessa: text(row.promessa),
          dProximo: text(row.proximo),
        }
        return {
          cliente_id: Number(row.cliente_id),
          nome: String(row.nome),
          fone: text(row.fone),
          email: text(row.email),
          contas: Number(row.contas),
          total: Number(row.total),
          ...told,
          ultimo: text(row.ultimo),
          passo: nextStep({ hoje, ...told }),
        }
      }),
      mais: rows.length > MOST,
      hoje: figure('hoje'),
      faixas: AGES.map(([faixa]) => ({ faixa, ...figure(faixa) })),
    }
  },
})
