import { type Amount, decimal, ZERO } from '../../money/decimal'
import type { CfopCase } from '../../tax/cfop'
import type { NotePayment } from './note'
import type { Problem } from './problems'

const ORIGINS = ['', 'de produção própria', 'de revenda', 'de uso e consumo', 'do ativo']
const SUBSTITUTION = ['sem ST', 'com ST retida por nós', 'com ST já retida']
const DESTINATIONS = ['', 'dentro do estado', 'para outro estado', 'para o exterior']

/** What is said where an operation has no line for a case, for whoever keeps the operation. */
export function missingCfop(operation: string, { origem, st, destino, contribuinte }: CfopCase): Problem {
  const goods = `${ORIGINS[origem]}, ${SUBSTITUTION[st]}, ${DESTINATIONS[destino]}`
  const whom = contribuinte === 1 ? 'a contribuinte' : 'a não contribuinte'
  return {
    message: `A operação “${operation}” não tem CFOP para mercadoria ${goods}, ${whom}.`,
    place: { resource: 'tipo_entrada_saida', field: 'cfop_list' },
  }
}

/** An instalment as it was agreed, with the NF-e's number of its means of payment. */
export interface Instalment {
  readonly vDup: Amount
  readonly dVencimento: string
  readonly tPag: string
  readonly cAut?: string
}

interface PaidBy {
  readonly finNFe: string
  /** What the operation says, whatever was agreed. */
  readonly forced?: string
  readonly day: string
  readonly vNF: Amount
}

/** Means whose voucher belongs on the note; what a card company owes is no instalment of the customer's. */
const CARDS = new Set(['03', '04'])
const FREE: NotePayment = { tPag: '90', vPag: '0' }

/**
 * How a note is paid: nothing for what moves no money (return, adjustment: rule 871), else one row a means, later or at once by the days of its instalments. What is
 * due today is no instalment of the note (rule 853).
 */
export function paymentsOf(
  instalments: readonly Instalment[],
  { finNFe, forced, day, vNF }: PaidBy,
): {
  readonly payments: readonly NotePayment[]
  readonly dues: readonly { readonly nDup: string; readonly dVenc: string; readonly vDup: Amount }[]
} {
  if (finNFe === '3' || finNFe === '4' || forced === '90') return { payments: [FREE], dues: [] }
  const owed = instalments.filter(({ vDup }) => decimal(vDup).sign() > 0)
  if (owed.length === 0)
    return { payments: decimal(vNF).isZero() ? [FREE] : [{ tPag: forced ?? '90', vPag: forced ? vNF : '0' }], dues: [] }
  const isLater = ({ dVencimento, tPag }: Instalment) => dVencimento > day && !CARDS.has(forced ?? tPag)
  const later = owed.filter(isLater)
  const groups = Map.groupBy(owed, (one) => `${forced ?? one.tPag} ${isLater(one) ? '1' : '0'} ${one.cAut ?? ''}`)
  const payments = [...groups].map(([key, group]) => {
    const [tPag = '99', indPag = '0', cAut] = key.split(' ')
    const vPag = group.reduce((all, { vDup }) => all.plus(vDup), ZERO)
    return { tPag, indPag, vPag, ...(CARDS.has(tPag) ? { card: { tpIntegra: '2', ...(cAut ? { cAut } : {}) } } : {}) }
  })
  const dues = later.map(({ dVencimento, vDup }, index) => ({ nDup: String(index + 1), dVenc: dVencimento, vDup }))
  return { payments, dues }
}
