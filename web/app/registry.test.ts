import { describe, expect, it } from 'vitest'
import { matchStack, screen } from './registry'

const Nothing = (): null => null
const modal = { component: Nothing } as const
const venda = screen({
  path: '/ui/comercial/venda',
  title: 'Vendas',
  area: 'Comercial',
  right: 'venda',
  component: Nothing,
  modals: { 'edit/:id': modal, 'edit/:id/venda_mercadoria/:venda_mercadoria_id': modal },
})
const devolucao = screen({ ...venda, path: '/ui/comercial/venda_devolucao', modals: {}, aliases: ['/ui/devolucoes'] })
const screens = [venda, devolucao]

describe('matchStack', () => {
  it('opens the list on its own path, with or without a closing slash', () => {
    expect(matchStack(screens, '/ui/comercial/venda/')).toEqual({ screen: venda, layers: [] })
  })

  it('opens the whole stack from a deep link, parents first', () => {
    const match = matchStack(screens, '/ui/comercial/venda/edit/12/venda_mercadoria/new')
    expect(match?.layers.map(({ path, id, params }) => ({ path, id, params }))).toEqual([
      { path: '/ui/comercial/venda/edit/12', id: '12', params: { id: '12' } },
      {
        path: '/ui/comercial/venda/edit/12/venda_mercadoria/new',
        id: 'new',
        params: { id: '12', venda_mercadoria_id: 'new' },
      },
    ])
  })

  it('does not take a path that only starts like a screen', () => {
    expect(matchStack(screens, '/ui/comercial/venda_devolucao')?.screen).toBe(devolucao)
    expect(matchStack(screens, '/ui/comercial/vendas')).toBeNull()
  })

  it('knows no screen where the rest of the path means nothing', () => {
    expect(matchStack(screens, '/ui/comercial/venda/edit')).toBeNull()
    expect(matchStack(screens, '/ui/comercial/venda/edit/12/outro/3')).toBeNull()
    expect(matchStack(screens, '/ui/comercial/venda/edit//venda_mercadoria/1')).toBeNull()
  })

  it('answers to aliases', () => {
    expect(matchStack(screens, '/ui/devolucoes')?.screen).toBe(devolucao)
  })
})
