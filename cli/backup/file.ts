import * as v from 'valibot'

/** What a backup file begins with. */
export const header = v.object({
  format: v.literal('prumo-backup'),
  version: v.literal(1),
  created: v.string(),
  migrations: v.array(v.object({ nome: v.string(), hash: v.string() })),
  tables: v.pipe(v.array(v.string()), v.maxLength(2_000)),
})

/** What comes before the data of each table. */
export const tableHead = v.object({ table: v.string(), columns: v.array(v.string()), rows: v.number() })

/** What a backup file ends with: `sha256` is of every frame before it. */
export const trailer = v.object({
  sha256: v.string(),
  sequences: v.array(v.object({ name: v.string(), last: v.string(), called: v.boolean() })),
  sums: v.record(v.string(), v.string()),
})

export type Header = v.InferOutput<typeof header>
export type TableHead = v.InferOutput<typeof tableHead>
export type Trailer = v.InferOutput<typeof trailer>
