import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal } from '../../../core/money/decimal'
import { recosted, type Recosted } from '../../../core/production/structure'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { announce, loadWhere, updateMany } from '../../platform/engine/write'
import { conflict } from '../../platform/errors'
import { flag, identifier, shortText } from '../../platform/inputs'
import { assertMayKnowCosts } from '../costs'
import { mercadoria } from '../mercadoria'
import { structureOf } from './structure'

/** Changes that are told one by one; all are counted, and taken. */
const MOST_TOLD = 500
const AT_ONCE = 1_000

type Change = Readonly<Recosted['data'][number]>

/** Products whose standard cost is not what their structure comes to, at what things and work cost now; of one alone where it is named. */
async function changes(ctx: Ctx, id: number | undefined): Promise<readonly Change[]> {
  const { parts, costs } = await structureOf(ctx, id)
  return [...costs.values()].flatMap((one): Change[] => {
    const part = parts.get(one.id)
    if (part === undefined || !one.isMade || (id !== undefined && one.id !== id)) return []
    const para = one.total.round(4)
    return para.eq(part.custo)
      ? []
      : [
          {
            id: one.id,
            codigo: part.codigo,
            xProd: part.name,
            de: decimal(part.custo).toFixed(4),
            para: para.toFixed(4),
          },
        ]
  })
}

async function take(ctx: Ctx, wanted: readonly Change[]): Promise<void> {
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const some = wanted.slice(at, at + AT_ONCE)
    const before = await loadWhere(
      ctx,
      mercadoria,
      'id',
      some.map((one) => one.id),
      { lock: true },
    )
    await updateMany(
      ctx,
      mercadoria,
      before,
      some.map((one) => ({ id: one.id, custo: one.para })),
      'recalculaCusto',
    )
  }
  // Whoever lists products is told once.
  const [first] = wanted
  if (first) await announce(ctx, mercadoria, first.id)
}

/**
 * The standard cost of what is made, from what it is made of: shown, and taken where it is confirmed with the number of changes that was seen. Throws 403
 * without the right to costs, 409 where they are others by now, 400 `too_large`.
 */
export const recalculaCusto = action(mercadoria, 'recalculaCusto', {
  on: 'collection',
  right: 'edit',
  summary:
    'Recalcula o custo dos produtos que têm composição pelo que os insumos e as horas custam agora: mostra, e grava se confirmado.',
  input: v.object({
    mercadoria_id: v.optional(v.nullable(identifier)),
    confirma: v.optional(flag, false),
    /** Sum of the new costs as they were shown. */
    visto: v.optional(v.nullable(shortText(40))),
  }),
  answer: recosted,
  run: async ({ ctx, input: { mercadoria_id, confirma, visto } }) => {
    assertMayKnowCosts(ctx)
    if (confirma) await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('mercadoria_insumo'))`)
    const found = await changes(ctx, mercadoria_id ?? undefined)
    const seen = found.reduce((sum, { para }) => sum.plus(para), decimal(found.length)).toFixed(4)
    if (confirma && visto !== seen) throw conflict('Os custos mudaram desde que foram mostrados: confira-os de novo.')
    if (confirma) await take(ctx, found)
    return { total: found.length, visto: seen, gravado: confirma, data: found.slice(0, MOST_TOLD) }
  },
})
