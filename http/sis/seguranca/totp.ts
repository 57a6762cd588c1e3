import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** One-time passwords by time (RFC 6238) as every authenticator app has them: HMAC-SHA-1, 30 seconds, 6 digits. */
export const STEP_S = 30
const DIGITS = 6
const SECRET_BYTES = 20
/** A clock may be this many steps off, either way. */
const DRIFT = 1

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in base32 (RFC 4648), without padding: how apps take a secret. */
export function base32(bytes: Uint8Array): string {
  let [bits, value, text] = [0, 0, '']
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += ALPHABET[(value >>> (bits - 5)) & 31]
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text
}

/** The bytes of a base32 text; what is no letter of it is left out. */
export function fromBase32(text: string): Uint8Array {
  const bytes: number[] = []
  let [bits, value] = [0, 0]
  for (const letter of text.toUpperCase()) {
    const at = ALPHABET.indexOf(letter)
    if (at < 0) continue
    value = (value << 5) | at
    bits += 5
    if (bits >= 8) bytes.push((value >>> (bits -= 8)) & 255)
    value &= (1 << bits) - 1
  }
  return Uint8Array.from(bytes)
}

/** A new secret, in base32. */
export const newSecret = (): string => base32(randomBytes(SECRET_BYTES))

/** The step that an instant lies in; `now` in milliseconds. */
export const stepOf = (now: number): number => Math.floor(now / 1000 / STEP_S)

/** The code of a step (RFC 4226, 5.3). */
export function codeOf(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const at = (mac[mac.length - 1] ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 10 ** digits).padStart(digits, '0')
}

/** The step that a code is of, near this instant; undefined where it is of none. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const given = Buffer.from(code)
  if (!/^\d{6}$/.test(code)) return undefined
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, n) => stepOf(now) + n - DRIFT)
  return steps.find((step) => timingSafeEqual(given, Buffer.from(codeOf(secret, step))))
}

/** What an app is told a secret by. */
export const uriOf = (secret: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(`Prumo:${account}`)}?secret=${secret}&issuer=Prumo`
