import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readSignature, signatureHeader, signedText } from '../../../../core/webhooks/delivery'

const PREFIX = 'prumo_wh_'
/** A call that is older is refused by a receiver: it could have been recorded and sent again. */
const TOLERANCE_S = 300

/** A secret that nobody can guess: 256 bits. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64url')

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text, 'utf8').digest('hex')

/** The value of `Prumo-Assinatura` for a body sent at `timestamp` (seconds since 1970), with every secret in force. */
export const sign = (secrets: readonly string[], timestamp: number, body: string): string =>
  signatureHeader(
    timestamp,
    secrets.map((secret) => hmac(secret, signedText(timestamp, body))),
  )

/** What a receiver does: true when the body was sent by the holder of the secret, just now (`now` in seconds since 1970). */
export function verify(secret: string, header: string, body: string, now: number): boolean {
  const read = readSignature(header)
  if (!read || Math.abs(now - read.timestamp) > TOLERANCE_S) return false
  const wanted = Buffer.from(hmac(secret, signedText(read.timestamp, body)))
  return read.signatures.some((one) => timingSafeEqual(Buffer.from(one), wanted))
}
