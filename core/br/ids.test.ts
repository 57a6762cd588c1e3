import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import {
  internationalDigits,
  isCep,
  isMobile,
  isPhone,
  keepEmailCharacters,
  phoneDigits,
  readEan,
  readEmailList,
  readNcm,
  showCep,
  showNcm,
  showPhone,
  tidyEmailList,
} from './fields'
import { withCheckDigit } from '../gs1/check-digit'
import { gtin14, gtinForms, isGtin, readGtin } from './gtin'
import { readStateRegistration, stateRegistrationFault, withLostZeros } from './state-registration'
import { STATE_RULES } from './state-registration-rules'
import { cnpjCheckDigits, cpfCheckDigits, isCnpj, isCpf, readTaxId, showTaxId, showTaxIdMasked } from './tax-id'
import { UFS, findUf, isMunicipalityCode, ufOfMunicipality } from './uf'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const alphanumeric = fc.stringMatching(/^[0-9A-Z]{12}$/)
const varied = (id: string): boolean => !/^(.)\1*$/.test(id)

describe('tax ids', () => {
  it('closes and reads any CPF', () => {
    fc.assert(
      fc.property(digits(9).filter(varied), (base) => {
        const id = base + cpfCheckDigits(base)
        const read = readTaxId(id)
        expect(read).toMatchObject({ valid: true, kind: 'cpf', digits: id })
        expect(readTaxId(read.formatted)).toEqual(read)
        expect(isCnpj(id)).toBe(false)
      }),
    )
  })

  it('closes and reads any CNPJ, letters kept', () => {
    fc.assert(
      fc.property(alphanumeric.filter(varied), (base) => {
        const id = base + cnpjCheckDigits(base)
        const read = readTaxId(id)
        expect(read).toMatchObject({ valid: true, kind: 'cnpj', digits: id })
        expect(readTaxId(read.formatted)).toEqual(read)
        expect(readTaxId(id.toLowerCase())).toEqual(read)
        expect(readTaxId(read.formatted.toLowerCase())).toEqual(read)
      }),
    )
  })

  it('tells a wrong check digit', () => {
    fc.assert(
      fc.property(digits(9).filter(varied), fc.nat(99), (base, last) => {
        const closing = String(last).padStart(2, '0')
        expect(isCpf(base + closing)).toBe(closing === cpfCheckDigits(base))
      }),
    )
  })

  it.each([
    '12.abc.34d/0001-67',
    '12ABC34D0001663',
    '12ABC34D0001',
    'ZZZZZZZZZZZZ6A',
    '52998224725x',
    '',
    '١١١٤٤٤٧٧٧٣٥',
  ])('does not take %j', (input) => {
    expect(readTaxId(input).valid).toBe(false)
  })

  it('shows them as lists do', () => {
    expect(showTaxId('52998224725')).toBe('529.982.247-25')
    expect(showTaxId('12ABC34501DE35')).toBe('12.ABC.345/01DE-35')
    expect([showTaxId(''), showTaxId(null), showTaxId(undefined)]).toEqual(['--', '--', '--'])
    expect(showTaxIdMasked('529.982.247-25')).toBe('529.***.***-25')
    expect(showTaxIdMasked('11222333000181')).toBe('11.222.333/0001-81')
  })
})

