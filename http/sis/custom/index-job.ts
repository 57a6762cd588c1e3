import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { customFieldOf, placedField } from '../../../core/custom/definition'
import { Pool, SYSTEM } from '../../db/pool'
import { clockOf, type Services } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { isExtensible } from '../../platform/custom/definitions'
import { customText } from '../../platform/engine/columns'
import { backgroundJob } from '../../platform/jobs/job'
import { queueJob } from '../../platform/jobs/queue'
import { resourceNamed, type Row } from '../../platform/resource'
import { announceRights } from '../../platform/session'

const INDEXES = 'custom_field.indice'
const input = v.object({ id: v.number() })

/** An index that a definition may ask for: by which flag, when it was made, and what of the records it holds. */
interface Asked {
  readonly flag: string
  readonly made: string
  readonly name: (id: number) => string
  readonly holds: (row: Row) => string
}

/** What the database calls the index that lists are filtered and ordered by. */
export const indexName = (id: number): string => `custom_field_${id}_ix`

const INDEXED: readonly Asked[] = [
  { flag: 'indexado', made: 'dhIndice', name: indexName, holds: (row) => `(${keyOf(row)}, id)` },
  {
    flag: 'buscado',
    made: 'dhBusca',
    name: (id) => `custom_field_${id}_busca_ix`,
    holds: (row) => `using gin (${keyOf(row)} gin_trgm_ops) where ${keyOf(row)} is not null`,
  },
]

/** Makes or drops the indexes that a field's definition asks for, beside everything that goes on: nobody waits for them. Those of a field that is gone go. */
export const indexing = backgroundJob(INDEXES, async (payload, { services }) => {
  const { id } = v.parse(input, payload)
  const [row] = await services.pool.read(SYSTEM, (db) =>
    rowsOf({ db }, sql`select * from custom_field where id = ${id}`),
  )
  for (const one of INDEXED) if (!row || differs(row, one)) await settle(services, { id, row }, one)
})

/**
 * Has the indexes made that are asked for and were made once, but are not there: in a database that was restored or moved, whose rows say that they are. What is
 * asked for and was not made yet has work of its own in the queue.
 */
export const upkeep = backgroundJob(
  'custom_field.indices',
  async (_, { services }) => {
    await services.pool.transaction(SYSTEM, async (db) => {
      for (const { flag, made, name } of INDEXED) {
        const rows = await rowsOf(
          { db },
          sql`select id from custom_field where ativo and ${sql.raw(`${flag} and "${made}"`)} is not null`,
        )
        const ids = rows.map(({ id }) => Number(id))
        const there = await rowsOf(
          { db },
          sql`select relname from pg_class where relname = any (${`{${ids.map(name).join(',')}}`}::text[])`,
        )
        const known = new Set(there.map(({ relname }) => relname))
        for (const id of ids.filter((one) => !known.has(name(one)))) {
          await db.execute(sql`update custom_field set ${sql.raw(`"${made}"`)} = null where id = ${id}`)
          await queueIndex({ db }, id)
        }
      }
    })
  },
  { schedule: '13 3 * * *' },
)

interface Settled {
  readonly id: number
  /** Its definition; none once it is deleted. */
  readonly row: Row | undefined
}

async function settle(services: Services, { id, row }: Settled, { made: at, name, holds, flag }: Asked): Promise<void> {
  const wanted = row !== undefined && asks(row, flag)
  // Only the owner makes indexes, and only outside a transaction do they keep nobody waiting.
  const owner = new Pool(services.pool.url, { max: 1, role: null })
  try {
    const statement = (text: string) => owner.read(SYSTEM, (db) => db.execute(sql.raw(text)))
    // What a run before left half made is of no use.
    await statement(`drop index concurrently if exists "${name(id)}"`)
    if (wanted) await statement(`create index concurrently "${name(id)}" on "${tableOf(row)}" ${holds(row)}`)
  } finally {
    await owner.close()
  }
  await services.pool.transaction(SYSTEM, async (db) => {
    const [now] = await rowsOf(
      { db },
      sql`update custom_field set ${sql.raw(`"${at}"`)} = ${wanted ? clockOf(services).now() : null}::timestamptz where id = ${id} returning *`,
    )
    // Whoever changed or deleted the definition meanwhile saw no index to take away, or one that is gone.
    if (wanted !== (now !== undefined && asks(now, flag))) await queueIndex({ db }, id)
    await announceRights(db)
  })
}

const asks = (row: Row, flag: string): boolean => row[flag] === true && row.ativo === true

/** Is an index not there that is asked for, or there though it is not? */
const differs = (row: Row, { flag, made: at }: Asked): boolean => asks(row, flag) !== (row[at] !== null)

/** The table of the resource that a field is of. Throws where its resource takes none. */
function tableOf({ alias }: Row): string {
  const resource = resourceNamed(String(alias))
  if (!isExtensible(resource)) throw new Error(`${resource.name} has no fields of companies.`)
  return resource.name
}

/** What a list is ordered by, or searched in, of the resource's own table. */
function keyOf(row: Row): string {
  const { meta } = placedField(customFieldOf(row))
  const text = customText(`"${String(row.alias)}"`, meta)
  return meta.kind === 'text' ? `prumo_busca(${text})` : `(${text})`
}

/** Queues that the indexes of a field that is deleted go with it. */
export const queueGone = (ctx: Ctx, row: Row): Promise<void> =>
  INDEXED.every(({ made }) => row[made] === null) ? Promise.resolve() : queueIndex(ctx, Number(row.id))

const queueIndex = (ctx: Pick<Ctx, 'db'>, id: number): Promise<void> =>
  queueJob(ctx.db, INDEXES, { id }, { key: `${INDEXES}:${id}`, attempts: 5 })

/** Queues the indexes of definitions that ask for one that is not there, or have one that they do not ask for. */
export async function queueIndexes(ctx: Ctx, records: readonly Row[]): Promise<void> {
  for (const row of records) if (INDEXED.some((asked) => differs(row, asked))) await queueIndex(ctx, Number(row.id))
}
