import * as v from 'valibot'

/** What became of a note at the authority. `estranha`: it has another note under our key. `ausente`: it knows nothing of it. */
export const noteAnswer = v.object({
  became: v.picklist(['autorizada', 'rejeitada', 'denegada', 'cancelada', 'estranha', 'ausente']),
  cStat: v.string(),
  xMotivo: v.string(),
  chNFe: v.string(),
  nProt: v.nullable(v.string()),
  dhRecbto: v.nullable(v.string()),
  /** The protocol as it came, to be joined to our bytes. */
  protNFe: v.nullable(v.string()),
})
export type NoteAnswer = v.InferOutput<typeof noteAnswer>
