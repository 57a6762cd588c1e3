import { sql } from 'drizzle-orm'
import { can } from '../../../core/access'
import { MOVEMENT } from '../../../core/fields/estoque/mercadoria'
import { ISSUED, type PickedFor } from '../../../core/fields/expedicao/separacao'
import { decimal, type Decimal, roundHalfUp, sum, ZERO } from '../../../core/money/decimal'
import { allCut, cutSale } from '../../comercial/venda/cut'
import { stock } from '../../estoque/ledger'
import { reservations } from '../../estoque/reservations'
import { cutSupplies } from '../../producao/ordem_producao/cut-supplies'
import { hasTotals, sumUp } from '../../documents/totals'
import { type Ctx, rowsOf } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { deleteRows, load, loadWhere, updateMany } from '../../platform/engine/write'
import { forbidden } from '../../platform/errors'
import { type Draft, type Resource, resourceNamed, type Row } from '../../platform/resource'
import { restOf, stepOfLine, type Task, writeLines } from './order'
import type { Separacao } from './separacao'

/** What was not there is cut: the document has that much less, and the goods are where the books say they should be, to be counted. */

/** The lines that a document's items are in, where they are its own. */
const ITEMS = {
  saida: 'saida_mercadoria',
  consumo: 'consumo_mercadoria',
  devolucao: 'devolucao_mercadoria',
} as const satisfies Partial<Record<PickedFor, string>>

interface Cutting {
  /** The rest of a sale is a new, open one. */
  readonly geraSaldo: boolean
}

/**
 * Cuts what is short of an order's documents. A sale may be cut by whoever may change it, until it is invoiced. Throws 403, 400 `invoiced`,
 * `all_cut`.
 */
export async function cutShort(ctx: Ctx, order: Separacao, short: readonly Task[], how: Cutting): Promise<void> {
  for (const lines of Map.groupBy(short, (line) => `${line.documento} ${line.documento_id}`).values()) {
    const [first] = lines
    if (!first) continue
    const { documento, documento_id } = first
    assertMayCut(ctx, documento)
    const cuts = new Map(
      [...Map.groupBy(lines, (line) => line.item_id)].map(([id, some]) => [id, sum(some.map(restOf))] as const),
    )
    await giveBack(ctx, order, lines)
    if (documento === 'venda') await cutSale(ctx, documento_id, cuts, how)
    else if (documento === 'ordem_producao') await cutSupplies(ctx, documento_id, cuts)
    else await cutItems(ctx, documento, documento_id, cuts)
    await writeLines(
      ctx,
      lines.map((line) => ({
        id: line.id,
        qTrib: line.qSeparada,
        qCortada: decimal(line.qCortada).plus(restOf(line)).toFixed(4),
        dhConferencia: line.dhConferencia ?? ctx.clock.now(),
      })),
    )
  }
}

function assertMayCut(ctx: Ctx, documento: PickedFor): void {
  const right = resourceNamed(documento).right
  if (!can(ctx.actor, 'edit', right) && !can(ctx.actor, 'manage', 'separacao'))
    throw forbidden('Você não tem permissão para cortar o que faltou do documento.')
}

/** The books have the goods where they were planned to come from: at what they left for, or no longer reserved. */
async function giveBack(ctx: Ctx, order: Separacao, lines: readonly Task[]): Promise<void> {
  for (const [lancamento_id, some] of Map.groupBy(lines, (line) => line.lancamento_id)) {
    const entry = await stepOfLine(ctx, { lancamento_id })
    const goods = some.map((line) => ({ ...placeOf(line), quantity: restOf(line) }))
    if (order.tipo !== ISSUED) {
      await reservations.release(goods)(ctx, entry)
      continue
    }
    const left = await leftWith(ctx, lancamento_id)
    const back = goods.map((one) => {
      const item = left.get(one.item_id) ?? { quantity: ZERO, value: ZERO }
      const cost = one.quantity.gte(item.quantity)
        ? item.value
        : roundHalfUp(item.value.times(one.quantity).div(item.quantity))
      left.set(one.item_id, { quantity: item.quantity.minus(one.quantity), value: item.value.minus(cost) })
      return { ...one, quantity: one.quantity.toFixed(4), cost: cost.toFixed(2) }
    })
    await stock.in(back)(ctx, entry)
  }
}

const placeOf = ({ mercadoria_id, item_id, armazenamento_id, lote_id }: Task) => ({
  mercadoria_id,
  item_id,
  armazenamento_id,
  lote_id,
})

/** What is out with a step of each item, and what it was worth. */
async function leftWith(ctx: Ctx, lancamento_id: number) {
  const rows = await rowsOf(
    ctx,
    sql`select item_id, (-sum("qTrib"))::text as q, (-sum("vCusto"))::text as v from movimento_estoque where lancamento_id = ${lancamento_id} and tipo = ${MOVEMENT} group by 1`,
  )
  return new Map<number, { readonly quantity: Decimal; readonly value: Decimal }>(
    rows.map((row) => [Number(row.item_id), { quantity: decimal(String(row.q)), value: decimal(String(row.v)) }]),
  )
}

/** Items of a document that is no sale have so much less; what is cut whole goes. Throws 400 `all_cut`. */
async function cutItems(
  ctx: Ctx,
  documento: keyof typeof ITEMS,
  id: number,
  cuts: ReadonlyMap<number, Decimal>,
): Promise<void> {
  const lines: Resource = resourceNamed(ITEMS[documento])
  const document: Resource = resourceNamed(documento)
  const parent = await load(ctx, document, id, { lock: true })
  const stored: (Row & { readonly id: number })[] = await loadWhere(ctx, lines, `${documento}_id`, [id], { lock: true })
  const live = stored.filter((line) => (line.dhExclusao ?? null) === null)
  const left = (line: Row & { readonly id: number }) => decimal(String(line.qTrib)).minus(cuts.get(line.id) ?? ZERO)
  const gone = live.filter((line) => left(line).isZero())
  if (gone.length === live.length) throw allCut()
  const drafts = live
    .filter((line) => cuts.has(line.id) && !left(line).isZero())
    .map((before): Draft => ({ before, values: { qTrib: left(before).toFixed(4) } }))
  await lines.hooks?.prepare?.(ctx, drafts, parent)
  const edits = drafts.map(({ before, values }) => ({ ...values, id: Number(before?.id) }))
  for (const some of Map.groupBy(edits, (edit) => Object.keys(edit).sort().join()).values())
    await updateMany(ctx, lines, stored, some, 'corta')
  await deleteRows(ctx, lines, gone)
  if (hasTotals(documento)) await sumUp(ctx, documento, id)
  await audit(ctx, [{ resource: document, record: await load(ctx, document, id), before: parent, acao: 'corta' }])
}
