import { CoreError } from '../errors'
import { type Decimal, decimal, roundHalfUp, ZERO } from '../money/decimal'
import { notNegative, percentOf, reduced, type Sheet } from './sheet'

/** Rates set by LC 214/2025, arts. 343 to 347, in percent. The CBS from 2027 and all of it from 2029 come by later acts: rules carry them. */
const LEGAL_RATES: Readonly<Record<number, { pIBSUF: string; pIBSMun: string; pCBS?: string }>> = {
  2026: { pIBSUF: '0.1', pIBSMun: '0', pCBS: '0.9' },
  2027: { pIBSUF: '0.05', pIBSMun: '0.05' },
  2028: { pIBSUF: '0.05', pIBSMun: '0.05' },
}

/** The first year in which IBS, CBS and IS are part of what the customer pays. */
const ADDED_SINCE = 2027

/** The year of issue, from `year` or the date; undefined when neither is given. Throws `invalid_date`. */
export function issueYear({ year, date }: { year?: number; date?: string }): number | undefined {
  const value = year ?? (date === undefined ? undefined : Number(/^(\d{4})-\d{2}-\d{2}/.exec(date)?.[1] ?? Number.NaN))
  if (value !== undefined && !(value >= 1900 && value <= 2200)) {
    throw new CoreError('invalid_date', 'Data de emissão inválida: use AAAA-MM-DD.')
  }
  return value
}

/** Whether IBS, CBS and IS add to the value of the item and of the document: from 2027 (NT 2025.002, VB01 and W60). */
export function reformAdds(year: number | undefined): boolean {
  return year !== undefined && year >= ADDED_SINCE
}

/** IS, IBS and CBS of the item (NT 2025.002, UB16 to UB83). Throws `missing_rate` when the law leaves the rate to an act and the rule has none. */
export function applyReform(sheet: Sheet): void {
  applySelective(sheet)
  const year = issueYear(sheet.input)
  const given = sheet.has('pIBSUF') || sheet.has('pIBSMun') || sheet.has('pCBS')
  const legal = year === undefined ? undefined : LEGAL_RATES[year]
  if (!given && (year === undefined || year < 2026)) return
  if (!given && year === 2026 && sheet.input.regime === 'simples') return
  if (year !== undefined && year >= ADDED_SINCE && !sheet.has('pCBS')) {
    throw new CoreError('missing_rate', `Informe a alíquota da CBS de ${year} na regra: a lei não a fixa.`)
  }
  const base = sheet.put('IBSCBS.vBC', notNegative(reformBase(sheet)), REFORM_BASE)
  for (const part of ['IBSUF', 'IBSMun', 'CBS'] as const) {
    const legalRate = given && year === undefined ? undefined : legal?.[`p${part}`]
    const rate = sheet.put(
      `p${part}`,
      sheet.has(`p${part}`) ? sheet.rate(`p${part}`) : decimal(legalRate ?? ZERO),
      'regra',
    )
    const cut = sheet.rate(sheet.has(`pRedAliq${part}`) ? `pRedAliq${part}` : 'pRedAliq')
    const effective = roundHalfUp(reduced(reduced(rate, cut), sheet.rate('pRedutor')), 4)
    sheet.put(`pAliqEfet${part}`, effective, `p${part} × (1 − pRedAliq) × (1 − pRedutor)`)
    let value = percentOf(base, effective)
    if (sheet.has(`pDif${part}`)) {
      const deferred = percentOf(base.times(rate).div(100), sheet.rate(`pDif${part}`))
      value = value.minus(sheet.put(`vDif${part}`, deferred, `IBSCBS.vBC × p${part} × pDif${part}`))
    }
    value = value.minus(sheet.amount(`vDevTrib${part}`))
    sheet.put(`v${part}`, notNegative(value), `IBSCBS.vBC × pAliqEfet${part} − vDif${part} − vDevTrib${part}`)
  }
  sheet.put('vIBS', sheet.value('vIBSUF').plus(sheet.value('vIBSMun')), 'vIBSUF + vIBSMun')
}

function applySelective(sheet: Sheet): void {
  if (!sheet.has('pIS')) return
  const stated = sheet.has('vBCIS')
  const base = sheet.put('vBCIS', stated ? sheet.amount('vBCIS') : sheet.value('vOper'), stated ? 'informado' : 'vOper')
  sheet.put('vIS', percentOf(base, sheet.rate('pIS')), 'vBCIS × pIS')
}

const REFORM_BASE = 'vOper + vII + vIS − vPIS − vCOFINS − vICMS − vICMSUFDest − vFCP − vFCPUFDest − vICMSMono − vISSQN'

function reformBase(sheet: Sheet): Decimal {
  let base = sheet.value('vOper').plus(sheet.amount('vII')).plus(sheet.value('vIS'))
  for (const tax of ['vPIS', 'vCOFINS', 'vICMS', 'vICMSUFDest', 'vFCP', 'vFCPUFDest', 'vICMSMono', 'vISSQN'] as const) {
    const value = sheet.values[tax]
    if (value) base = base.minus(value)
  }
  return base
}
