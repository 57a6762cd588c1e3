import { CoreError } from '../errors'
import { roundHalfUp, ZERO } from '../money/decimal'
import { applyDifal } from './difal'
import { applyIcms } from './icms'
import { applyReform, issueYear, reformAdds } from './reform'
import { isImport, notNegative, percentOf, Sheet } from './sheet'
import type { ItemTaxes, ItemTaxInput } from './types'

/**
 * Every tax of one item from its amounts, its rates (percent) and its situation code: IPI, ICMS of every CST and CSOSN, ST, FCP, DIFAL, PIS, COFINS,
 * ISSQN with its withholdings, IS, IBS, CBS, and vItem. Each figure is rounded half up to 2 decimals before the next one uses it (MOC 7.0), and a tax
 * without its rate is left out. Throws CoreError `invalid_amount`, `invalid_rate`, `unknown_tax_code`, `missing_price`, `missing_rate`, `invalid_date`.
 */
export function calculateItem(input: ItemTaxInput): ItemTaxes {
  const sheet = new Sheet(input)
  applyOperation(sheet)
  applyIpi(sheet)
  // Of an import they are part of the base of ICMS, and do not leave it out of their own.
  const imported = isImport(input)
  if (imported) applyContributions(sheet)
  if (sheet.has('pISSQN')) applyService(sheet)
  else applyIcms(sheet)
  applyDifal(sheet)
  if (!imported) applyContributions(sheet)
  applyReform(sheet)
  applyItemTotal(sheet)
  return sheet
}

/** The value of the operation: goods with freight, insurance and charges, less the discount; a conditional discount goes back in. */
function applyOperation(sheet: Sheet): void {
  const product = sheet.has('vProd')
    ? sheet.put('vProd', sheet.amount('vProd'), 'informado')
    : sheet.has('qCom') || !sheet.has('qTrib')
      ? sheet.put('vProd', roundHalfUp(sheet.amount('qCom').times(sheet.amount('vUnCom'))), 'qCom × vUnCom')
      : sheet.put('vProd', roundHalfUp(sheet.amount('qTrib').times(sheet.amount('vUnTrib'))), 'qTrib × vUnTrib')
  let gross = product
  for (const name of ['vFrete', 'vSeg', 'vOutro'] as const) {
    if (sheet.has(name)) gross = gross.plus(sheet.amount(name))
  }
  const discount = sheet.amount('vDesc')
  const conditional = sheet.input.discount === 'condicional'
  const value = conditional ? gross.plus(discount) : gross.minus(discount)
  if (value.sign() < 0) throw new CoreError('invalid_amount', 'O desconto é maior que o valor do item.')
  sheet.put('vOper', value, `vProd + vFrete + vSeg + vOutro ${conditional ? '+' : '−'} vDesc`)
}

/** By value (of an import with the duty: RIPI art. 190, I), by unit (qUnid × vUnid) or stated by whom already computed it. */
function applyIpi(sheet: Sheet): void {
  if (sheet.has('vIPI')) sheet.put('vIPI', sheet.amount('vIPI'), 'informado')
  else if (sheet.has('pIPI')) {
    const duty = sheet.amount('vII')
    const apart = sheet.input.ipiBaseExcludesFreight ? sheet.amount('vFrete') : ZERO
    const formula = ['vOper', ...(duty.isZero() ? [] : ['+ vII']), ...(apart.isZero() ? [] : ['− vFrete'])].join(' ')
    const base = sheet.put('IPI.vBC', sheet.value('vOper').plus(duty).minus(apart), formula)
    sheet.put('vIPI', percentOf(base, sheet.rate('pIPI')), 'IPI.vBC × pIPI')
  } else if (sheet.has('vUnid')) {
    sheet.put('vIPI', roundHalfUp(sheet.amount('qUnid').times(sheet.amount('vUnid'))), 'qUnid × vUnid')
  }
}

function applyService(sheet: Sheet): void {
  const base = sheet.put('ISSQN.vBC', sheet.value('vOper'), 'vOper')
  sheet.put('vISSQN', percentOf(base, sheet.rate('pISSQN')), 'ISSQN.vBC × pISSQN')
  for (const tax of ['PIS', 'COFINS', 'CSLL', 'IRRF', 'INSS'] as const) {
    if (!sheet.has(`pRet${tax}`)) continue
    if (tax === 'IRRF' || tax === 'INSS') sheet.put(`${tax}.vBC`, base, 'ISSQN.vBC')
    sheet.put(`vRet${tax}`, percentOf(base, sheet.rate(`pRet${tax}`)), `ISSQN.vBC × pRet${tax}`)
  }
}

/** PIS and COFINS: IPI and ST stay out of the base, the own ICMS too where the rule says so; of an import it is the customs value (Lei 10.865/2004, art. 7, I). */
function applyContributions(sheet: Sheet): void {
  const own = sheet.input.pisCofinsBaseExcludesIcms ? sheet.values.vICMS : undefined
  const operation = sheet.value('vOper')
  const base = own ? notNegative(operation.minus(own)) : operation
  const formula = own ? 'vOper − vICMS' : 'vOper'
  if (sheet.has('pPIS')) {
    sheet.put('PIS.vBC', base, formula)
    sheet.put('vPIS', percentOf(base, sheet.rate('pPIS')), 'PIS.vBC × pPIS')
  }
  if (sheet.has('pCOFINS')) {
    sheet.put('COFINS.vBC', base, formula)
    sheet.put('vCOFINS', percentOf(base, sheet.rate('pCOFINS')), 'COFINS.vBC × pCOFINS')
  }
}

/** What the item adds to the document (NT 2025.002, VB01). */
function applyItemTotal(sheet: Sheet): void {
  let total = sheet.value('vOper')
  if (sheet.input.discount === 'condicional') total = total.minus(sheet.amount('vDesc'))
  for (const name of ['vII', 'vIPIDevol', 'vServ'] as const) {
    if (sheet.has(name)) total = total.plus(sheet.amount(name))
  }
  for (const name of ['vIPI', 'vICMSST', 'vFCPST', 'vICMSMonoReten'] as const) {
    const value = sheet.values[name]
    if (value) total = total.plus(value)
  }
  let formula =
    'vProd − vDesc + vFrete + vSeg + vOutro + vII + vIPI + vIPIDevol + vServ + vICMSST + vFCPST + vICMSMonoReten'
  if (sheet.input.indDeduzDeson === '1') {
    total = total.minus(sheet.values.vICMSDeson ?? sheet.amount('vICMSDeson'))
    formula += ' − vICMSDeson'
  }
  if (reformAdds(issueYear(sheet.input))) {
    total = total.plus(sheet.value('vIBS')).plus(sheet.value('vCBS')).plus(sheet.value('vIS'))
    formula += ' + vIBS + vCBS + vIS'
  }
  sheet.put('vItem', total, formula)
}
