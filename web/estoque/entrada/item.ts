import { entradaDuplicataFields, entradaMercadoriaFields } from '../../../core/fields/estoque/entrada'
import { DISCOUNT } from '../../../core/fields/estoque/leitura'
import { entradaMercadoriaRastreioFields } from '../../../core/fields/estoque/lote'
import { CoreError } from '../../../core/errors'
import { sum } from '../../../core/money/decimal'
import { auxiliaryQuantity, invoiceQuantity } from '../../../core/stock/auxiliary'
import { entryItem } from '../../../core/stock/entry-item'
import { amountOf, displayName, formatQuantity, isAmount } from '../../ui/format'
import { sentLists } from '../../ui/documents/act'
import { placesOf } from '../../ui/documents/places'
import { linesOf, type Compute, type LineColumn } from '../../ui/lines/lines-state'
import { fieldsOf } from '../../ui/fields-of'
import { getPath, isRecord, isSet, textOf, type Row, type Values } from '../../ui/row'

const item = fieldsOf(entradaMercadoriaFields)
const due = fieldsOf(entradaDuplicataFields)
const lot = fieldsOf(entradaMercadoriaRastreioFields)

const told = (value: unknown): number | string | null => (isAmount(value) ? value : null)

/** The invoice's quantity follows that in the auxiliary unit where it was written, else the other way. Throws CoreError for what is not exact. */
function countedTwice<L extends Values>(item: L, written: readonly string[]): L {
  const factor = told(getPath(item, 'unidade_auxiliar.fator_conversao'))
  if (factor === null) return item
  const unit = { fatorConversao: told(item.fatorConversao) ?? 1, fator_conversao: factor, decimals: null }
  const typed = told(item.qAuxiliar)
  return written.includes('qAuxiliar') && typed !== null
    ? { ...item, qCom: Number(invoiceQuantity(typed, unit)) }
    : { ...item, qAuxiliar: Number(auxiliaryQuantity(amountOf(item.qCom), typed, unit)) }
}

/** What an item costs, by the core. The goods follow quantity and price; the IPI follows its rate where that was written. */
export function costed<L extends Values>(line: L, written: readonly string[]): L {
  const newGoods = ['qCom', 'qAuxiliar', 'vUnCom'].some((name) => written.includes(name))
  const newRate = written.includes('pIPI') || (newGoods && isSet(line.pIPI))
  try {
    const item = countedTwice(line, written)
    const cost = entryItem({
      qCom: amountOf(item.qCom),
      vUnCom: amountOf(item.vUnCom),
      fatorConversao: told(item.fatorConversao),
      vProd: newGoods ? null : told(item.vProd),
      vFrete: told(item.vFrete),
      vSeg: told(item.vSeg),
      vOutro: told(item.vOutro),
      vDesc: told(item.vDesc),
      pIPI: told(item.pIPI),
      vIPI: newRate ? null : told(item.vIPI),
      vICMSST: told(item.vICMSST),
    })
    return {
      ...item,
      vProd: Number(cost.vProd.toFixed(2)),
      vIPI: Number(cost.vIPI.toFixed(2)),
      qTrib: Number(cost.qTrib.toFixed(4)),
      vTotal: Number(cost.vTotal.toFixed(2)),
      vCustoUn: Number(cost.vCustoUn.toFixed(4)),
    }
  } catch (error) {
    // What is not exact in the invoice's unit is not taken over.
    if (error instanceof CoreError) return written.includes('qAuxiliar') ? costed(line, []) : line
    throw error
  }
}

export const computeItem: Compute = (line, written) => costed(line, written)

export const ITEMS = 'entrada_mercadorias'
export const DUES = 'entrada_duplicatas'
/** The lots of an item. */
export const LOTS = 'rastreio_list'

/** The total of an entry: the sum of its items'. */
export const totalOf = (values: Values): string =>
  sum(linesOf(values[ITEMS]).map((item) => amountOf(item.vTotal))).toFixed(2)

/** What its invoice asks for: what did not come is owed all the same, unless it is a discount. */
export const owedOf = (values: Values): string =>
  sum(
    linesOf(values[ITEMS]).map(({ vTotal, vTotalNota, falta }) =>
      amountOf(isAmount(vTotalNota) && falta !== DISCOUNT ? vTotalNota : vTotal),
    ),
  ).toFixed(2)

/** An item that is counted in this unit of its product too; in none without. */
export const unitOf = (unit: unknown): Values => ({
  unidade_auxiliar_id: isRecord(unit) ? unit.id : null,
  unidade_auxiliar: isRecord(unit) ? unit : null,
  unAuxiliar: isRecord(unit) ? unit.un : null,
  qAuxiliar: null,
})

/** A new item of a product, at its present cost. */
export function newItem(product: Row, quantity: number): Values {
  const started = {
    ...item.defaults,
    mercadoria_id: product.id,
    mercadoria: product,
    xProd: textOf(product.xProd),
    uCom: textOf(product.un),
    qCom: quantity,
    vUnCom: product.custo ?? 0,
    ...unitOf(product.unidade_auxiliar),
  }
  return costed(started, ['qCom'])
}

/** The lots of an item in a few words; those that are still to be told where its product asks for them. */
export function lotsIn(line: Values): string {
  const told = linesOf(line[LOTS]).map((one) => textOf(one.nLote))
  const asks = Number(getPath(line, 'mercadoria.controla_lote') ?? 0) > 0 || line.exige_lote_entrada === true
  return told.join(', ') || (asks ? 'a informar' : '')
}

export const itemColumns: readonly LineColumn[] = [
  item.line('xProd', { label: 'Mercadoria', show: (line) => displayName(line.mercadoria) || textOf(line.xProd) }),
  { field: LOTS, label: 'Lotes', width: 110, show: lotsIn },
  item.line('uCom', { label: 'Un', width: 48 }),
  item.line('qCom', { label: 'Quant.', width: 78, editable: true, weighs: 'mercadoria_id' }),
  item.line('vUnCom', { label: 'Preço', kind: 'money', decimals: 4, width: 96, editable: true }),
  item.line('qAuxiliar', {
    label: 'Quant. auxiliar',
    width: 96,
    optional: true,
    editable: (line) => isSet(line.unidade_auxiliar_id),
    show: (line) => (isSet(line.qAuxiliar) ? `${formatQuantity(line.qAuxiliar, 4)} ${textOf(line.unAuxiliar)}` : ''),
  }),
  item.line('fatorConversao', { label: 'Fator', width: 64, editable: true }),
  item.line('qTrib', { label: 'Entra', width: 74 }),
  item.line('vFrete', { width: 76, editable: true }),
  item.line('vIPI', { width: 72, editable: true }),
  item.line('vICMSST', { label: 'ST', width: 72, editable: true }),
  item.line('vDesc', { label: 'Desc.', width: 72, editable: true }),
  item.lineTo('armazenamento_id', 'estoque/armazenamento', { width: 104, where: placesOf }),
  item.line('vTotal', { width: 92 }),
  item.line('vCustoUn', { label: 'Custo un.', kind: 'money', decimals: 4, width: 88 }),
]

/** An item with its lots as they are sent. */
const sentLots = (line: Values): Values => sentLists(line, { [LOTS]: lot.sent })

/** An entry as it is sent: its lists with what may be written. */
export function sentEntry(values: Values): Values {
  const items = ITEMS in values ? { [ITEMS]: linesOf(values[ITEMS]).map(sentLots) } : {}
  return sentLists({ ...values, ...items }, { [ITEMS]: [...item.sent, LOTS], [DUES]: due.sent })
}
