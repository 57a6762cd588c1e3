import { sql } from 'drizzle-orm'
import { type App, type Services, withCtx } from '../platform/app'
import { type Ctx, rowsOf } from '../platform/context'
import type { Row } from '../platform/resource'

const SHOWN = 8

/** `GET /api/acesso/quem_libera`: who can give the caller a right, for "Por que não posso?": admins and managers of the same companies. */
export function mountGivers(app: App, services: Services): void {
  app.get('/api/acesso/quem_libera', async (c) => c.json({ data: await withCtx(services, c, 'read', givers) }))
}

/** Their names, and whether they give every right (an admin) or all but those of admins (a manager). */
function givers(ctx: Ctx): Promise<Row[]> {
  return rowsOf(
    ctx,
    sql`select u.name as name, bool_or(r.name in ('admin', 'ceo')) as admin from "user" u
        join user_role x on x.user_id = u.id join role r on r.id = x.role_id
        where u.ativo and u.id <> ${ctx.actor.id} and r.name in ('admin', 'ceo', 'manager')
          and exists (select 1 from user_empresa a join user_empresa b on b.empresa_id = a.empresa_id where a.user_id = u.id and b.user_id = ${ctx.actor.id})
        group by u.id, u.name order by admin desc, u.name, u.id limit ${SHOWN}`,
  )
}
