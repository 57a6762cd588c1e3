import { CoreError } from '../errors'
import { type Decimal, HUNDRED, roundHalfUp } from '../money/decimal'
import { notNegative, percentOf, type Sheet } from './sheet'

/**
 * The difference between the destination and the interstate rate, and its FCP, of a sale to a non-contributor or of goods for own use
 * (EC 87/2015, LC 190/2022). All of it is due to the destination since 2019; pICMSInterPart tells the share of earlier years.
 */
export function applyDifal(sheet: Sheet): void {
  if (!sheet.has('pICMSUFDest')) return
  const inter = sheet.has('pICMSInter') ? 'pICMSInter' : 'pICMS'
  const fcp = sheet.has('pFCPUFDest') ? 'pFCPUFDest' : 'pFCP'
  const rate = sheet.rate('pICMSUFDest')
  const single = singleBase(sheet)
  let due: Decimal
  let formula: string
  if (sheet.input.difalDoubleBase) {
    const origin = percentOf(single.value, sheet.rate(inter))
    const base = doubleBase(single.value.minus(origin), rate.plus(sheet.rate(fcp)))
    sheet.put('vICMSInter', origin, `(${single.formula}) × ${inter}`)
    sheet.put('vBCUFDest', base, `(${single.formula} − vICMSInter) ÷ (1 − pICMSUFDest − ${fcp})`)
    due = percentOf(base, rate).minus(origin)
    formula = 'vBCUFDest × pICMSUFDest − vICMSInter'
  } else {
    sheet.put('vBCUFDest', single.value, single.formula)
    due = percentOf(single.value, rate.minus(sheet.rate(inter)))
    formula = `vBCUFDest × (pICMSUFDest − ${inter})`
  }
  if (sheet.has(fcp)) {
    sheet.put('vBCFCPUFDest', sheet.value('vBCUFDest'), 'vBCUFDest')
    sheet.put('vFCPUFDest', percentOf(sheet.value('vBCUFDest'), sheet.rate(fcp)), `vBCFCPUFDest × ${fcp}`)
  }
  const difal = sheet.put('difal', notNegative(due), formula)
  const kept = sheet.has('pICMSInterPart')
    ? sheet.put('vICMSUFDest', percentOf(difal, sheet.rate('pICMSInterPart')), 'difal × pICMSInterPart')
    : sheet.put('vICMSUFDest', difal, 'difal')
  sheet.put('vICMSUFRemet', difal.minus(kept), 'difal − vICMSUFDest')
}

/** The ICMS base; an IPI that is stated rather than computed comes from the supplier's document and is part of the cost to the buyer. */
function singleBase(sheet: Sheet): { value: Decimal; formula: string } {
  const { indFinal, fixedAssetOrOwnUse } = sheet.input
  if (sheet.values.vBC) return { value: sheet.values.vBC, formula: 'vBC' }
  const withIpi = indFinal === '1' || fixedAssetOrOwnUse === true || (sheet.has('vIPI') && !sheet.has('pIPI'))
  if (!withIpi) return { value: sheet.value('vOper'), formula: 'vOper' }
  return { value: sheet.value('vOper').plus(sheet.value('vIPI')), formula: 'vOper + vIPI' }
}

/** The value without the origin's tax, with the destination's inside. */
function doubleBase(net: Decimal, rate: Decimal): Decimal {
  if (rate.gte(HUNDRED)) throw new CoreError('invalid_rate', 'O percentual de pICMSUFDest precisa ficar abaixo de 100.')
  return roundHalfUp(net.times(HUNDRED).div(HUNDRED.minus(rate)))
}
