import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crc16, dynamicBrCode, readBrCode, readPixKey, staticBrCode } from './br-code'

describe('a BR Code', () => {
  it('ends with the CRC16-CCITT of what stands before it', () => {
    expect(crc16('123456789')).toBe('29B1')
  })

  it('that was made is read as what it was made of, whatever the names are', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 999_999_999 }),
        fc.stringMatching(/^[A-Za-z0-9]{1,25}$/),
        (name, cents, txid) => {
          const amount = (cents / 100).toFixed(2)
          const code = staticBrCode({ key: '12345678909', name: `Loja ${name}`, city: 'São Paulo', amount, txid })
          expect(readBrCode(code)).toMatchObject({
            kind: 'static',
            key: '12345678909',
            amount,
            txid,
            city: 'Sao Paulo',
          })
        },
      ),
    )
  })

  it('is refused with any one character changed', () => {
    const code = staticBrCode({ key: 'a@b.example', name: 'Loja', city: 'Campinas', amount: '10.00' })
    fc.assert(
      fc.property(fc.nat(code.length - 5), (at) => {
        const other = code[at] === '7' ? '8' : '7'
        expect(() => readBrCode(code.slice(0, at) + other + code.slice(at + 1))).toThrow('Código Pix inválido')
      }),
    )
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), (text) => {
        expect(() => readBrCode(text)).toThrow('Pix')
      }),
    )
  })

  it('of a charge that a bank keeps tells its address, and is read once', () => {
    const made = { url: 'https://pix.banco.example/v2/cobv/abc-123', name: 'Loja', city: 'São Paulo', amount: '10.00' }
    const code = dynamicBrCode(made)
    expect(readBrCode(code)).toMatchObject({
      kind: 'dynamic',
      url: 'pix.banco.example/v2/cobv/abc-123',
      amount: '10.00',
      txid: '***',
    })
    expect(code).toContain('010212')
    for (const url of ['', 'sem barra', 'banco.example', `banco.example/${'a'.repeat(70)}`])
      expect(() => dynamicBrCode({ ...made, url })).toThrow('endereço da cobrança')
  })

  it('is not made of what readers refuse', () => {
    const made = { key: '12345678909', name: 'Loja', city: 'Campinas' }
    expect(() => staticBrCode({ ...made, txid: 'com espaço' })).toThrow('identificador')
    expect(() => staticBrCode({ ...made, amount: '0' })).toThrow('valor')
    expect(() => staticBrCode({ ...made, name: '東京' })).toThrow('nome')
  })
})

describe('a Pix key', () => {
  it.each([
    ['123.456.789-09', '12345678909'],
    ['11.222.333/0001-81', '11222333000181'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    ['+55 (11) 91234-5678', '+5511912345678'],
    ['Maria@Exemplo.com.br', 'maria@exemplo.com.br'],
    ['123E4567-E12B-12D1-A456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
  ])('%s is kept as %s', (written, kept) => {
    expect(readPixKey(written)).toBe(kept)
  })

  it.each(['', '123', '11912345678901234', 'maria', 'maria@'])('%j is none', (written) => {
    expect(() => readPixKey(written)).toThrow('Chave Pix inválida')
  })
})
