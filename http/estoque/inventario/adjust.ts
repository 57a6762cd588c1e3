import { sql } from 'drizzle-orm'
import { sum } from '../../../core/money/decimal'
import { effect } from '../../documents/effect'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { badRequest } from '../../platform/errors'
import type { Row } from '../../platform/resource'
import { entrada } from '../entrada/entrada'
import { ADJUSTMENT, ownEntryOperation } from '../own-entry'
import { saida } from '../saida/saida'
import { judge, type Product } from './differences'
import { judgeCounts } from './resolve'
import { type Inventory, mercadoriaInventario } from './inventario'

/** The documents that bring the stock to what was counted: an open entry of what was found, an open output of what is missing. */

/** Makes the adjustments of a count. Answers the columns of its head that follow. Throws 400 `pending`, `not_counted`, `moved`, as `judge` does, 403. */
export async function makeAdjustments(ctx: Ctx, record: Inventory): Promise<Row> {
  await assertCounted(ctx, record)
  const products = await judge(ctx, record)
  const gained = products.flatMap(({ settled, values }) =>
    settled.gained.map((one, n) => ({ ...one, value: values[n] })),
  )
  const lost = products.flatMap(({ settled }) => settled.lost)
  const dados = { entrada: gained.length > 0, saida: lost.length > 0 }
  const did = await effect(ctx, mercadoriaInventario, record, { passo: 'geraAjustes', dados })
  const obs = `Ajuste do inventário nº ${record.id}.`
  const entry =
    gained.length === 0
      ? null
      : await did.make(entrada, {
          values: {
            empresa_id: record.empresa_id,
            tipo_entrada_saida_id: await ownEntryOperation(ctx, ADJUSTMENT),
            ajuste: true,
            obs,
          },
          lines: { entrada_mercadoria: await entryItems(ctx, gained) },
        })
  const output =
    lost.length === 0
      ? null
      : await did.make(saida, {
          values: {
            empresa_id: record.empresa_id,
            destinatario_type: 'empresa',
            empresa_destino_id: record.empresa_id,
            movimenta_estoque: true,
            ajuste: true,
            obs,
          },
          lines: {
            saida_mercadoria: lost.map(({ at: { mercadoria_id, armazenamento_id, lote_id }, quantity }) => ({
              mercadoria_id,
              armazenamento_id,
              lote_id,
              qTrib: quantity.toFixed(4),
            })),
          },
        })
  return {
    entrada_id: entry?.id ?? null,
    saida_id: output?.id ?? null,
    vDiferenca: await totalOf(ctx, record),
  }
}

/** Everything that somebody counted is settled, and somebody counted something. */
async function assertCounted(ctx: Ctx, record: Inventory): Promise<void> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*) filter (where situacao in ('recontar', 'supervisor'))::int as open, count(*) filter (where situacao = 'aceita')::int as done
        from mercadoria_inventario_item where mercadoria_inventario_id = ${record.id}`,
  )
  const open = Number(row?.open ?? 0)
  if (open > 0)
    throw badRequest(
      open === 1 ? 'Há 1 item a recontar ou decidir.' : `Há ${open} itens a recontar ou decidir.`,
      'pending',
    )
  if (Number(row?.done ?? 0) === 0) throw badRequest('Nada foi contado ainda.', 'not_counted')
  if (!record.bloqueia) await assertStill(ctx, record)
}

/** What was accepted still is, by what has moved shortly after it was counted. Throws 400 `moved`, by the names of the goods. */
async function assertStill(ctx: Ctx, record: Inventory): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`select i.id, i."xProd" from mercadoria_inventario_item i where i.mercadoria_inventario_id = ${record.id} and i.situacao = 'aceita' and not i.decidida
          and exists (select from inventario_contagem c where c.item_id = i.id) order by i.id`,
  )
  const judged = await judgeCounts(
    ctx,
    record,
    rows.map((row) => Number(row.id)),
  )
  const moved = rows
    .filter((row) => judged.get(Number(row.id))?.situacao !== 'aceita')
    .map(({ xProd }) => String(xProd))
  if (moved.length > 0)
    throw badRequest(
      `Moveu-se enquanto era contado: ${moved.slice(0, 20).join('; ')}. Atualize as quantidades e conte de novo.`,
      'moved',
    )
}

type Gained = Product['settled']['gained'][number] & { readonly value: Product['values'][number] | undefined }

async function entryItems(ctx: Ctx, gained: readonly Gained[]): Promise<Row[]> {
  const ids = gained.flatMap(({ at }) => (at.lote_id === null ? [] : [at.lote_id]))
  const lots = await rowsOf(
    ctx,
    sql`select id, "nLote", "dVal"::text as "dVal", "dFab"::text as "dFab" from mercadoria_lote where id = any (${intArray([...new Set(ids)])}::int[])`,
  )
  const byId = new Map(lots.map((row) => [Number(row.id), row]))
  return gained.map(({ at, quantity, value }) => {
    const lot = at.lote_id === null ? undefined : byId.get(at.lote_id)
    const worth = sum(value === undefined ? [] : [value])
    return {
      mercadoria_id: at.mercadoria_id,
      armazenamento_id: at.armazenamento_id,
      xProd: at.xProd,
      uCom: at.un,
      qCom: quantity.toFixed(4),
      fatorConversao: '1',
      vUnCom: worth.div(quantity).round(10).toFixed(10),
      vProd: worth.toFixed(2),
      rastreio_list: lot ? [{ nLote: lot.nLote, dVal: lot.dVal, dFab: lot.dFab, qTrib: quantity.toFixed(4) }] : [],
    }
  })
}

async function totalOf(ctx: Ctx, { id }: Inventory): Promise<string> {
  const [row] = await rowsOf(
    ctx,
    sql`select coalesce(sum("vDiferenca"), 0) as v from mercadoria_inventario_item where mercadoria_inventario_id = ${id}`,
  )
  return String(row?.v ?? '0')
}
