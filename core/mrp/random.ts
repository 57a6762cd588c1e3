/**
 * Numbers from 0 to below 1 that a seed repeats exactly, on every machine: a 32-bit Weyl sequence mixed by two multiplications
 * (the mulberry32 construction). For samples and tests, never for secrets.
 */
export function random(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
