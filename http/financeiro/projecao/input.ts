import * as v from 'valibot'
import { flag, identifier, idList } from '../../platform/inputs'

const days = (least: number, most: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number))]),
    v.integer(`Informe um número de ${least} a ${most}.`),
    v.minValue(least, `Informe um número de ${least} a ${most}.`),
    v.maxValue(most, `Informe um número de ${least} a ${most}.`),
  )

const empty = v.pipe(
  v.union([v.null(), v.literal('')]),
  v.transform(() => undefined),
)
const maybe = <S extends v.GenericSchema>(schema: S) => v.optional(v.union([empty, schema]))

/** The centre that is asked for: its number, or 0 for what has none. */
export const centreInput = maybe(
  v.union([
    identifier,
    v.pipe(
      v.picklist([0, '0', 'nenhum']),
      v.transform(() => 0 as const),
    ),
  ]),
)

const oneOf = v.pipe(
  identifier,
  v.transform((id) => [id]),
)

/** What a projection is asked for. */
export const projectionInput = v.object({
  dias: v.optional(days(1, 731), 90),
  /** Days behind today that are told as they were. */
  passados: v.optional(days(0, 366), 30),
  /** One account or several; all in use where none is named. */
  banco_id: maybe(v.union([oneOf, idList])),
  centro_resultado_id: centreInput,
  /**
   * `vencimento`: overdue receivables stand beside the curve; `recebe_hoje`: they come today; `habito`: whoever nobody promised for pays as late as usual.
   */
  cenario: v.optional(v.picklist(['vencimento', 'recebe_hoje', 'habito']), 'vencimento'),
  previsoes: v.optional(flag, true),
})

export type ProjectionInput = v.InferOutput<typeof projectionInput>
