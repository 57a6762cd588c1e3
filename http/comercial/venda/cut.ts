import { decimal, type Decimal, roundHalfUp, ZERO } from '../../../core/money/decimal'
import { DISCOUNT_AMOUNTS, DISCOUNTS } from '../../../core/pricing/line'
import { apportion } from '../../../core/tax/apportion'
import { copyable } from '../../documents/copy'
import { sumUp } from '../../documents/totals'
import type { Ctx } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { createRecord } from '../../platform/engine/create'
import { announce, deleteRows, load, loadWhere, patchRows, updateMany } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import type { RecordOf, Row } from '../../platform/resource'
import { lineInput, pricedColumns } from '../priced-row'
import { venda, vendaDuplicata, vendaMercadoria } from './venda'

type Line = RecordOf<typeof vendaMercadoria>

/**
 * A dispatched sale has so much less of some items (by number): its lines are worth their share at the prices that they had, its instalments share the new total.
 * What is cut may be a new, open sale. The ledger is the caller's. Throws 400 `invoiced`, `all_cut`.
 */
export async function cutSale(
  ctx: Ctx,
  id: number,
  cuts: ReadonlyMap<number, Decimal>,
  { geraSaldo }: { readonly geraSaldo: boolean },
): Promise<void> {
  const before = await load(ctx, venda, id, { lock: true })
  if (before.dhFaturamento !== null)
    throw badRequest(`A venda nº ${id} já foi faturada: o que faltou volta por uma devolução.`, 'invoiced')
  const lines = await loadWhere(ctx, vendaMercadoria, 'venda_id', [id], { lock: true })
  const left = (line: Line) => decimal(line.qTrib).minus(cuts.get(line.id) ?? ZERO)
  const gone = lines.filter((line) => left(line).isZero())
  if (gone.length === lines.length) throw allCut()
  const cut = lines.filter((line) => cuts.has(line.id))
  if (geraSaldo) await saveRest(ctx, before, cut, cuts)
  const kept = cut.filter((line) => !gone.includes(line))
  await updateMany(
    ctx,
    vendaMercadoria,
    kept,
    kept.map((line) => ({ ...shareOf(line, left(line)), id: line.id })),
    'corta',
  )
  await deleteRows(ctx, vendaMercadoria, gone)
  await sumUp(ctx, 'venda', id)
  const after = await load(ctx, venda, id)
  await shareDues(ctx, id, after.vTotal)
  await audit(ctx, [{ resource: venda, record: after, before, acao: 'corta' }])
  await announce(ctx, venda, id)
}

/** Nothing would be left of a document. */
export const allCut = () => badRequest('Nada deste documento foi separado: cancele-o em vez de cortar.', 'all_cut')

/** What of a line is an amount of all its goods: it shrinks with them. */
const AMOUNTS = [...DISCOUNTS.map((name) => DISCOUNT_AMOUNTS[name]), 'vBCST', 'vICMSST', 'vBCFCPST', 'vFCPST'] as const

/** A line with another quantity, at the prices and the discounts that it has. */
function shareOf(line: Line, quantity: Decimal): Row {
  const part = (name: (typeof AMOUNTS)[number]): string | null => {
    const whole = line[name]
    return whole === null ? null : roundHalfUp(decimal(whole).times(quantity).div(line.qTrib)).toFixed(2)
  }
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, part(name)]))
  const now: Row = { ...line, ...amounts, qTrib: quantity.toFixed(4) }
  const qAuxiliar =
    line.qAuxiliar === null ? null : roundHalfUp(decimal(line.qAuxiliar).times(quantity).div(line.qTrib), 4).toFixed(4)
  const discounts = Object.fromEntries(
    DISCOUNTS.map((name) => [DISCOUNT_AMOUNTS[name], amounts[DISCOUNT_AMOUNTS[name]] ?? null]),
  )
  const priced = pricedColumns(lineInput(now, discounts))
  return { ...amounts, ...priced, qTrib: quantity.toFixed(4), qAuxiliar }
}

/** The instalments share what the sale comes to now as they shared what it came to. */
async function shareDues(ctx: Ctx, id: number, vTotal: string): Promise<void> {
  const dues = await loadWhere(ctx, vendaDuplicata, 'venda_id', [id])
  if (dues.length === 0) return
  const shares = apportion(
    vTotal,
    dues.map((one) => one.vDup),
  )
  await patchRows(
    ctx,
    vendaDuplicata,
    dues.map((one, at) => ({ id: one.id, vDup: (shares[at] ?? ZERO).toFixed(2) })),
  )
}

/** An open sale of what was cut. */
async function saveRest(
  ctx: Ctx,
  sale: RecordOf<typeof venda>,
  cut: readonly Line[],
  cuts: ReadonlyMap<number, Decimal>,
): Promise<void> {
  const rows = cut.map((line) => {
    const quantity = cuts.get(line.id) ?? ZERO
    return { ...copyable(vendaMercadoria, line), ...shareOf(line, quantity) }
  })
  const values = { ...copyable(venda, sale), volumes: null, rastreio: null }
  await createRecord(ctx, venda, { values, lines: { venda_mercadoria: rows }, acao: 'corta' })
}
