import data from './gnre-200.json'
import { Layout, type LayoutData } from './layout'

/** What the compiler reads out of the file is wider than what the packer writes. */
// oxlint-disable-next-line typescript/consistent-type-assertions
const read = (file: unknown): LayoutData => file as LayoutData

/** The layout of the GNRE 2.00 (manual v2.13), its files of version 2.00 alone: packed of TLote_GNRE, TConsLote_GNRE, TLote_ConsultaGNRE and TConsultaConfigUf. */
export const GNRE_LAYOUT = new Layout(read(data))
