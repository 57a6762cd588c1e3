import { layoutSets } from './layout-sets'
import plain from './nfse-101.json'
import letters from './nfse-101-alfa.json'

/** Schema sets of the national NFS-e by the day of issue: layout 1.01 (22/01/2026), and the same with letters in the CNPJ. Packed of TCDPS, TCPedRegEvt and TCNFSe. That of NT 009 (01/01/2027) is one line more when it is published. */
const SETS = [
  { set: '1.01', since: '2026-01-22', data: plain },
  { set: '1.01-alfa', since: '2026-07-06', data: letters },
] as const

/** Which published layout a declaration of services follows. */
export type NfseSet = (typeof SETS)[number]['set']

export const { setOn: nfseSetOn, layout: nfseLayout } = layoutSets(SETS)
