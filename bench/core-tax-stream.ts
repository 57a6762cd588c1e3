/** A million tax items through `prumo core tax.item`, as a stream: items a second, and memory, which must stay flat from the first tenth on. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { figure, round } from './measure'

const ITEMS = 1_000_000
const BATCH = 2_000
const GROWTH_LIMIT = 1.3

const child = spawn(process.execPath, [join(import.meta.dirname, '../cli/main.ts'), 'core', 'tax.item'], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
let answered = 0
child.stdout.on('data', (chunk: Buffer) => {
  for (const byte of chunk) if (byte === 10) answered++
})
const from = performance.now()
const memory: number[] = []
for (let sent = 0; sent < ITEMS; sent += BATCH) {
  const lines = Array.from(
    { length: BATCH },
    (_, at) => `{"taxCode":"00","vProd":"${((sent + at) % 9973) / 100}","pICMS":18,"pIPI":5,"trace":false}`,
  )
  if (!child.stdin.write(`${lines.join('\n')}\n`)) await new Promise((resolve) => child.stdin.once('drain', resolve))
  if (sent % (ITEMS / 10) === 0) memory.push(rss())
}
child.stdin.end()
await new Promise((resolve) => child.once('close', resolve))
const seconds = (performance.now() - from) / 1000
const growth = round(Math.max(...memory.slice(2)) / (memory[2] ?? 1))
figure(
  'core: a million tax items as a stream',
  { items_per_s: round(ITEMS / seconds, 0), rss_mb: memory.map((one) => round(one, 0)), growth, answered },
  answered === ITEMS && growth <= GROWTH_LIMIT,
)
