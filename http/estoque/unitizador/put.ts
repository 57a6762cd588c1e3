import { MOST_HELD } from '../../../core/fields/estoque/unitizador'
import { decimal } from '../../../core/money/decimal'
import { effect } from '../../documents/effect'
import type { Ctx } from '../../platform/context'
import { announce, update, updateMany } from '../../platform/engine/write'
import { badRequest, conflict } from '../../platform/errors'
import { stock } from '../ledger'
import { assertLocations } from '../shelves'
import { assertValid, entradaMercadoriaEtiqueta } from '../volumes/etiqueta'
import { type Held, heldBy } from './held'
import { type Unit, unitizador } from './unitizador'

/**
 * Puts a label on a unit-holder: what it is of lies where the others lie from now on; the first says where that is. Throws 400 where it is of a cancelled entry or the holder is
 * full, 409 where it is on another, and `no_stock`.
 */
export async function putOn(ctx: Ctx, unit: Unit, one: Held): Promise<void> {
  assertValid(one.label)
  if (one.cancelled) throw badRequest(`A etiqueta ${one.codigo} é de uma entrada cancelada.`, 'cancelled')
  const on = one.label.unitizador_id
  if (on === unit.id) throw conflict(`A etiqueta ${one.codigo} já está neste unitizador.`)
  if (on !== null) throw conflict(`A etiqueta ${one.codigo} está em outro unitizador: tire-a de lá antes.`)
  const held = await heldBy(ctx, unit.id)
  if (held.length >= MOST_HELD) throw badRequest(`Um unitizador tem no máximo ${MOST_HELD} etiquetas.`, 'full')
  const place = held.length === 0 ? one.place : (unit.armazenamento_id ?? one.place)
  const moved = await placeAt(ctx, unit, [one], place)
  await writeLabels(ctx, [one], { unitizador_id: unit.id, armazenamento_id: place }, 'addEtiqueta')
  await update(ctx, unitizador, unit, { armazenamento_id: place, ...moved }, 'addEtiqueta')
}

/** Takes labels off: what they are of stays where it lies. */
export async function takeOff(ctx: Ctx, labels: readonly Held[], acao: string): Promise<void> {
  await writeLabels(ctx, labels, { unitizador_id: null }, acao)
}

/** Everything on a unit-holder lies elsewhere from now on: what is in stock moves in the ledger. Throws 400 `no_stock`, 422. */
export async function moveTo(ctx: Ctx, unit: Unit, place: number): Promise<void> {
  await assertLocations(ctx, unit.empresa_id, [{ armazenamento_id: place }])
  const held = await heldBy(ctx, unit.id)
  const moved = await placeAt(ctx, unit, held, place)
  await writeLabels(ctx, held, { armazenamento_id: place }, 'move')
  await update(ctx, unitizador, unit, { armazenamento_id: place, ...moved }, 'move')
}

/** One ⇄ for all that is in stock and lies elsewhere. Answers what the holder says of it. */
async function placeAt(ctx: Ctx, unit: Unit, held: readonly Held[], to: number) {
  const goods = held.filter(
    ({ inStock, place, label, qSaldo }) =>
      inStock && place !== to && label.dhAnulacao === null && decimal(qSaldo).sign() > 0,
  )
  if (goods.length === 0) return {}
  const did = await effect(ctx, unitizador, unit, { passo: 'move' })
  await did.post(
    stock.place(
      goods.map(({ label, mercadoria_id, xProd, place, lote_id, qSaldo }) => ({
        mercadoria_id,
        item_id: label.id,
        quantity: qSaldo,
        label: xProd,
        from: { armazenamento_id: place, lote_id },
        to: { armazenamento_id: to },
      })),
    ),
  )
  return { dhMovimentacao: ctx.clock.now() }
}

async function writeLabels(
  ctx: Ctx,
  held: readonly Held[],
  values: { readonly unitizador_id?: number | null; readonly armazenamento_id?: number },
  acao: string,
): Promise<void> {
  const labels = held.map(({ label }) => label)
  const edits = labels.map(({ id }) => ({ id, ...values }))
  const [first] = await updateMany(ctx, entradaMercadoriaEtiqueta, labels, edits, acao)
  if (first) await announce(ctx, entradaMercadoriaEtiqueta, first.id)
}
