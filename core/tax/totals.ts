import { CoreError } from '../errors'
import { type Amount, type Decimal, decimal, ZERO } from '../money/decimal'
import { reformAdds } from './reform'

/** Fields of ICMSTot that are the plain sum of the same field of the items. */
const SUMMED = [
  'vBC',
  'vICMS',
  'vICMSDeson',
  'vFCPUFDest',
  'vICMSUFDest',
  'vICMSUFRemet',
  'vFCP',
  'vBCST',
  'vICMSST',
  'vFCPST',
  'vFCPSTRet',
  'vICMSMonoReten',
  'vProd',
  'vFrete',
  'vSeg',
  'vDesc',
  'vII',
  'vIPI',
  'vIPIDevol',
  'vPIS',
  'vCOFINS',
  'vOutro',
  'vServ',
  'vIBSUF',
  'vIBSMun',
  'vIBS',
  'vCBS',
  'vIS',
] as const
type Summed = (typeof SUMMED)[number]

/** Every amount of an item that a total reads. */
export const TOTALLED = [...SUMMED, 'IBSCBS.vBC', 'vPISST', 'vCOFINSST'] as const

/** What a total adds up from one item; `ItemTaxes.values` with the amounts of the line fits. */
export type TotalsItem = { readonly [Name in (typeof TOTALLED)[number]]?: Amount } & {
  /** `0`: the item stays out of vProd and of vNF. */
  readonly indTot?: string
  readonly indDeduzDeson?: string
  readonly indSomaPISST?: string
  readonly indSomaCOFINSST?: string
}

/** The totals of a document; `vST` is the ICMS-ST, which the items call vICMSST. */
export type DocumentTotals = Readonly<
  Record<Exclude<Summed, 'vICMSST'> | 'vST' | 'vBCIBSCBS' | 'vNF' | 'vNFTot', Decimal>
>

const MAX_ITEMS = 2000

/**
 * The totals of an NF-e: sums of the rounded items, never recomputed, and vNF by the identity of rejection 610 (relieved ICMS counts only where
 * deducted, PIS and COFINS of ST only where they add). `vNFTot` also holds IBS, CBS and IS from 2027. Throws `too_large` over 2,000 items.
 */
export function documentTotals(items: readonly TotalsItem[], year?: number): DocumentTotals {
  if (items.length > MAX_ITEMS) throw new CoreError('too_large', `O documento passa do limite de ${MAX_ITEMS} itens.`)
  const { vICMSST, ...sums } = sumFields(items)
  let deducted = ZERO
  let extra = ZERO
  let reformBase = ZERO
  for (const item of items) {
    if (item.indDeduzDeson === '1') deducted = deducted.plus(item.vICMSDeson ?? ZERO)
    if (item.indSomaPISST === '1') extra = extra.plus(item.vPISST ?? ZERO)
    if (item.indSomaCOFINSST === '1') extra = extra.plus(item.vCOFINSST ?? ZERO)
    reformBase = reformBase.plus(item['IBSCBS.vBC'] ?? ZERO)
  }
  const vNF = sums.vProd
    .minus(sums.vDesc)
    .minus(deducted)
    .plus(vICMSST)
    .plus(sums.vFrete)
    .plus(sums.vSeg)
    .plus(sums.vOutro)
    .plus(sums.vII)
    .plus(sums.vIPI)
    .plus(sums.vIPIDevol)
    .plus(sums.vServ)
    .plus(sums.vFCPST)
    .plus(sums.vICMSMonoReten)
    .plus(extra)
  const vNFTot = reformAdds(year) ? vNF.plus(sums.vIBS).plus(sums.vCBS).plus(sums.vIS) : vNF
  return { ...sums, vST: vICMSST, vBCIBSCBS: reformBase, vNF, vNFTot }
}

function sumFields(items: readonly TotalsItem[]): Record<Summed, Decimal> {
  const sums: Partial<Record<Summed, Decimal>> = {}
  for (const item of items) {
    const counts = item.indTot !== '0'
    for (const name of SUMMED) {
      const value = item[name]
      if (value === undefined || (name === 'vProd' && !counts)) continue
      sums[name] = sums[name]?.plus(value) ?? decimal(value)
    }
  }
  const of = (name: Summed): Decimal => sums[name] ?? ZERO
  return {
    vBC: of('vBC'),
    vICMS: of('vICMS'),
    vICMSDeson: of('vICMSDeson'),
    vFCPUFDest: of('vFCPUFDest'),
    vICMSUFDest: of('vICMSUFDest'),
    vICMSUFRemet: of('vICMSUFRemet'),
    vFCP: of('vFCP'),
    vBCST: of('vBCST'),
    vICMSST: of('vICMSST'),
    vFCPST: of('vFCPST'),
    vFCPSTRet: of('vFCPSTRet'),
    vICMSMonoReten: of('vICMSMonoReten'),
    vProd: of('vProd'),
    vFrete: of('vFrete'),
    vSeg: of('vSeg'),
    vDesc: of('vDesc'),
    vII: of('vII'),
    vIPI: of('vIPI'),
    vIPIDevol: of('vIPIDevol'),
    vPIS: of('vPIS'),
    vCOFINS: of('vCOFINS'),
    vOutro: of('vOutro'),
    vServ: of('vServ'),
    vIBSUF: of('vIBSUF'),
    vIBSMun: of('vIBSMun'),
    vIBS: of('vIBS'),
    vCBS: of('vCBS'),
    vIS: of('vIS'),
  }
}
