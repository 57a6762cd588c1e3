import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError } from '../../platform/errors'
import type { Row } from '../../platform/resource'

/** What an open count that blocks the stock holds: the goods that it counts, where it counts them. */

const TOLD = 5

/**
 * Nothing moves that a count holds. The caller has the balances of the goods, as whoever opens such a count does, so that one of both is first. Throws 400
 * `counted`, by the names of the goods and the count.
 */
export async function assertNotCounted(ctx: Ctx, empresa_id: number, moved: readonly Row[]): Promise<void> {
  if (moved.length === 0) return
  const pairs = moved.map(({ mercadoria_id, armazenamento_id }) => ({ mercadoria_id, armazenamento_id }))
  const rows = await rowsOf(
    ctx,
    sql`select distinct v.id, p."xProd", a.codigo from mercadoria_inventario v
        join jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as m (mercadoria_id int, armazenamento_id int) on true
        join mercadoria_inventario_item i on i.mercadoria_inventario_id = v.id and i.mercadoria_id = m.mercadoria_id and i.armazenamento_id = m.armazenamento_id
        join mercadoria p on p.id = i.mercadoria_id join armazenamento a on a.id = i.armazenamento_id
        where v.empresa_id = ${empresa_id} and v.bloqueia order by v.id, p."xProd" limit ${TOLD}`,
  )
  if (rows.length === 0) return
  const names = rows.map(
    ({ xProd, codigo, id }) => `${String(xProd)} em ${String(codigo)} (inventário nº ${Number(id)})`,
  )
  throw new ApiError(400, 'counted', `Estoque bloqueado para contagem: ${names.join('; ')}.`)
}
