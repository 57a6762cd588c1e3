import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, conformance, hasConformance } from '../../../fixtures/conformance'
import { sign, type Signer } from './sign'

interface Golden {
  readonly id: string
  readonly unsigned: string
  readonly signed: string
  readonly root: string
  readonly key: string
}

const folder = join(CONFORMANCE, 'fiscal/signature')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

function signerOf(name: string): Signer {
  const keys = conformance<Record<string, { jwk: JsonWebKey }>>('fiscal/signature/certs/test-keys.json')
  const key = createPrivateKey({ key: { ...keys[name]?.jwk }, format: 'jwk' })
  return { key: String(key.export({ type: 'pkcs8', format: 'pem' })), cert: read(`certs/${name}.crt`) }
}

describe.skipIf(!hasConformance)('golden signatures', () => {
  it('come out byte for byte, of every document', () => {
    const { cases } = conformance<{ cases: readonly Golden[] }>('fiscal/signature/index.json')
    const wrong = cases.filter((one) => sign(read(one.unsigned), signerOf(one.key)) !== read(one.signed))
    console.info(`fiscal/signature: ${cases.length - wrong.length}/${cases.length}`)
    expect(wrong).toEqual([])
    expect(cases.length).toBeGreaterThan(10)
  })
})
