import { formatCurrency } from '../br/number'
import { stateRegistrationFault } from '../br/state-registration'
import { decimal, sum, ZERO } from '../money/decimal'
import type { ItemCost } from './item-cost'
import type { NfeReading } from './nfe-types'

/** What a header says beside what its items say: by people's word, the item's field and the total's. */
const PARTS = [
  ['Frete', 'vFrete', 'vFrete'],
  ['Seguro', 'vSeg', 'vSeg'],
  ['Desconto', 'vDesc', 'vDesc'],
  ['Outras despesas', 'vOutro', 'vOutro'],
  ['IPI', 'vIPI', 'vIPI'],
  ['ICMS-ST', 'vICMSST', 'vST'],
] as const

/** Complement (2) and adjustment (3). */
const COMPLEMENTS: ReadonlySet<string | null> = new Set(['2', '3'])

/**
 * What a person should know before an invoice becomes an entry, beside `warnings`: totals that do not add up, items that do not make up the
 * total, a complement, in Portuguese. `costs` are the items' (`itemCosts`).
 */
export function noticesOf(nfe: NfeReading, costs: readonly ItemCost[]): string[] {
  return [...nfe.warnings, ...issuerNotices(nfe), ...totalNotices(nfe, costs), ...itemNotices(nfe)]
}

/** A registration that would be refused where it is typed is kept as the invoice brings it. */
function issuerNotices({ emit }: NfeReading): string[] {
  const fault = stateRegistrationFault(emit.endereco.UF, emit.IE)
  return fault === null ? [] : [`Emitente: ${fault} Confira o cadastro do fornecedor.`]
}

function totalNotices({ itens, total, duplicatas }: NfeReading, costs: readonly ItemCost[]): string[] {
  const notices = PARTS.flatMap(([word, field, header]) => {
    const told = itens.map((item) => item[field]).filter((value) => value !== null)
    // A header that alone carries an amount shares it over the items.
    if (told.every((value) => decimal(value).isZero())) return []
    return difference(word, sum(told), total[header] ?? '0')
  })
  const services = itens.some((item) => item.grupoICMS === null)
  const whole = services ? [] : difference('Total', sum(costs.map((one) => one.vTotal)), total.vNF)
  const owed = sum(duplicatas.map((one) => one.vDup))
  const dues = owed.isZero() || owed.cmp(total.vNF) <= 0 ? [] : difference('Duplicatas', owed, total.vNF)
  return [...notices, ...whole, ...dues]
}

function difference(word: string, items: ReturnType<typeof sum>, header: string): string[] {
  if (items.cmp(header) === 0) return []
  const parts = word === 'Duplicatas' ? 'somam' : 'os itens somam'
  return [`${word}: ${parts} ${formatCurrency(items)}, e a nota diz ${formatCurrency(header)}.`]
}

function itemNotices({ itens, finNFe }: NfeReading): string[] {
  const outside = itens.filter((item) => item.indTot === '0')
  const complement = COMPLEMENTS.has(finNFe)
  const valueOnly = itens.filter((item) => decimal(item.qCom).cmp(ZERO) === 0)
  return [
    ...(outside.length > 0
      ? [`Fora do total da nota, entra sem custo: ${numbers(outside)}. Confira se veio mesmo.`]
      : []),
    ...(valueOnly.length > 0 ? [`Sem quantidade, só soma ao custo do que já entrou: ${numbers(valueOnly)}.`] : []),
    ...(complement && valueOnly.length < itens.length
      ? ['Nota complementar ou de ajuste com quantidade: confira se as mercadorias vieram mesmo.']
      : []),
  ]
}

const numbers = (items: NfeReading['itens']): string =>
  `${items.length === 1 ? 'item' : 'itens'} ${items.map((item) => item.nItem).join(', ')}`

/** Why an invoice covers no goods: it was denied or refused by the tax authority, or cancelled. Undefined for one that is authorised, or that brings no protocol. */
export function notAuthorised({ protocolo, cancelada }: NfeReading): string | undefined {
  if (cancelada) return 'Esta nota foi cancelada pelo emitente'
  if (protocolo === null || protocolo.cStat === '100' || protocolo.cStat === '150') return undefined
  return `Esta nota não está autorizada (${[protocolo.cStat, protocolo.xMotivo].filter(Boolean).join(' ')})`
}
