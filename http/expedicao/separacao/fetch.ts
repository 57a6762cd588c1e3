import { sql } from 'drizzle-orm'
import { can } from '../../../core/access'
import { ISSUED, type Shortage } from '../../../core/fields/expedicao/separacao'
import { shortNumber } from '../../../core/fields/show'
import { decimal, type Decimal, sum } from '../../../core/money/decimal'
import { pickLots } from '../../../core/stock/fefo'
import { stock } from '../../estoque/ledger'
import { reservations } from '../../estoque/reservations'
import { openLocations, shelvesOf } from '../../estoque/shelves'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError, badRequest, invalid } from '../../platform/errors'
import { MESSAGES } from '../../platform/parse'
import type { Row } from '../../platform/resource'
import { partOf, restOf, stepOfLine, type Task, writeLines } from './order'
import { intoVolumes } from './readings'
import type { Separacao } from './separacao'

/** Goods are fetched: from where the plan says, or from another place or of another lot, and then the books follow; or they are not there. */

/** From where goods are taken, of which lot. */
export interface From {
  readonly armazenamento_id: number
  readonly lote_id: number | null
}

/** Fetches a quantity of a line. What comes from elsewhere than planned becomes a line of its own. Answers the number of the line that holds it. Throws 400 `too_much`, and what the ledgers refuse. */
export async function fetchPart(
  ctx: Ctx,
  order: Separacao,
  line: Task,
  { quantity, ...from }: From & { readonly quantity: Decimal },
): Promise<number> {
  const rest = restOf(line)
  if (quantity.gt(rest)) throw badRequest(`Separe no máximo ${shortNumber(rest, 4)} de ${line.xProd}.`, 'too_much')
  const done = { dhConferencia: ctx.clock.now(), user_id: ctx.actor.id || null }
  const isPlanned = from.armazenamento_id === line.armazenamento_id && from.lote_id === line.lote_id
  if (isPlanned) {
    const qSeparada = decimal(line.qSeparada).plus(quantity)
    const whole = qSeparada.eq(line.qTrib)
    const cleared = { motivo: null, qFalta: '0', dhFalta: null }
    await writeLines(ctx, [{ id: line.id, qSeparada: qSeparada.toFixed(4), ...(whole ? { ...done, ...cleared } : {}) }])
    return line.id
  }
  await moveBooks(ctx, order, line, { quantity, ...from })
  const fetched = { ...from, qTrib: quantity.toFixed(4), qSeparada: quantity.toFixed(4), ...done }
  const isWhole = quantity.eq(line.qTrib)
  const [split = line.id] = isWhole
    ? await writeLines(ctx, [{ id: line.id, ...fetched }])
    : await writeLines(ctx, [lessOf(ctx, line, quantity)], [partOf(line, fetched)])
  return split
}

/** A line with so much less to fetch; it is done where nothing is left. */
function lessOf(ctx: Ctx, line: Task, quantity: Decimal): Row & { readonly id: number } {
  const qTrib = decimal(line.qTrib).minus(quantity)
  const isDone = qTrib.eq(line.qSeparada)
  return {
    id: line.id,
    qTrib: qTrib.toFixed(4),
    ...(isDone ? { dhConferencia: ctx.clock.now(), user_id: line.user_id ?? ctx.actor.id } : {}),
  }
}

/** The books follow the goods: what left or was reserved at the planned place did so at the other. Throws 400 `no_stock`, `reserved`, 422. */
async function moveBooks(
  ctx: Ctx,
  order: Separacao,
  line: Task,
  { quantity, ...from }: From & { readonly quantity: Decimal },
): Promise<void> {
  const { mercadoria_id, item_id, armazenamento_id, lote_id } = line
  const entry = await stepOfLine(ctx, line)
  const moved = { mercadoria_id, item_id, label: line.xProd ?? `Item ${item_id}` }
  const planned = { armazenamento_id, lote_id }
  await (
    order.tipo === ISSUED
      ? stock.place([{ ...moved, quantity: quantity.toFixed(4), from, to: planned }])
      : reservations.move([{ ...moved, quantity, from: planned, to: from }])
  )(ctx, entry)
}

/**
 * What is left of a line is not where it should be: the place is to be counted again, and the goods are fetched from the next places that have some.
 * What none has stays short. Answers how much does.
 */
