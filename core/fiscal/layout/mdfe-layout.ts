import { Layout, type LayoutData } from './layout'
import data from './mdfe-300b.json'

/** From when the package of the MDF-e counts by which documents are written (PL_MDFe_300b, NT 2025.001 v1.03, with letters in the CNPJ). */
export const MDFE_SINCE = { set: '300b', since: '2026-07-06' } as const

/** What the compiler reads out of the file is wider than what the packer writes. */
// oxlint-disable-next-line typescript/consistent-type-assertions
const read = (file: unknown): LayoutData => file as LayoutData

/**
 * The layout of the MDF-e 3.00 with its road part, its events and what its services are asked: packed of TMDFe (infModal=rodo), TEvento (detEvento= the five of its events), TConsMDFeNaoEnc,
 * TConsSitMDFe and TConsStatServ.
 */
export const MDFE_LAYOUT = new Layout(read(data))
