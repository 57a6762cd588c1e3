import { layoutOf } from './layout-sets'
import data from './mdfe-300b.json'

/** From when the package of the MDF-e counts by which documents are written (PL_MDFe_300b, NT 2025.001 v1.03, with letters in the CNPJ). */
export const MDFE_SINCE = { set: '300b', since: '2026-07-06' } as const

/**
 * The layout of the MDF-e 3.00 with its road part, its events and what its services are asked: packed of TMDFe (infModal=rodo), TEvento (detEvento= the five of its events), TConsMDFeNaoEnc,
 * TConsSitMDFe and TConsStatServ.
 */
export const MDFE_LAYOUT = layoutOf(data)
