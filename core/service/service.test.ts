import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { civilDate, datePartsOf, daysInMonth } from '../br/civil-date'
import { nextContractDay } from './contract'
import { finishedNotice } from './notice'

const WORDS = {
  cliente: 'Maria',
  numero: '12',
  equipamento: 'Furadeira',
  total: 'R$ 10,00',
  empresa: 'Oficina',
  link: 'https://x.example/a',
}

describe('the notice of a finished order', () => {
  it('fills the words of the company, and leaves what it does not know', () => {
    expect(finishedNotice('Oi {cliente}, OS {numero}: {total}. {outra}', WORDS)).toBe(
      'Oi Maria, OS 12: R$ 10,00. {outra}',
    )
  })
  it('says the usual where the company says nothing, without brackets around nothing', () => {
    expect(finishedNotice(' ', { ...WORDS, equipamento: '', link: '' })).toBe(
      'Olá, Maria! O serviço da ordem nº 12 está pronto. Total: R$ 10,00.\n\nOficina',
    )
  })
  it('fills nothing within what it has filled', () => {
    expect(finishedNotice('{cliente}', { ...WORDS, cliente: '{link}' })).toBe('{link}')
  })
})

describe('the next day of a contract', () => {
  it('keeps its day of the month after a shorter month', () => {
    expect(nextContractDay('2026-01-31', 1, 31)).toBe('2026-02-28')
    expect(nextContractDay('2026-02-28', 1, 31)).toBe('2026-03-31')
    expect(nextContractDay('2026-12-15', 1, 15)).toBe('2027-01-15')
  })
  it('is so many months on, and a day that there is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 2090 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 31 }),
        fc.constantFrom(1, 2, 3, 6, 12),
        (year, month, day, months) => {
          const from = civilDate(year, month, Math.min(day, daysInMonth(year, month)))
          const next = datePartsOf(nextContractDay(from, months, day))
          expect(next.year * 12 + next.month).toBe(year * 12 + month + months)
          expect(next.day).toBe(Math.min(day, daysInMonth(next.year, next.month)))
        },
      ),
    )
  })
})