describe('state registrations', () => {
  it('has a rule for every UF and punctuates what it accepts without changing a digit', () => {
    fc.assert(
      fc.property(fc.constantFrom(...UFS), fc.stringMatching(/^P?\d{8,14}$/), ({ sigla }, id) => {
        const read = readStateRegistration(sigla, id)
        if (!read.valid) return
        expect(read.formatted.replace(/[.\-/]/g, '')).toMatch(new RegExp(`^0*${id}$`))
        expect(readStateRegistration(sigla, read.formatted)).toEqual(read)
      }),
      { numRuns: 20_000 },
    )
    expect(Object.keys(STATE_RULES).toSorted()).toEqual(UFS.map((uf) => uf.sigla).toSorted())
  })

  it('finds about one valid number in ten (or a hundred) of the right shape, never all or none', () => {
    for (const { sigla } of UFS) {
      const found = fc
        .sample(fc.stringMatching(/^\d{14}$/), { numRuns: 3000, seed: 7 })
        .map((id) => candidate(sigla, id))
        .filter((id) => readStateRegistration(sigla, id).valid).length
      expect(found, sigla).toBeGreaterThan(3)
      expect(found, sigla).toBeLessThan(1200)
    }
  })

  it.each([
    ['CE', '123', 'Inscrição estadual inválida para CE.'],
    ['SP', '110042490115', 'Inscrição estadual inválida para SP.'],
    ['SP', '110.042.490.114', null],
    ['SP', 'ISENTO', null],
    ['CE', '853511942', null],
    ['TO', '01027737427', null],
    ['CE', null, null],
    [null, '123', null],
  ])('says of %s %s: %s', (uf, input, fault) => {
    expect(stateRegistrationFault(uf, input)).toBe(fault)
  })

  it('gives back the zeros that check digits prove', () => {
    expect(withLostZeros('CE', '60000015')).toBe('060000015')
    expect(withLostZeros('CE', '60000016')).toBe('60000016')
    expect(withLostZeros('SP', '110042490114')).toBe('110042490114')
  })

  it('takes ISENTO everywhere and nothing in a UF that does not exist', () => {
    expect(readStateRegistration('SP', ' isento ')).toEqual({ valid: true, formatted: 'ISENTO' })
    expect(readStateRegistration('XX', '110042490114').valid).toBe(false)
  })
})

const PREFIXES: Readonly<Record<string, string>> = {
  AC: '01',
  AL: '24',
  AP: '03',
  CE: '06',
  DF: '07',
  GO: '10',
  MA: '12',
  MS: '28',
  PA: '15',
  RN: '20',
  RR: '24',
}
const LENGTHS: Readonly<Record<string, number>> = {
  AC: 13,
  DF: 13,
  MG: 13,
  MT: 11,
  PR: 10,
  RJ: 8,
  RO: 14,
  RS: 10,
  SP: 12,
}

function candidate(uf: string, random: string): string {
  const prefix = PREFIXES[uf] ?? ''
  return (prefix + random).slice(0, LENGTHS[uf] ?? 9)
}

