import data from './gnre-200.json'
import { layoutOf } from './layout-sets'

/** The layout of the GNRE 2.00 (manual v2.13), its files of version 2.00 alone: packed of TLote_GNRE, TConsLote_GNRE, TLote_ConsultaGNRE and TConsultaConfigUf. */
export const GNRE_LAYOUT = layoutOf(data)
