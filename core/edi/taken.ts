import * as v from 'valibot'
import { counted } from '../br/number'

/** What became of a carrier's file that was read or tried, as every call tells it. */
export const taken = v.object({
  id: v.number(),
  tipo: v.string(),
  versao: v.string(),
  linhas: v.number(),
  aplicadas: v.number(),
  pendentes: v.number(),
  divergentes: v.number(),
  ignoradas: v.number(),
  avisos: v.array(v.string()),
})

export type Taken = Readonly<v.InferOutput<typeof taken>>

/** What became of the lines of a file, in words: `4 linhas, 2 aplicadas, 2 à espera`. */
export function takenText({ linhas, aplicadas, pendentes, divergentes, ignoradas }: Taken): string {
  return [
    counted(linhas, 'linha', 'linhas'),
    counted(aplicadas, 'aplicada', 'aplicadas'),
    ...(pendentes === 0 ? [] : [`${pendentes} à espera`]),
    ...(divergentes === 0 ? [] : [`${divergentes} com diferença`]),
    ...(ignoradas === 0 ? [] : [counted(ignoradas, 'já conhecida', 'já conhecidas')]),
  ].join(', ')
}
