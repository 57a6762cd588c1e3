import { sql } from 'drizzle-orm'
import { type Amount, decimal, type Decimal } from '../../../core/money/decimal'
import { RATE_DECIMALS, ratesOf } from '../../../core/pricing/price-row'
import { mercadoriaPreco } from '../../estoque/mercadoria'
import { type Ctx, rowsOf } from '../../platform/context'
import { audit, type AuditEntry } from '../../platform/engine/audit'
import { intArray } from '../../platform/engine/query'
import { announce, deleteRows, insert, insertRows, typed, updateRows } from '../../platform/engine/write'
import { columnList } from '../../platform/engine/columns'
import type { RecordOf } from '../../platform/resource'
import { tabelaPreco, tabelaPrecoAlteracao } from './tabela-preco'

export type StoredPrice = RecordOf<typeof mercadoriaPreco>

/** A price of the table as it is to be, in its stored form. */
export interface NewPrice {
  readonly mercadoria_id: number
  readonly vUnTrib: string
  readonly pMargem: string | null
  readonly pMarkup: string | null
}

/** A price with the rates that it has over a cost; zero where nobody knows it. */
export function pricedRow(mercadoria_id: number, vUnTrib: Decimal, custo: Amount): NewPrice {
  const { pMargem, pMarkup } = ratesOf(vUnTrib, custo)
  const told = (rate: Decimal | null): string | null => rate?.toFixed(RATE_DECIMALS) ?? null
  return { mercadoria_id, vUnTrib: vUnTrib.toFixed(4), pMargem: told(pMargem), pMarkup: told(pMarkup) }
}

/** The prices of goods in a table, by the number of the goods, held until the transaction ends. */
export async function lockPrices(
  ctx: Ctx,
  tabela_preco_id: number,
  goods: readonly number[],
): Promise<ReadonlyMap<number, StoredPrice>> {
  const rows = await rowsOf(
    ctx,
    sql`select ${columnList(mercadoriaPreco, 't')} from mercadoria_preco t
        where t.tabela_preco_id = ${tabela_preco_id} and t.mercadoria_id = any (${intArray(goods)}::int[]) order by t.id for update`,
  )
  return new Map(rows.map((row) => [Number(row.mercadoria_id), typed(mercadoriaPreco, row)]))
}

/** What a price was before it was changed with others: `versao` is the one that was left; no price at all before or after is null. */
export type Undo = readonly [
  mercadoria_id: number,
  versao: number | null,
  before: readonly [vUnTrib: string, pMargem: string | null, pMarkup: string | null] | null,
]

interface Stored {
  readonly written: readonly StoredPrice[]
  /** What gives all of it back; null where nothing changed. */
  readonly alteracao_id: number | null
}

interface Change {
  /** Under what name each price's history tells it; as any record's (`create`, `update`) where it is told by none. */
  readonly acao?: string
  /** What the table's own history tells. */
  readonly told: string
  /** Goods whose price goes. */
  readonly gone?: readonly StoredPrice[]
  /** What was locked already. */
  readonly known?: ReadonlyMap<number, StoredPrice>
}

/** Writes prices of a table, those that are others than before, in one go: each with a line in its history, all of them undone together. */
export async function storePrices(
  ctx: Ctx,
  tabela_preco_id: number,
  rows: readonly NewPrice[],
  change: Change,
): Promise<Stored> {
  const { gone = [] } = change
  const goods = rows.map(({ mercadoria_id }) => mercadoria_id)
  const known = change.known ?? (await lockPrices(ctx, tabela_preco_id, goods))
  const changed = rows.filter(({ mercadoria_id, vUnTrib }) => {
    const before = known.get(mercadoria_id)
    return !before || !decimal(before.vUnTrib).eq(vUnTrib)
  })
  const written = await writePrices(ctx, tabela_preco_id, changed, { ...change, known, gone })
  const alteracao_id = await keepBefore(ctx, tabela_preco_id, change.told, [
    ...written.map((record) => undoOf(record, record.versao, known.get(record.mercadoria_id))),
    ...gone.map((record) => undoOf(record, null, record)),
  ])
  return { written, alteracao_id }
}

/** Writes prices of a table and takes others out, as they are told: each with a line in its history. */
export async function writePrices(
  ctx: Ctx,
  tabela_preco_id: number,
  rows: readonly NewPrice[],
  { acao, known, gone }: Pick<Change, 'acao'> & Required<Pick<Change, 'known' | 'gone'>>,
): Promise<readonly StoredPrice[]> {
  const added = await insertRows(
    ctx,
    mercadoriaPreco,
    rows.filter(({ mercadoria_id }) => !known.has(mercadoria_id)).map((row) => ({ ...row, tabela_preco_id })),
  )
  const edits = rows.flatMap(({ mercadoria_id, ...values }) => {
    const before = known.get(mercadoria_id)
    return before ? [{ id: before.id, ...values }] : []
  })
  const written = [...added, ...(await updateRows(ctx, mercadoriaPreco, edits))]
  const entries = written.map((record): AuditEntry => {
    const before = known.get(record.mercadoria_id)
    return { resource: mercadoriaPreco, record, before, acao: acao ?? (before ? 'update' : 'create') }
  })
  await audit(ctx, entries)
  await deleteRows(ctx, mercadoriaPreco, gone)
  await announce(ctx, tabelaPreco, tabela_preco_id)
  return written
}

const undoOf = ({ mercadoria_id }: StoredPrice, versao: number | null, before: StoredPrice | undefined): Undo => [
  mercadoria_id,
  versao,
  before ? [before.vUnTrib, before.pMargem, before.pMarkup] : null,
]

/** Changes of one table that can be taken back. */
const UNDONE_AT_MOST = 50

async function keepBefore(
  ctx: Ctx,
  tabela_preco_id: number,
  xAlteracao: string,
  antes: readonly Undo[],
): Promise<number | null> {
  if (antes.length === 0) return null
  // What is long past is not given back any more: its prices are in their history.
  await ctx.db.execute(sql`
    update tabela_preco_alteracao set antes = null where tabela_preco_id = ${tabela_preco_id} and antes is not null and id <= (
      select id from tabela_preco_alteracao where tabela_preco_id = ${tabela_preco_id} order by id desc offset ${UNDONE_AT_MOST - 1} limit 1)`)
  const values = { tabela_preco_id, xAlteracao: xAlteracao.slice(0, 120), nPrecos: antes.length, antes }
  return (await insert(ctx, tabelaPrecoAlteracao, values)).id
}
