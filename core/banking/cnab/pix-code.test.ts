import { expect, it } from 'vitest'
import { readBrCode, staticBrCode } from '../../pix/br-code'
import { pixCodeOf } from './pix-code'

const HOLDER = { name: 'Comércio São João', city: 'São Paulo' }
const NONE = { location: '', txid: '', emv: '' }

it('is the code that the bank wrote, else that of its address; what is neither is none', () => {
  const emv = staticBrCode({ ...HOLDER, key: 'contato@empresa.com.br' })
  expect(pixCodeOf({ ...NONE, emv: ` ${emv} ` }, HOLDER)).toBe(emv)
  const made = pixCodeOf({ ...NONE, location: 'https://pix.banco.example/v2/abc' }, HOLDER)
  expect(readBrCode(made ?? '')).toMatchObject({ url: 'pix.banco.example/v2/abc' })
  for (const pix of [NONE, { ...NONE, emv: emv.slice(0, -1) }, { ...NONE, location: '11222333000181' }])
    expect(pixCodeOf(pix, HOLDER)).toBeNull()
})
