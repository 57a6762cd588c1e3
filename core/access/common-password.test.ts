import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-password'

describe('passwords that are tried first', () => {
  it.each([
    '12345678',
    '123456789',
    '87654321',
    '11111111',
    'aaaaaaaa',
    'abcabcabc',
    '20261125',
    '1q2w3e4r',
    'qwertyui',
    'asdfghjkl',
    'zxcvbnm1',
    'senha123',
    'Senha@2026',
    'S3nh@123',
    'P@ssw0rd',
    'password1!',
    'Mudar123',
    'mudar@123',
    'Admin123!',
    'admin2026',
    'flamengo10',
    'Corinthians1910',
    'jesus123',
    'deusefiel1',
    'teamo123',
    'Brasil2026',
    'prumo1234',
    '!!senha!!',
    'vendas-01',
    'novembro26',
    'Curitiba#1',
    'segredo-1234',
    'nova-senha-9',
    '1234-5678',
    '741852963',
    'qazwsxedc',
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it.each([
    'cavalo bateria grampo',
    'Vk8#pq2L',
    'tomada-de-tres-pinos',
    'a7f9c2e1b8',
    'senha de vidro azul',
    'Xadrez&Batuta77',
    'chuva-no-telhado',
    'mandacaru-em-flor',
  ])('not %s', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })

  it('what is known of its owner', () => {
    const about = ['Zuleide Quixadá', 'zuleide@moinhos.example']
    for (const password of ['zuleide1', 'Quixada2026', 'Moinhos#1', 'zuleidequixada', 'Zul31d3!!'])
      expect(isCommonPassword(password, about), password).toBe(true)
    expect(isCommonPassword('zuleide1')).toBe(false)
    expect(isCommonPassword('ponte-zuleide-barco', about)).toBe(false)
  })

  it('whatever is around a word is, whatever the case', () => {
    const around = fc.stringMatching(/^[\d!#.]{0,4}$/)
    fc.assert(
      fc.property(around, fc.constantFrom('senha', 'mudar', 'flamengo', 'dragon'), around, (before, word, behind) => {
        expect(isCommonPassword(`${before}${word.toUpperCase()}${behind}`)).toBe(true)
      }),
    )
  })

  it('random ones are not, but for those that chance makes one of: not one in five hundred', () => {
    const random = Array.from({ length: 5_000 }, (_, n) =>
      createHash('sha256').update(`${n}`).digest('base64url').slice(0, 16),
    )
    expect(random.filter((password) => isCommonPassword(password)).length).toBeLessThan(10)
  })
})
