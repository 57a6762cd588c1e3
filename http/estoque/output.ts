import { sql } from 'drizzle-orm'
import { MOVEMENT } from '../../core/fields/estoque/mercadoria'
import { RESERVED } from '../../core/fields/expedicao/separacao'
import { empresa } from '../cadastros/empresa'
import { type Did, effect } from '../documents/effect'
import type { DocumentRecord } from '../documents/undo'
import { type Ctx, rowsOf } from '../platform/context'
import { find, load, loadWhere, patchRows } from '../platform/engine/write'
import { assertPicked } from '../expedicao/separacao/leave'
import { makePicking } from '../expedicao/separacao/make'
import { badRequest } from '../platform/errors'
import { type Draft, refuseRows, type Resource, resourceNamed, type Row } from '../platform/resource'
import { stock } from './ledger'
import { mercadoriaLote } from './lotes'
import { reservations } from './reservations'
import type { Outbound } from './shelves'

/** What documents that take goods out have in common: saídas, consumption, returns to suppliers. */

/** A document that takes goods out, as it does so. */
interface Leaves {
  readonly resource: Resource
  readonly record: DocumentRecord
  readonly passo: string
  /** It takes goods out at all. */
  readonly moves: boolean
}

/** Reserves the goods of a document. */
export async function reserveGoods(
  ctx: Ctx,
  { resource, record, passo, moves }: Leaves,
  goods: readonly Outbound[],
): Promise<void> {
  const did = await effect(ctx, resource, record, { passo, dados: { movimenta_estoque: moves } })
  if (!moves) return
  await did.post(reservations.reserve(goods))
  await makePicking(ctx, did.entry, { xNome: await goesTo(ctx, record), tipo: RESERVED })
}

/** Whom goods go to, as a slip says it. */
async function goesTo(ctx: Ctx, record: DocumentRecord): Promise<string | null> {
  for (const [name, register] of Object.entries(TAKERS)) {
    const id = Number(record[name] ?? 0)
    const found: Row | undefined = id > 0 ? await find(ctx, resourceNamed(register), id) : undefined
    if (found) return String(found.xNome)
  }
  return null
}

const TAKERS = {
  cliente_id: 'cliente',
  fornecedor_id: 'fornecedor',
  colaborador_id: 'colaborador',
  empresa_destino_id: 'empresa',
} as const

interface Issues extends Leaves {
  /** Its goods are reserved: they leave from there. */
  readonly reserved: boolean
  /** Lots that leave also where they are blocked. */
  readonly blocked?: readonly number[]
  readonly lines: Resource
}

/** Takes the goods of a document out, from where they are reserved or straight from where they lie, and tells each line what they cost. */
export async function issueGoods(
  ctx: Ctx,
  { resource, record, passo, moves, reserved, blocked = [], lines }: Issues,
  goods: readonly Outbound[],
): Promise<Did> {
  if (moves && reserved) await assertPicked(ctx, resource.name, record.id)
  const dados = { movimenta_estoque: moves, reservada: moves && reserved }
  const did = await effect(ctx, resource, record, { passo, dados })
  if (!moves) return did
  if (reserved) await did.post(reservations.issue({ blocked }))
  else {
    const { controla_estoque } = await load(ctx, empresa, record.empresa_id)
    await did.post(stock.out(goods, { allowNegative: !controla_estoque && record.ajuste !== true }))
  }
  await tellCosts(ctx, lines, did.entry.id)
  return did
}

async function tellCosts(ctx: Ctx, lines: Resource, lancamento_id: number): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`select item_id, (-sum("vCusto"))::text as cost from movimento_estoque where lancamento_id = ${lancamento_id} and tipo = ${MOVEMENT} group by 1`,
  )
  await patchRows(
    ctx,
    lines,
    rows.map((row) => ({ id: Number(row.item_id), vCusto: row.cost })),
  )
}

/** The goods of a document as its lines say them: where the line names no location, from the head's. Throws 400 `no_items`. */
export async function goodsOf(ctx: Ctx, lines: Resource, record: DocumentRecord): Promise<Outbound[]> {
  const rows = await loadWhere(ctx, lines, lines.parent?.field ?? 'id', [record.id])
  if (rows.length === 0) throw badRequest('Inclua ao menos uma mercadoria.', 'no_items')
  return rows.map((line: Row & { readonly id: number }) => ({
    mercadoria_id: Number(line.mercadoria_id),
    armazenamento_id: idOf(line.armazenamento_id ?? record.armazenamento_id),
    lote_id: idOf(line.lote_id),
    item_id: line.id,
    quantity: String(line.qTrib),
    label: String(line.xProd ?? `Item ${line.id}`),
    exact: record.ajuste === true,
  }))
}

const idOf = (id: unknown): number | null => (id === null || id === undefined ? null : Number(id))

/** A lot that a line names is of its product. Throws 422. */
export async function assertOwnLots(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const told = ({ before, values }: Draft, name: string) => Number(values[name] ?? before?.[name] ?? 0)
  const named = drafts.filter(({ values }) => values.lote_id !== undefined || values.mercadoria_id !== undefined)
  const lots = await loadWhere(
    ctx,
    mercadoriaLote,
    'id',
    named.map((draft) => told(draft, 'lote_id')).filter((id) => id > 0),
  )
  const products = new Map(lots.map((lot) => [lot.id, lot.mercadoria_id]))
  refuseRows(named, (draft) => {
    const lot = draft.values.lote_id === null ? 0 : told(draft, 'lote_id')
    const wrong = lot > 0 && products.get(lot) !== told(draft, 'mercadoria_id')
    return wrong ? { lote_id: 'Este lote é de outra mercadoria.' } : undefined
  })
}
