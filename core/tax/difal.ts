import { CoreError } from '../errors'
import { type Decimal, HUNDRED, roundHalfUp } from '../money/decimal'
import { notNegative, percentOf, type Sheet } from './sheet'

/**
 * The difference between the destination and the interstate rate, and its FCP, of a sale to a non-contributor or of goods for own use
 * (EC 87/2015, LC 190/2022). All of it is due to the destination since 2019; pICMSInterPart tells the share of earlier years.
 */
export function applyDifal(sheet: Sheet): void {
  if (!sheet.has('pICMSUFDest')) return
  const inter = sheet.rate(sheet.has('pICMSInter') ? 'pICMSInter' : 'pICMS')
  const destination = sheet.rate('pICMSUFDest')
  const base = sheet.put('vBCUFDest', ...difalBase(sheet))
  const fcp = sheet.has('pFCPUFDest') ? 'pFCPUFDest' : 'pFCP'
  if (sheet.has(fcp)) {
    sheet.put('vBCFCPUFDest', base, 'vBCUFDest')
    sheet.put('vFCPUFDest', percentOf(base, sheet.rate(fcp)), `vBCFCPUFDest × ${fcp}`)
  }
  const difal = sheet.put(
    'difal',
    notNegative(percentOf(base, destination.minus(inter))),
    'vBCUFDest × (pICMSUFDest − pICMSInter)',
  )
  const part = sheet.has('pICMSInterPart') ? sheet.rate('pICMSInterPart') : HUNDRED
  const kept = sheet.put('vICMSUFDest', percentOf(difal, part), 'difal × pICMSInterPart')
  sheet.put('vICMSUFRemet', difal.minus(kept), 'difal − vICMSUFDest')
}

/** The ICMS base; an IPI that is stated rather than computed comes from the supplier's document and is part of the cost to the buyer. */
function difalBase(sheet: Sheet): [Decimal, string] {
  const { indFinal, fixedAssetOrOwnUse, difalDoubleBase } = sheet.input
  const withIpi = indFinal === '1' || fixedAssetOrOwnUse === true || (sheet.has('vIPI') && !sheet.has('pIPI'))
  const single = sheet.values.vBC ?? (withIpi ? sheet.value('vOper').plus(sheet.value('vIPI')) : sheet.value('vOper'))
  const formula = sheet.values.vBC ? 'vBC' : withIpi ? 'vOper + vIPI' : 'vOper'
  if (!difalDoubleBase) return [single, formula]
  const rate = sheet.rate('pICMSUFDest').plus(sheet.rate(sheet.has('pFCPUFDest') ? 'pFCPUFDest' : 'pFCP'))
  if (rate.gte(HUNDRED)) throw new CoreError('invalid_rate', 'O percentual de pICMSUFDest precisa ficar abaixo de 100.')
  const net = single.minus(percentOf(single, sheet.rate(sheet.has('pICMSInter') ? 'pICMSInter' : 'pICMS')))
  return [
    roundHalfUp(net.times(HUNDRED).div(HUNDRED.minus(rate))),
    `(${formula} − pICMSInter) ÷ (1 − pICMSUFDest − pFCPUFDest)`,
  ]
}
