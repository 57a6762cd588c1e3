import { expect, it } from 'vitest'
import { accountOf, type Favoured, formaOf, keyKind, paymentOf, splitDigit } from './favoured'

const NOBODY: Favoured = { nome: '', documento: '', banco: '', agencia: '', conta: '', pix: '', linha_digitavel: '' }

it('parts numbers and digits as people type them', () => {
  expect(splitDigit('12.345-6', true)).toEqual(['12345', '6'])
  expect(splitDigit('123456', true)).toEqual(['12345', '6'])
  expect(splitDigit('1234', false)).toEqual(['1234', ''])
  expect(splitDigit('1234-x', false)).toEqual(['1234', 'X'])
  expect(accountOf({ banco: '237', agencia: '1234-5', conta: '678-9' }, true)).toEqual({
    banco: '237',
    agencia: '1234',
    agencia_dv: '5',
    conta: '678',
    conta_dv: '9',
    agencia_conta_dv: '',
  })
})

it('knows the kinds of keys', () => {
  const keys = ['a@b.example', '+5511999998888', '11222333000181', '123e4567-e89b-12d3-a456-426614174000']
  expect(keys.map(keyKind)).toEqual(['email', 'telefone', 'cpf_cnpj', 'aleatoria'])
})

it('takes the form that the payable says, else the one that what is known allows', () => {
  expect(formaOf(1, NOBODY, '341')).toBe('boleto')
  expect(formaOf(9, { ...NOBODY, conta: '1-2' }, '341')).toBeUndefined()
  expect(formaOf(2, { ...NOBODY, banco: '341' }, '341')).toBe('credito')
  expect(formaOf(null, NOBODY, '341')).toBeUndefined()
  expect(formaOf(null, { ...NOBODY, banco: '237', conta: '1-2' }, '341')).toBe('ted')
  expect(formaOf(null, { ...NOBODY, linha_digitavel: '8'.repeat(48) }, '341')).toBe('guia')
  expect(formaOf(null, { ...NOBODY, pix: '000201...' }, '341')).toBe('pix_qr')
  expect(formaOf(null, { ...NOBODY, pix: 'a@b.example' }, '341')).toBe('pix')
})

it('tells a slip with what it says, less the discount and with the interest', () => {
  const paying = { seu_numero: '7', data: '2026-12-10', vencimento: '2026-12-01', juros: '2.00', desconto: '1.00' }
  const made = paymentOf({ ...paying, forma: 'boleto', valor: '101.00' }, { ...NOBODY, linha_digitavel: 'x' })
  expect(made).toMatchObject({ valor_titulo: '100.00', desconto: '1.00', acrescimo: '2.00', vencimento: '2026-12-01' })
})
