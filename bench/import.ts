/**
 * Imports of 100,000 customers (IMPORT_ROWS others): by the terminal, bound 5,000 rows a second, and by the wizard's calls on a running server
 * (upload, dry run, commit, undo), whose memory stays under 200 MB.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeCsv } from '../core/tabular/csv'
import { makePersons } from '../fixtures/demo/people'
import { Random } from '../fixtures/demo/random'
import { startServer } from '../fixtures/server-process'
import { figure, round } from './measure'

const ROWS = Number(process.env.IMPORT_ROWS ?? 100_000)
const BOUND_ROWS_PER_SECOND = 5_000
const BOUND_MB = 200
const ADMIN = { email: 'admin@teste.example', password: 'senha-de-teste-1' }

const folder = mkdtempSync(join(tmpdir(), 'prumo-import-'))
chmodSync(folder, 0o755)
const env = {
  PRUMO_DATA: folder,
  DATABASE_URL: '',
  PRUMO_ADMIN_EMAIL: ADMIN.email,
  PRUMO_ADMIN_PASSWORD: ADMIN.password,
}
const names = ['CNPJ_CPF', 'xNome', 'fone', 'email', 'CEP', 'xLgr', 'nro', 'xBairro', 'UF']
const people = (seed: number) =>
  makePersons(new Random(seed), ROWS).map((one) => names.map((name) => String(one[name] ?? '')))
const csv = (seed: number) => writeCsv([names, ...people(seed)])

const terminalFile = join(folder, 'clientes.csv')
writeFileSync(terminalFile, csv(1))
prumo(['seed'])
const [answer = ''] = prumo(['import', 'clientes', terminalFile, '--json'])
const { segundos }: { segundos: number } = JSON.parse(answer)
const rate = ROWS / segundos
figure(
  `import of ${ROWS} customers by the terminal`,
  { rows_per_second: round(rate, 0), seconds: segundos, bound_rows_per_second: BOUND_ROWS_PER_SECOND },
  rate >= BOUND_ROWS_PER_SECOND,
)

const server = await startServer(env)
try {
  await measureServer()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The wizard's calls: how long each step takes, how long other calls wait meanwhile, and what memory the server ends with. */
async function measureServer(): Promise<void> {
  const signedIn = await fetch(`${server.url}/api/authenticate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: ADMIN.email, password: ADMIN.password }),
  })
  const { token }: { token: string } = await signedIn.json()
  const call = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(typeof init.body === 'string' ? { 'Content-Type': 'application/json' } : {}),
    }
    const response = await fetch(`${server.url}/api/${path}`, { ...init, headers })
    const body: Record<string, unknown> = await response.json()
    if (!response.ok) throw new Error(JSON.stringify(body))
    return body
  }
  let slowest = 0
  const watch = setInterval(() => {
    const from = performance.now()
    void call('sessao').then(() => (slowest = Math.max(slowest, performance.now() - from)))
  }, 250)
  const form = new FormData()
  form.set('tipo', 'clientes')
  form.set('file', new File([csv(2)], 'clientes.csv'))
  const seconds: Record<string, number> = {}
  const timed = async (name: string, work: () => Promise<void>) => {
    const from = performance.now()
    await work()
    seconds[name] = round((performance.now() - from) / 1000, 1)
  }
  const done = async (task: unknown) => {
    for (;;) {
      const { status, erro } = await call(`sis/tarefa/${String(task)}`)
      if (status === 'concluida') return
      if (status === 'falhou') throw new Error(String(erro))
      await Bun.sleep(100)
    }
  }
  let batch: Record<string, unknown> = {}
  await timed(
    'upload',
    async () => void (batch = await call('cadastros/importacao/upload', { method: 'POST', body: form })),
  )
  await timed('check', () => done(batch.tarefa_id))
  for (const verb of ['importa', 'desfaz'])
    await timed(verb, async () =>
      done((await call(`cadastros/importacao/${String(batch.id)}/${verb}`, { method: 'POST', body: '{}' })).tarefa_id),
    )
  clearInterval(watch)
  const memory = (name: string) =>
    round(
      Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) /
        1024,
      0,
    )
  const [now, peak] = [memory('VmRSS'), memory('VmHWM')]
  figure(
    `import of ${ROWS} customers on the server`,
    { seconds, slowest_other_call_ms: round(slowest, 0), rss_mb: now, peak_mb: peak, bound_mb: BOUND_MB },
    now <= BOUND_MB,
  )
}

/** Runs the terminal program; answers the lines that it printed. */
function prumo(args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['cli/main.ts', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout.split('\n')
}
