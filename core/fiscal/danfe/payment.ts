import { T_PAG } from '../../fields/financeiro/registers'
import { decimalReader } from '../fields'
import { child, children, text } from '../xml'
import type { DanfeDue, DanfeField } from './types'
import { counts, dayText, money } from './write'

/** Words of the table are preceded by their code. */
const AFTER_CODE = 5
const WORDS: Readonly<Record<string, string>> = T_PAG

/** The invoice that the note charges; empty where there is none. */
export function invoiceOf(inf: unknown): readonly DanfeField[] {
  const node = child(inf, 'cobr', 'fat')
  if (node === undefined) return []
  const amount = decimalReader(node, 'da fatura')
  return [
    ['NÚMERO DA FATURA', text(node, 'nFat') ?? ''],
    ['VALOR ORIGINAL', money(amount('vOrig'))],
    ['VALOR DO DESCONTO', money(amount('vDesc'))],
    ['VALOR LÍQUIDO', money(amount('vLiq'))],
  ]
}

export function duesOf(inf: unknown): DanfeDue[] {
  return children(child(inf, 'cobr'), 'dup').map((node) => ({
    n: text(node, 'nDup') ?? '',
    due: dayText(text(node, 'dVenc')),
    amount: money(decimalReader(node, 'da duplicata')('vDup')),
  }))
}

/** Means of payment, in words, and their amounts; a note without payment has none. */
export function paymentsOf(inf: unknown): DanfeField[] {
  return children(child(inf, 'pag'), 'detPag').flatMap((node) => {
    const tPag = text(node, 'tPag') ?? ''
    if (tPag === '90') return []
    const word = WORDS[tPag]?.slice(AFTER_CODE) ?? tPag
    const name = tPag === '99' ? (text(node, 'xPag') ?? word) : word
    return [[name, money(decimalReader(node, 'do pagamento')('vPag') ?? '0')] as const]
  })
}

/** Change given back, or nothing. */
export function changeOf(inf: unknown): string {
  const vTroco = decimalReader(child(inf, 'pag'), 'do pagamento')('vTroco')
  return counts(vTroco) ? money(vTroco) : ''
}
