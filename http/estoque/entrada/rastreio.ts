import { sql } from 'drizzle-orm'
import { can } from '../../../core/access'
import { entradaMercadoriaRastreioComputed, entradaMercadoriaRastreioFields } from '../../../core/fields/estoque/lote'
import { isWhole } from '../../../core/stock/unit'
import { liveSteps } from '../../documents/undo'
import { type Ctx, rowsOf } from '../../platform/context'
import { differs } from '../../platform/engine/columns'
import { intArray } from '../../platform/engine/query'
import { load, loadWhere, patchRows } from '../../platform/engine/write'
import { type Draft, type RecordOf, refuseRows, resource, type Row } from '../../platform/resource'
import { stock } from '../ledger'
import { lotsOf } from '../lotes'
import { loadProducts } from '../product-lines'
import { defaultLocation } from '../shelves'
import { wholeMessage } from '../whole'
import { entrada, entradaMercadoria } from './entrada'
import { assertLotsFit } from './lots-fit'

/**
 * The lots that an item of an entry brings: each with its quantity, and where it is put. What no row names comes in without a lot; once the entry is
 * finalised, a row that is added makes what lies without a lot its own, and one that goes gives it back.
 */
export const entradaMercadoriaRastreio = resource({
  name: 'entrada_mercadoria_rastreio',
  paths: ['entrada_mercadoria_rastreio'],
  title: 'Lote do item da entrada',
  right: 'entrada',
  company: 'own',
  fields: entradaMercadoriaRastreioFields,
  search: ['nLote'],
  display: ['nLote', 'dVal'],
  parent: { resource: 'entrada_mercadoria', field: 'entrada_mercadoria_id', list: 'rastreio_list' },
  computed: {
    entrada_mercadoria_rastreio_id: {
      meta: entradaMercadoriaRastreioComputed.entrada_mercadoria_rastreio_id.meta,
      sql: () => sql`t.id`,
    },
    mercadoria_armazenamento_id: {
      meta: entradaMercadoriaRastreioComputed.mercadoria_armazenamento_id.meta,
      sql: () => sql`(
        select s.id from entrada_mercadoria i join entrada e on e.id = i.entrada_id join mercadoria_armazenamento s
          on s.mercadoria_id = i.mercadoria_id and s.armazenamento_id = coalesce(t.armazenamento_id, i.armazenamento_id, e.armazenamento_id)
        where i.id = t.entrada_mercadoria_id)`,
    },
  },
  hooks: {
    typed: async (ctx, drafts, item) => {
      const unit = (await loadProducts(ctx, [Number(item?.mercadoria_id)])).get(Number(item?.mercadoria_id))
      refuseRows(drafts, (draft) => ({
        ...(isLate(ctx, draft) ? { dVal: 'A validade já passou.' } : {}),
        ...(unit?.decimal === 0 && !isWhole(String(draft.values.qTrib ?? '0'))
          ? { qTrib: wholeMessage(String(unit.un)) }
          : {}),
      }))
    },
    prepare: (_, drafts) => refuseRows(drafts, faultsOf),
    after: async (ctx, records) => {
      await assertLotsFit(
        ctx,
        records.map((row) => Number(row.entrada_mercadoria_id)),
      )
      for (const id of await toldLate(ctx, records)) await tellLate(ctx, id)
    },
    remove: (ctx, row) => untell(ctx, Number(row.id)),
  },
})

type Tracked = RecordOf<typeof entradaMercadoriaRastreio>

/** Goods past their expiry come in only by who manages entries. */
function isLate(ctx: Ctx, { before, values: { dVal } }: Draft): boolean {
  if (typeof dVal !== 'string' || dVal === before?.dVal) return false
  return dVal < ctx.clock.today() && !can(ctx.actor, 'manage', 'entrada')
}

