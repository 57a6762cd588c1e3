import { type SQL, sql } from 'drizzle-orm'
import { type CollectionStep, nextStep } from '../../../core/settlement/collection'
import { figure } from '../../painel/figure'
import { type Ctx, rowsOf } from '../../platform/context'
import { NOT_COLLECTED } from './contato'

/** A customer who owes what is overdue, with what was said of it and what is done next. */
export interface LateCustomer {
  readonly cliente_id: number
  readonly nome: string
  readonly fone: string | null
  readonly email: string | null
  readonly contas: number
  readonly total: number
  readonly dias: number
  readonly contatos: number
  readonly ultimo: string | null
  readonly dPromessa: string | null
  readonly dProximo: string | null
  readonly passo: CollectionStep
}

/** Open receivables (`t`) of a company that are collected from customers. */
export const collected = (empresa_id: number): SQL =>
  sql`t.empresa_id = ${empresa_id} and t."vSaldo" > 0 and t."dhCancelamento" is null and t."tpConta" not in ${NOT_COLLECTED}`

/** A customer waits for the first promise only where every title has one to come; else the latest that was broken is told. */
const promisedOn = (hoje: string): SQL =>
  sql`case when bool_and(coalesce(t."dPrevisao" >= ${hoje}::date, false)) then min(t."dPrevisao")
      else max(t."dPrevisao") filter (where t."dPrevisao" < ${hoje}::date) end`

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * Customers who owe what is overdue, each once: whose turn it is first, the largest first. What waits for a day that was promised or agreed on comes last.
 * `vez` are all whose turn it is, with what they owe.
 */
export async function lateCustomers(
  ctx: Ctx,
  most: number,
): Promise<{
  readonly data: readonly LateCustomer[]
  readonly mais: boolean
  readonly vez: { readonly qtd: number; readonly vTotal: number }
}> {
  const { empresa_id } = ctx.actor
  const hoje = ctx.clock.today()
  const rows = await rowsOf(
    ctx,
    sql`with late as (select t.cliente_id, count(*)::int as contas, sum(t."vSaldo") as total, ${hoje}::date - min(t."dVencimento") as dias, min(t."dVencimento") as desde, ${promisedOn(hoje)} as promessa
          from contas_receber t where ${collected(empresa_id)} and t."dVencimento" < ${hoje}::date group by 1),
        told as (select l.*, k.n as contatos, k.ultimo, k.proximo, coalesce(l.promessa, '-infinity') >= ${hoje}::date or coalesce(k.proximo, '-infinity') > ${hoje}::date as espera
          from late l left join lateral (select count(*)::int as n, (array_agg(o."xResultado" order by o."dhContato" desc, o.id desc))[1] as ultimo, (array_agg(o."dProximo" order by o."dhContato" desc, o.id desc))[1] as proximo
            from cobranca_contato o where o.empresa_id = ${empresa_id} and o.cliente_id = l.cliente_id and o."dhContato" >= l.desde) k on true)
        select t.cliente_id, c."xNome" as nome, c.fone, c.email, t.contas, t.total::text as total, t.dias, t.contatos, t.ultimo, t.promessa::text as promessa, t.proximo::text as proximo,
          count(*) filter (where not t.espera) over ()::int as vez_qtd, sum(t.total) filter (where not t.espera) over () as vez_total
        from told t join cliente c on c.id = t.cliente_id order by t.espera, t.total desc, t.cliente_id limit ${most + 1}`,
  )
  const data = rows.slice(0, most).map((row): LateCustomer => {
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
  })
  return { data, mais: rows.length > most, vez: figure(rows[0], 'vez') }
}
