import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import type { ImportKind } from './kind'

/** How a person maps columns of the same names: kept per person, kind and names. */

/** The fields by column as they were mapped last time; undefined when these names are new to the person. */
export async function rememberedMapping(
  ctx: Ctx,
  kind: ImportKind,
  signature: string,
): Promise<(string | null)[] | undefined> {
  if (ctx.actor.id === 0 || signature === '') return undefined
  const [row] = await rowsOf(
    ctx,
    sql`select campos from importacao_mapa where user_id = ${ctx.actor.id} and tipo = ${kind.name} and assinatura = md5(${signature})`,
  )
  const list: readonly unknown[] | undefined = Array.isArray(row?.campos) ? row.campos : undefined
  return list?.map((field) => (kind.columns.some(({ name }) => name === field) ? String(field) : null))
}

/** Keeps how these columns were mapped, for the next file that has them. */
export async function rememberMapping(
  ctx: Ctx,
  kind: ImportKind,
  signature: string,
  fields: readonly (string | null)[],
): Promise<void> {
  if (ctx.actor.id === 0 || signature === '') return
  await ctx.db.execute(sql`
    insert into importacao_mapa (user_id, tipo, assinatura, campos, dh)
    values (${ctx.actor.id}, ${kind.name}, md5(${signature}), ${JSON.stringify(fields)}::jsonb, ${ctx.clock.now()})
    on conflict (user_id, tipo, assinatura) do update set campos = excluded.campos, dh = excluded.dh`)
}
