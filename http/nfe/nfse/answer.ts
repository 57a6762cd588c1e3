import * as v from 'valibot'

/** What became of a declaration. `estranha`: the system has a note of our Id that was made of other bytes. */
export const dpsAnswer = v.object({
  became: v.picklist(['autorizada', 'rejeitada', 'estranha']),
  /** The note as it came. */
  xml: v.nullable(v.string()),
  erros: v.array(v.object({ codigo: v.string(), descricao: v.string(), complemento: v.nullable(v.string()) })),
})
export type DpsAnswer = v.InferOutput<typeof dpsAnswer>
