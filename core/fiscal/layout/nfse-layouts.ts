import { Layout, type LayoutData } from './layout'
import plain from './nfse-101.json'
import letters from './nfse-101-alfa.json'

/** Schema sets of the national NFS-e by the day of issue: layout 1.01 (22/01/2026), and the same with letters in the CNPJ. Packed of TCDPS, TCPedRegEvt and TCNFSe. That of NT 009 (01/01/2027) is one line more when it is published. */
const SETS = [
  { set: '1.01', since: '2026-01-22', data: plain },
  { set: '1.01-alfa', since: '2026-07-06', data: letters },
] as const

/** Which published layout a declaration of services follows. */
export type NfseSet = (typeof SETS)[number]['set']

const made = new Map<NfseSet, Layout>()

/** The set in force on a day (`YYYY-MM-DD…`); before the first that we know, the first. */
export function nfseSetOn(day: string): NfseSet {
  return SETS.findLast(({ since }) => since <= day.slice(0, 10))?.set ?? SETS[0].set
}

/** The layout of a set, made once. */
export function nfseLayout(set: NfseSet): Layout {
  const known = made.get(set)
  if (known) return known
  const layout = new Layout(dataOf(SETS.find((each) => each.set === set)?.data))
  made.set(set, layout)
  return layout
}

/** What the compiler reads out of the files is wider than what the packer writes. */
// oxlint-disable-next-line typescript/consistent-type-assertions
const dataOf = (data: unknown): LayoutData => data as LayoutData
