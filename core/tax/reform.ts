import { CoreError } from '../errors'
import { type Decimal, decimal, HUNDRED, roundHalfUp, ZERO } from '../money/decimal'
import { notNegative, percentOf, reduced, type Sheet } from './sheet'

/** Rates of IBS and CBS, in percent. */
export interface ReformRates {
  readonly pIBSUF?: string
  readonly pIBSMun?: string
  readonly pCBS?: string
}

/** Rates set by LC 214/2025, arts. 343 to 347, in percent. The CBS from 2027 and all of it from 2029 come by later acts: rules carry them. */
const LEGAL_RATES: Readonly<Record<number, ReformRates>> = {
  2026: { pIBSUF: '0.1', pIBSMun: '0', pCBS: '0.9' },
  2027: { pIBSUF: '0.05', pIBSMun: '0.05' },
  2028: { pIBSUF: '0.05', pIBSMun: '0.05' },
}

/** The rates that the law itself fixes for a year, in percent; undefined where it fixes none. */
export const legalReformRates = (year: number): ReformRates | undefined => LEGAL_RATES[year]

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
  for (const part of PARTS) applyPart(sheet, part, base, legal?.[part.rate])
  sheet.put('vIBS', sheet.value('vIBSUF').plus(sheet.value('vIBSMun')), 'vIBSUF + vIBSMun')
}

/** The field names of the three parts, written out because building them for every item is slow. */
const PARTS = [
  {
    rate: 'pIBSUF',
    cut: 'pRedAliqIBSUF',
    effective: 'pAliqEfetIBSUF',
    pDif: 'pDifIBSUF',
    vDif: 'vDifIBSUF',
    returned: 'vDevTribIBSUF',
    value: 'vIBSUF',
    effectiveFormula: 'pIBSUF × (1 − pRedAliq) × (1 − pRedutor)',
    cutFormula: 'pIBSUF × (1 − pRedAliqIBSUF) × (1 − pRedutor)',
    formula: 'IBSCBS.vBC × pAliqEfetIBSUF',
  },
  {
    rate: 'pIBSMun',
    cut: 'pRedAliqIBSMun',
    effective: 'pAliqEfetIBSMun',
    pDif: 'pDifIBSMun',
    vDif: 'vDifIBSMun',
    returned: 'vDevTribIBSMun',
    value: 'vIBSMun',
    effectiveFormula: 'pIBSMun × (1 − pRedAliq) × (1 − pRedutor)',
    cutFormula: 'pIBSMun × (1 − pRedAliqIBSMun) × (1 − pRedutor)',
    formula: 'IBSCBS.vBC × pAliqEfetIBSMun',
  },
  {
    rate: 'pCBS',
    cut: 'pRedAliqCBS',
    effective: 'pAliqEfetCBS',
    pDif: 'pDifCBS',
    vDif: 'vDifCBS',
    returned: 'vDevTribCBS',
    value: 'vCBS',
    effectiveFormula: 'pCBS × (1 − pRedAliq) × (1 − pRedutor)',
    cutFormula: 'pCBS × (1 − pRedAliqCBS) × (1 − pRedutor)',
    formula: 'IBSCBS.vBC × pAliqEfetCBS',
  },
] as const

function applyPart(sheet: Sheet, part: (typeof PARTS)[number], base: Decimal, legalRate: string | undefined): void {
  const rate = sheet.put(part.rate, sheet.has(part.rate) ? sheet.rate(part.rate) : decimal(legalRate ?? ZERO), 'regra')
  const ownCut = sheet.has(part.cut)
  const cut = sheet.rate(ownCut ? part.cut : 'pRedAliq')
  const effective = roundHalfUp(reduced(reduced(rate, cut), sheet.rate('pRedutor')), 4)
  sheet.put(part.effective, effective, ownCut ? part.cutFormula : part.effectiveFormula)
  let value = percentOf(base, effective)
  let formula: string = part.formula
  if (sheet.has(part.pDif)) {
    const full = base.times(rate).div(HUNDRED)
    value = value.minus(
      sheet.put(part.vDif, percentOf(full, sheet.rate(part.pDif)), `IBSCBS.vBC × ${part.rate} × ${part.pDif}`),
    )
    formula += ` − ${part.vDif}`
  }
  if (sheet.has(part.returned)) {
    value = value.minus(sheet.amount(part.returned))
    formula += ` − ${part.returned}`
  }
  sheet.put(part.value, notNegative(value), formula)
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
