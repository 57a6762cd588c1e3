import { describe, expect, it } from 'vitest'
import { Edits } from './edits'

const rows = [
  { id: 1, price: 10, versao: 1 },
  { id: 2, price: null, versao: null },
]
const [one = { id: 1 }, two = { id: 2 }] = rows
const edits = () =>
  new Edits({
    write: (row, field, value) => (Number(value) < 0 ? null : { ...row, [field]: value }),
    isSame: (row, stored) => row.price === stored.price,
  })
const write = (to: Edits, ...values: readonly (readonly [(typeof rows)[number] | { id: number }, unknown])[]) =>
  to.write(values.map(([row, value]) => ({ row, field: 'price', value })))

describe('changes beside a list', () => {
  it('are steps, of one row or of many, and are taken back one by one', () => {
    const all = edits()
    write(all, [one, 11])
    write(all, [one, 12], [two, 5])
    expect([all.shown(one).price, all.shown(two).price]).toEqual([12, 5])
    all.undo()
    expect([all.shown(one).price, all.shown(two).price]).toEqual([11, null])
    all.undo()
    expect([all.staged.value.size, all.undo()]).toEqual([0, false])
  })

  it('are none where a row is written back as it was stored, and where nothing changes', () => {
    const all = edits()
    write(all, [one, 11])
    write(all, [one, 11])
    write(all, [one, 10])
    expect(all.staged.value.size).toBe(0)
    all.undo()
    expect(all.shown(one).price).toBe(11)
  })

  it('tell what could not be written, and write the others', () => {
    const all = edits()
    expect(write(all, [one, -1], [two, 5])).toBe(1)
    expect([...all.staged.value.keys()]).toEqual(['2'])
  })

  it('stay where the server refused them, over what it has now, until they are sent again', () => {
    const all = edits()
    write(all, [one, 11], [two, 5])
    const refused = new Map([['1', { why: 'Alterado por outro.', now: { price: 13, versao: 2 } }]])
    all.settle({ saved: new Map([['2', {}]]), refused })
    expect([...all.staged.value]).toMatchObject([
      ['1', { stored: { price: 13, versao: 2 }, row: { price: 11 }, fault: 'Alterado por outro.' }],
    ])
    write(all, [one, 13])
    expect(all.staged.value.size).toBe(0)
  })
})
