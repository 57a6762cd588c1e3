import { sql } from 'drizzle-orm'
import { addDays } from '../../../core/br/civil-date'
import type { ProjectedDay } from '../../../core/cashflow/projection'
import { decimal, type Decimal } from '../../../core/money/decimal'
import { rowsOf } from '../../platform/context'
import { type Asked, ofAccount, ONE_MOVE } from './load'

/** The days up to today as they were: what came in, what went out, and what was there in the evening. `saldo` is today's. */
export async function realised({ ctx, input, hoje }: Asked, saldo: Decimal): Promise<ProjectedDay[]> {
  const own = ofAccount(input, sql`b.id`)
  const rows = await rowsOf(
    ctx,
    sql`select dia::text as dia, coalesce(sum(valor) filter (where valor > 0 and not abre), 0)::text as entra,
          coalesce(-sum(valor) filter (where valor < 0 and not abre), 0)::text as sai, sum(valor)::text as todo
        from (select c."dMovimento" as dia, c.evento = 'saldo_inicial' as abre, sum(c."vLancamento") as valor
          from caixa_lancamento c join banco b on b.id = c.banco_id
          where b.empresa_id = ${ctx.actor.empresa_id} and b.ativo and ${own}
            and c."dMovimento" between ${addDays(hoje, -input.passados)}::date and ${hoje}::date
          group by 1, 2, ${ONE_MOVE}) m group by 1`,
  )
  const known = new Map(rows.map((row) => [String(row.dia), row]))
  const days: ProjectedDay[] = []
  let evening = saldo
  for (let at = 0; at <= input.passados; at++) {
    const dia = addDays(hoje, -at)
    const row = known.get(dia)
    days.push({ dia, entra: decimal(String(row?.entra ?? 0)), sai: decimal(String(row?.sai ?? 0)), saldo: evening })
    evening = evening.minus(String(row?.todo ?? 0))
  }
  return days.toReversed()
}
