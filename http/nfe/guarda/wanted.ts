import { sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { periodFault } from '../../../core/fiscal/keeping/period'
import { TIME_ZONE } from '../../../core/br/time-zone'
import { empresa } from '../../cadastros/empresa'
import type { Ctx } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { invalid } from '../../platform/errors'
import { dateInput, identifier } from '../../platform/inputs'

/** Which documents are asked for: of a company, a model and a period. */
export const wantedInput = v.object({
  empresa_id: v.optional(identifier),
  mod: v.pipe(
    v.union([v.string(), v.number()]),
    v.transform(String),
    v.picklist(['55', '65'], 'O modelo é 55 ou 65.'),
    v.transform((mod): 55 | 65 => (mod === '65' ? 65 : 55)),
  ),
  de: dateInput,
  ate: dateInput,
})

/** What is looked at: the documents of a company in the environment that it issues in. */
export interface Wanted {
  readonly empresa_id: number
  readonly mod: 55 | 65
  readonly tpAmb: 1 | 2
  readonly de: string
  readonly ate: string
}

/** Throws 422 for what is no period, or a long one; 404 for a company that is not the caller's. */
export async function wantedOf(ctx: Ctx, asked: v.InferOutput<typeof wantedInput>): Promise<Wanted> {
  const { mod, de, ate } = asked
  const fault = periodFault(asked)
  if (fault !== undefined) throw invalid({ ate: [fault] })
  const { id, ambiente } = await load(ctx, empresa, asked.empresa_id ?? ctx.actor.empresa_id)
  return { empresa_id: id, mod, tpAmb: ambiente === 1 ? 1 : 2, de, ate }
}

/** Is an instant within the period, by the days of the company's calendar? As a range of instants, which an index knows. */
export const within = (instant: SQL, { de, ate }: Pick<Wanted, 'de' | 'ate'>): SQL =>
  sql`(${instant} >= ${startOf(de)} and ${instant} < ${startOf(ate)} + interval '1 day')`

/** The instant at which a day begins. */
export const startOf = (day: string): SQL => sql`(${day}::date::timestamp at time zone ${TIME_ZONE})`
