import { sql } from 'drizzle-orm'
import { type Found, NEAR_DAYS, ORDER, REASONS } from '../../../core/banking/dda-match'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { PAY_BY_SLIP } from './pay-by'

/** Which payables slips may be of, each with its reason. */

export interface Candidate extends Found {
  readonly fornecedor_id: number
  readonly numero: string
  readonly xNome: string
  readonly valor: number
  readonly dVencimento: string
  /** In words. */
  readonly texto: string
}

/** As many as are told of one slip. */
const MOST = 20

/** What all branches share of a supplier's tax id, as `rootOf` has it. */
export const ROOT = sql`case when length(p."CNPJ_CPF") = 14 then left(p."CNPJ_CPF", 8) else p."CNPJ_CPF" end`

const OPEN = sql`t."dhCancelamento" is null and t."vSaldo" > 0 and t."tpConta" <> ${TITLE.CREDITO}`

/** Pairs that have anything in common, each kind by an index of its own. */
const pairs = sql`
  select d.id as boleto_id, t.id from d join contas_pagar t on t.empresa_id = d.empresa_id and t.linha_digitavel = d.linha_digitavel where t."dhCancelamento" is null
  union
  select d.id, t.id from d cross join lateral (values (d.cost), (d.cost - d."vAbatimento")) a(valor)
    join contas_pagar t on t.empresa_id = d.empresa_id and t."vSaldo" = a.valor
      and t."dVencimento" between coalesce(d."dueDate" - ${NEAR_DAYS}::int, '-infinity'::date) and coalesce(d."dueDate" + ${NEAR_DAYS}::int, 'infinity'::date)
    where d.cost > 0 and ${OPEN}
  union
  select d.id, t.id from d join contas_pagar t on t.empresa_id = d.empresa_id and t."dVencimento" = d."dueDate" join fornecedor p on p.id = t.fornecedor_id
    where ${OPEN} and (p.id = d.fornecedor_id or ${ROOT} = d.raiz)`

/** What a pair has in common, and whether its payable is free. */
const compared = sql`
  select k.boleto_id, t.id as contas_pagar_id, t.fornecedor_id, coalesce(t.numero, t.id::text) as numero, p."xNome", t."dVencimento", t."tpConta", t."tpPagamento",
    case when t."vSaldo" > 0 then t."vSaldo" else t."vDup" end as valor, d.cost, d."vAbatimento", abs(t."dVencimento" - d."dueDate") as dias,
    t.linha_digitavel is not distinct from d.linha_digitavel as mesmo_codigo,
    coalesce(p.id = d.fornecedor_id or ${ROOT} = d.raiz, false) as emissor, coalesce(${ROOT} = d.raiz_sacador, false) as sacador,
    exists (select 1 from boleto_dda_alias a where a.empresa_id = d.empresa_id and a.raiz = d.raiz and a.fornecedor_id = p.id) as alias
  from (${pairs}) k join d on d.id = k.boleto_id join contas_pagar t on t.id = k.id join fornecedor p on p.id = t.fornecedor_id
  where (t.linha_digitavel is null or t.linha_digitavel = d.linha_digitavel)
    and not exists (select 1 from boleto_dda o where o.contas_pagar_id = t.id and o.id <> d.id)`

const SAME = sql`(c.cost = 0 or c.valor in (c.cost, c.cost - c."vAbatimento"))`

/** Where its reason stands in `ORDER`. */
const reasonNo = sql`case when c.mesmo_codigo then 0 when c.emissor and ${SAME} and c.dias = 0 then 1 when c.emissor and ${SAME} then 2
  when c.sacador and ${SAME} then 3 when c.alias and ${SAME} then 4 when c.emissor then 5 when ${SAME} and coalesce(c.dias, 0) = 0 then 6 end`

/** Payables that slips may be of, the surest first, at the most 20 of each slip. Slips that are linked or refused have none. */
export async function candidatesOf(ctx: Ctx, ids: readonly number[]): Promise<readonly Candidate[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf(
    ctx,
    sql`with d as materialized (select * from boleto_dda where id = any (${intArray(ids)}::int[]) and contas_pagar_id is null and "dhRecusa" is null)
        select x.boleto_id, x.contas_pagar_id, x.fornecedor_id, x.numero, x."xNome", x.valor::float8 as valor, x."dVencimento"::text as "dVencimento", x.n, x.mesmo_valor, x.pergunta from (
          select c.*, ${reasonNo} as n, ${SAME} as mesmo_valor,
            c."tpConta" = ${TITLE.PREVISAO} or coalesce(c."tpPagamento", ${PAY_BY_SLIP[0]}) not in (${PAY_BY_SLIP[0]}, ${PAY_BY_SLIP[1]}) as pergunta,
            row_number() over (partition by c.boleto_id order by ${reasonNo}, c.dias, c.contas_pagar_id) as nth
          from (${compared}) c) x
        where x.n is not null and x.nth <= ${MOST} order by x.boleto_id, x.nth`,
  )
  return rows.map((row) => {
    const porque = ORDER[Number(row.n)] ?? 'valor'
    return {
      boleto_id: Number(row.boleto_id),
      contas_pagar_id: Number(row.contas_pagar_id),
      fornecedor_id: Number(row.fornecedor_id),
      numero: String(row.numero),
      xNome: String(row.xNome ?? ''),
      valor: Number(row.valor),
      dVencimento: String(row.dVencimento),
      porque,
      texto: REASONS[porque],
      mesmo_valor: row.mesmo_valor === true,
      pergunta: row.pergunta === true,
    }
  })
}
