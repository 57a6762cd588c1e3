/** Cold start of `prumo serve` on an existing database: from the command to its first answer. Bound: 2 s at the median of 7. Memory of the fresh server too. */
import { mkdtempSync, readFileSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../fixtures/server-process'
import { figure, latency, round } from './measure'

const BOUND_MS = 2_000
const folder = mkdtempSync(join(tmpdir(), 'prumo-start-'))
chmodSync(folder, 0o755)
const env = {
  PRUMO_DATA: folder,
  DATABASE_URL: '',
  PRUMO_ADMIN_EMAIL: 'admin@teste.example',
  PRUMO_ADMIN_PASSWORD: 'senha-de-teste-1',
}
const first = await startServer(env, ['--demo'])
await first.stop()

const times: number[] = []
let memory = 0
for (let run = 0; run < 7; run++) {
  const from = performance.now()
  const server = await startServer(env)
  await fetch(`${server.url}/readyz`)
  times.push(performance.now() - from)
  memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  await server.stop()
}
rmSync(folder, { recursive: true, force: true })
const { p50, max } = latency(times)
figure(
  'cold start on an existing database',
  { p50_ms: p50, max_ms: max, bound_ms: BOUND_MS, rss_mb: round(memory, 0) },
  p50 <= BOUND_MS,
)
