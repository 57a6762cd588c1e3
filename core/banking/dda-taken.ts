import * as v from 'valibot'
import { counted } from '../br/number'

/** What became of a sweep of the DDA, as every call tells it. */
export const ddaTaken = v.object({
  banco: v.string(),
  boletos: v.number(),
  novos: v.number(),
  alterados: v.number(),
  ligados: v.number(),
  aLigar: v.number(),
  fraudes: v.number(),
  avisos: v.array(v.string()),
})

export type DdaTaken = Readonly<v.InferOutput<typeof ddaTaken>>

/** What became of the slips of a sweep, in words: `4 boletos, 3 novos, 2 ligados, 1 a ligar`. */
export function ddaTakenText({ boletos, novos, alterados, ligados, aLigar, fraudes }: DdaTaken): string {
  return [
    counted(boletos, 'boleto', 'boletos'),
    counted(novos, 'novo', 'novos'),
    ...(alterados === 0 ? [] : [counted(alterados, 'alterado', 'alterados')]),
    counted(ligados, 'ligado', 'ligados'),
    ...(aLigar === 0 ? [] : [`${aLigar} a ligar`]),
    ...(fraudes === 0 ? [] : [counted(fraudes, 'possível fraude', 'possíveis fraudes')]),
  ].join(', ')
}
