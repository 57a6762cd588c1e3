import { describe, expect, it } from 'vitest'
import { compare } from './fill'

describe('what a look-up found', () => {
  it('fills what is empty, tells what differs, and says nothing of what is the same or was not found', () => {
    const now = { xNome: 'FERRAGENS JOSÉ', xFant: '', email: 'a@b.com', nro: '10', fone: null }
    const values = { xNome: 'Ferragens Jose', xFant: 'Jota', email: '', nro: '12', fone: '4133334444' }
    expect(compare(now, { values })).toEqual({
      empty: ['xFant', 'fone'],
      other: [{ name: 'nro', mine: '10', found: '12' }],
    })
  })

  it('names the records of references', () => {
    const now = { cMun: 4_106_902, cMun_ref: { id: 4_106_902, xMun: 'Curitiba' } }
    const found = { values: { cMun: 4_212_304 }, shown: { cMun: { id: 4_212_304, xMun: 'Paulo Lopes' } } }
    expect(compare(now, found).other).toEqual([{ name: 'cMun', mine: 'Curitiba', found: 'Paulo Lopes' }])
  })
})
