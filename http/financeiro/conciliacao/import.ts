import { sql } from 'drizzle-orm'
import type { CardAnticipation, CardBatch, CardFile, CardRow } from '../../../core/cards/card-file'
import { allocate } from '../../../core/money/allocate'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { deleteRows, insert, insertMany, loadWhere, updateMany, updateRows } from '../../platform/engine/write'
import { lockNames } from '../../platform/locks'
import { type CardRowRecord, conciliacao, conciliacaoRecebimento, conciliacaoVenda, type Deposit } from './conciliacao'
import { bounded } from './bounded'
import { followFile, linkRows } from './match'
import { findLines } from './statement'
import { refresh } from './sums'

/** A file of an acquirer, read into the company's reconciliations: what it says again changes what is open, and is never there twice. */

export interface Incoming {
  readonly file: CardFile
  readonly arquivo: string
  readonly sha256: string
}

export interface Taken {
  readonly id: number
  readonly registros: number
  readonly novos: number
  readonly conhecidos: number
  readonly vinculados: number
  readonly recebimentos: number
  readonly avisos: readonly string[]
}

const LONGEST = 200
const MOST_UNKNOWN = 200

/** Numbers of records of a company that have one of these keys. */
async function keyed(ctx: Ctx, table: string, empresa_id: number, keys: readonly string[]): Promise<number[]> {
  const rows = await rowsOf(
    ctx,
    sql`select t.id from ${sql.raw(table)} t where t.empresa_id = ${empresa_id}
        and t.chave in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)) order by t.id`,
  )
  return rows.map((row) => Number(row.id))
}

