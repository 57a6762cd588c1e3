import { sql } from 'drizzle-orm'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { type Ctx, rowsOf } from '../../platform/context'
import type { CardRowRecord } from './conciliacao'

const REASONS = { 0: 'Mesmo NSU', 1: 'Mesma data e valor', 2: 'Mesmo valor', 3: 'Mesma data', 4: 'Em aberto' } as const
const isReason = (rank: number): rank is keyof typeof REASONS => Object.hasOwn(REASONS, rank)

/** Receivables of the company that a row may be of, the likeliest first: by number, by day and value (document 3, section 9), then the nearest in value. */
export async function titlesFor(ctx: Ctx, row: CardRowRecord) {
  const nsu = row.nsu?.replace(/^0+/, '').toUpperCase() ?? ''
  const back = row.kind !== 'venda'
  const rows = await rowsOf(
    ctx,
    sql`select t.id, t.numero, c."xNome" as cliente, t.parcela, t."dEmissao"::text as "dEmissao", t."dVencimento"::text as "dVencimento",
          t."vSaldo"::float8 as "vSaldo", (${row.batch_gross_amount}::numeric - t."vSaldo")::float8 as diferenca,
          case when ${nsu} <> '' and ltrim(upper(coalesce(t.nsu, '')), '0') = ${nsu} then 0
            when t."dEmissao" = ${row.sale_date}::date and t."vSaldo" = ${row.batch_gross_amount}::numeric then 1
            when t."vSaldo" = ${row.batch_gross_amount}::numeric then 2 when t."dEmissao" = ${row.sale_date}::date then 3 else 4 end as rank
        from contas_receber t join cliente c on c.id = t.cliente_id
        where t.empresa_id = ${row.empresa_id} and t."dhCancelamento" is null and t."tpConta" <> ${TITLE.CREDITO}
          and (${back}::boolean or (t."vSaldo" > 0 and not exists (select 1 from conciliacao_venda v where v.conta_receber_id = t.id and v.kind = 'venda')))
        order by rank, t."tpConta" <> ${TITLE.CARTAO}, abs(t."vSaldo" - abs(${row.batch_gross_amount}::numeric)), t.id desc limit 50`,
  )
  return rows.map(({ rank, ...one }) => {
    const n = Number(rank)
    return { ...one, motivo: isReason(n) ? REASONS[n] : REASONS[4] }
  })
}