export async function fallShort(ctx: Ctx, order: Separacao, line: Task, motivo: Shortage): Promise<Decimal> {
  const rest = restOf(line)
  if (rest.sign() <= 0) throw badRequest('Este item já foi separado.', 'picked')
  const dhFalta = ctx.clock.now()
  const elsewhere = await nextPlaces(ctx, order, line, rest)
  const found = sum(elsewhere.map((one) => one.quantity))
  for (const one of elsewhere) await moveBooks(ctx, order, line, one)
  const left = rest.minus(found)
  const fetched = decimal(line.qSeparada)
  const done = { dhConferencia: line.dhConferencia ?? ctx.clock.now(), user_id: ctx.actor.id || null }
  const added = elsewhere.map(({ quantity, ...place }) => partOf(line, { ...place, qTrib: quantity.toFixed(4) }))
  const short = { motivo, qFalta: rest.toFixed(4), dhFalta }
  // What was fetched here before is a line of its own beside what lacks.
  if (fetched.sign() > 0 && left.sign() > 0) added.push(partOf(line, { ...short, qTrib: left.toFixed(4) }))
  const own = fetched.sign() > 0 ? fetched : left
  const isDone = fetched.sign() > 0 || left.sign() === 0
  const told = fetched.sign() > 0 && left.sign() > 0 ? {} : short
  await writeLines(ctx, [{ id: line.id, qTrib: own.toFixed(4), ...told, ...(isDone ? done : {}) }], added)
  return left
}

/** Where else in the order's warehouse the goods lie free, first those that expire first; never the place that lacks them. */
async function nextPlaces(
  ctx: Ctx,
  { empresa_id, armazem_id }: Separacao,
  line: Task,
  quantity: Decimal,
): Promise<(From & { readonly quantity: Decimal })[]> {
  const shelves = (await shelvesOf(ctx, empresa_id, [line.mercadoria_id])).get(line.mercadoria_id)
  const near = (await openLocations(ctx, empresa_id)).filter(
    (one) => one.armazem_id === armazem_id && one.id !== line.armazenamento_id,
  )
  if (!shelves || near.length === 0) return []
  const spots = near.flatMap(({ id }) => shelves.spots.filter(({ place }) => place === id))
  const { goodUntil, lotNeeded } = shelves
  const { taken } = pickLots(spots, { quantity, place: near[0]?.id ?? 0, goodUntil, lotNeeded })
  return taken
    .filter((one) => one.quantity.sign() > 0)
    .map(({ place, lot, quantity: part }) => ({ armazenamento_id: place, lote_id: lot, quantity: part }))
}

/** A fetched line is to be fetched again: from where it really came, of volumes that are as full as before. Throws 400 where nothing was fetched. */
export async function putBack(ctx: Ctx, order: Separacao, line: Task): Promise<void> {
  if (decimal(line.qSeparada).isZero() && line.dhConferencia === null)
    throw badRequest('Este item ainda não foi separado.', 'not_picked')
  if (decimal(line.qTrib).isZero())
    throw badRequest('Deste item não há mais o que separar neste local.', 'nothing_left')
  await intoVolumes(ctx, order, line.id)
  await writeLines(ctx, [{ id: line.id, qSeparada: '0', qConferida: '0', dhConferencia: null, user_id: null }])
}

/** A place of the order's warehouse that goods may be taken from. Throws 422. */
export async function assertPlace(ctx: Ctx, order: Separacao, armazenamento_id: number): Promise<void> {
  const [row] = await rowsOf(
    ctx,
    sql`select bloqueado, armazem_id from armazenamento where id = ${armazenamento_id} and empresa_id = ${order.empresa_id}`,
  )
  if (!row) throw invalid({ armazenamento_id: [MESSAGES.ref] })
  if (row.bloqueado) throw invalid({ armazenamento_id: ['O local de estoque está bloqueado.'] })
  if (Number(row.armazem_id) !== order.armazem_id)
    throw invalid({ armazenamento_id: ['Este local é de outro armazém.'] })
}

/** A lot that goods may be fetched of instead of another: of the product, neither blocked nor expired, which nobody overrules for a sale. Throws 400 `lot_blocked`, 422. */
export async function assertLot(ctx: Ctx, line: Task, lote_id: number | null): Promise<void> {
  if (lote_id === null || lote_id === line.lote_id) return
  const [lot] = await rowsOf(
    ctx,
    sql`select "nLote", "dVal"::text as "dVal", bloqueado from mercadoria_lote where id = ${lote_id} and mercadoria_id = ${line.mercadoria_id}`,
  )
  if (!lot) throw invalid({ lote_id: ['Este lote é de outra mercadoria.'] })
  const expired = lot.dVal !== null && String(lot.dVal) < ctx.clock.today()
  if (!expired && lot.bloqueado !== true) return
  if (line.documento !== 'venda' && can(ctx.actor, 'manage', 'separacao')) return
  const why = lot.bloqueado === true ? 'está bloqueado' : 'está vencido'
  throw new ApiError(400, 'lot_blocked', `O lote ${String(lot.nLote)} ${why}: não pode sair.`)
}
