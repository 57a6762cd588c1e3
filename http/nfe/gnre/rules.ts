import { sql } from 'drizzle-orm'
import { stateRulesAnswer, type StateRule } from '../../../core/fiscal/gnre/rules'
import { type Ctx, rowsOf } from '../../platform/context'
import type { Environment } from './guide-of'

/** What a state asks is data of its own, and may change from one day to the next. */
const KEPT = sql.raw(`interval '24 hours'`)

/** The rules of a state that were asked for within a day; undefined where they have to be asked for. */
export async function keptRules(ctx: Ctx, uf: string, tpAmb: Environment): Promise<readonly StateRule[] | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select xml from gnre_regra where "UF" = ${uf} and "tpAmb" = ${Number(tpAmb)} and "dhConsulta" > ${ctx.clock.now()}::timestamptz - ${KEPT}`,
  )
  return row && stateRulesAnswer(String(row.xml)).rules
}

/** Keeps what a state answered, in the place of what it said before. */
export async function keepRules(ctx: Ctx, uf: string, tpAmb: Environment, xml: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.execute(
    sql`insert into gnre_regra ("UF", "tpAmb", "dhConsulta", xml, criado_em, alterado_em) values (${uf}, ${Number(tpAmb)}, ${now}, ${xml}, ${now}, ${now})
        on conflict ("UF", "tpAmb") do update set "dhConsulta" = excluded."dhConsulta", xml = excluded.xml, alterado_em = excluded.alterado_em, versao = gnre_regra.versao + 1`,
  )
}
