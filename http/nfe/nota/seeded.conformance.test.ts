import fc from 'fast-check'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anyNote } from '../../../core/fiscal/issue/notes.fixture'
import { noteItems, noteXml } from '../../../core/fiscal/issue/note-xml'
import { testPair } from '../../../fixtures/certificates'
import { CONFORMANCE, hasConformance } from '../../../fixtures/conformance'
import { schemasIn } from '../sefaz/schemas'
import { sign } from '../sefaz/sign'
import { suplOf } from './qr-code'

const NOTES = 500
/** A day in the time of each set. */
const DAYS = { '010d': '2026-11-20', '010e': '2027-02-01' } as const

describe.skipIf(!hasConformance)('500 notes of every kind', () => {
  it.each(['010d', '010e'] as const)('are valid by the official schemas of set %s, signed', (set) => {
    const pair = testPair()
    const schemas = schemasIn(join(CONFORMANCE, 'fiscal/xsd'))
    const wrong: unknown[] = []
    for (const note of fc.sample(anyNote, { numRuns: NOTES, seed: 20_261_126 })) {
      const made = noteXml(note, noteItems(note, set))
      const whole = note.mod === '65' ? noteXml({ ...note, supl: suplOf(note, made, pair) }, made) : made
      const verdict = schemas.check(sign(whole.xml, pair), { file: 'nfe_v4.00.xsd', day: DAYS[set] })
      if (verdict.state !== 'valid') wrong.push([verdict, note.mod, note.emit.CRT])
    }
    expect(wrong.slice(0, 3)).toEqual([])
  })
})
