/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, conformance, hasConformance } from '../../fixtures/conformance'
import { decodeXml } from '../fiscal/decode-xml'
import type { NfeItem } from '../fiscal/nfe-types'
import { readNfe } from '../fiscal/read-nfe'
import { type Decimal, decimal, ZERO } from '../money/decimal'
import { calculateItem } from './item'
import { percentOf } from './sheet'
import { documentTotals, type TotalsItem } from './totals'
import type { ItemTaxInput, TaxField } from './types'

type Group = Record<string, string>
type ReformPart = Group & { gDif?: Group; gDevTrib?: Group; gRed?: Group }
interface IbsCbs {
  vBC?: string
  gIBSUF?: ReformPart
  gIBSMun?: ReformPart
  gCBS?: ReformPart
}
interface ItemCase {
  id: string
  prod: Group
  tax: Partial<Record<'ICMS' | 'IPI' | 'PIS' | 'COFINS', Group>> & { IBSCBS?: IbsCbs }
  checks: Record<string, boolean>
}
interface TotalsCase {
  id: string
  sample: string
  totals: Group
  itemSums: Group
  vNFcomputed: string
  holds: boolean
}

const near = (left: Decimal, right: string | undefined): boolean =>
  left
    .minus(right ?? ZERO)
    .abs()
    .lte('0.01')

function reformHolds({ tax }: ItemCase, group: 'gIBSUF' | 'gIBSMun' | 'gCBS', name: string): boolean {
  const { vBC = '0', [group]: part } = tax.IBSCBS ?? {}
  const rate = part?.gRed?.pAliqEfet ?? part?.[`p${name}`]
  const due = percentOf(decimal(vBC), decimal(rate ?? 0))
  return near(due.minus(part?.gDif?.vDif ?? 0).minus(part?.gDevTrib?.vDevTrib ?? 0), part?.[`v${name}`])
}

/** The base of IBS and CBS, the other taxes being those the document states. */
function reformBaseHolds({ prod, tax: { ICMS = {}, PIS = {}, COFINS = {}, IBSCBS } }: ItemCase): boolean {
  const { vProd = '0', vFrete = '0', vSeg = '0', vOutro = '0', vDesc = '0' } = prod
  const taxes = decimal(PIS.vPIS ?? 0)
    .plus(COFINS.vCOFINS ?? 0)
    .plus(ICMS.vICMS ?? 0)
  const base = decimal(vProd).plus(vFrete).plus(vSeg).plus(vOutro).minus(vDesc).minus(taxes)
  return near(base, IBSCBS?.vBC)
}

/** The identity of a check, from the figures of the document itself. */
const IDENTITIES: Record<string, (one: ItemCase) => boolean> = {
  'vProd = qCom*vUnCom': ({ prod }) => {
    const { qCom, vUnCom } = prod
    return near(calculateItem({ qCom, vUnCom }).values.vProd ?? ZERO, prod.vProd)
  },
  'vICMS = vBC*pICMS': ({ tax: { ICMS = {} } }) =>
    near(percentOf(decimal(ICMS.vBC ?? 0), decimal(ICMS.pICMS ?? 0)), ICMS.vICMS),
  'vIPI = vBC*pIPI': ({ tax: { IPI = {} } }) =>
    near(percentOf(decimal(IPI.vBC ?? 0), decimal(IPI.pIPI ?? 0)), IPI.vIPI),
  'vPIS = vBC*pPIS': ({ tax: { PIS = {} } }) =>
    near(percentOf(decimal(PIS.vBC ?? 0), decimal(PIS.pPIS ?? 0)), PIS.vPIS),
  'vCOFINS = vBC*pCOFINS': ({ tax: { COFINS = {} } }) =>
    near(percentOf(decimal(COFINS.vBC ?? 0), decimal(COFINS.pCOFINS ?? 0)), COFINS.vCOFINS),
  'vICMSST = vBCST*pICMSST - vICMS': ({ tax: { ICMS = {} } }) =>
    near(percentOf(decimal(ICMS.vBCST ?? 0), decimal(ICMS.pICMSST ?? 0)).minus(ICMS.vICMS ?? 0), ICMS.vICMSST),
  'vBCST = (vProd-vDesc+vFrete+vSeg+vOutro+vIPI)*(1+pMVAST)*(1-pRedBCST)': (one) =>
    near(recompute(one).vBCST ?? ZERO, one.tax.ICMS?.vBCST),
  'vIBSUF = vBC*aliq - vDif - vDevTrib': (one) => reformHolds(one, 'gIBSUF', 'IBSUF'),
  'vIBSMun = vBC*aliq - vDif - vDevTrib': (one) => reformHolds(one, 'gIBSMun', 'IBSMun'),
  'vCBS = vBC*aliq - vDif - vDevTrib': (one) => reformHolds(one, 'gCBS', 'CBS'),
  'IBSCBS.vBC = vProd+vFrete+vSeg+vOutro-vDesc-vPIS-vCOFINS-vICMS-vFCP-vICMSUFDest-vFCPUFDest': reformBaseHolds,
}

