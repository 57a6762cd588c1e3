import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import type { DocumentKind } from '../hooks'

/** Lines that a message names. */
const TOLD = 5

/** Throws 400 `not_chosen`, naming lines and groups, where a document has made-to-order goods that something has to be chosen of and is not. */
export async function assertChosen(ctx: Ctx, kind: DocumentKind, id: number): Promise<void> {
  const line = sql.raw(`${kind}_mercadoria`)
  const rows = await rowsOf(
    ctx,
    sql`select i."xProd", string_agg(g.descricao, ', ' order by g.id) as grupos
        from ${line} i join mercadoria m on m.id = i.mercadoria_id and m.op_customizavel
        join mercadoria_caracteristica_grupo g on g.obrigatorio and exists (
          select 1 from mercadoria_caracteristica c where c.mercadoria_id = m.id and c.caracteristica_grupo_id = g.id and c.ativo)
        where i.${sql.raw(`${kind}_id`)} = ${id} and not exists (
          select 1 from ${sql.raw(`${kind}_mercadoria_crt`)} x where x.${sql.raw(`${kind}_mercadoria_id`)} = i.id and x.caracteristica_grupo_id = g.id)
        group by i.id order by i.id`,
  )
  if (rows.length === 0) return
  const told = rows.slice(0, TOLD).map(({ xProd, grupos }) => `${String(xProd)} (${String(grupos)})`)
  const more = rows.length > TOLD ? ` e mais ${rows.length - TOLD}` : ''
  throw badRequest(`Escolha as características: ${told.join('; ')}${more}.`, 'not_chosen')
}
