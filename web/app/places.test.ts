import { describe, expect, it } from 'vitest'
import { placeOf } from './places'
import { hasNewForm, screen } from './registry'

const Nothing = (): null => null
const plain = { area: 'Comercial', right: 'venda', component: Nothing, modals: { 'edit/:id': { component: Nothing } } }
const venda = screen({ ...plain, path: '/ui/comercial/venda', title: 'Vendas' })

describe('keys of places', () => {
  it('lead where their screen is, and are not told where it is not', () => {
    expect(placeOf([venda], 'go_venda')).toBe('/ui/comercial/venda')
    expect(placeOf([venda], 'quick_sale')).toBe('/ui/comercial/venda/edit/new')
    expect(placeOf([venda], 'go_fluxo')).toBeUndefined()
    expect(placeOf([], 'go_venda')).toBeUndefined()
  })

  it('are the only ones that ask for a screen', () => {
    expect(placeOf([venda], 'save')).toBeUndefined()
  })
})

describe('a new record', () => {
  it('is offered where a form for it is, not where records come from elsewhere', () => {
    expect(hasNewForm(venda)).toBe(true)
    expect(hasNewForm({ ...venda, create: false })).toBe(false)
    expect(hasNewForm({ ...venda, modals: {} })).toBe(false)
  })
})