/** The item calculated again from its amounts, its code and its rates. */
function recompute({ prod, tax: { ICMS = {}, IPI = {}, PIS = {}, COFINS = {} } }: ItemCase) {
  const { vProd, vFrete, vSeg, vOutro, vDesc } = prod
  const { pICMS, pRedBC, pMVAST, pRedBCST, pICMSST, modBCST } = ICMS
  const excluded = PIS.vBC !== undefined && ICMS.vICMS !== undefined && PIS.vBC !== vProd
  const input: ItemTaxInput = {
    vProd,
    vFrete,
    vSeg,
    vOutro,
    vDesc,
    pICMS,
    pRedBC,
    pMVAST,
    pRedBCST,
    pICMSST,
    modBCST,
    taxCode: ICMS.CST ?? ICMS.CSOSN,
    vIPI: IPI.vIPI,
    pPIS: PIS.pPIS,
    pCOFINS: COFINS.pCOFINS,
    pisCofinsBaseExcludesIcms: excluded,
  }
  return calculateItem(input).values
}

describe.skipIf(!hasConformance)('fiscal/vectors of real notes', () => {
  it('tells which identities an item keeps, in every item of tax-nfe-items', () => {
    const { cases } = conformance<{ cases: ItemCase[] }>('fiscal/vectors/tax-nfe-items.json')
    const failed = cases.filter((one) =>
      Object.entries(one.checks).some(([check, holds]) => IDENTITIES[check]?.(one) !== holds),
    )
    console.info(`fiscal/vectors/tax-nfe-items.json: ${cases.length - failed.length}/${cases.length}, disputed 0`)
    expect(failed).toEqual([])
  })

  it('calculates again the items whose bases are the value of the operation', () => {
    const { cases } = conformance<{ cases: ItemCase[] }>('fiscal/vectors/tax-nfe-items.json')
    const figures: readonly [TaxField, TaxField, (one: ItemCase) => Group | undefined, string, string][] = [
      ['vBC', 'vICMS', (one) => one.tax.ICMS, 'vICMS', 'vICMS = vBC*pICMS'],
      ['vBCST', 'vICMSST', (one) => one.tax.ICMS, 'vICMSST', 'vICMSST = vBCST*pICMSST - vICMS'],
      ['PIS.vBC', 'vPIS', (one) => one.tax.PIS, 'vPIS', 'vPIS = vBC*pPIS'],
      ['COFINS.vBC', 'vCOFINS', (one) => one.tax.COFINS, 'vCOFINS', 'vCOFINS = vBC*pCOFINS'],
    ]
    let count = 0
    const failed: string[] = []
    for (const one of cases) {
      const values = recompute(one)
      for (const [base, field, groupOf, name, check] of figures) {
        const group = groupOf(one)
        const written = group?.[base.replace(/^.*\./, '')]
        if (!one.checks[check] || written === undefined || !near(values[base] ?? ZERO, written)) continue
        count++
        if (!near(values[field] ?? ZERO, group?.[name])) failed.push(`${one.id} ${field}`)
      }
    }
    console.info(`tax-nfe-items calculated again: ${count - failed.length}/${count} figures`)
    expect(failed).toEqual([])
    expect(count).toBeGreaterThan(90)
  })

  it('adds up vNF in every case of nfe-totals', () => {
    const { cases } = conformance<{ cases: TotalsCase[] }>('fiscal/vectors/nfe-totals.json')
    const failed = cases.filter(({ totals, vNFcomputed, holds }) => {
      const { vNF } = documentTotals([{ ...totals, vICMSST: totals.vST }])
      return !vNF.eq(vNFcomputed) || near(vNF, totals.vNF) !== holds
    })
    console.info(`fiscal/vectors/nfe-totals.json: ${cases.length - failed.length}/${cases.length}, disputed 0`)
    expect(failed).toEqual([])
  })

  it('adds up every total from the items of the samples that agree with themselves', () => {
    const { cases } = conformance<{ cases: TotalsCase[] }>('fiscal/vectors/nfe-totals.json')
    const wrong: string[] = []
    let count = 0
    for (const { sample, totals, itemSums, holds } of cases) {
      if (!holds || itemSums.vProd !== totals.vProd) continue
      const { itens } = readNfe(decodeXml(readFileSync(join(CONFORMANCE, 'fiscal', sample))))
      const sums = documentTotals(itens.map((item) => totalsItem(item)))
      for (const name of [
        'vBC',
        'vICMS',
        'vFCP',
        'vBCST',
        'vST',
        'vFCPST',
        'vProd',
        'vFrete',
        'vSeg',
        'vDesc',
        'vII',
        'vIPI',
        'vPIS',
        'vCOFINS',
        'vOutro',
        'vNF',
      ] as const) {
        if (totals[name] === undefined) continue
        count++
        if (!sums[name].eq(totals[name])) wrong.push(`${sample} ${name}: ${sums[name].toFixed(2)} for ${totals[name]}`)
      }
    }
    console.info(`totals of samples from their items: ${count - wrong.length}/${count}`)
    expect(wrong).toEqual([])
  })
})

function totalsItem(item: NfeItem): TotalsItem {
  const present = Object.entries({ ...item, vPIS: item.PIS.v, vCOFINS: item.COFINS.v }).filter(
    ([, value]) => value !== null,
  )
  return Object.fromEntries(present)
}
