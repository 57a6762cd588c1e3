import type { TpAmb } from '../services/requests'

/** The national system of services (SEFIN Nacional), in production and in its restricted production, where notes have no fiscal value. */
const ADDRESSES: Readonly<Record<TpAmb, string>> = {
  1: 'https://sefin.nfse.gov.br/SefinNacional',
  2: 'https://sefin.producaorestrita.nfse.gov.br/SefinNacional',
}

/** Where a path of the national system is. Parts of it are digits and letters: nothing of them is escaped. */
export const nfseAddress = (tpAmb: TpAmb, path: string): string => `${ADDRESSES[tpAmb]}/${path}`

/** Where anybody reads a note by its key. */
export const nfseConsultUrl = (chNFSe: string): string =>
  `https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave=${chNFSe}`
