import { sql, type SQL } from 'drizzle-orm'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { may } from '../../platform/rights'
import { contasReceber } from '../registers'

/** What of cards is open, with its age in days: what a month's end looks at. */

const MOST_SHOWN = 200

/** Rows of `id, titulo, dia, valor`, the oldest first, with how many there are and what they come to. */
async function group(ctx: Ctx, from: SQL) {
  const rows = await rowsOf(
    ctx,
    sql`select o.id, o.conciliacao_id, o.titulo, o.dia::text as dia, (${ctx.clock.today()}::date - o.dia)::int as dias, o.valor::float8 as valor,
          count(*) over ()::int as total, sum(o.valor) over ()::float8 as soma from (${from}) o order by o.dia, o.id limit ${MOST_SHOWN}`,
  )
  const [first] = rows
  return {
    total: Number(first?.total ?? 0),
    valor: Number(first?.soma ?? 0),
    data: rows.map(({ total: _total, soma: _soma, ...row }) => row),
  }
}

/** Of the companies that the call is for. */
const companies = ({ actor }: Ctx) => intArray(actor.one_company ? [actor.empresa_id] : actor.empresas)

/** Deposits of some companies (`= …`) up to a day that no line of the statement has. */
export const undepositedCards = (companies: SQL, until: string): SQL =>
  sql`select r.id, r.conciliacao_id, concat_ws(' · ', initcap(c.acquirer), nullif(r.brand, ''), nullif(r.account, '')) as titulo, r.payment_date as dia, r.net_amount as valor
    from conciliacao_recebimento r join conciliacao c on c.id = r.conciliacao_id
    where r.empresa_id ${companies} and r.net_amount <> 0
      and case when r.lancamento_id is null then r.extrato_banco_id is null
        else not exists (select 1 from extrato_vinculo e where e.lancamento_id = r.lancamento_id and e."dhDesfeito" is null) end and r.payment_date <= ${until}::date`

export async function openItems(ctx: Ctx) {
  const own = sql`= any (${companies(ctx)}::int[])`
  const vendas = sql`select t.id, null::int as conciliacao_id, concat_ws(' · ', coalesce(t.numero, t.id::text), c."xNome") as titulo, t."dEmissao" as dia, t."vSaldo" as valor
    from contas_receber t join cliente c on c.id = t.cliente_id
    where t.empresa_id ${own} and t."tpConta" = ${TITLE.CARTAO} and t."vSaldo" > 0 and t."dhCancelamento" is null
      and not exists (select 1 from conciliacao_venda v where v.conta_receber_id = t.id and v.kind = 'venda')`
  const registros = sql`select v.id, v.conciliacao_id, concat_ws(' · ', initcap(c.acquirer), coalesce(nullif(v.nsu, ''), v.description)) as titulo,
      coalesce(v.sale_date, v.payment_date, c.begin_date) as dia, v.batch_gross_amount as valor
    from conciliacao_venda v join conciliacao c on c.id = v.conciliacao_id where v.empresa_id ${own} and v.status = 1`
  // Who may not see what is owed is told of none.
  const isShown = may(ctx, contasReceber, 'read')
  return {
    vendas: isShown ? await group(ctx, vendas) : { total: 0, valor: 0, data: [] },
    registros: await group(ctx, registros),
    recebimentos: await group(ctx, undepositedCards(own, ctx.clock.today())),
  }
}
