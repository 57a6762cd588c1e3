import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { accessKeyDigit, readAccessKey, requireKeyShape } from './access-key'
import { documentId, readDocumentId } from './document-id'
import { fiscalFunctions } from './functions'
import { qrCode2, qrCode3 } from './nfce-qr-code'
import { base64, hex, sha1 } from './sha1'

const KEY = '35261112ABC34501DE3565001000000001110203040'
const key = KEY + accessKeyDigit(KEY)

describe('access keys', () => {
  it('are read with spaces, letters of an alphanumeric CNPJ included', () => {
    const spaced = key.replaceAll(/(.{4})/g, '$1 ')
    expect(readAccessKey(spaced)).toMatchObject({
      valid: true,
      parts: { CNPJ_CPF: '12ABC34501DE35', mod: '65', nNF: '000000001' },
    })
    expect(requireKeyShape(spaced)).toBe(key)
  })

  it('fall to one changed digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 42 }), fc.integer({ min: 1, max: 9 }), (place, step) => {
        const digit = String((Number(key.charAt(place)) + step) % 10)
        const changed = key.slice(0, place) + digit + key.slice(place + 1)
        const digitOf = accessKeyDigit(changed.slice(0, 43))
        expect(readAccessKey(changed).valid).toBe(digitOf === key.slice(43))
        if (digitOf !== '0') expect(readAccessKey(changed).valid).toBe(false)
      }),
    )
  })

  it('without the shape are refused', () => {
    for (const wrong of ['', key.slice(1), `${key}0`, key.toLowerCase(), key.replace('35', 'A5')]) {
      expect(readAccessKey(wrong).valid).toBe(false)
      expect(() => requireKeyShape(wrong)).toThrowError('Chave de acesso inválida.')
    }
  })
})

describe('sha1 and base64', () => {
  it('give what the platform gives', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)), maxLength: 300 }),
        (text) => {
          const hash = createHash('sha1').update(text)
          const bytes = [...hash.digest()]
          expect(sha1(text)).toEqual(bytes)
          expect(base64(sha1(text).slice(0, text.length % 21))).toBe(
            Buffer.from(bytes.slice(0, text.length % 21)).toString('base64'),
          )
          expect(hex(sha1(text))).toBe(Buffer.from(bytes).toString('hex').toUpperCase())
        },
      ),
    )
  })
})

describe('document Ids', () => {
  it('fill their numbers and read back', () => {
    const parts = { cMun: '3550308', tpInsc: '2', insc: '11222333000181', serie: 1, nDPS: 15 }
    const id = documentId('DPS', parts)
    expect(id).toBe('DPS355030821122233300018100001000000000000015')
    expect(readDocumentId('DPS', id)).toMatchObject({ serie: '00001', nDPS: '000000000000015' })
    expect(documentId('eventoMDFe', { tpEvento: '110112', chave: key, nSeqEvento: 1 })).toHaveLength(55)
  })

  it('name the part at fault', () => {
    expect(() => documentId('evento', { tpEvento: '1101', chave: key, nSeqEvento: 1 })).toThrowError(/tpEvento/)
    expect(() => documentId('evento', { tpEvento: '110111', chave: key })).toThrowError(/nSeqEvento/)
    expect(() => documentId('constructor', {})).toThrowError(/desconhecido/)
  })
})

describe('QR-Codes', () => {
  it('refuse what the layout does not allow', () => {
    const offline = { dhEmi: '2026-11-10T10:00:00-03:00', vNF: '10', tp_idDest: '', cDest: '' }
    expect(qrCode3({ chNFe: key, tpAmb: '1', offline }).signedText).toBe(`${key}|3|1|10|10.00||`)
    expect(() => qrCode3({ chNFe: key, tpAmb: '3' })).toThrowError(/tpAmb/)
    expect(() => qrCode3({ chNFe: key, tpAmb: '1', offline: { ...offline, cDest: 'a|b' } })).toThrowError(/cDest/)
    expect(() => qrCode2({ chNFe: key, tpAmb: '1', idCSC: '1', CSC: '' })).toThrowError(/CSC/)
    expect(() => qrCode2({ chNFe: key, tpAmb: '1', idCSC: '1', CSC: 'ção' })).toThrowError(CoreError)
  })
})

describe('any input', () => {
  it('gives an answer or a CoreError in every terminal function', () => {
    const names = [
      'key',
      'xml',
      'root',
      'documentId',
      'chave',
      'tpEvento',
      'nSeqEvento',
      'chNFe',
      'tpAmb',
      'CSC',
      'idCSC',
      'CSRT',
      'dhEmi',
      'vNF',
      'inputs',
    ]
    const value = fc.oneof(
      fc.anything({ maxDepth: 2 }),
      fc.constantFrom('evento', 'DPS', key, '1', '2026-11-10', '<NFe>'),
    )
    const record = fc.dictionary(fc.constantFrom(...names), value)
    fc.assert(
      fc.property(fc.constantFrom(...fiscalFunctions), fc.oneof(record, fc.anything()), (one, input) => {
        try {
          one.run(input)
        } catch (error) {
          if (!(error instanceof CoreError)) throw error
        }
      }),
      { numRuns: 20_000 },
    )
  })
})
