/**
 * A report of 1,000,000 rows as CSV, through the API, while lists are asked for: how long it takes, how the memory of the process grows from its first tenth on,
 * and how long others wait meanwhile against an idle server. Bounds: memory grows by 64 MB at most; a list's middle time stays within five
 * times that of an idle server.
 */
import { testServices } from '../fixtures/test-services'
import { serve } from '../http/server'
import { signedIn } from './bench-user'
import { bigDatabase, SIZE } from './big-database'
import { figure, latency, round } from './measure'

const MB = 1024 * 1024
const MOST_GROWTH_MB = 64
const MOST_WAIT = 5

const database = await bigDatabase()
const services = testServices(database.pool)
const server = await serve(services, { host: '127.0.0.1', port: 0 })
const { token, call } = await signedIn(database, services, server.url)

async function listTime(): Promise<number> {
  const from = performance.now()
  await call('GET', 'venda?page=1&perPage=50')
  return performance.now() - from
}

for (let n = 0; n < 20; n++) await listTime()
const idle: number[] = []
for (let n = 0; n < 100; n++) idle.push(await listTime())

const from = performance.now()
const answer = await fetch(`${server.url}/reporting/csv/custo_venda?agrupar=venda`, {
  headers: { Authorization: `Bearer ${token}` },
})
const first = performance.now() - from
let [lines, bytes, start, most] = [0, 0, 0, 0]
const busy: number[] = []
const reading = new AbortController()
const others = (async () => {
  while (!reading.signal.aborted) {
    busy.push(await listTime())
    await Bun.sleep(20)
  }
})()
for await (const part of answer.body ?? []) {
  bytes += part.byteLength
  for (const byte of part) if (byte === 10) lines++
  const rss = process.memoryUsage.rss()
  if (lines > SIZE.vendas / 10) {
    start ||= rss
    most = Math.max(most, rss)
  }
}
reading.abort()
await others
const grown = round((most - start) / MB, 0)
const [alone, meanwhile] = [latency(idle), latency(busy)]
figure('a report of a million rows', {
  rows: lines - 1,
  mb: round(bytes / MB, 1),
  first_byte_ms: round(first, 0),
  seconds: round((performance.now() - from) / 1000, 1),
})
figure('memory while it streams', { from_mb: round(start / MB, 0), grown_mb: grown }, grown <= MOST_GROWTH_MB)
const ratio = round(meanwhile.p50 / alone.p50)
figure('a list meanwhile', { idle: alone, meanwhile, asked: busy.length, ratio }, ratio <= MOST_WAIT)
figure('all rows came', { rows: lines - 1, of: SIZE.vendas }, lines - 1 === SIZE.vendas)
await server.stop()
await database.close()
process.exit()
