import { CoreError } from '../errors'
import { type Decimal, HUNDRED, roundHalfUp } from '../money/decimal'
import { adjustedMva } from './mva'
import { increased, isImport, notNegative, percentOf, reduced, type Sheet } from './sheet'

/** What a situation code has: own ICMS, reduction of its base, ST, credit of Simples, deferral, tax withheld before, single-phase tax. */
interface IcmsGroup {
  readonly own?: boolean
  readonly reduction?: boolean
  readonly st?: boolean
  readonly credit?: boolean
  readonly deferral?: boolean
  readonly withheld?: boolean
  readonly mono?: boolean
  /** ST without own ICMS on the document: a presumed own one is subtracted. */
  readonly presumed?: boolean
}

/** The groups of the NF-e layout by CST (2 digits) and CSOSN (3 digits). */
const GROUPS: Readonly<Record<string, IcmsGroup>> = {
  '00': { own: true },
  '02': { mono: true },
  '10': { own: true, st: true },
  '15': { mono: true },
  '20': { own: true, reduction: true },
  '30': { st: true, reduction: true },
  '40': {},
  '41': {},
  '50': {},
  '51': { own: true, reduction: true, deferral: true },
  '53': { mono: true, deferral: true },
  '60': { withheld: true },
  '61': { mono: true },
  '70': { own: true, reduction: true, st: true },
  '90': { own: true, reduction: true, st: true },
  '101': { credit: true },
  '102': {},
  '103': {},
  '201': { credit: true, st: true, presumed: true, reduction: true },
  '202': { st: true, presumed: true, reduction: true },
  '203': { st: true, presumed: true, reduction: true },
  '300': {},
  '400': {},
  '500': { withheld: true },
  '900': { own: true, reduction: true, st: true, credit: true },
}

/** Without a code, whatever has its rates is computed. */
const OPEN: IcmsGroup = { own: true, reduction: true, st: true, credit: true, deferral: true, mono: true }

/** The digits of a situation code: `CST 10`, `Cst10`, `CSOSN 201`, `10`, or with the origin in front, `010`. Throws `unknown_tax_code`. */
export function taxCodeDigits(taxCode: string): string {
  const digits = /^\s*(?:CST|CSOSN)?\s*(\d{2,4})\s*$/i.exec(taxCode)?.[1] ?? ''
  const code = digits in GROUPS ? digits : digits.slice(1)
  if (!(code in GROUPS))
    throw new CoreError('unknown_tax_code', `CST ou CSOSN desconhecido: '${taxCode.slice(0, 20)}'.`)
  return code
}

/** Own ICMS, ST, FCP, withheld, effective and single-phase ICMS of the item, as its situation code asks. */
export function applyIcms(sheet: Sheet): void {
  const { taxCode } = sheet.input
  const code = taxCode === undefined ? undefined : taxCodeDigits(taxCode)
  const group = (code === undefined ? undefined : GROUPS[code]) ?? OPEN
  if (group.own) applyOwn(sheet, group)
  if (group.credit && sheet.has('pCredSN')) applyCredit(sheet, group, code)
  if (group.withheld) applyWithheld(sheet)
  if (!group.credit && code !== undefined && sheet.has('pCredSN')) applyGrantedCredit(sheet)
  if (group.mono) applyMono(sheet, group)
  if (sheet.has('pICMSEfet')) applyEffective(sheet)
  if (sheet.input.motDesICMS !== undefined) applyRelief(sheet)
  if (group.st && (sheet.has('pICMSST') || sheet.has('pFCPST'))) applySt(sheet, group, code)
}

/**
 * The value of the operation. IPI is part of the base for a final consumer and for own use (CF art. 155, §2, XI); of an import so are the duty and every
 * other tax and contribution, PIS and COFINS among them (LC 87/1996, art. 13, V), and the ICMS itself (§ 1).
 */
function ownBase(sheet: Sheet, group: IcmsGroup): { value: Decimal; formula: string } {
  const { input } = sheet
  if (input.modBC === '1' || input.modBC === '2') {
    return { value: roundHalfUp(sheet.amount('vPauta').times(quantity(sheet))), formula: 'vPauta × qTrib' }
  }
  let [value, formula] = operationBase(sheet)
  if (group.reduction && sheet.has('pRedBC')) {
    value = reduced(value, sheet.rate('pRedBC'))
    formula += ' × (1 − pRedBC)'
  }
  if (input.icmsInside) {
    const rate = sheet.rate('pICMS')
    if (rate.gte(HUNDRED)) throw new CoreError('invalid_rate', 'O percentual de pICMS precisa ficar abaixo de 100.')
    value = value.times(HUNDRED).div(HUNDRED.minus(rate))
    formula += ' ÷ (1 − pICMS)'
  }
  return { value: roundHalfUp(value), formula }
}

