import { sql } from 'drizzle-orm'
import { SYSTEM } from '../db/pool'
import { type App, type Services, systemCtx } from '../platform/app'
import { jsonBody } from '../platform/body'
import { rowsOf } from '../platform/context'
import { checkedValues, objectOf } from '../platform/engine/save'
import { insert } from '../platform/engine/write'
import { originOf } from './address'
import { slowTurn } from './limits'
import { solicitacaoConta } from './solicitacao-conta'

const PACE = { free: 10, most: 120 } as const
/** Open requests that are kept; an installation with more has other troubles. */
const OPEN_LIMIT = 1_000

/** `POST /api/signup`: a request for an account, which an admin answers. The answer is the same for an e-mail that is known already. */
export function mountSignup(app: App, services: Services): void {
  app.post('/api/signup', async (c) => {
    const values = checkedValues(solicitacaoConta, objectOf(await jsonBody(c)), true)
    const { pool } = services
    await pool.transaction(SYSTEM, (db) => slowTurn(db, `signup:${originOf(c, services).network}`, PACE))
    await pool.transaction(SYSTEM, async (db) => {
      const [row] = await rowsOf(
        { db },
        sql`select count(*)::int as open, coalesce(bool_or(lower(email) = lower(${String(values.email)})), false)
              or exists (select 1 from "user" where lower(email) = lower(${String(values.email)})) as known
            from solicitacao_conta where "dhAprovacao" is null`,
      )
      if (row?.known === true || Number(row?.open) >= OPEN_LIMIT) return
      await insert(systemCtx(services, db, [], 0), solicitacaoConta, values)
    })
    return c.json({ message: 'Pedido enviado. Um administrador vai analisá-lo.' }, 201)
  })
}
