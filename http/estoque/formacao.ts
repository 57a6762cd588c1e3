import * as v from 'valibot'
import { CoreError } from '../../core/errors'
import { formPrice, VARIABLE_COSTS } from '../../core/pricing/formation'
import { parseInput } from '../platform/action'
import { invalid } from '../platform/errors'
import { decimalInput } from '../platform/inputs'
import { type Draft, faultName } from '../platform/resource'
import { number, object } from '../platform/served'

const COSTS = ['vCusto', 'pIPI', 'vICMSUFDest', 'vICMSST', 'vFrete', 'pOutrosCustos'] as const

const FORMED = [
  'tCustosAquisicao',
  'pCustosVariaveis',
  'vPrecoBruto',
  'vPrecoSujerido',
  'vPrecoMinimo',
  'pMarkup',
  'pMargemSujerida',
] as const satisfies readonly (keyof ReturnType<typeof formPrice>)[]

/** What a product keeps of it (N2-055), as documentation tells it. */
export const formationShape = object(
  Object.fromEntries([...COSTS, ...VARIABLE_COSTS, ...FORMED].map((name) => [name, number()])),
)

/** What a price is formed from; percentages are percent. */
export const formationInput = v.object(
  Object.fromEntries([...COSTS, ...VARIABLE_COSTS].map((name) => [name, v.optional(v.nullable(decimalInput))])),
)

export type FormationTold = v.InferOutput<typeof formationInput>

/** What was told, without what was left empty. */
export const told = (input: FormationTold): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value]])),
  )

/** Forms a price of what is told, in numbers; percentages are percent. Throws `impossible_formation`, `invalid_rate`. */
export function formedOf(values: Readonly<Record<string, string>>, cost: string, decimal_preco?: number | null) {
  const formed = formPrice({ vCusto: cost, decimal_preco, ...values }, 'percent')
  return Object.fromEntries(
    Object.entries(formed).map(([name, value]) => [name, value === null ? null : Number(String(value))]),
  )
}

/** A product keeps what its price is formed from, and what is formed of it then; nothing where nothing was told. Throws 422. */
export function keepFormations(drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    const { before, values } = draft
    const given = values.formacao_preco
    if (given === undefined || given === null) continue
    const kept = told(parseInput(formationInput, given, 'formacao_preco'))
    const decimals = Number(values.decimal_preco ?? before?.decimal_preco ?? 2)
    const numbers = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, Number(value)]))
    try {
      values.formacao_preco =
        Object.keys(kept).length === 0 ? null : { ...numbers, ...formedOf(kept, kept.vCusto ?? '0', decimals) }
    } catch (error) {
      if (!(error instanceof CoreError)) throw error
      throw invalid({ [faultName(draft, 'formacao_preco')]: [error.message] })
    }
  }
}
