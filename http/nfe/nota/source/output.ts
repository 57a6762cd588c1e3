import { sql } from 'drizzle-orm'
import { recipientOf } from '../../../estoque/saida/saida'
import { type Ctx, rowsOf } from '../../../platform/context'
import type { Nfe } from '../nfe'
import { assertOperation, headOf, issuerOf, leftLines, placedOf, PRODUCT } from './parts'
import type { Source } from './source'

/** An output that is no sale, by its operation: a shipment for repair, to be shown, a bonus. Of goods without a price the note says what they cost. */
export async function ofOutput(ctx: Ctx, note: Nfe, id: number): Promise<Source> {
  const head = await headOf(ctx, note, 'saida', id)
  const operation = assertOperation(head, 'saida')
  const { register, id: whom } = recipientOf(head)
  const rows = await rowsOf(
    ctx,
    sql`select ${PRODUCT}, l.id as linha_id, l."xProd", l.un, l."qTrib"::text, p.price::text as "vUnTrib", p.price::text as "vUnLiquido", round(p.price * l."qTrib", 2)::text as "vLiquido"
        from saida_mercadoria l join mercadoria m on m.id = l.mercadoria_id
        cross join lateral (select case when l."vUnTrib" > 0 then l."vUnTrib" else round(coalesce(l."vCusto", 0) / l."qTrib", 10) end as price) p
        where l.saida_id = ${id} order by l.id`,
  )
  return {
    origin: { of: 'saida', id, lines: 'saida_mercadoria' },
    ...(await issuerOf(ctx, note, operation)),
    head,
    partner: await placedOf(ctx, register, whom),
    register,
    delivery: undefined,
    carrier: undefined,
    lines: await leftLines(ctx, rows, { documento: 'saida', documento_id: id, passo: 'finalizar' }),
    instalments: [],
    converts: false,
  }
}
