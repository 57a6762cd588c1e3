import { createHash } from 'node:crypto'

/** SHA-256 of a text in UTF-8, or of bytes, in hexadecimal: as PostgreSQL tells it (`encode(sha256(...), 'hex')`). */
export const sha256Of = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
