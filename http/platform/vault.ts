import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { ApiError } from './errors'

/** What a sealed text begins with: the version of the format. Of the first, `s1`, only the column was part of the purpose, not the row. */
const FORMAT = 's2'
const UNBOUND = 's1'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const ID_BYTES = 4

interface Key {
  readonly id: string
  readonly bytes: Buffer
}

/**
 * Keeps texts that the database must not hold in clear: passwords, tokens, private keys. AES-256-GCM under a key derived from PRUMO_SECRET. A sealed
 * text is `s2.{key id}.{iv}.{ciphertext and tag}`, so that texts of an older key stay readable while that key is still given.
 */
export class Vault {
  readonly #keys: ReadonlyMap<string, Key>
  readonly #current: Key

  /** `secret` seals and opens; the `older` ones only open. */
  constructor(secret: string, older: readonly string[] = []) {
    this.#current = keyOf(secret)
    this.#keys = new Map([...older.map(keyOf), this.#current].map((key) => [key.id, key]))
  }

  /** Seals a text for one purpose (`empresa.tray_token#7`, see `purposeOf`): for another it does not open. */
  seal(text: string, purpose: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#current.bytes, iv)
    cipher.setAAD(Buffer.from(purpose))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return [FORMAT, this.#current.id, iv.toString('base64url'), sealed.toString('base64url')].join('.')
  }

  /** The text that was sealed. Throws 503 when no key at hand opens it, or when it was altered or moved. */
  open(sealed: string, purpose: string): string {
    return this.#open(sealed, purpose, FORMAT)
  }

  /** As `open`, for texts of the first format and the purpose of a whole column: nothing but sealing them again, for their row, may ask this. */
  openUnbound(sealed: string, purpose: string): string {
    return this.#open(sealed, purpose, UNBOUND)
  }

  #open(sealed: string, purpose: string, wanted: string): string {
    const [format, id, iv, content, more] = sealed.split('.')
    const key = this.#keys.get(id ?? '')
    if (format !== wanted || !key || !iv || content === undefined || more !== undefined) throw unreadable()
    const bytes = Buffer.from(content, 'base64url')
    if (bytes.length < TAG_BYTES) throw unreadable()
    try {
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(iv, 'base64url'), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
      const text = [decipher.update(bytes.subarray(0, bytes.length - TAG_BYTES)), decipher.final()]
      return Buffer.concat(text).toString('utf8')
    } catch {
      throw unreadable()
    }
  }

  /** True for a text of the first format, which no row is part of. */
  isUnbound(sealed: string): boolean {
    return sealed.startsWith(`${UNBOUND}.`)
  }

  /** True when the text is sealed for its row, under the key that seals today. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${FORMAT}.${this.#current.id}.`)
  }
}

/** Two keys from one secret: what encrypts, and a name for it that tells nothing of it. */
function keyOf(secret: string): Key {
  const derive = (info: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', info, bytes))
  return { id: derive('prumo secrets: id', ID_BYTES).toString('hex'), bytes: derive('prumo secrets: key', KEY_BYTES) }
}

const unreadable = () =>
  new ApiError(
    503,
    'integration_not_configured',
    'O segredo guardado não abre com a chave deste servidor (PRUMO_SECRET). Informe-o de novo, ou dê a chave antiga em PRUMO_SECRET_OLD e rode prumo secret reseal.',
  )
