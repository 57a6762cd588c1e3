/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { dynamicBrCode, readBrCode, staticBrCode } from './br-code'

interface Vector {
  readonly brcode: string
  readonly expected: { readonly tlv: unknown; readonly fields: Readonly<Record<string, string>> }
}
interface Made {
  readonly input: {
    readonly key: string
    readonly merchant_name: string
    readonly merchant_city: string
    readonly amount: string | null
    readonly txid: string
    readonly description: string | null
  }
  readonly brcode: string
}

function refused(code: string): boolean {
  try {
    readBrCode(code)
    return false
  } catch {
    return true
  }
}

/** Codes of what we write: read once, of no kind of business, and nothing beside. */
const isPlain = (brcode: string, fields: Readonly<Record<string, string>>): boolean =>
  /^000201010212\d{4}0014br\.gov\.bcb\.pix25/.test(brcode) &&
  fields['mcc'] === '0000' &&
  fields['postal_code'] === undefined &&
  (fields['merchant_name'] ?? '').length <= 25 &&
  /62\d\d05\d\d[\w*]+6304[\dA-F]{4}$/.test(brcode)

describe.skipIf(!hasConformance)('Pix conformance', () => {
  it('finance/pix/brcode.json', () => {
    const { vectors } = conformance<{ vectors: Vector[] }>('finance/pix/brcode.json')
    const failed = vectors.filter(({ brcode, expected: { tlv, fields } }) => {
      // Codes of other arrangements are no Pix, and are refused.
      if (fields['kind'] === undefined) return !refused(brcode)
      const read = readBrCode(brcode)
      return (
        JSON.stringify(read.tlv) !== JSON.stringify(tlv) ||
        read.kind !== fields['kind'] ||
        (fields['amount'] ?? undefined) !== read.amount
      )
    })
    console.info(`finance/pix/brcode.json: ${vectors.length - failed.length}/${vectors.length}`)
    expect(failed).toEqual([])
  })

  it('finance/pix/brcode.json, its dynamic codes made', () => {
    const { vectors } = conformance<{ vectors: Vector[] }>('finance/pix/brcode.json')
    const own = vectors.filter(
      ({ brcode, expected: { fields } }) => fields['url'] !== undefined && isPlain(brcode, fields),
    )
    expect(own.length).toBeGreaterThan(0)
    for (const { brcode, expected } of own) {
      const { url = '', merchant_name: name = '', merchant_city: city = '', amount, txid = '***' } = expected.fields
      expect(dynamicBrCode({ url, name, city, txid, ...(amount === undefined ? {} : { amount }) })).toBe(brcode)
    }
    console.info(`finance/pix/brcode.json, dynamic codes made: ${own.length}/${own.length}`)
  })

  it('finance/pix/generate-static.json', () => {
    const { cases } = conformance<{ cases: Made[] }>('finance/pix/generate-static.json')
    for (const { input, brcode } of cases)
      expect(
        staticBrCode({
          key: input.key,
          name: input.merchant_name,
          city: input.merchant_city,
          amount: input.amount,
          txid: input.txid,
          description: input.description,
        }),
      ).toBe(brcode)
    console.info(`finance/pix/generate-static.json: ${cases.length}/${cases.length}`)
  })

  it('finance/pix/invalid.json', () => {
    const { cases } = conformance<{ cases: { brcode: string }[] }>('finance/pix/invalid.json')
    const taken = cases.filter(({ brcode }) => !refused(brcode))
    console.info(`finance/pix/invalid.json: ${cases.length - taken.length}/${cases.length}`)
    expect(taken).toEqual([])
  })
})