function operationBase(sheet: Sheet): [Decimal, string] {
  const { input } = sheet
  const operation = sheet.value('vOper')
  if (!isImport(input)) {
    const withIpi = input.indFinal === '1' || input.fixedAssetOrOwnUse === true
    return withIpi ? [operation.plus(sheet.value('vIPI')), '(vOper + vIPI)'] : [operation, 'vOper']
  }
  const duty = sheet.has('vII') ? ['vII'] : []
  const contributions = (['vPIS', 'vCOFINS'] as const).filter((name) => sheet.values[name])
  const value = contributions.reduce(
    (total, name) => total.plus(sheet.value(name)),
    operation.plus(sheet.value('vIPI')).plus(sheet.amount('vII')),
  )
  return [value, `(${['vOper', 'vIPI', ...duty, ...contributions].join(' + ')})`]
}

function quantity(sheet: Sheet): Decimal {
  return sheet.has('qTrib') ? sheet.amount('qTrib') : sheet.amount('qCom')
}

function applyOwn(sheet: Sheet, group: IcmsGroup): void {
  const asked = sheet.has('pICMS')
  const ownFcp = sheet.has('pFCP') && (!sheet.has('pICMSUFDest') || sheet.has('pFCPUFDest'))
  if (!asked && !ownFcp && sheet.input.taxCode === undefined) return
  const base = ownBase(sheet, group)
  if (ownFcp) {
    sheet.put('vBCFCP', base.value, base.formula)
    sheet.put('vFCP', percentOf(base.value, sheet.echo('pFCP')), 'vBCFCP × pFCP')
  }
  if (!asked) return
  sheet.put('vBC', base.value, base.formula)
  if (group.reduction && sheet.has('pRedBC')) sheet.echo('pRedBC')
  const full = percentOf(base.value, sheet.echo('pICMS'))
  if (group.deferral && sheet.has('pDif')) {
    sheet.put('vICMSOp', full, 'vBC × pICMS')
    const deferred = sheet.put('vICMSDif', percentOf(full, sheet.echo('pDif')), 'vICMSOp × pDif')
    sheet.put('vICMS', full.minus(deferred), 'vICMSOp − vICMSDif')
  } else sheet.put('vICMS', full, 'vBC × pICMS')
}

/** The credit a sender of Simples passes on (LC 123/2006, art. 23): over the reduced base only where the group has a reduction of its own. */
function applyCredit(sheet: Sheet, group: IcmsGroup, code: string | undefined): void {
  const base =
    sheet.values.vBC ??
    (code === '201' || code === '101'
      ? sheet.value('vOper')
      : sheet.put('vBC', ownBase(sheet, group).value, 'vOper × (1 − pRedBC)'))
  sheet.put(
    'vCredICMSSN',
    percentOf(base, sheet.echo('pCredSN')),
    code === '201' || code === '101' ? 'vOper × pCredSN' : 'vBC × pCredSN',
  )
}

/** Tax withheld in an earlier operation: a base that is stated, or the value of this operation. */
function applyWithheld(sheet: Sheet): void {
  if (!sheet.has('pICMSST')) return
  const stated = sheet.has('vBCSTRet')
  const base = sheet.put(
    'vBCSTRet',
    stated ? sheet.amount('vBCSTRet') : sheet.value('vOper'),
    stated ? 'informado' : 'vOper',
  )
  const rate = sheet.put('pST', sheet.rate('pICMSST'), 'regra')
  sheet.put('vICMSSTRet', percentOf(base, rate), 'vBCSTRet × pST')
}

/** Credit granted over the tax itself (CT-e, CST 60 and 90). */
function applyGrantedCredit(sheet: Sheet): void {
  const rate = sheet.echo('pCredSN')
  if (sheet.values.vICMSSTRet) sheet.put('vCred', percentOf(sheet.values.vICMSSTRet, rate), 'vICMSSTRet × pCredSN')
  if (sheet.values.vICMS) sheet.put('vCredICMSSN', percentOf(sheet.values.vICMS, rate), 'vICMS × pCredSN')
}

/** Single-phase ICMS of fuels, by quantity (CST 02, 15, 53, 61; Conv. ICMS 199/2022). */
function applyMono(sheet: Sheet, group: IcmsGroup): void {
  if (sheet.has('qBCMono')) {
    const full = roundHalfUp(sheet.amount('qBCMono').times(sheet.amount('adRemICMS')))
    if (group.deferral && sheet.has('pDif')) {
      sheet.put('vICMSMonoOp', full, 'qBCMono × adRemICMS')
      const deferred = sheet.put('vICMSMonoDif', percentOf(full, sheet.echo('pDif')), 'vICMSMonoOp × pDif')
      sheet.put('vICMSMono', full.minus(deferred), 'vICMSMonoOp − vICMSMonoDif')
    } else sheet.put('vICMSMono', full, 'qBCMono × adRemICMS')
  }
  if (sheet.has('qBCMonoReten')) {
    const withheld = sheet.amount('qBCMonoReten').times(sheet.amount('adRemICMSReten'))
    sheet.put('vICMSMonoReten', roundHalfUp(withheld), 'qBCMonoReten × adRemICMSReten')
  }
  if (sheet.has('qBCMonoRet')) {
    const before = sheet.amount('qBCMonoRet').times(sheet.amount('adRemICMSRet'))
    sheet.put('vICMSMonoRet', roundHalfUp(before), 'qBCMonoRet × adRemICMSRet')
  }
}

