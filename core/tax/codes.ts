const SIMPLES: ReadonlySet<string> = new Set(['1', '4'])
/** CST of IPI that bear the tax. */
const IPI_CHARGED: ReadonlySet<string> = new Set(['00', '49', '50', '99'])
/** CST of PIS and COFINS that bear none. */
const CONTRIBUTION_FREE: ReadonlySet<string> = new Set(['04', '05', '06', '07', '08', '09'])

/** Regimes (CRT) whose notes bear a CSOSN and which owe no DIFAL: Simples Nacional and MEI. One over its limit (2) is dealt with like the normal one. */
export const isSimples = (CRT: number | string): boolean => SIMPLES.has(String(CRT))

export const ipiIsCharged = (cst: string | undefined): boolean => cst !== undefined && IPI_CHARGED.has(cst)

/** Of PIS and of COFINS. */
export const contributionIsFree = (cst: string | undefined): boolean => cst !== undefined && CONTRIBUTION_FREE.has(cst)
