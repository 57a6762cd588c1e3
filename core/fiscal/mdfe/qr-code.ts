import { CoreError } from '../../errors'
import { requireKeyShape } from '../access-key'

/** Where a reader of the code asks for the manifest: one portal for all states (MOC of the MDF-e, annex of the DAMDFE). */
const PORTAL = 'https://dfe-portal.svrs.rs.gov.br/mdfe/qrCode'

/** What the QR-Code of a manifest says. */
interface ManifestCode {
  readonly chMDFe: string
  readonly tpAmb: string
  /** Of the key by the company's certificate (RSA-SHA1, base64): asked in contingency alone. */
  readonly signature?: string
}

/** The text of the QR-Code of a manifest. Throws `invalid_access_key`, and `invalid_qr_code` for what is no signature or no environment. */
export function manifestQrCode({ chMDFe, tpAmb, signature }: ManifestCode): string {
  if (tpAmb !== '1' && tpAmb !== '2')
    throw new CoreError('invalid_qr_code', 'Dados do QR-Code inválidos: tpAmb é 1 ou 2.')
  if (signature !== undefined && !/^[A-Za-z0-9+/=]{20,800}$/.test(signature))
    throw new CoreError('invalid_qr_code', 'Dados do QR-Code inválidos: a assinatura não é base64.')
  const address = `${PORTAL}?chMDFe=${requireKeyShape(chMDFe)}&tpAmb=${tpAmb}`
  return signature === undefined ? address : `${address}&sign=${signature}`
}
