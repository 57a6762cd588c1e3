import { CoreError } from '../errors'
import { type Amount, type Decimal, HUNDRED, ONE, ZERO, decimal, sum } from '../money/decimal'
import { FRACTION_DECIMALS } from './discount'
import { amountOf, priceDecimals } from './line'
import { marginOf } from './margin'

/** The variable costs of a sale, each a share of the price. */
export const VARIABLE_COSTS = [
  'pComissoes',
  'pCartao',
  'pDAS',
  'pICMS',
  'pPIS',
  'pCOFINS',
  'pIRPJ',
  'pCSLL',
  'pMargem',
] as const
export type VariableCost = (typeof VARIABLE_COSTS)[number]

/** What a new price formation starts from, as fractions (document 2, section 9). */
export const FORMATION_DEFAULTS = { pMargem: '0.20', pComissoes: '0.03', pCartao: '0.03', pDAS: '0.10' } as const

export type FormationInput = { readonly [Name in VariableCost]?: Amount | null | undefined } & {
  /** Acquisition: cost of the goods, IPI over it and the amounts that come on top. */
  readonly vCusto: Amount
  readonly pIPI?: Amount | null | undefined
  readonly vICMSUFDest?: Amount | null | undefined
  readonly vICMSST?: Amount | null | undefined
  readonly vFrete?: Amount | null | undefined
  /** Other costs as a share of the price. */
  readonly pOutrosCustos?: Amount | null | undefined
  readonly decimal_preco?: number | null | undefined
}

export interface Formation {
  readonly tCustosAquisicao: Decimal
  readonly pCustosVariaveis: Decimal
  readonly pOutrosCustos: Decimal
  /** The suggested price before it is rounded, 4 decimals. */
  readonly vPrecoBruto: Decimal
  readonly vPrecoSujerido: Decimal
  /** The price that covers every cost and leaves no margin. */
  readonly vPrecoMinimo: Decimal
  /** Of the suggested price over the acquisition cost: what the product's price rows take. Null without a cost. */
  readonly pMarkup: Decimal | null
  readonly pMargemSujerida: Decimal
}

/**
 * Forms a price from its costs: tCustosAquisicao / (1 − variable shares − other shares), and the minimum price the same without
 * the margin. Shares are fractions, or percentages when `unit` says so; the answer is in the same unit.
 * Throws `impossible_formation` when the shares reach 100 % of the price, `invalid_rate` when one is negative.
 */
export function formPrice(input: FormationInput, unit: 'fraction' | 'percent' = 'fraction'): Formation {
  const share = (value: Amount | null | undefined): Decimal => shareOf(value, unit)
  const tCustosAquisicao = amountOf(input.vCusto, 'O custo')
    .times(ONE.plus(share(input.pIPI)))
    .plus(amountOf(input.vICMSUFDest ?? ZERO, 'O ICMS de destino'))
    .plus(amountOf(input.vICMSST ?? ZERO, 'O ICMS-ST'))
    .plus(amountOf(input.vFrete ?? ZERO, 'O frete'))
  const pCustosVariaveis = sum(VARIABLE_COSTS.map((name) => share(input[name])))
  const pOutrosCustos = share(input.pOutrosCustos)
  const left = ONE.minus(pCustosVariaveis).minus(pOutrosCustos)
  if (left.sign() <= 0) {
    throw new CoreError(
      'impossible_formation',
      `Os custos variáveis, a margem e os outros custos somam ${percentText(ONE.minus(left))} do preço; precisam somar menos de 100 %.`,
    )
  }
  const decimals = priceDecimals(input.decimal_preco)
  const exact = tCustosAquisicao.div(left)
  const vPrecoSujerido = exact.round(decimals, 'half-up')
  const margin = marginOf(vPrecoSujerido, tCustosAquisicao)
  return {
    tCustosAquisicao: tCustosAquisicao.round(4, 'half-up'),
    pCustosVariaveis: shown(pCustosVariaveis, unit),
    pOutrosCustos: shown(pOutrosCustos, unit),
    vPrecoBruto: exact.round(4, 'half-up'),
    vPrecoSujerido,
    vPrecoMinimo: tCustosAquisicao.div(left.plus(share(input.pMargem))).round(decimals, 'half-up'),
    pMarkup: margin.pMarkup === null ? null : shown(margin.pMarkup, unit),
    pMargemSujerida: shown(margin.pMargem, unit),
  }
}

function shareOf(value: Amount | null | undefined, unit: 'fraction' | 'percent'): Decimal {
  if (value === undefined || value === null) return ZERO
  const read = unit === 'percent' ? decimal(value).div(HUNDRED) : decimal(value)
  if (read.sign() < 0)
    throw new CoreError('invalid_rate', 'Os percentuais da formação de preço não podem ser negativos.')
  return read
}

function shown(value: Decimal, unit: 'fraction' | 'percent'): Decimal {
  return (unit === 'percent' ? value.times(HUNDRED) : value).round(FRACTION_DECIMALS, 'half-up')
}

function percentText(value: Decimal): string {
  return `${value.times(HUNDRED).round(2, 'half-up').toString().replace('.', ',')} %`
}
