import type { TraceStep } from './explain'
import type { TaxField } from './types'

/** One tax of an item as people ask for it: its base, its rate and what it comes to, and every step there. */
export interface TaxTold {
  readonly imposto: string
  readonly base: string | null
  readonly aliquota: string | null
  readonly valor: string
  readonly formula: string
  readonly passos: readonly TraceStep[]
}

interface Group {
  readonly imposto: string
  readonly base?: TaxField
  readonly rate?: TaxField | string
  readonly value: TaxField
  /** What else belongs to it. */
  readonly also?: readonly TaxField[]
}

/** In the order in which an item is computed. A rate that is no figure of its own is an operand of one. */
const GROUPS: readonly Group[] = [
  { imposto: 'IPI', base: 'IPI.vBC', rate: 'pIPI', value: 'vIPI' },
  {
    imposto: 'ICMS',
    base: 'vBC',
    rate: 'pICMS',
    value: 'vICMS',
    also: ['pRedBC', 'vICMSOp', 'pDif', 'vICMSDif'],
  },
  { imposto: 'FCP', base: 'vBCFCP', rate: 'pFCP', value: 'vFCP' },
  { imposto: 'Crédito do Simples', rate: 'pCredSN', value: 'vCredICMSSN' },
  { imposto: 'ICMS desonerado', value: 'vICMSDeson' },
  {
    imposto: 'ICMS-ST',
    base: 'vBCST',
    rate: 'pICMSST',
    value: 'vICMSST',
    also: ['pMVAST', 'pRedBCST', 'vICMSPresumido'],
  },
  { imposto: 'FCP-ST', base: 'vBCFCPST', rate: 'pFCPST', value: 'vFCPST' },
  { imposto: 'ICMS-ST retido antes', base: 'vBCSTRet', rate: 'pST', value: 'vICMSSTRet' },
  {
    imposto: 'DIFAL',
    base: 'vBCUFDest',
    rate: 'pICMSUFDest',
    value: 'vICMSUFDest',
    also: ['vICMSInter', 'difal', 'vICMSUFRemet'],
  },
  { imposto: 'FCP do destino', base: 'vBCFCPUFDest', rate: 'pFCPUFDest', value: 'vFCPUFDest' },
  { imposto: 'PIS', base: 'PIS.vBC', rate: 'pPIS', value: 'vPIS' },
  { imposto: 'COFINS', base: 'COFINS.vBC', rate: 'pCOFINS', value: 'vCOFINS' },
  { imposto: 'Imposto Seletivo', base: 'vBCIS', rate: 'pIS', value: 'vIS' },
  {
    imposto: 'IBS do estado',
    base: 'IBSCBS.vBC',
    rate: 'pAliqEfetIBSUF',
    value: 'vIBSUF',
    also: ['pIBSUF', 'vDifIBSUF'],
  },
  {
    imposto: 'IBS do município',
    base: 'IBSCBS.vBC',
    rate: 'pAliqEfetIBSMun',
    value: 'vIBSMun',
    also: ['pIBSMun', 'vDifIBSMun'],
  },
  { imposto: 'CBS', base: 'IBSCBS.vBC', rate: 'pAliqEfetCBS', value: 'vCBS', also: ['pCBS', 'vDifCBS'] },
]

/** The steps of an item by tax, in the order of computing; a tax that was not computed is left out. */
export function byTax(steps: readonly TraceStep[]): TaxTold[] {
  const of = new Map(steps.map((step) => [step.field, step]))
  return GROUPS.flatMap(({ imposto, base, rate, value, also = [] }): TaxTold[] => {
    const last = of.get(value)
    if (!last) return []
    const names: ReadonlySet<string> = new Set([value, ...also, ...(base ? [base] : []), ...(rate ? [rate] : [])])
    const passos = steps.filter(({ field }) => names.has(field))
    const operand = rate && passos.map(({ operands }) => operands[rate]).find((one) => one !== undefined)
    return [
      {
        imposto,
        base: (base && of.get(base)?.value) ?? null,
        aliquota: (rate && of.get(rate)?.value) ?? operand ?? null,
        valor: last.value,
        formula: last.formula,
        passos,
      },
    ]
  })
}
