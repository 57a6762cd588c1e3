import { apart, type Work } from '../../../platform/apart/apart'
import type { Certificate } from './pkcs12'

interface Source {
  readonly bytes: Uint8Array
  readonly keyPass: string
}

export const work: Work<Source, Certificate, never> = async ({ bytes, keyPass }) => {
  const { readCertificate } = await import('./pkcs12')
  return readCertificate(bytes, keyPass)
}

const SECONDS = 20
const read = apart<Source, Certificate>(new URL(import.meta.url), 1)

/** Reads a PKCS#12 file in a thread of its own. Throws what `readCertificate` throws, and 400 `too_complex` beyond 20 seconds. */
export const readApart = ({ bytes, keyPass }: Source): Promise<Certificate> =>
  read({ bytes, keyPass }, { seconds: SECONDS })
