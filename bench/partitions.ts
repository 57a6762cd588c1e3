/**
 * Would the trail of changes and the ledger of stock be better off in partitions? The newest rows of what `growth` has filled are copied into tables as they are (`whole`) and into 60 partitions by time (`parts`): their size, what inserting costs, what
 * the rows of one record cost to read, and what it costs to be rid of the oldest sixtieth, in batches against dropping it. Figures without bounds: what followed is in docs/adr/0033. (Needs `growth` before it.)
 */
import { compare, figure, latency, round } from './measure'
import { ownDatabase } from './own-database'

const PARTS = 60
const BATCH = 5_000
const ROWS = 2_000_000

/** A table, when its rows were written, and how people read it. */
interface Kind {
  readonly table: string
  readonly time: string
  /** The rows of one record, `$1`. */
  readonly read: string
  readonly records: string
}
const KINDS: readonly Kind[] = [
  {
    table: 'auditoria',
    time: 'dh',
    read: `recurso = 'venda' and registro_id = $1 order by id desc limit 50`,
    records: `select registro_id as n from bench_whole where recurso = 'venda'`,
  },
  {
    table: 'movimento_estoque',
    time: 'criado_em',
    read: `mercadoria_id = $1 order by id desc limit 50`,
    records: 'select mercadoria_id as n from bench_whole',
  },
]

const { database, owner } = await ownDatabase('bench-growth')

async function timed(statement: string): Promise<number> {
  const from = performance.now()
  await owner.unsafe(statement)
  return round(performance.now() - from, 0)
}

/** Makes both copies, empty, with indexes as the table has them, and answers its columns. */
async function makeCopies({ table, time }: Kind): Promise<string> {
  await owner.unsafe(`drop table if exists bench_whole, bench_parts;
    create table bench_whole (like ${table} including all excluding indexes excluding identity);
    create table bench_parts (like ${table} including all excluding indexes excluding identity) partition by range (${time})`)
  const bounds = await owner<{ n: number; a: string; z: string }[]>`
    select n::int, (least + (most - least) * n / ${PARTS})::text as a, (least + (most - least) * (n + 1) / ${PARTS})::text as z
    from (select min(${owner(time)}) as least, max(${owner(time)}) as most from (select * from ${owner(table)} order by id desc limit ${ROWS}) t) x, generate_series(0, ${PARTS - 1}) n`
  for (const { n, a, z } of bounds)
    await owner.unsafe(`create table bench_parts_${n} partition of bench_parts
      for values from (${n === 0 ? 'minvalue' : `'${a}'`}) to (${n === PARTS - 1 ? 'maxvalue' : `'${z}'`})`)
  const indexes = await owner`select pg_get_indexdef(indexrelid) as d from pg_index where indrelid = ${table}::regclass`
  for (const copy of ['bench_whole', 'bench_parts'])
    for (const { d } of indexes)
      await owner.unsafe(String(d).replace(/^CREATE (?:UNIQUE )?INDEX .+? USING/, `create index on ${copy} using`))
  const [row] = await owner`select string_agg(quote_ident(attname), ', ' order by attnum) as c from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
  return String(row?.c)
}

/** Deletes the rows of the oldest partition from the whole table as the cleaning does; how long each batch takes. */
async function deleteOldest(time: string): Promise<number[]> {
  const batches: number[] = []
  for (let gone = BATCH; gone === BATCH;) {
    const from = performance.now()
    const [row] = await owner.unsafe(`with old as (delete from bench_whole where ctid = any (array(
      select ctid from bench_whole where ${time} <= (select max(${time}) from bench_parts_0) limit ${BATCH})) returning 1) select count(*)::int as n from old`)
    gone = Number(row?.n)
    batches.push(performance.now() - from)
  }
  return batches
}

async function measure(kind: Kind): Promise<void> {
  const { table, time, read, records } = kind
  const columns = await makeCopies(kind)
  const copy = (into: string, from: string) => `insert into ${into} (${columns}) select ${columns} from ${from}`
  const newest = (rows: number) => `(select * from ${table} order by id desc limit ${rows}) t`
  const filled = {
    parts_ms: await timed(copy('bench_parts', newest(ROWS))),
    whole_ms: await timed(copy('bench_whole', newest(ROWS))),
  }
  await owner.unsafe('vacuum analyze bench_whole, bench_parts')
  const [size] =
    await owner`select count(*)::float8 as rows, round(pg_total_relation_size('bench_whole') / 1048576.0)::float8 as whole_mb,
    (select round(sum(pg_total_relation_size(relid)) / 1048576.0) from pg_partition_tree('bench_parts'))::float8 as parts_mb from bench_whole`
  figure(`${table}: filled`, { ...size, ...filled })
  const numbers = await owner.unsafe(`select n from (${records}) x order by random() limit 200`)
  const reading = (from: string) => {
    let n = 0
    return () =>
      owner.unsafe(`select * from ${from} where ${read}`, [Number(numbers[n++ % numbers.length]?.n)], { prepare: true })
  }
  figure(`${table}: the rows of one record`, await compare(200, reading('bench_parts'), reading('bench_whole')))
  const saving = (into: string) => () => owner.unsafe(copy(into, newest(10)))
  figure(`${table}: ten rows of today inserted`, await compare(200, saving('bench_parts'), saving('bench_whole')))
  const batches = await deleteOldest(time)
  const vacuum_ms = await timed('vacuum bench_whole')
  const dropped_ms = await timed('drop table bench_parts_0')
  const all_ms = round(
    batches.reduce((sum, one) => sum + one, 0),
    0,
  )
  figure(`${table}: the oldest sixtieth goes`, {
    batches: batches.length,
    a_batch: latency(batches),
    all_ms,
    vacuum_ms,
    dropped_ms,
  })
  await owner.unsafe('drop table bench_whole, bench_parts')
}

for (const kind of KINDS) await measure(kind)
await owner.end()
await database.close()
process.exit()
