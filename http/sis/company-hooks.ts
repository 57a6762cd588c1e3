import { sql } from 'drizzle-orm'
import { type Hooks, resourceNamed } from '../platform/resource'
import { changeStanding } from './rules'

/** Whoever makes a company belongs to it: otherwise nobody could see it, nor let others in. */
export const companyHooks: Hooks = {
  after: async (ctx, [record]) => {
    const { id: userId } = ctx.actor
    if (!record || userId === 0) return
    await changeStanding(
      ctx,
      resourceNamed('user'),
      { id: userId },
      {
        acao: 'update',
        work: async () => {
          await ctx.db.execute(
            sql`insert into user_empresa (user_id, empresa_id) select ${userId}, ${Number(record.id)}
                where not exists (select 1 from user_empresa where empresa_id = ${Number(record.id)})`,
          )
        },
      },
    )
  },
}
