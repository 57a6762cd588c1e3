import type { Work } from '../../platform/exchange/exchange'
import { callerOf } from '../nota/sefaz-at'
import type { ManifestAt } from './client'

/** What the authority of manifests says to who asks too often: 656 is another thing there. */
export const TOO_OFTEN = '678'

/** Whom a request about a key is asked of. Throws NotSent without a certificate. */
export const manifestAt = async (work: Work, chMDFe: string, tpAmb: '1' | '2'): Promise<ManifestAt> => ({
  ...(await callerOf(work)),
  tpAmb,
  cUF: chMDFe.slice(0, 2),
})
