import { expect, it } from 'vitest'
import { lineAddress } from './line-route'

const route = { path: '/ui/estoque/entrada/edit/7', route: 'entrada_item', link: 'entrada_id' }

it('a line has its address over the form of its document, which it names', () => {
  expect(lineAddress(route, '31', { id: 7 })).toBe('/ui/estoque/entrada/edit/7/entrada_item/31?entrada_id=7')
})

it('tells what else is known of the document, and nothing that is empty', () => {
  const tells = ({ empresa_id, tabela_preco_id }: Readonly<Record<string, unknown>>) => ({
    empresa_id,
    tabela_preco_id,
  })
  const address = lineAddress({ ...route, tells }, 'new', { id: undefined, empresa_id: 2, tabela_preco_id: null })
  expect(address).toBe('/ui/estoque/entrada/edit/7/entrada_item/new?empresa_id=2')
})
