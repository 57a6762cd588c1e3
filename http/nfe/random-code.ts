import { randomInt } from 'node:crypto'

const DIGITS = 8

/** A code that is part of the key and that nobody can guess (cNF, cMDF); not the number itself, nor one digit eight times (rule 897). */
export function randomCode(nNF: number): string {
  for (;;) {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
    if (Number(code) !== nNF && !/^(\d)\1+$/.test(code)) return code
  }
}
