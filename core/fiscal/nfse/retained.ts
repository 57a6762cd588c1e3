import type { RETAINED } from '../../fields/financeiro/retencao'
import { decimal, sum } from '../../money/decimal'
import { given } from './amounts'
import type { Dps } from './dps'

/** A tax that the taker keeps back, in R$ as decimal text. */
export interface RetainedTax {
  readonly tributo: keyof typeof RETAINED
  readonly valor: string
}

/**
 * What the taker keeps back by tax: the federal ones as declared, and of ISS what is left of all that the city's system says is kept back (`vTotalRet`), so that together they
 * are that. Empty where nothing is.
 */
export function retainedTaxes({ valores }: Pick<Dps, 'valores'>, vTotalRet: string | null): readonly RetainedTax[] {
  const { tribFed } = valores.trib
  const federal = [
    { tributo: 'IRRF', valor: given(tribFed?.vRetIRRF) },
    { tributo: 'CP', valor: given(tribFed?.vRetCP) },
    { tributo: 'CSRF', valor: given(tribFed?.vRetCSLL) },
  ] as const
  const iss = {
    tributo: 'ISS',
    valor: decimal(vTotalRet ?? '0').minus(sum(federal.map(({ valor }) => valor))),
  } as const
  return [iss, ...federal]
    .filter(({ valor }) => valor.sign() > 0)
    .map(({ tributo, valor }) => ({ tributo, valor: valor.toFixed(2) }))
}
