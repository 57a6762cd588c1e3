import { expect, it } from 'vitest'
import { f } from '../../core/fields/field'
import { allResources, resource } from './resource'

it('asks for no index that a reference has by itself, and what is refused is not defined', () => {
  const define = () =>
    resource({
      name: 'amostra_de_indice',
      paths: ['amostra_de_indice'],
      title: 'Amostra',
      right: 'amostra',
      company: 'none',
      fields: { cliente_id: f.ref('Cliente', 'cliente') },
      search: [],
      display: [],
      indexes: [['cliente_id', 'id']],
    })
  expect(define).toThrow('amostra_de_indice: the reference cliente_id has this index by itself.')
  expect(allResources().some(({ name }) => name === 'amostra_de_indice')).toBe(false)
})
