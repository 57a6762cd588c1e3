/** Signing a document, and checking it by the official schemas, for notes of 1, 100 and 990 lines. Prints JSON lines. The schemas are read from the shared conformance folder. */
import { createHash, sign as rsa } from 'node:crypto'
import { join } from 'node:path'
import { XmlDocument } from 'libxml2-wasm'
import { CONFORMANCE, hasConformance } from '../fixtures/conformance'
import { testPair } from '../fixtures/certificates'
import { sampleNote } from '../fixtures/simulators/sefaz/sample-note'
import { schemasIn } from '../http/nfe/sefaz/schemas'
import { sign } from '../http/nfe/sefaz/sign'
import { compare, figure } from './measure'

const pair = testPair()
const at = new Date()
const WANTED = { file: 'nfe_v4.00.xsd', day: at.toISOString().slice(0, 10) }
/** A note of 990 lines is the largest there is: it must not hold up a counter. */
const MOST_MS = 1_500

/** A note with so many lines. */
function noteOf(lines: number): string {
  return sampleNote({ nNF: 1, at }).replace(/<det nItem="1">([^]*)<\/det>/, (_, inner: string) =>
    Array.from({ length: lines }, (__, line) => `<det nItem="${line + 1}">${inner}</det>`).join(''),
  )
}

/** What any signature costs: two digests and the key. */
function bareSignature(xml: string): void {
  createHash('sha1').update(xml).digest()
  rsa('sha1', createHash('sha1').update(xml).digest(), pair.key)
}

for (const lines of [1, 100, 990]) {
  const xml = noteOf(lines)
  const rounds = lines > 100 ? 10 : 50
  const signing = await compare(
    rounds,
    async () => sign(xml, pair),
    async () => bareSignature(xml),
  )
  figure('fiscal.sign', { lines, kB: Math.round(xml.length / 1024), ...signing }, signing.ours.p50 < MOST_MS)
  if (!hasConformance) continue
  const signed = sign(xml, pair)
  const schemas = schemasIn(join(CONFORMANCE, 'fiscal/xsd'))
  if (schemas.check(signed, WANTED).state !== 'valid') throw new Error('The note is not valid.')
  const checking = await compare(
    rounds,
    async () => schemas.check(signed, WANTED),
    async () => XmlDocument.fromString(signed).dispose(),
  )
  figure('fiscal.schema', { lines, ...checking }, checking.ours.p50 < MOST_MS)
}
