import * as v from 'valibot'
import { sum } from '../../../core/money/decimal'
import type { Ctx } from '../../platform/context'
import { type Draft, refuseRows } from '../../platform/resource'

/** What a guide comes to: with the fund, fine and interest. */
const PARTS = ['vPrincipal', 'vFCP', 'vMulta', 'vJuros'] as const

/** Fields of a state's own, as a guide keeps them. */
export const extraFields = v.pipe(
  v.array(v.object({ codigo: v.pipe(v.string(), v.regex(/^\d{1,10}$/)), valor: v.pipe(v.string(), v.maxLength(100)) })),
  v.maxLength(3),
)

/** A guide comes to the sum of its parts; a document of origin has its kind and its number. */
export function prepareGuides(_ctx: Ctx, drafts: readonly Draft[]): void {
  refuseRows(drafts, ({ before, values }) => {
    const is = (name: string): unknown => values[name] ?? (values[name] === undefined ? before?.[name] : null)
    const [kind, number] = [is('tpDocOrigem'), is('nDocOrigem')].map((one) => one !== null && one !== undefined)
    return {
      ...(kind && !number ? { nDocOrigem: 'Informe o número do documento de origem.' } : {}),
      ...(number && !kind ? { tpDocOrigem: 'Informe o tipo do documento de origem.' } : {}),
      ...(values.camposExtras === undefined || v.is(v.nullable(extraFields), values.camposExtras)
        ? {}
        : { camposExtras: 'Informe até três campos: [{"codigo": "76", "valor": "…"}].' }),
    }
  })
  for (const { before, values } of drafts)
    if (PARTS.some((name) => values[name] !== undefined) || before === undefined)
      values.valorGNRE = sum(PARTS.map((name) => String(values[name] ?? before?.[name] ?? 0))).toFixed(2)
}
