import { expect, it } from 'vitest'
import { crashRounds } from '../fixtures/crash-rounds'

it('a hundred crashes in the middle of documents: each is done whole or not at all, and both happen', async () => {
  const report = await crashRounds(100)
  console.info(`crash: ${JSON.stringify(report)}`)
  expect(report.done + report.undone).toBe(100)
  expect(Math.min(report.done, report.undone)).toBeGreaterThan(0)
})
