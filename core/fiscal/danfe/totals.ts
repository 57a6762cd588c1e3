import { sum } from '../../money/decimal'
import { decimalReader } from '../fields'
import { child } from '../xml'
import type { DanfeField, DanfeTotals } from './types'
import { counts, money } from './write'

const HEADER = 'da nota'

const reader = (node: unknown) => {
  const amount = decimalReader(node, HEADER)
  return (name: string) => amount(name) ?? '0'
}

/** Titles of the block of taxes as the manual has them, and the totals under them. */
const TAXES: readonly (readonly (readonly [title: string, name: string])[])[] = [
  [
    ['BASE DE CÁLC. DO ICMS', 'vBC'],
    ['VALOR DO ICMS', 'vICMS'],
    ['BASE CÁLC. ICMS S.T.', 'vBCST'],
    ['VALOR DO ICMS S.T.', 'vST'],
    ['V. IMP. IMPORTAÇÃO', 'vII'],
    ['V. ICMS UF REMET.', 'vICMSUFRemet'],
    ['V. FCP UF DEST.', 'vFCPUFDest'],
    ['VALOR DO PIS', 'vPIS'],
    ['V. TOTAL PRODUTOS', 'vProd'],
  ],
  [
    ['VALOR DO FRETE', 'vFrete'],
    ['VALOR DO SEGURO', 'vSeg'],
    ['DESCONTO', 'vDesc'],
    ['OUTRAS DESPESAS', 'vOutro'],
    ['VALOR TOTAL DO IPI', 'vIPI'],
    ['V. ICMS UF DEST.', 'vICMSUFDest'],
    ['V. APROX. TRIBUTOS', 'vTotTrib'],
    ['VALOR DA COFINS', 'vCOFINS'],
    ['V. TOTAL DA NOTA', 'vNF'],
  ],
]

/** The block of taxes: two rows of nine. */
export function taxesOf(total: unknown): readonly (readonly DanfeField[])[] {
  const amount = reader(child(total, 'ICMSTot'))
  return TAXES.map((row) => row.map(([title, name]) => [title, money(amount(name))] as const))
}

/** A row of what most notes have not got: taxes of the reform, FCP and ICMS apart; empty where there is none. */
export function reformOf(total: unknown): readonly DanfeField[] {
  const icms = reader(child(total, 'ICMSTot'))
  const reform = child(total, 'IBSCBSTot')
  const whole = reader(total)
  const extra: readonly DanfeField[] = (
    [
      ['V. FCP', icms('vFCP')],
      ['V. FCP S.T.', icms('vFCPST')],
      ['ICMS DESONERADO', icms('vICMSDeson')],
      ['ICMS MONOF. RETIDO', icms('vICMSMonoReten')],
      ['IPI DEVOLVIDO', icms('vIPIDevol')],
      ['IMPOSTO SELETIVO', reader(child(total, 'ISTot'))('vIS')],
    ] as const
  ).flatMap(([title, value]) => (counts(value) ? [[title, money(value)] as const] : []))
  if (reform === undefined) return extra
  return [
    ['BASE CÁLC. IBS/CBS', money(reader(reform)('vBCIBSCBS'))],
    ['V. IBS ESTADUAL', money(reader(child(reform, 'gIBS', 'gIBSUF'))('vIBSUF'))],
    ['V. IBS MUNICIPAL', money(reader(child(reform, 'gIBS', 'gIBSMun'))('vIBSMun'))],
    ['VALOR TOTAL DO IBS', money(reader(child(reform, 'gIBS'))('vIBS'))],
    ['VALOR TOTAL DA CBS', money(reader(child(reform, 'gCBS'))('vCBS'))],
    ...extra,
    ...(counts(whole('vNFTot')) ? [['V. TOTAL COM IBS/CBS', money(whole('vNFTot'))] as const] : []),
  ]
}

/** What a receipt adds up. */
export function receiptTotalsOf(total: unknown): DanfeTotals {
  const amount = reader(child(total, 'ICMSTot'))
  const charges = sum([amount('vFrete'), amount('vSeg'), amount('vOutro')])
  return {
    products: money(sum([amount('vProd'), reader(child(total, 'ISSQNtot'))('vServ')]).toFixed(2)),
    discount: counts(amount('vDesc')) ? money(amount('vDesc')) : '',
    charges: charges.isZero() ? '' : money(charges.toFixed(2)),
    total: money(amount('vNF')),
    approximate: counts(amount('vTotTrib')) ? money(amount('vTotTrib')) : '',
  }
}

/** The block of services; empty where the note has none. */
export function servicesOf(total: unknown, IM: string): readonly DanfeField[] {
  const node = child(total, 'ISSQNtot')
  if (node === undefined) return []
  const amount = reader(node)
  return [
    ['INSCRIÇÃO MUNICIPAL', IM],
    ['VALOR TOTAL DOS SERVIÇOS', money(amount('vServ'))],
    ['BASE DE CÁLCULO DO ISSQN', money(amount('vBC'))],
    ['VALOR DO ISSQN', money(amount('vISS'))],
  ]
}
