import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from './context'
import { badRequest, conflict } from './errors'

/** What is numbered by itself: a company's documents of one kind and series, in production (1) or in trial (2). */
export interface SeriesKey {
  readonly empresa_id: number
  /** The kind of document, as the register of series numbers them. */
  readonly tpDoc: number
  readonly serie: number
  readonly tpAmb: 1 | 2
}

/** The highest number that fiscal documents have room for (nNF: nine digits; NF-e manual of contributors, field B08). */
const HIGHEST = 999_999_999
const GAPS_TOLD = 1_000

/** What a number is taken for. */
interface About {
  readonly recurso: string
  readonly registro_id: number
}

/**
 * The next number of a series, for this record. The series' row stays locked until the transaction ends: who comes next waits for the commit, and a rollback gives
 * the number back. So one that was taken is missing only where somebody let go of it (`letGo`) or the series was moved on (`startAt`). Throws 400 when it is full.
 */
export async function nextNumber(ctx: Ctx, key: SeriesKey, about: About): Promise<number> {
  const [number] = await nextNumbers(ctx, key, { recurso: about.recurso, registros: [about.registro_id] })
  if (number === undefined) throw new Error('A series gives a number a record.')
  return number
}

/** The next numbers of a series, one a record, in the order of the records. Throws 400 when it has not so many left. */
export async function nextNumbers(
  ctx: Ctx,
  key: SeriesKey,
  { recurso, registros }: { readonly recurso: string; readonly registros: readonly number[] },
): Promise<number[]> {
  if (registros.length === 0) return []
  await open(ctx, key, 1)
  const rows = await rowsOf(
    ctx,
    sql`with taken as (
          update numeracao set ultimo = ultimo + ${registros.length} where ${isSeries(key)} and ultimo <= ${HIGHEST - registros.length} returning id, ultimo
        )
        insert into numeracao_numero (numeracao_id, numero, empresa_id, recurso, registro_id, dh)
        select id, ultimo - ${registros.length} + x.nr, ${key.empresa_id}, ${recurso}, x.registro, ${ctx.clock.now()}
        from taken, unnest(${`{${registros.join(',')}}`}::int[]) with ordinality x (registro, nr) returning numero`,
  )
  if (rows.length === 0) throw badRequest(`A série ${key.serie} chegou ao último número: use outra.`, 'series_full')
  return rows.map(({ numero }) => Number(numero)).toSorted((a, b) => a - b)
}

/** The number that a series gives next; 1 of one that has not begun. */
export async function upcoming(ctx: Ctx, key: SeriesKey): Promise<number> {
  const [row] = await rowsOf(ctx, sql`select ultimo from numeracao where ${isSeries(key)}`)
  return Number(row?.ultimo ?? 0) + 1
}

/** Says which number comes next: where another system stopped, or to jump over numbers, which are gaps then. Throws 409 when it was passed already. */
export async function startAt(ctx: Ctx, key: SeriesKey, next: number): Promise<void> {
  if (!Number.isInteger(next) || next < 1 || next > HIGHEST)
    throw badRequest(`Informe um número de 1 a ${HIGHEST}.`, 'series_number')
  await open(ctx, key, next)
  const [row] = await rowsOf(
    ctx,
    sql`update numeracao set ultimo = ${next - 1}, primeiro = case when ultimo < primeiro then ${next} else primeiro end
        where ${isSeries(key)} and ultimo <= ${next - 1} returning id`,
  )
  if (!row) throw conflict('A série já passou deste número.')
}

/** Numbers of a series that no record has, as ranges from the lowest: what voiding (inutilização) declares. At most a thousand ranges. */
export async function gapsOf(ctx: Ctx, key: SeriesKey): Promise<{ readonly de: number; readonly ate: number }[]> {
  const rows = await rowsOf(
    ctx,
    sql`with own as (select id, primeiro, ultimo from numeracao where ${isSeries(key)}),
          known as (select primeiro - 1 as numero from own union all select n.numero from numeracao_numero n join own on own.id = n.numeracao_id),
          pairs as (select numero, lead(numero, 1, (select ultimo + 1 from own)) over (order by numero) as seguinte from known)
        select numero + 1 as de, seguinte - 1 as ate from pairs where seguinte > numero + 1 order by numero limit ${GAPS_TOLD}`,
  )
  return rows.map(({ de, ate }) => ({ de: Number(de), ate: Number(ate) }))
}

/** A record lets go of its number without having used it: the number is a gap from now on, and is never given again. */
export async function letGo(ctx: Ctx, key: SeriesKey, numero: number): Promise<void> {
  await ctx.db.execute(
    sql`delete from numeracao_numero where numero = ${numero} and numeracao_id = (select id from numeracao where ${isSeries(key)})`,
  )
}

/** Holds the numbers of a gap for a record: nobody takes them, and they are no gap any more. Throws 409 where one of them has a record. */
export async function holdGaps(
  ctx: Ctx,
  key: SeriesKey,
  { de, ate }: { readonly de: number; readonly ate: number },
  { recurso, registro_id }: About,
): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`insert into numeracao_numero (numeracao_id, numero, empresa_id, recurso, registro_id, dh)
        select n.id, x.numero, ${key.empresa_id}, ${recurso}, ${registro_id}, ${ctx.clock.now()}
        from numeracao n, generate_series(${de}::int, ${ate}::int) x (numero) where ${isSeries(key)} and x.numero <= n.ultimo
        on conflict do nothing returning numero`,
  )
  if (rows.length !== ate - de + 1) throw conflict('Um número da faixa já tem documento.')
}

/** Numbers that were held for a record are gaps again. */
export async function releaseGaps(ctx: Ctx, { recurso, registro_id }: About): Promise<void> {
  await ctx.db.execute(sql`delete from numeracao_numero where recurso = ${recurso} and registro_id = ${registro_id}`)
}

async function open(ctx: Ctx, { empresa_id, tpDoc, serie, tpAmb }: SeriesKey, first: number): Promise<void> {
  await ctx.db.execute(
    sql`insert into numeracao (empresa_id, "tpDoc", serie, "tpAmb", primeiro, ultimo)
        values (${empresa_id}, ${tpDoc}, ${serie}, ${tpAmb}, ${first}, ${first - 1}) on conflict do nothing`,
  )
}

const isSeries = ({ empresa_id, tpDoc, serie, tpAmb }: SeriesKey) =>
  sql`empresa_id = ${empresa_id} and "tpDoc" = ${tpDoc} and serie = ${serie} and "tpAmb" = ${tpAmb}`
