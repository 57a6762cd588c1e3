/** States of the South and Southeast but Espírito Santo: what they send to the others bears the lower rate. */
const SENDERS: ReadonlySet<string> = new Set(['SP', 'RJ', 'MG', 'PR', 'SC', 'RS'])

/** Origins (`orig`) of goods that came from abroad, or whose imported content is above 40 %. Those without a national like are not among them. */
const IMPORTED: ReadonlySet<number> = new Set([1, 2, 3, 8])

/** The interstate rate of ICMS, in percent: 4 of imported goods (Resolução do Senado 13/2012), else 7 or 12 (Resolução 22/1989). */
export function interstateRate({
  UFOrig,
  UFDest,
  origem,
}: Readonly<Record<'UFOrig' | 'UFDest', string>> & { readonly origem: number }): '4' | '7' | '12' {
  if (IMPORTED.has(origem)) return '4'
  return SENDERS.has(UFOrig) && !SENDERS.has(UFDest) ? '7' : '12'
}
