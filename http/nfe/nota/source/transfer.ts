import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../../platform/context'
import type { Nfe } from '../nfe'
import { assertOperation, headOf, issuerOf, leftLines, placedOf, PRODUCT } from './parts'
import type { Source } from './source'

/** Goods that go to another company of the house, or to another address of the same: at what they cost, with no profit. Those that stay are worth the average. */
export async function ofTransfer(ctx: Ctx, note: Nfe, id: number): Promise<Source> {
  const head = await headOf(ctx, note, 'transf_armaz', id)
  const operation = assertOperation(head, 'transf_armaz')
  const rows = await rowsOf(
    ctx,
    sql`select ${PRODUCT}, l.id as linha_id, l."xProd", l.un, l."qTrib"::text, round(p.cost / l."qTrib", 10)::text as "vUnTrib", round(p.cost / l."qTrib", 10)::text as "vUnLiquido", p.cost::text as "vLiquido"
        from transf_armaz_mercadoria l join mercadoria m on m.id = l.mercadoria_id
        left join mercadoria_saldo s on s.mercadoria_id = l.mercadoria_id and s.empresa_id = ${note.empresa_id}
        cross join lateral (select coalesce(l."vCusto", round(s."vTotal" * l."qTrib" / nullif(s.q_total, 0), 2), 0) as cost) p
        where l.transf_armaz_id = ${id} order by l.id`,
  )
  return {
    origin: { of: 'transf_armaz', id, lines: 'transf_armaz_mercadoria' },
    ...(await issuerOf(ctx, note, operation)),
    head,
    partner: await placedOf(ctx, 'empresa', head.empresa_destino_id ?? note.empresa_id),
    register: 'empresa',
    delivery: undefined,
    carrier: undefined,
    lines: await leftLines(ctx, rows, {
      documento: 'transf_armaz',
      documento_id: id,
      passo: 'finalizarTransferencia',
    }),
    instalments: [],
    converts: false,
  }
}
