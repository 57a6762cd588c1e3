import { sql } from 'drizzle-orm'
import { addDays } from '../../../core/br/civil-date'
import { CARD_WINDOW_DAYS } from '../../../core/reconciliation/types'
import { type Ctx, rowsOf } from '../../platform/context'
import { loadWhere, updateMany } from '../../platform/engine/write'
import { conciliacaoRecebimento, type Deposit } from './conciliacao'

/** Which line of the bank's statement is the deposit: from its day to three days later, credits alone (document 3, section 9). */

/** Is a line `l` of the account that a deposit `r` names: where the numbers of an account of the company are known, of that one alone. */
const digits = (column: string) => `regexp_replace(coalesce(${column}, ''), '\\D', '', 'g')`
const NAMED = `${digits('r.account')} like '%' || ${digits('b.conta')} and ${digits('b.conta')} <> ''`
export const IN_ACCOUNT = sql.raw(
  `(${NAMED} or not exists (select 1 from banco b where b.empresa_id = r.empresa_id and ${NAMED}))`,
)

/** Lines of its sign that may be a deposit, the likeliest first: of its amount, then by day. */
export async function linesFor(ctx: Ctx, deposit: Pick<Deposit, 'id' | 'payment_date'>) {
  const until = addDays(deposit.payment_date, CARD_WINDOW_DAYS)
  const rows = await rowsOf(
    ctx,
    sql`select l.id, l.banco_id, b.descricao as banco, l."dMovimento"::text as "dMovimento", l.memo, l.amount::float8 as amount,
          (l.amount - l."vConciliado")::float8 as resto, (l.amount - l."vConciliado" = r.net_amount) as exato
        from conciliacao_recebimento r join extrato_banco l on l.empresa_id = r.empresa_id and l.status = 0 and (r.net_amount = 0 or sign(l.amount) = sign(r.net_amount))
          and l."dMovimento" between ${deposit.payment_date} and ${until}
        join banco b on b.id = l.banco_id where r.id = ${deposit.id} order by exato desc, l."dMovimento", l.id limit 100`,
  )
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** Points deposits at the lines that are the only ones of their amount and days, each line once. */
export async function findLines(ctx: Ctx, conciliacao_id: number): Promise<number> {
  const deposits = await loadWhere(ctx, conciliacaoRecebimento, 'conciliacao_id', [conciliacao_id], { lock: true })
  const found = await rowsOf(
    ctx,
    sql`select p.id, p.line from (
          select r.id, l.id as line, count(*) over (partition by r.id) as lines, count(*) over (partition by l.id) as deposits
          from conciliacao_recebimento r join extrato_banco l on l.empresa_id = r.empresa_id and l.status = 0 and l.amount > 0
            and l.amount - l."vConciliado" = r.net_amount and l."dMovimento" between r.payment_date and r.payment_date + ${CARD_WINDOW_DAYS}::int
          join banco b on b.id = l.banco_id and ${IN_ACCOUNT}
          where r.conciliacao_id = ${conciliacao_id} and r.lancamento_id is null and r.extrato_banco_id is null and r.net_amount > 0
            and not exists (select 1 from conciliacao_recebimento o where o.extrato_banco_id = l.id)) p
        where p.lines = 1 and p.deposits = 1`,
  )
  const edits = found.map((row) => ({ id: Number(row.id), extrato_banco_id: Number(row.line) }))
  return (await updateMany(ctx, conciliacaoRecebimento, deposits, edits, 'vinculaExtrato')).length
}
