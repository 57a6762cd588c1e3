import { sql } from 'drizzle-orm'
import { formatCurrency } from '../../../core/br/number'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { ROOT } from './candidates'

/** What is odd about slips that are of nothing we know. */

export interface Suspicion {
  /** Nobody of our suppliers issued it, nor who is known to collect for one. */
  readonly desconhecido: boolean
  readonly fraude: boolean
  readonly motivo: string
}

/** The same amount that was paid to a supplier these days back is not paid once more by itself. */
const PAID_DAYS = 60

const day = (date: string): string => date.split('-').toReversed().join('/')

interface Known {
  readonly isTold: boolean
  readonly isSupplier: boolean
  readonly hasSold: boolean
  readonly pago: string | null
  readonly conta: string | null
  readonly cost: string
}

function judge({ isTold, isSupplier, hasSold, pago, conta, cost }: Known): Suspicion {
  if (pago !== null)
    return {
      desconhecido: !isSupplier,
      fraude: true,
      motivo: `O mesmo valor, ${formatCurrency(cost)}, já foi pago a este fornecedor em ${day(pago)} (conta ${conta ?? ''}).`,
    }
  if (!isTold)
    return { desconhecido: true, fraude: false, motivo: 'O emissor não foi dito, e nenhuma conta tem este código.' }
  if (!isSupplier)
    return { desconhecido: true, fraude: true, motivo: 'O emissor não é fornecedor: nunca vendeu à empresa.' }
  if (!hasSold)
    return {
      desconhecido: false,
      fraude: true,
      motivo: 'Este fornecedor nunca vendeu à empresa: não há nota nem conta dele.',
    }
  return {
    desconhecido: false,
    fraude: false,
    motivo: 'Nenhuma conta a pagar em aberto deste fornecedor tem este valor.',
  }
}

/**
 * What is odd about each slip, by its number: an issuer who is no supplier, one that never sold to us (no invoice and no payable), and an amount that was paid to the same supplier in
 * the last 60 days. Who collects for a supplier, as was learned, is known as that supplier.
 */
export async function suspicionsOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, Suspicion>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf(
    ctx,
    sql`with d as materialized (select * from boleto_dda where id = any (${intArray(ids)}::int[])),
          f as (select s.id, array_agg(s.de) as ids from (
            select d.id, p.id as de from d join fornecedor p on ${ROOT} = d.raiz
            union select d.id, d.fornecedor_id from d where d.fornecedor_id is not null
            union select d.id, a.fornecedor_id from d join boleto_dda_alias a on a.empresa_id = d.empresa_id and a.raiz = d.raiz) s group by s.id)
        select d.id, d.cost::text as cost, d.raiz is not null or d.fornecedor_id is not null as dito, f.ids is not null as fornecedor,
          exists (select 1 from contas_pagar t where t.empresa_id = d.empresa_id and t.fornecedor_id = any (f.ids) and t."dhCancelamento" is null)
            or exists (select 1 from nfe_compra n where n.empresa_id = d.empresa_id and n.fornecedor_id = any (f.ids) and n."dhRecusa" is null) as vendeu,
          pago.dia, pago.conta
        from d left join f on f.id = d.id
        left join lateral (select t."dPagamento"::text as dia, coalesce(t.numero, t.id::text) as conta from contas_pagar t
            where t.empresa_id = d.empresa_id and t.fornecedor_id = any (f.ids) and t."vSaldo" = 0 and t."vDup" = d.cost and t."vPago" > 0 and t."dhCancelamento" is null
              and t."dPagamento" >= ${ctx.clock.today()}::date - ${PAID_DAYS}::int order by t."dPagamento" desc limit 1) pago on true`,
  )
  return new Map(
    rows.map((row) => [
      Number(row.id),
      judge({
        isTold: row.dito === true,
        isSupplier: row.fornecedor === true,
        hasSold: row.vendeu === true,
        pago: typeof row.dia === 'string' ? row.dia : null,
        conta: typeof row.conta === 'string' ? row.conta : null,
        cost: String(row.cost),
      }),
    ]),
  )
}
