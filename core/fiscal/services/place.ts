import type { Uf } from '../../br/uf'
import type { TpAmb } from './requests'

/** What names the authority of a document: its issuer's UF, environment, model and way of issuing (tpEmis). */
export interface Place {
  readonly UF: Uf
  readonly tpAmb: TpAmb
  readonly mod: '55' | '65'
  /** 1 normal, 4 EPEC, 6 SVC-AN, 7 SVC-RS, 9 offline (NFC-e); 2 and 5 are printed on security paper and sent as normal ones. */
  readonly tpEmis: string
}

/** Who authorises: a UF's own SEFAZ, one of the two virtual ones, one of the two of contingency, or the national environment. */
export type Authoriser = (typeof OWN)[number] | 'SVRS' | 'SVAN' | 'SVCAN' | 'SVCRS' | 'AN'

/** UFs that authorise NF-e themselves. */
export const OWN = ['AM', 'BA', 'GO', 'MG', 'MS', 'MT', 'PE', 'PR', 'RS', 'SP'] as const
