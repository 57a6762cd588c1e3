import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { customFieldOf, placedField } from '../../../core/custom/definition'
import { Pool, SYSTEM } from '../../db/pool'
import { clockOf } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { isExtensible } from '../../platform/custom/definitions'
import { customText } from '../../platform/engine/columns'
import { backgroundJob } from '../../platform/jobs/job'
import { queueJob } from '../../platform/jobs/queue'
import { resourceNamed, type Row } from '../../platform/resource'

const INDEXES = 'custom_field.indice'
const input = v.object({ id: v.number() })

/** Makes or drops the index that a field's definition asks for, beside everything that goes on: nobody waits for it. */
export const indexing = backgroundJob(INDEXES, async (payload, { services }) => {
  const { id } = v.parse(input, payload)
  const [row] = await services.pool.read(SYSTEM, (db) =>
    rowsOf({ db }, sql`select * from custom_field where id = ${id}`),
  )
  const name = indexName(id)
  const wanted = row?.indexado === true && row.ativo === true
  if (row && wanted === (row.dhIndice !== null)) return
  // Only the owner makes indexes, and only outside a transaction do they keep nobody waiting.
  const owner = new Pool(services.pool.url, { max: 1, role: null })
  try {
    const statement = (text: string) => owner.read(SYSTEM, (db) => db.execute(sql.raw(text)))
    // What a run before left half made is of no use.
    await statement(`drop index concurrently if exists "${name}"`)
    if (wanted) await statement(`create index concurrently "${name}" on "${tableOf(row)}" (${keyOf(row)}, id)`)
  } finally {
    await owner.close()
  }
  await services.pool.transaction(SYSTEM, (db) =>
    db.execute(
      sql`update custom_field set "dhIndice" = ${wanted ? clockOf(services).now() : null}::timestamptz where id = ${id}`,
    ),
  )
})

export const indexName = (id: number): string => `custom_field_${id}_ix`

/** The table of the resource that a field is of. Throws where its resource takes none. */
function tableOf({ alias }: Row): string {
  const resource = resourceNamed(String(alias))
  if (!isExtensible(resource)) throw new Error(`${resource.name} has no fields of companies.`)
  return resource.name
}

/** What a list is ordered by, of the resource's own table. */
function keyOf(row: Row): string {
  const { meta } = placedField(customFieldOf(row))
  const text = customText(`"${String(row.alias)}"`, meta)
  return meta.kind === 'text' ? `prumo_busca(${text})` : `(${text})`
}

/** Queues that the index of a field that is deleted goes with it. */
export const queueGone = (ctx: Ctx, { id, dhIndice }: Row): Promise<void> =>
  dhIndice === null ? Promise.resolve() : queueIndex(ctx, Number(id))

const queueIndex = (ctx: Ctx, id: number): Promise<void> =>
  queueJob(ctx.db, INDEXES, { id }, { key: `${INDEXES}:${id}`, attempts: 5 })

/** Queues the indexes of definitions that ask for one that is not there, or have one that they do not ask for. */
export async function queueIndexes(ctx: Ctx, records: readonly Row[]): Promise<void> {
  for (const { id, indexado, ativo, dhIndice } of records)
    if ((indexado === true && ativo === true) !== (dhIndice !== null)) await queueIndex(ctx, Number(id))
}