/** What the ICMS would have been without ST, for the consumer's states that ask for it (NT 2016.002). */
function applyEffective(sheet: Sheet): void {
  const base = sheet.put(
    'vBCEfet',
    roundHalfUp(reduced(sheet.value('vOper'), sheet.rate('pRedBCEfet'))),
    'vOper × (1 − pRedBCEfet)',
  )
  sheet.put('vICMSEfet', percentOf(base, sheet.rate('pICMSEfet')), 'vBCEfet × pICMSEfet')
}

/** ICMS relieved: what the full base would give less what is due. */
function applyRelief(sheet: Sheet): void {
  const stated = sheet.has('vICMSDeson')
  const relief = stated
    ? sheet.amount('vICMSDeson')
    : percentOf(sheet.value('vOper'), sheet.rate('pICMS')).minus(sheet.value('vICMS'))
  sheet.put('vICMSDeson', notNegative(relief), stated ? 'informado' : 'vOper × pICMS − vICMS')
}

function applySt(sheet: Sheet, group: IcmsGroup, code: string | undefined): void {
  const base = sheet.put('vBCST', ...stBase(sheet))
  const own = ownToSubtract(sheet, group, code)
  if (sheet.has('pICMSST')) {
    const due = percentOf(base, sheet.echo('pICMSST')).minus(own.value)
    sheet.put('vICMSST', notNegative(due), `vBCST × pICMSST${own.name && ` − ${own.name}`}`)
  }
  if (sheet.has('pFCPST')) {
    sheet.put('vBCFCPST', base, 'vBCST')
    const ownFcp = sheet.input.fcpStSubtractsOwn === false ? undefined : sheet.values.vFCP
    const due = percentOf(base, sheet.echo('pFCPST')).minus(ownFcp ?? 0)
    sheet.put('vFCPST', notNegative(due), `vBCFCPST × pFCPST${ownFcp ? ' − vFCP' : ''}`)
  }
}

/** The base of ST: margin over the value with IPI, or a listed price, or the value itself (modBCST). */
function stBase(sheet: Sheet): [Decimal, string] {
  const { modBCST = '4' } = sheet.input
  const reduction = sheet.echo('pRedBCST')
  const operation = sheet.value('vOper').plus(sheet.value('vIPI'))
  if (modBCST === '4') {
    const margin = sheet.put('pMVAST', ...marginOf(sheet))
    const base = reduced(increased(operation, margin), reduction)
    return [roundHalfUp(base), '(vOper + vIPI) × (1 + pMVAST) × (1 − pRedBCST)']
  }
  if (modBCST === '6') return [roundHalfUp(reduced(operation, reduction)), '(vOper + vIPI) × (1 − pRedBCST)']
  if (!sheet.has('vPautaST'))
    throw new CoreError('missing_price', 'Informe o preço de pauta (vPautaST) para a base da ST.')
  const listed = sheet.amount('vPautaST').times(quantity(sheet))
  return [roundHalfUp(reduced(listed, reduction)), 'vPautaST × qTrib × (1 − pRedBCST)']
}

function marginOf(sheet: Sheet): [Decimal, string] {
  const { mvaAdjusted, senderSimplesNacional } = sheet.input
  if (!sheet.has('mvaOriginal') || sheet.has('pMVAST')) return [sheet.rate('pMVAST'), 'regra']
  const mvaOriginal = sheet.rate('mvaOriginal')
  if (!mvaAdjusted || senderSimplesNacional) return [mvaOriginal, 'mvaOriginal']
  const inter = sheet.has('pICMSInter') ? 'pICMSInter' : 'pICMS'
  const intra = sheet.has('pIntra') ? 'pIntra' : 'pICMSST'
  const [pInter, pIntra] = [sheet.rate(inter), sheet.rate(intra)]
  if (pInter.gte(pIntra)) return [mvaOriginal, 'mvaOriginal']
  return [adjustedMva({ mvaOriginal, pInter, pIntra }), `(1 + mvaOriginal) × (1 − ${inter}) ÷ (1 − ${intra}) − 1`]
}

/** The own ICMS, or where the document has none of a taxed operation, the presumed one at the normal rate. */
function ownToSubtract(sheet: Sheet, group: IcmsGroup, code: string | undefined): { value: Decimal | 0; name: string } {
  if (group.own) return { value: sheet.values.vICMS ?? 0, name: sheet.values.vICMS ? 'vICMS' : '' }
  const presumed = group.presumed || (code === '30' && sheet.input.cst30SubtractsOwn === true)
  if (!presumed || !sheet.has('pICMS')) return { value: 0, name: '' }
  const base = roundHalfUp(reduced(sheet.value('vOper'), sheet.rate('pRedBC')))
  const value = sheet.put('vICMSPresumido', percentOf(base, sheet.rate('pICMS')), 'vOper × (1 − pRedBC) × pICMS')
  return { value, name: 'vICMSPresumido' }
}
