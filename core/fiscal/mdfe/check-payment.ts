import { formatCurrency } from '../../br/number'
import { type Decimal, sum } from '../../money/decimal'
import { isAmount } from '../amount-text'
import type { Place, Problem } from '../issue/fault-words'
import type { Manifest } from './manifest'

type Payment = NonNullable<NonNullable<Manifest['rodo']['infANTT']>['infPag']>[number]

/** First day on which a paid full load of a carrier has to name its CIOT (NT 2025.001). */
const CIOT_SINCE = '2026-05-01'
const where: Place = { resource: 'mdfe', field: 'infPag' }

/** What the rules of full loads and their payment refuse (NT 2025.001: 302 to 304, CIOT). */
export function paymentProblems({ ide, rodo, prodPred }: Manifest): readonly Problem[] {
  const { infPag = [], infCIOT = [] } = rodo.infANTT ?? {}
  const problems: Problem[] = infPag.flatMap((one, index) =>
    termsOf(one, infPag.length > 1 ? `Pagamento ${index + 1}: ` : ''),
  )
  const full = prodPred?.infLotacao !== undefined
  if (full && ide.tpEmit !== '2' && infPag.length === 0)
    problems.push({ cStat: '302', message: 'A carga lotação pede as informações do pagamento do frete.', place: where })
  if (ide.tpEmit === '1' && infPag.length > 0 && ide.dhEmi >= CIOT_SINCE && !infCIOT.some(({ CIOT }) => CIOT))
    problems.push({ message: 'O pagamento do frete pede o CIOT.', place: { resource: 'mdfe', field: 'infCIOT' } })
  return problems
}

/** Parts make the contract; what is left after the advance is what the instalments come to. */
function termsOf({ Comp, vContrato, indPag, vAdiant, infPrazo = [] }: Payment, prefix: string): Problem[] {
  const told = (message: string): Problem => ({ message: `${prefix}${message}`, place: where })
  const contract = total([vContrato])
  const parts = total(Comp.map(({ vComp }) => vComp))
  const later = total(infPrazo.map(({ vParcela }) => vParcela))
  const advance = total([vAdiant ?? '0'])
  // What is no amount is told by the layout.
  if (!contract || !parts || !later || !advance) return []
  const rest = contract.minus(advance)
  const found: Problem[] = []
  if (!parts.eq(contract))
    found.push(told(`os componentes somam ${formatCurrency(parts)}, e o contrato é de ${formatCurrency(contract)}.`))
  if (indPag === '1' && infPrazo.length === 0) found.push(told('o pagamento a prazo pede as parcelas.'))
  if (indPag === '0' && infPrazo.length > 0) found.push(told('o pagamento à vista não tem parcelas.'))
  if (rest.sign() < 0) found.push(told('o adiantamento passa do valor do contrato.'))
  else if (indPag === '1' && infPrazo.length > 0 && !later.eq(rest))
    found.push(told(`as parcelas somam ${formatCurrency(later)}, e faltam ${formatCurrency(rest)}.`))
  return found.map((one) => ({ ...one, message: upper(one.message, prefix) }))
}

const upper = (message: string, prefix: string): string =>
  prefix === '' ? message.charAt(0).toUpperCase() + message.slice(1) : message

/** What amounts come to; null where one is none. */
function total(amounts: readonly string[]): Decimal | null {
  return amounts.every(isAmount) ? sum(amounts) : null
}
