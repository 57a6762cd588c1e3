import { describe, expect, it } from 'vitest'
import { createElement } from 'react'
import { f } from '../../core/fields/field'
import { fieldsOf } from './fields-of'
import { columnOf, controlOf, limitFault, lineOf } from './form/controls'

const fields = {
  descricao: f.text('Descrição', { max: 80 }).required('Diga o que é.'),
  obs: f.notes('Observações', { max: 2000 }),
  senha: f.text('Senha', { max: 60 }).secret(),
  custo: f.money('Custo', { decimals: 4, min: 0 }).default(0),
  vDesc: f.decimal('Desconto', 10, { format: 'fraction', min: 0, max: 1 }),
  tipo: f.option('Tipo', { 1: 'Compra', 0: 'Venda' }).default(0),
  geraNFe: f.flag('Gera NF-e').default(0),
  tPag: f.text('Meio', { max: 2, words: { '15': 'Boleto', '01': 'Dinheiro' } }),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor').required(),
}
const { Field, column, line, lineTo, cell, word, chip, chipColumn, defaults } = fieldsOf(fields)

describe('a control', () => {
  it('is what its field is, with its label, longest text, decimals and whether it must be given', () => {
    expect(controlOf(fields.descricao)).toEqual({
      label: 'Descrição',
      kind: 'text',
      required: true,
      requiredText: 'Diga o que é.',
      maxLength: 80,
    })
    expect(controlOf(fields.obs)).toMatchObject({ kind: 'textarea', maxLength: 2000, required: false })
    expect(controlOf(fields.senha).kind).toBe('password')
    expect(controlOf(fields.custo)).toMatchObject({ kind: 'money', decimals: 4, required: false })
    expect(controlOf(fields.geraNFe).kind).toBe('switch')
  })

  it('a fraction is written in percent, with decimals of its own', () => {
    expect(controlOf(fields.vDesc)).not.toHaveProperty('decimals')
  })

  it('a choice has the words, numbers where numbers are stored, and must be made where it is never empty', () => {
    const options = [
      { value: 0, label: 'Venda' },
      { value: 1, label: 'Compra' },
    ]
    expect(controlOf(fields.tipo)).toMatchObject({ kind: 'select', required: true, options })
    expect(controlOf(fields.tPag)).toMatchObject({
      kind: 'select',
      required: false,
      options: [
        { value: '01', label: 'Dinheiro' },
        { value: '15', label: 'Boleto' },
      ],
    })
  })

  it('refuses what the server would, in its words', () => {
    expect(limitFault(fields.custo.meta, -1)).toBe('O valor mínimo é 0.')
    expect(limitFault(fields.vDesc.meta, '1.5')).toBe('O valor máximo é 1.')
    expect(limitFault(fields.custo.meta, null)).toBeUndefined()
    expect(limitFault(fields.descricao.meta, '9')).toBeUndefined()
  })
})

describe('a column', () => {
  it('shows codes in words, amounts as such, and what is referred to under its name', () => {
    expect(column('tipo')).toMatchObject({ label: 'Tipo', kind: 'option' })
    expect(column('custo')).toEqual({ field: 'custo', label: 'Custo', kind: 'money' })
    expect(column('fornecedor.xNome')).toEqual({
      field: 'fornecedor.xNome',
      label: 'Fornecedor',
      reference: { field: 'fornecedor_id', resource: 'fornecedor' },
      groups: true,
    })
    expect(columnOf('vTotal', f.money('Total').summed().meta).sum).toBe('amount')
    expect(columnOf('qTrib', f.quantity('Qtd', 'mercadoria_id').summed().meta).sum).toBe('unit')
    expect(column('criado_em').label).toBe('Criado em')
    expect(columnOf('geraNFe', fields.geraNFe.meta).kind).toBe('bool')
  })

  it('of lines knows what must be given, and shows words', () => {
    expect(line('custo', { editable: true })).toEqual({
      field: 'custo',
      label: 'Custo',
      kind: 'money',
      decimals: 4,
      editable: true,
    })
    expect(lineOf('tipo', fields.tipo.meta).show?.({ key: 'a', tipo: 1 })).toBe('Compra')
    expect(lineTo('fornecedor_id', 'fornecedor')).toMatchObject({ label: 'Fornecedor', required: true })
    expect(cell('descricao')).toMatchObject({ label: 'Descrição', requiredText: 'Diga o que é.', maxLength: 80 })
  })

  it('a word of a value, and none of what has none', () => {
    expect([word('tipo', '1'), word('tipo', 9), word('descricao', 1)]).toEqual(['Compra', '', ''])
  })
})

describe('a name that is no field', () => {
  it('does not compile, and is found at once where nobody compiled', () => {
    // @ts-expect-error no field is called so
    expect(() => column('descricaoVelha')).toThrow('No field is called descricaoVelha.')
    // @ts-expect-error no field is called so
    expect(() => line('qTrib')).toThrow('No field is called qTrib.')
    // @ts-expect-error nothing is referred to by that name
    expect(column('cliente.xNome').label).toBe('cliente.xNome')
    // @ts-expect-error no field is called so
    expect(createElement(Field, { name: 'descricaoVelha' }).props).toEqual({ name: 'descricaoVelha' })
  })
})

describe('a chip', () => {
  const looks = { 0: { hue: 'cinza' }, 1: { hue: 'verde', mark: 'check' } } as const

  it('has the word of its field and the look of the screen; what has no word is none', () => {
    expect(chip('tipo', looks)({ tipo: 1 })).toEqual({ word: 'Compra', hue: 'verde', mark: 'check' })
    expect(chip('tipo', looks)({ tipo: 7 })).toBeNull()
    expect(chip('tipo', looks)({})).toBeNull()
  })

  it('stands in a column that is filtered by those words', () => {
    expect(chipColumn('tipo', looks, { width: 90 })).toMatchObject({
      field: 'tipo',
      label: 'Tipo',
      kind: 'chip',
      sort: 'tipo',
      filter: 'select',
      width: 90,
      options: [
        { value: 0, label: 'Venda' },
        { value: 1, label: 'Compra' },
      ],
    })
  })
})

it('a new record begins with what its fields begin with, but not with what the program alone writes', () => {
  expect(defaults).toEqual({ custo: 0, tipo: 0, geraNFe: 0 })
  expect(fieldsOf({ vTotal: f.money('Total').default(0).computed() }).defaults).toEqual({})
})
