import { type Decimal, decimal, sum, ZERO } from '../../money/decimal'
import { issueYear, legalReformRates, reformAdds, type ReformRates } from '../../tax/reform'
import { notNegative, percentOf } from '../../tax/sheet'
import type { Dps } from './dps'

/** What a declaration comes to (schemas of the NFS-e 1.01: vBC, vISSQN, vTotalRet, vLiq). Each figure has 2 decimals, half up, before the next one uses it. */
export interface NfseAmounts {
  /** Deductions of the ISS base, by value, by rate, or by documents. */
  readonly vCalcDR: Decimal
  /** What a benefit of the city takes off the base. */
  readonly vCalcBM: Decimal
  readonly vBC: Decimal
  readonly pAliqAplic: Decimal
  readonly vISSQN: Decimal
  /** ISS that the taker or intermediary keeps back. */
  readonly vRetISSQN: Decimal
  /** All that is kept back: ISS, IRRF, social security, and PIS, COFINS and CSLL together. */
  readonly vTotalRet: Decimal
  /** What is received: the service less both discounts and what is kept back. */
  readonly vLiq: Decimal
}

/** A field that is left empty is none, as the layout has it. */
const told = (amount: string | undefined): string | undefined => (amount === '' ? undefined : amount)
/** An amount of a declaration; nothing where it is none. */
export const given = (amount: string | undefined): Decimal => decimal(told(amount) ?? '0')

/**
 * The amounts of a declaration. `pAliq` is the rate (percent) of the town where the tax falls, where the declaration does not carry one. ISS that is paid within Simples is
 * none of the note's, unless it is kept back. Throws `invalid_amount` for what is no amount.
 */
export function nfseAmounts(dps: Dps, pAliq?: string): NfseAmounts {
  const { vServPrest, vDescCondIncond, trib } = dps.valores
  const { tribMun, tribFed } = trib
  const service = given(vServPrest.vServ)
  const off = given(vDescCondIncond?.vDescIncond)
  const vCalcDR = deductions(dps, service)
  const before = notNegative(service.minus(off).minus(vCalcDR).minus(passedOn(dps)))
  const { BM } = tribMun
  const reduction = told(BM?.pRedBCBM)
  const vCalcBM = reduction === undefined ? given(BM?.vRedBCBM) : percentOf(before, decimal(reduction))
  const taxed = tribMun.tribISSQN === '1' && isOfNote(dps)
  const vBC = taxed ? notNegative(before.minus(vCalcBM)) : ZERO
  const pAliqAplic = taxed ? given(told(tribMun.pAliq) ?? pAliq) : ZERO
  const vISSQN = percentOf(vBC, pAliqAplic)
  const vRetISSQN = isWithheld(dps) ? vISSQN : ZERO
  const vTotalRet = sum([tribFed?.vRetCP, tribFed?.vRetIRRF, tribFed?.vRetCSLL].map(given)).plus(vRetISSQN)
  const vLiq = service.minus(off).minus(given(vDescCondIncond?.vDescCond)).minus(vTotalRet)
  return { vCalcDR, vCalcBM, vBC, pAliqAplic, vISSQN, vRetISSQN, vTotalRet, vLiq }
}

/** Does the taker or the intermediary keep the ISS back? */
export const isWithheld = ({ valores }: Dps): boolean => ['2', '3'].includes(valores.trib.tribMun.tpRetISSQN)

/** MEI, and who pays ISS within Simples, have it on the note only where it is kept back. */
function isOfNote(dps: Dps): boolean {
  const { opSimpNac, regApTribSN } = dps.prest.regTrib
  if (opSimpNac === '2') return false
  return opSimpNac === '1' || regApTribSN === '2' || regApTribSN === '3' || isWithheld(dps)
}

function deductions({ valores: { vDedRed } }: Dps, service: Decimal): Decimal {
  const rate = told(vDedRed?.pDR)
  if (rate !== undefined) return percentOf(service, decimal(rate))
  const value = told(vDedRed?.vDR)
  return value === undefined
    ? sum((vDedRed?.documentos?.docDedRed ?? []).map((one) => given(one.vDeducaoReducao)))
    : given(value)
}

/** Expenses of others that are only passed on. */
const passedOn = ({ IBSCBS }: Dps): Decimal =>
  sum((IBSCBS?.valores.gReeRepRes?.documentos ?? []).map(({ vlrReeRepRes }) => given(vlrReeRepRes)))

/** IBS and CBS of a note, which the national system writes and the taker sees. */
export interface NfseReform {
  readonly vBC: Decimal
  readonly vIBSUF: Decimal
  readonly vIBSMun: Decimal
  readonly vIBSTot: Decimal
  readonly vCBS: Decimal
  /** From 2027 both are added to what is paid. */
  readonly vTotNF: Decimal
}

/**
 * IBS and CBS of a declaration that carries their group, without reductions of the rate; null where it has none, and for a year whose rates no law fixes and that are not
 * given (`rates`, percent). Base: the service less unconditional discount, what is passed on and ISS, until 2026 also less PIS and COFINS.
 */
export function nfseReform(dps: Dps, amounts: NfseAmounts, rates?: ReformRates): NfseReform | null {
  const year = issueYear({ date: dps.dCompet }) ?? 0
  const isAdded = reformAdds(year)
  const { pIBSUF, pIBSMun, pCBS } = rates ?? legalReformRates(year) ?? {}
  if (dps.IBSCBS === undefined || pIBSUF === undefined || pIBSMun === undefined || pCBS === undefined) return null
  const { vServPrest, vDescCondIncond, trib } = dps.valores
  // PIS and COFINS end when IBS and CBS begin to be added.
  const old = isAdded ? ZERO : sum([trib.tribFed?.piscofins?.vPis, trib.tribFed?.piscofins?.vCofins].map(given))
  const less = sum([given(vDescCondIncond?.vDescIncond), passedOn(dps), amounts.vISSQN, old])
  const vBC = notNegative(given(vServPrest.vServ).minus(less))
  const vIBSUF = percentOf(vBC, decimal(pIBSUF))
  const vIBSMun = percentOf(vBC, decimal(pIBSMun))
  const vCBS = percentOf(vBC, decimal(pCBS))
  const vIBSTot = vIBSUF.plus(vIBSMun)
  const added = isAdded ? vIBSTot.plus(vCBS) : ZERO
  return { vBC, vIBSUF, vIBSMun, vIBSTot, vCBS, vTotNF: amounts.vLiq.plus(added) }
}
