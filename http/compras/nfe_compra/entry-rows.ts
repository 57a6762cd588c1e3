import { sql } from 'drizzle-orm'
import type { NfeReading } from '../../../core/fiscal/nfe-types'
import { lotNumber } from '../../../core/fields/estoque/lote'
import { decimal, roundHalfUp, sum } from '../../../core/money/decimal'
import { apportion } from '../../../core/tax/apportion'
import { type Ctx, rowsOf } from '../../platform/context'
import type { RecordOf, Row } from '../../platform/resource'
import { cut } from './cut'
import { type Decided, isValueOnly, type Line } from './lines'
import type { nfeCompra } from './nfe-compra'

/** What an item of an invoice costs, as an entry's item has it. */
function costsOf({ item, cost, freightChange }: Line) {
  return {
    vProd: cost.vProd,
    vFrete: decimal(cost.vFrete).plus(freightChange).toFixed(2),
    vSeg: cost.vSeg,
    vOutro: decimal(cost.vOutro).plus(cost.vOutrosTributos).toFixed(2),
    vDesc: cost.vDesc,
    pIPI: item.pIPI === null ? '0' : roundHalfUp(item.pIPI, 4).toFixed(4),
    vIPI: cost.vIPI,
    vICMSST: decimal(cost.vICMSST).plus(cost.vFCPST).toFixed(2),
  }
}

/** An item of the entry that an invoice becomes. */
export function entryRow(line: Decided): Row {
  const { item, mercadoria_id, armazenamento_id } = line
  return {
    ...wordsOf(line),
    mercadoria_id,
    armazenamento_id,
    qCom: roundHalfUp(item.qCom, 4).toFixed(4),
    vUnCom: roundHalfUp(item.vUnCom, 10).toFixed(10),
    fatorConversao: roundHalfUp(line.factor, 10).toFixed(10),
    ...costsOf(line),
    ...lotsOf(line),
  }
}

/** The lots that an item of the invoice names, in our unit; none where their quantities do not add up to no more than the item's. */
function lotsOf({ item, factor }: Decided): Row {
  const lots = item.rastro.map(({ nLote, qLote, dVal, dFab }) => ({
    nLote: lotNumber(nLote).slice(0, 40),
    dVal,
    dFab: dFab !== null && dVal !== null && dFab > dVal ? null : dFab,
    qTrib: roundHalfUp(decimal(qLote ?? '0').times(factor), 4).toFixed(4),
  }))
  const told = lots.filter((lot) => lot.nLote !== '' && decimal(lot.qTrib).sign() > 0)
  const whole = roundHalfUp(decimal(item.qCom).times(factor), 4)
  return told.length === 0 || sum(told.map((lot) => lot.qTrib)).cmp(whole) > 0 ? {} : { rastreio_list: told }
}

const wordsOf = ({ item }: Line): Row => ({
  nItem: item.nItem,
  cProd: cut(item.cProd, 60),
  xProd: cut(item.xProd, 120),
  uCom: cut(item.uCom, 6),
})

/**
 * A complement's item without quantity, whose product nothing tells, is a cost of the goods of the invoices that it completes: a row for each of them, by
 * their value. Answers the rows by item number; none where those invoices did not come in here.
 */
export async function complementRows(
  ctx: Ctx,
  { empresa_id }: Pick<RecordOf<typeof nfeCompra>, 'empresa_id'>,
  { nfe, lines }: { readonly nfe: NfeReading; readonly lines: readonly Line[] },
): Promise<ReadonlyMap<number, readonly Row[]>> {
  const open = lines.filter(({ item, match }) => isValueOnly(item) && !match)
  if (open.length === 0 || nfe.refNFe.length === 0) return new Map()
  const goods = await rowsOf(
    ctx,
    sql`select i.mercadoria_id, i.armazenamento_id, sum(i."vTotal")::text as valor from entrada_mercadoria i join entrada e on e.id = i.entrada_id
        where e.empresa_id = ${empresa_id} and e."dhCancelamento" is null and i."qTrib" > 0
          and e."chNFe" in (select jsonb_array_elements_text(${JSON.stringify(nfe.refNFe)}::jsonb))
        group by 1, 2 order by min(i.id) limit 2000`,
  )
  if (goods.length === 0) return new Map()
  const weights = goods.map((row) => String(row.valor))
  return new Map(open.map((line) => [line.item.nItem, sharedRows(line, goods, weights)]))
}

function sharedRows(line: Line, goods: readonly Row[], weights: readonly string[]): Row[] {
  const { pIPI, ...amounts } = costsOf(line)
  const shares = Object.entries(amounts).map(([name, amount]) => [name, apportion(amount, weights)] as const)
  return goods.map(({ mercadoria_id, armazenamento_id }, at) => ({
    ...wordsOf(line),
    mercadoria_id,
    armazenamento_id,
    qCom: '0.0000',
    vUnCom: '0',
    fatorConversao: '1',
    pIPI,
    ...Object.fromEntries(shares.map(([name, parts]) => [name, parts[at]?.toFixed(2) ?? '0.00'])),
  }))
}
