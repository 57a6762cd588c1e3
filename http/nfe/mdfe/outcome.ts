import * as v from 'valibot'

/** What became of a manifest at the authority. `estranho`: it has another one under our key. */
export const manifestOutcome = v.object({
  became: v.picklist(['autorizado', 'rejeitado', 'cancelado', 'encerrado', 'estranho']),
  cStat: v.string(),
  xMotivo: v.string(),
  chMDFe: v.string(),
  nProt: v.nullable(v.string()),
  /** The protocol as it came, to be joined to our bytes. */
  protMDFe: v.nullable(v.string()),
})
export type ManifestOutcome = v.InferOutput<typeof manifestOutcome>