/** The same file, or one that says nothing that is not known, is told as what it made the first time. */
async function before(ctx: Ctx, empresa_id: number, sha256: string): Promise<number | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select c.id from conciliacao c where c.empresa_id = ${empresa_id} and c.sha256 = ${sha256} order by c.id limit 1`,
  )
  return row && Number(row.id)
}

/** What a file meets: everything that is known of it, held, reconciliations first. */
async function held(ctx: Ctx, empresa_id: number, file: CardFile) {
  const rowIds = await keyed(
    ctx,
    'conciliacao_venda',
    empresa_id,
    file.rows.map((one) => one.chave),
  )
  const depositIds = await keyed(
    ctx,
    'conciliacao_recebimento',
    empresa_id,
    file.batches.map((one) => one.chave),
  )
  const inDeposits = await rowsOf(
    ctx,
    sql`select v.id from conciliacao_venda v where v.recebimento_id = any (${intArray(depositIds)}::int[])`,
  )
  const moved = [...(await anticipatedIds(ctx, empresa_id, file)), ...inDeposits.map((row) => Number(row.id))]
  const heads = await rowsOf(
    ctx,
    sql`select distinct v.conciliacao_id as id from conciliacao_venda v where v.id = any (${intArray([...rowIds, ...moved])}::int[])
        union select r.conciliacao_id from conciliacao_recebimento r where r.id = any (${intArray(depositIds)}::int[])`,
  )
  const headIds = heads.map((row) => Number(row.id))
  await loadWhere(ctx, conciliacao, 'id', headIds, { lock: true })
  const rows = await loadWhere(ctx, conciliacaoVenda, 'id', [...new Set([...rowIds, ...moved])], { lock: true })
  const named = rows.flatMap((one) => (one.recebimento_id === null ? [] : [one.recebimento_id]))
  const deposits = await loadWhere(ctx, conciliacaoRecebimento, 'id', [...new Set([...depositIds, ...named])], {
    lock: true,
  })
  return { rows, deposits, headIds }
}

/** Reads a file in, whole or not at all. Two that send it at once wait for one another. */
export async function importCardFile(ctx: Ctx, empresa_id: number, incoming: Incoming): Promise<Taken> {
  const { arquivo, sha256 } = incoming
  const file = ownExpected({ ...incoming, file: bounded(incoming.file) })
  await lockNames(ctx.db, [`conciliação de cartões ${empresa_id}`])
  const first = await before(ctx, empresa_id, sha256)
  if (first !== undefined) return same(first, file)
  const met = await held(ctx, empresa_id, file)
  const today = ctx.clock.today()
  const head = await insert(ctx, conciliacao, {
    empresa_id,
    acquirer: file.acquirer,
    begin_date: file.begin_date ?? today,
    end_date: file.end_date,
    arquivo: arquivo.slice(0, LONGEST),
    sha256,
    layout: file.layout,
    merchant: file.merchant,
    notices: file.notices,
    unknown: file.unknown.slice(0, MOST_UNKNOWN),
  })
  const deposits = await takeDeposits(ctx, { empresa_id, conciliacao_id: head.id }, file.batches, met.deposits)
  await keepTogether(ctx, head.id, met.rows, deposits)
  const { fresh, changed } = await takeRows(ctx, { empresa_id, conciliacao_id: head.id }, file.rows, met, deposits)
  const told = [...changed, ...fresh]
  const moved = await anticipate(ctx, { empresa_id, conciliacao_id: head.id }, file, { ...met, told })
  const heads = [...new Set([...met.headIds, head.id])].toSorted((a, b) => a - b)
  await dropEmpty(ctx, heads)
  const vinculados = await linkRows(ctx, head.id, empresa_id)
  await followFile(ctx, [...changed, ...moved])
  for (const id of heads) await refresh(ctx, id)
  await findLines(ctx, head.id)
  return {
    id: head.id,
    registros: file.rows.length,
    novos: fresh.length,
    conhecidos: file.rows.length - fresh.length,
    vinculados,
    recebimentos: file.batches.length,
    avisos: file.notices,
  }
}

/** What is only expected is a deposit of its file; what was paid is the same deposit in every file that tells it. */
function ownExpected({ file, sha256 }: Incoming): CardFile {
  const expected = new Set(file.batches.filter((one) => !one.paid).map((one) => one.chave))
  const keyOf = (chave: string) => (expected.has(chave) ? `${chave}|${sha256.slice(0, 16)}` : chave)
  return {
    ...file,
    batches: file.batches.map((one) => ({ ...one, chave: keyOf(one.chave) })),
    rows: file.rows.map((one) => ({ ...one, recebimento: one.recebimento && keyOf(one.recebimento) })),
  }
}

const same = (id: number, file: CardFile): Taken => ({
  id,
  registros: file.rows.length,
  novos: 0,
  conhecidos: file.rows.length,
  vinculados: 0,
  recebimentos: file.batches.length,
  avisos: file.notices,
})

interface Owner {
  readonly empresa_id: number
  readonly conciliacao_id: number
}

/** The deposits of a file by their keys in it: new ones, and those that are open go on here. One that is settled stays as it was; what comes late is in another. */
async function takeDeposits(
  ctx: Ctx,
  owner: Owner,
  batches: readonly CardBatch[],
  met: readonly Deposit[],
): Promise<ReadonlyMap<string, number>> {
  const open = new Map(met.filter((one) => one.lancamento_id === null).map((one) => [one.chave, one]))
  const settled = new Set(met.filter((one) => one.lancamento_id !== null).map((one) => one.chave))
  const keys = new Map<string, number>()
  const edits = batches.flatMap((batch) => {
    const found = open.get(batch.chave)
    if (!found) return []
    keys.set(batch.chave, found.id)
    return [{ id: found.id, conciliacao_id: owner.conciliacao_id, paid: found.paid || batch.paid }]
  })
  await updateRows(ctx, conciliacaoRecebimento, edits)
  const fresh = batches.filter((one) => !open.has(one.chave))
  const stored = await insertMany(
    ctx,
    conciliacaoRecebimento,
    fresh.map((one) => ({
      ...one,
      ...owner,
      chave: settled.has(one.chave) ? `${one.chave}|${owner.conciliacao_id}` : one.chave,
    })),
  )
  for (const [at, one] of fresh.entries()) {
    const made = stored[at]
    if (made) keys.set(one.chave, made.id)
  }
  return keys
}

/** Rows stay with their deposit, whose file tells it now. */
async function keepTogether(
  ctx: Ctx,
  conciliacao_id: number,
  rows: readonly CardRowRecord[],
  deposits: ReadonlyMap<string, number>,
): Promise<void> {
  const here = new Set(deposits.values())
  const own = rows.filter((one) => one.recebimento_id !== null && here.has(one.recebimento_id))
  await updateRows(
    ctx,
    conciliacaoVenda,
    own.map(({ id }) => ({ id, conciliacao_id })),
  )
}

const columnsOf = ({ recebimento, ...row }: CardRow, deposits: ReadonlyMap<string, number>) => ({
  ...row,
  summary_number: row.summary_number || null,
  recebimento_id: recebimento === null ? null : (deposits.get(recebimento) ?? null),
})

/** The rows of a file: new ones, and those known that are not settled yet are as it says now. */
async function takeRows(
  ctx: Ctx,
  owner: Owner,
  rows: readonly CardRow[],
  met: { readonly rows: readonly CardRowRecord[]; readonly deposits: readonly Deposit[] },
  deposits: ReadonlyMap<string, number>,
) {
  const settled = new Set(met.deposits.filter((one) => one.lancamento_id !== null).map((one) => one.id))
  const known = new Map(met.rows.map((one) => [one.chave, one]))
  const fresh = await insertMany(
    ctx,
    conciliacaoVenda,
    rows
      .filter((one) => !known.has(one.chave))
      .map((one) => ({ ...columnsOf(one, deposits), ...owner, origem_id: owner.conciliacao_id })),
  )
  const edits = rows.flatMap((row) => {
    const found = known.get(row.chave)
    if (!found || (found.recebimento_id !== null && settled.has(found.recebimento_id))) return []
    const { batch_gross_amount, fee_amount, net_amount, payment_date, anticipated, recebimento_id } = columnsOf(
      row,
      deposits,
    )
    // A file that tells no day takes none away.
    const day = payment_date === null ? found.payment_date : payment_date
    const deposit = recebimento_id ?? found.recebimento_id
    return [
      {
        id: found.id,
        conciliacao_id: owner.conciliacao_id,
        batch_gross_amount,
        fee_amount,
        net_amount,
        payment_date: day,
        anticipated: anticipated || found.anticipated,
        recebimento_id: deposit,
      },
    ]
  })
  const changed = await updateMany(ctx, conciliacaoVenda, met.rows, edits, 'carrega')
  return { fresh, changed }
}

/** Rows that an anticipation is of: those of its summary, or of its day and brand. */
const isOf = (one: CardAnticipation, row: Pick<CardRowRecord, 'summary_number' | 'payment_date' | 'brand' | 'kind'>) =>
  row.kind === 'venda' &&
  (one.summary_number === null
    ? row.payment_date === one.original_date && row.brand === one.brand
    : row.summary_number === one.summary_number)

async function anticipatedIds(ctx: Ctx, empresa_id: number, { acquirer, merchant, anticipations }: CardFile) {
  if (anticipations.length === 0) return []
  const rows = await rowsOf(
    ctx,
    sql`select v.id from conciliacao_venda v join conciliacao c on c.id = v.conciliacao_id
        join jsonb_to_recordset(${JSON.stringify(anticipations)}::jsonb) a(summary_number text, original_date text, brand text)
          on v.summary_number = a.summary_number or (a.summary_number is null and v.payment_date::text = a.original_date and v.brand = a.brand)
        left join conciliacao_recebimento r on r.id = v.recebimento_id
        where v.empresa_id = ${empresa_id} and c.acquirer = ${acquirer} and c.merchant = ${merchant} and v.kind = 'venda' and r.lancamento_id is null`,
  )
  return rows.map((row) => Number(row.id))
}

interface Anticipating {
  /** What was known before the file, and what of it is as the file says it now. */
  readonly rows: readonly CardRowRecord[]
  readonly deposits: readonly Deposit[]
  readonly told: readonly CardRowRecord[]
}

/** Is what a row is anticipated by done already: its deposit is settled, or was that of the day before this file, which says nothing new of the row. */
function anticipatedBefore({ deposits, told }: Anticipating) {
  const known = new Map(deposits.map((one) => [one.id, one]))
  const rewritten = new Set(told.map((one) => one.id))
  return ({ id, recebimento_id }: CardRowRecord, chave: string): boolean => {
    const deposit = known.get(recebimento_id ?? 0)
    if (!deposit) return false
    const isSame = deposit.chave === chave || (deposit.chave?.startsWith(`${chave}|`) ?? false)
    return deposit.lancamento_id !== null || (isSame && !rewritten.has(id))
  }
}

/** Moves what is paid before its day into the deposit of that day; what it costs is shared among its rows, is fee, and is taken once. */
async function anticipate(ctx: Ctx, owner: Owner, file: CardFile, known: Anticipating) {
  const rows = new Map([...known.rows, ...known.told].map((one) => [one.id, one]))
  const isDone = anticipatedBefore(known)
  const moved: CardRowRecord[] = []
  for (const one of file.anticipations) {
    const chave = [file.acquirer, file.merchant, 'antecipação', one.payment_date].join('|')
    const own = [...rows.values()].filter(
      (row) => isOf(one, row) && !isDone(row, chave) && !moved.some((other) => other.id === row.id),
    )
    if (own.length === 0) continue
    const { payment_date } = one
    const batch = { chave, payment_date, brand: '', bank: '', branch: '', account: '', paid: true }
    const met = await loadWhere(
      ctx,
      conciliacaoRecebimento,
      'id',
      await keyed(ctx, 'conciliacao_recebimento', owner.empresa_id, [chave]),
      { lock: true },
    )
    const recebimento_id = (await takeDeposits(ctx, owner, [batch], met)).get(chave) ?? null
    const costs = allocate(
      one.cost,
      own.map((row) => decimal(row.net_amount).abs()),
    )
    const changed = await updateMany(
      ctx,
      conciliacaoVenda,
      own,
      own.map((row, at) => {
        const net = decimal(row.net_amount).minus(costs[at] ?? 0)
        const fee_amount = decimal(row.batch_gross_amount).minus(net).toFixed(6)
        const { conciliacao_id } = owner
        return {
          id: row.id,
          conciliacao_id,
          recebimento_id,
          payment_date,
          anticipated: true,
          net_amount: net.toFixed(6),
          fee_amount,
        }
      }),
      'antecipa',
    )
    moved.push(...changed)
  }
  return moved
}

/** Deposits that were only expected, and of which every row is in another now. */
async function dropEmpty(ctx: Ctx, heads: readonly number[]): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`select r.id from conciliacao_recebimento r where r.conciliacao_id = any (${intArray(heads)}::int[]) and r.chave is not null and r.lancamento_id is null
        and not exists (select 1 from conciliacao_venda v where v.recebimento_id = r.id) order by r.id`,
  )
  const empty = await loadWhere(
    ctx,
    conciliacaoRecebimento,
    'id',
    rows.map((row) => Number(row.id)),
    { lock: true },
  )
  await deleteRows(ctx, conciliacaoRecebimento, empty)
}
