import { expect, it } from 'vitest'
import { crashRounds } from '../fixtures/crash-rounds'
import { settlementCrashes } from '../fixtures/crash-settlement'

it('a hundred crashes in the middle of documents: each is done whole or not at all, and both happen', async () => {
  const report = await crashRounds(100)
  console.info(`crash: ${JSON.stringify(report)}`)
  expect(report.done + report.undone).toBe(100)
  expect(Math.min(report.done, report.undone)).toBeGreaterThan(0)
})

it('crashes while 500 payables are settled at once: all of them are paid or none, and the books add up', async () => {
  const report = await settlementCrashes(6)
  console.info(`crash of settlements: ${JSON.stringify(report)}`)
  expect(report.done + report.undone).toBe(6)
  expect(Math.min(report.done, report.undone)).toBeGreaterThan(0)
})
