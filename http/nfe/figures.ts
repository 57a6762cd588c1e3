import { sql } from 'drizzle-orm'
import { rulesAhead } from '../../core/fiscal/calendar'
import { daysLeft, WARN_DAYS } from '../cadastros/empresa/certificado/certificado'
import { figure } from '../painel/figure'
import { type Ctx, rowsOf } from '../platform/context'
import type { Row } from '../platform/resource'

/** Notes that wait to be sent or were refused, or whose XML is not kept as it ought to be, rules that will hold soon, and a certificate that ends. */
export async function fiscalFigures(ctx: Ctx): Promise<Row> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*) filter (where n.status = 0)::int as enviar_qtd, sum(n."vNF") filter (where n.status = 0) as enviar_total,
          count(*) filter (where n.status = 2)::int as rejeitadas_qtd, sum(n."vNF") filter (where n.status = 2) as rejeitadas_total,
          (select count(*)::int from nfe g where g.empresa_id = e.id and g.falha_guarda is not null) as guarda_qtd,
          (select sum(g."vNF") from nfe g where g.empresa_id = e.id and g.falha_guarda is not null) as guarda_total, e."CRT", (select c."dhFim" from empresa_certificado c where c.empresa_id = e.id) as fim
        from empresa e left join nfe n on n.empresa_id = e.id and n.status in (0, 2) where e.id = ${ctx.actor.empresa_id} group by e.id`,
  )
  const days = row?.fim ? daysLeft(ctx, row.fim) : undefined
  return {
    notas_enviar: figure(row, 'enviar'),
    notas_rejeitadas: figure(row, 'rejeitadas'),
    notas_falha_guarda: figure(row, 'guarda'),
    fiscal_regras: rulesAhead(ctx.clock.today(), Number(row?.CRT ?? 3)),
    ...(days !== undefined && days <= WARN_DAYS ? { fiscal_certificado: { dias: days } } : {}),
  }
}