/** What is in stock stays of its lot: it is told anew, not written over. */
function faultsOf({ before, values }: Draft): Readonly<Record<string, string>> | undefined {
  const { dFab, dVal } = { ...before, ...values }
  if (dFab && dVal && String(dFab) > String(dVal)) return { dVal: 'A validade é anterior à fabricação.' }
  const changed = (['nLote', 'dVal', 'qTrib', 'armazenamento_id'] as const).find(
    (name) =>
      values[name] !== undefined &&
      differs(entradaMercadoriaRastreioFields[name].meta.kind, before?.[name], values[name]),
  )
  if (before?.lote_id === null || before?.lote_id === undefined || changed === undefined) return undefined
  return { [changed]: 'Este lote já está no estoque: exclua-o e informe de novo.' }
}

interface Placed {
  readonly row: Tracked
  readonly item: RecordOf<typeof entradaMercadoria>
  readonly head: RecordOf<typeof entrada>
}

async function placedBy(ctx: Ctx, id: number): Promise<Placed> {
  const row = await load(ctx, entradaMercadoriaRastreio, id)
  const item = await load(ctx, entradaMercadoria, row.entrada_mercadoria_id)
  return { row, item, head: await load(ctx, entrada, item.entrada_id, { lock: true }) }
}

/** Rows of entries that are finalised, of which no lot is known yet. The entries are held: one that is being finalised says so first. */
async function toldLate(ctx: Ctx, records: readonly Row[]): Promise<number[]> {
  const ids = intArray(records.filter((row) => row.lote_id === null).map((row) => Number(row.id)))
  const rows = await rowsOf(
    ctx,
    sql`select r.id, e."dhFinalizacao" is not null as late from entrada e join entrada_mercadoria i on i.entrada_id = e.id
        join entrada_mercadoria_rastreio r on r.entrada_mercadoria_id = i.id where r.id = any (${ids}::int[]) order by r.id for update of e`,
  )
  return rows.filter((row) => row.late === true).map((row) => Number(row.id))
}

/** Goods that have come in without a lot become of the one that is told now. */
async function tellLate(ctx: Ctx, id: number): Promise<void> {
  const placed = await placedBy(ctx, id)
  const { mercadoria_id } = placed.item
  const [lote_id = 0] = await lotsOf(ctx, [{ ...placed.row, mercadoria_id }])
  await patchRows(ctx, entradaMercadoriaRastreio, [{ id, lote_id }])
  await place(ctx, placed, { from: null, to: lote_id })
}

/** What lies of a lot that is taken off its item is without one again. Throws 400 `no_stock` where it has left. */
async function untell(ctx: Ctx, id: number): Promise<void> {
  const placed = await placedBy(ctx, id)
  if (placed.head.dhFinalizacao !== null) await place(ctx, placed, { from: placed.row.lote_id, to: null })
}

/** Under the number of the step that brought the goods: undoing that undoes both. */
async function place(
  ctx: Ctx,
  { row, item, head }: Placed,
  lots: { readonly from: number | null; readonly to: number | null },
): Promise<void> {
  const step = (await liveSteps(ctx, entrada, head.id)).find((one) => one.passo === 'finaliza')
  if (!step || !movesStock(step)) return
  const usual = item.armazenamento_id ?? head.armazenamento_id ?? (await defaultLocation(ctx, head.empresa_id))
  const at = row.armazenamento_id ?? usual
  const spot = (lote_id: number | null) => ({ armazenamento_id: lote_id === null ? usual : at, lote_id })
  const goods = {
    mercadoria_id: item.mercadoria_id,
    item_id: item.id,
    quantity: row.qTrib,
    label: item.xProd ?? `Item ${item.id}`,
  }
  await stock.place([{ ...goods, from: spot(lots.from), to: spot(lots.to) }])(ctx, step)
}

export const movesStock = ({ dados }: { readonly dados: unknown }): boolean =>
  typeof dados === 'object' && dados !== null && 'movimenta_estoque' in dados && dados.movimenta_estoque === true

/** The lots of items, by the item's number. */
export async function trackedOf(ctx: Ctx, items: readonly number[]): Promise<Map<number, Tracked[]>> {
  const rows = await loadWhere(ctx, entradaMercadoriaRastreio, 'entrada_mercadoria_id', items)
  return Map.groupBy(rows, (row) => row.entrada_mercadoria_id)
}
