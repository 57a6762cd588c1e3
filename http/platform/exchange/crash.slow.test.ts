import { afterAll, beforeAll, expect, it } from 'vitest'
import { exchangeRounds } from '../../../fixtures/exchange-rounds'
import { TAKER, takerExchange } from '../../../fixtures/taker-exchange'
import { testServer, type TestServer } from '../../../fixtures/test-server'

let server: TestServer
const exchanged = takerExchange(TAKER, () => '')
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

it(
  'kill -9 of either side, sixty times, while the service also dies by itself: every request is taken once and done once, never twice, never lost',
  { timeout: 900_000 },
  async () => {
    const report = await exchangeRounds(server, exchanged, 60)
    console.info(`exchange: ${JSON.stringify(report)}`)
    expect(Math.min(report.deaths.ours, report.deaths.theirs)).toBeGreaterThanOrEqual(25)
  },
)
