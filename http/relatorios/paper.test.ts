import { expect, it } from 'vitest'
import { paperPdf } from './paper'

it('many sheets are drawn with a turn for others after each', async () => {
  let turns = 0
  let going = true
  const others = (): void => {
    turns++
    if (going) setImmediate(others)
  }
  setImmediate(others)
  const drawn: number[] = []
  const sheet = { title: 'Folha', mark: '', printedAt: '23/11/2026', company: { name: 'Empresa', lines: [] } }
  const bytes = await paperPdf(
    Array.from({ length: 20 }, () => sheet),
    () => void drawn.push(turns),
  )
  going = false
  expect(new Set(drawn).size).toBe(20)
  expect(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Type \/Page\b/g),
  ).toHaveLength(20)
})
