import { hkdfSync } from 'node:crypto'

const BYTES = 32

/**
 * The key that a user's drafts are encrypted with in the browsers they work at: AES-256, base64. It follows from the server's secret, so the same
 * person has it again at their next sign-in, and nobody else; no browser stores it.
 */
export const draftKey = (secret: string, user: number): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `prumo drafts: ${user}`, BYTES)).toString('base64')
