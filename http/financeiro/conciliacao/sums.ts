import { sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context'
import { follows } from '../../platform/engine/after'

/** What deposits and reconciliations come to: always the sum of their rows. */

/**
 * Makes the columns of a reconciliation and of its deposits what their rows say: gross, what the acquirer keeps (gross less net, rounded at the deposit),
 * how many rows wait for a receivable, and since when all of it is settled.
 */
export async function refresh(ctx: Ctx, id: number): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .execute(sql`update conciliacao_recebimento r set gross_amount = s.gross, net_amount = s.net, fee_amount = s.gross - s.net
    from (select d.id, coalesce(sum(v.batch_gross_amount), 0) as gross, round(coalesce(sum(v.net_amount), 0), 2) as net
      from conciliacao_recebimento d left join conciliacao_venda v on v.recebimento_id = d.id where d.conciliacao_id = ${id} group by d.id) s
    where s.id = r.id and (r.gross_amount, r.net_amount) is distinct from (s.gross, s.net)`)
  await ctx.db
    .execute(sql`update conciliacao c set "qRegistros" = s.n, "qSemParcela" = s.waiting, gross_amount = s.gross, net_amount = d.net,
      "dhFinalizacao" = case when d.all_done then coalesce(c."dhFinalizacao", ${now}) end
    from (select count(v.id) as n, count(v.id) filter (where v.status = 1) as waiting, coalesce(sum(v.batch_gross_amount), 0) as gross
        from conciliacao_venda v where v.conciliacao_id = ${id}) s,
      (select coalesce(sum(r.net_amount), 0) as net, count(*) > 0 and bool_and(r.lancamento_id is not null) as all_done
        from conciliacao_recebimento r where r.conciliacao_id = ${id}) d
    where c.id = ${id}`)
}

follows('conciliacao', ['conciliacao_venda', 'conciliacao_recebimento'], refresh)

/** What has to hold of reconciliations of cards. */
export const CARD_PROOFS: Readonly<Record<string, string>> = {
  'cartões: bruto, taxa e líquido de um recebimento = soma dos seus registros': `select count(*) from conciliacao_recebimento r
    left join (select v.recebimento_id as id, sum(v.batch_gross_amount) as gross, round(sum(v.net_amount), 2) as net from conciliacao_venda v group by 1) s on s.id = r.id
    where (r.gross_amount, r.net_amount) <> (coalesce(s.gross, 0), coalesce(s.net, 0)) or r.gross_amount <> r.net_amount + r.fee_amount`,
  'cartões: o que um recebimento baixado moveu no caixa = o seu líquido': `select count(*) from conciliacao_recebimento r where r.lancamento_id is not null
    and r.net_amount <> coalesce((select sum(c."vLancamento") from caixa_lancamento c where c.lancamento_id = r.lancamento_id), 0)`,
  'cartões: um recebimento está baixado por um fato que vale, e um fato baixa um só': `select count(*) from conciliacao_recebimento r
    join lancamento n on n.id = r.lancamento_id where n."dhDesfeito" is not null or n.empresa_id <> r.empresa_id
      or exists (select 1 from conciliacao_recebimento o where o.lancamento_id = r.lancamento_id and o.id <> r.id)`,
  'cartões: uma parcela é de um só registro de venda': `select count(*) from (select conta_receber_id from conciliacao_venda
    where conta_receber_id is not null and kind = 'venda' group by 1 having count(*) > 1) l`,
}
