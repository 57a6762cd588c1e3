import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { visibleFilter } from '../../platform/engine/query'
import { nothing } from '../../platform/inputs'
import { inventarioContagem, mercadoriaInventarioItem } from './inventario'
import { ownCounts } from './resolve'

/** What each person counts of an item, the last first: of those whose counts the caller may see. */
export const contado = action(mercadoriaInventarioItem, 'contado', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Quanto cada pessoa contou do item e quando; da contagem cega, só quem gerencia vê os outros.',
  input: nothing,
  answer: v.object({
    pessoas: v.array(
      v.object({ user_id: v.number(), nome: v.nullable(v.string()), quantidade: v.number(), ultima: v.string() }),
    ),
  }),
  run: async ({ ctx, record }) => {
    const seen = sql.join([sql`t.item_id = ${record.id}`, ...visibleFilter(ctx, inventarioContagem)], sql` and `)
    const rows = await rowsOf(
      ctx,
      sql`select t.user_id, u.name, to_json(max(t."dhContagem")) #>> '{}' as last from inventario_contagem t left join "user" u on u.id = t.user_id
          where ${seen} group by t.user_id, u.name`,
    )
    const people = new Map(rows.map((row) => [Number(row.user_id), row]))
    const counts = await ownCounts(ctx, [record.id])
    const pessoas = counts.toReversed().flatMap(({ user_id, quantity }) => {
      const one = people.get(user_id)
      if (one === undefined) return []
      const nome = one.name === null ? null : String(one.name)
      return { user_id, nome, quantidade: Number(quantity.toFixed(4)), ultima: String(one.last) }
    })
    return { pessoas }
  },
})
