import { describe, expect, it } from 'vitest'
import { typedSince } from './typed-since'

describe('typedSince', () => {
  it('is what differs from what was asked, with the objects that show a chosen record', () => {
    const asked = { xNome: 'Ana', cliente_id: 1, cliente: { id: 1 }, obs: null }
    const mine = { ...asked, cliente_id: 2, cliente: { id: 2 }, obs: '' }
    expect(typedSince(mine, asked, { xNome: 'ANA', cliente_id: 1 })).toEqual({
      cliente_id: 2,
      cliente: { id: 2 },
      obs: '',
    })
  })

  it('is nothing where nothing was typed, whatever the server made of it', () => {
    const asked = { itens: [{ key: 'n0', q: 1 }] }
    expect(typedSince({ ...asked }, asked, { itens: [{ id: 7, q: '1.000' }] })).toEqual({})
  })

  it('puts the changed field of a line over the line that was saved, and keeps what the server made of the others', () => {
    const asked = {
      itens: [
        { key: 'n0', q: 1, x: 'a' },
        { key: 'n1', q: 2, x: 'b' },
      ],
    }
    const mine = { itens: [asked.itens[0], { key: 'n1', q: 5, x: 'b' }, { key: 'n2', q: 9 }] }
    const saved = {
      itens: [
        { id: 7, q: 1, x: 'A' },
        { id: 8, q: 2, x: 'B' },
      ],
    }
    expect(typedSince(mine, asked, saved)).toEqual({
      itens: [
        { key: 'i7', id: 7, q: 1, x: 'A' },
        { key: 'i8', id: 8, q: 5, x: 'B' },
        { key: 'n2', q: 9 },
      ],
    })
  })

  it('keeps a removed line removed, and never writes one line over another', () => {
    const asked = {
      itens: [
        { id: 7, q: 1 },
        { id: 8, q: 2 },
      ],
    }
    const mine = { itens: [{ key: 'i8', id: 8, q: 3 }] }
    expect(typedSince(mine, asked, asked)).toEqual({ itens: [{ key: 'i8', id: 8, q: 3 }] })
    const other = {
      itens: [
        { id: 9, q: 0 },
        { id: 7, q: 1 },
      ],
    }
    expect(typedSince(mine, asked, other)).toEqual({ itens: [{ key: 'i8', id: 8, q: 3 }] })
  })
})
