import { expect, it } from 'vitest'
import { crashRounds } from '../fixtures/crash-rounds'

it(
  'a server killed in the middle of finalising, dispatching, invoicing, undoing and taking back never leaves half a document',
  { timeout: 180_000 },
  async () => {
    const report = await crashRounds(15)
    console.info(`crash: ${JSON.stringify(report)}`)
    expect(report.done + report.undone).toBe(15)
  },
)
