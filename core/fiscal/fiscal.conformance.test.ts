/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { createPrivateKey, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { fiscalFunctions } from './functions'

interface Row {
  id: string
  disputed?: boolean
}

function run(name: string, input: unknown): Record<string, unknown> {
  const answer: unknown = fiscalFunctions.find((one) => one.name === name)?.run(input)
  return typeof answer === 'object' && answer !== null ? { ...answer } : {}
}

function judge<T extends Row>(file: string, passes: (one: T) => boolean): void {
  const { cases } = conformance<{ cases: T[] }>(`fiscal/vectors/${file}.json`)
  const judged = cases.filter((one) => !one.disputed)
  const failed = judged.filter((one) => !passes(one))
  console.info(
    `fiscal/vectors/${file}.json: ${judged.length - failed.length}/${judged.length}, disputed ${cases.length - judged.length}`,
  )
  expect(failed).toEqual([])
}

describe.skipIf(!hasConformance)('fiscal/vectors', () => {
  it('fiscal.accessKey answers access-keys', () => {
    judge<Row & { key: string; valid: boolean; dv?: string; expectedDv?: string; parts?: object }>(
      'access-keys',
      (one) => {
        const { valid, dv, expectedDv, parts } = run('fiscal.accessKey', one)
        return (
          JSON.stringify([valid, dv, expectedDv, parts]) ===
          JSON.stringify([one.valid, one.dv, one.expectedDv, one.parts])
        )
      },
    )
  })

  it('fiscal.documentId answers document-ids, and builds again what it reads', () => {
    judge<Row & { root: string; expectedId: string; length: number; tpEvento?: string }>('document-ids', (one) => {
      const { parts, length } = run('fiscal.documentId', { root: one.root, documentId: one.expectedId })
      const again = run('fiscal.documentId', { root: one.root, ...Object(parts) })
      const direct = one.tpEvento === undefined ? again : run('fiscal.documentId', one)
      return length === one.length && again.expectedId === one.expectedId && direct.expectedId === one.expectedId
    })
  })

  it('fiscal.nfceQrCode answers nfce-qrcode, signing outside the core', () => {
    const keys = conformance<Record<string, { jwk: JsonWebKey }>>('fiscal/signature/certs/test-keys.json')
    interface QrRow extends Row {
      inputs: Record<string, string>
      signedText?: string
      expectedQuery?: string
      expected?: string
    }
    judge<QrRow>('nfce-qrcode', (one) => {
      const first = run('fiscal.nfceQrCode', one)
      if (one.signedText === undefined)
        return first.expectedQuery === one.expectedQuery && first.expected === one.expected
      const key = createPrivateKey({ key: { ...keys[one.inputs.key ?? '']?.jwk }, format: 'jwk' })
      const signature = sign('sha1', Buffer.from(String(first.signedText)), key).toString('base64')
      const { expectedQuery } = run('fiscal.nfceQrCode', { ...one.inputs, signature })
      return first.signedText === one.signedText && expectedQuery === one.expectedQuery
    })
  })
})
