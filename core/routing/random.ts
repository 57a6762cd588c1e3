/** Numbers that a seed repeats exactly on every machine: xorshift on 32 bits. Not for secrets. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = Math.imul((seed | 0) ^ 0x5bd1e995, 0x9e3779b1) | 0 || 0x2545f491
    for (let at = 0; at < 8; at++) this.unit()
  }

  /** From 0 to below 1. */
  unit(): number {
    let value = this.state
    value ^= value << 13
    value ^= value >>> 17
    value ^= value << 5
    this.state = value
    return (value >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.unit() * limit)
  }
}