describe('fields', () => {
  it('knows the UFs and the municipality codes', () => {
    expect(UFS).toHaveLength(27)
    expect(findUf('sp')?.codigo).toBe('35')
    expect(findUf('53')?.sigla).toBe('DF')
    expect(isMunicipalityCode('3550308')).toBe(true)
    expect(isMunicipalityCode('9950308')).toBe(false)
    expect(ufOfMunicipality('2611606')?.sigla).toBe('PE')
  })

  it('reads a postcode', () => {
    expect([isCep('01310-100'), isCep('01310100'), isCep('0131010'), isCep('00000000'), isCep('0131-0100')]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(showCep('01310100')).toBe('01310-100')
    expect(showCep(null)).toBe('')
  })

  it.each([
    ['(11) 91234-5678', true, '(11) 91234-5678'],
    ['+55 11 91234-5678', true, '(11) 91234-5678'],
    ['011 3123-4567', true, '(11) 3123-4567'],
    ['5532123456', true, '(55) 3212-3456'],
    ['55 3212-3456', true, '(55) 3212-3456'],
    ['0800 123 4567', true, '0800 123 4567'],
    ['0800 123456', true, '0800 123 456'],
    ['0303 123 4567', true, '0303 123 4567'],
    ['4004-1234', true, '4004-1234'],
    ['3003 1234', true, '3003-1234'],
    ['+55 4004-1234', true, '4004-1234'],
    ['+55 0800 123 4567', true, '0800 123 4567'],
    ['015 41 3123-4567', true, '(41) 3123-4567'],
    ['0 15 41 91234-5678', true, '(41) 91234-5678'],
    ['190', true, '190'],
    ['103 15', true, '103 15'],
    ['+1 305 555 0100', true, '+13055550100'],
    ['+351 21 123 4567', true, '+351211234567'],
    ['+595 21 123456', true, '+59521123456'],
    ['+1', false, '+1'],
    ['+12345678901234567', false, '+12345678901234567'],
    ['+55 20 3123-4567', false, '(20) 3123-4567'],
    ['5004-1234', false, '5004-1234'],
    ['2031234567', false, '(20) 3123-4567'],
    ['11 8123-4567', false, '(11) 8123-4567'],
    ['123', false, '123'],
  ])('reads the phone %s', (input, valid, shown) => {
    expect(showPhone(input)).toBe(shown)
    expect(isPhone(input)).toBe(valid)
  })

  it('knows a mobile number', () => {
    expect([isMobile('11912345678'), isMobile('1131234567')]).toEqual([true, false])
    expect(phoneDigits('+55 (11) 91234-5678')).toBe('11912345678')
  })

  it('stores a phone in one form, and knows which can be dialled from abroad', () => {
    const stored = ['(11) 91234-5678', '+1 305 555 0100', '4004-1234', '0800 123 4567', '190'].map(phoneDigits)
    expect(stored).toEqual(['11912345678', '+13055550100', '40041234', '08001234567', '190'])
    expect(stored.map(phoneDigits)).toEqual(stored)
    expect(stored.map(internationalDigits)).toEqual(['5511912345678', '13055550100', undefined, undefined, undefined])
  })

  it('reads the EAN field', () => {
    expect(readEan(' ')).toBeNull()
    expect(readEan(null)).toBeNull()
    expect(readEan('789-1000315507')).toBe('7891000315507')
    expect(() => readEan('7891000315508')).toThrowError(/dígito verificador/)
    expect(isGtin('96385074')).toBe(true)
    expect(isGtin('1234567890')).toBe(false)
  })

  it.each([
    ['96385074', '96385074'],
    ['01234565', '01234565'],
    ['04252614', '042100005264'],
    ['1234567', null],
    ['91234565', null],
    ['7891000315507', '7891000315507'],
  ])('the bar code %s holds the GTIN %s', (text, gtin) => {
    expect(readGtin(text)).toBe(gtin)
    if (gtin !== null) expect(gtinForms(text)).toContain(gtin.padStart(14, '0'))
  })

  it('compares a GTIN filled to 14 digits, however many zeros are before it', () => {
    expect(gtin14('7891000315507')).toBe('07891000315507')
    expect(gtinForms('07891000315507')).toEqual(['7891000315507', '07891000315507'])
    expect(gtinForms('00000096385074')).toEqual(['96385074', '000096385074', '0000096385074', '00000096385074'])
    expect(gtinForms('ABC-1')).toEqual(['ABC-1'])
    fc.assert(
      fc.property(
        fc.constantFrom(8, 12, 13, 14).chain((length) => digits(length - 1)),
        (body) => {
          const code = withCheckDigit(body)
          for (const form of gtinForms(code)) {
            expect(gtin14(form)).toBe(gtin14(code))
            expect(gtinForms(form)).toEqual(gtinForms(code))
          }
          expect(gtinForms(code)).toContain(code)
        },
      ),
    )
  })

  it('reads the NCM field', () => {
    expect(readNcm('8471.30.12')).toBe('84713012')
    expect(showNcm('84713012')).toBe('8471.30.12')
    expect(() => readNcm('8471')).toThrowError(/8 dígitos/)
  })

  it('keeps an e-mail list as customers are saved', () => {
    expect(readEmailList([''])).toBeNull()
    expect(readEmailList([])).toBeNull()
    expect(readEmailList(['', 'a@b.com', '', 'c@d.com.br'])).toEqual(['', 'a@b.com', 'c@d.com.br'])
    expect(() => readEmailList(['a@b', 'c@d.com'])).toThrowError('Por favor, preencha os emails corretamente.')
    expect(keepEmailCharacters('a b;c@d.com')).toBe('abc@d.com')
    expect(tidyEmailList('a@b.com, c@d.com,,')).toBe('a@b.com,c@d.com')
  })

  it('answers or refuses any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (input) => {
        for (const read of [readTaxId, isCep, isPhone, showPhone, readEan, readNcm, showTaxId, tidyEmailList]) {
          try {
            read(input)
          } catch (error) {
            expect(error).toBeInstanceOf(CoreError)
          }
        }
      }),
      { numRuns: 20_000 },
    )
  })
})
