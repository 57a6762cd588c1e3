/** `npm run bench [-- NAME…]`: runs the benchmarks, each in a process of its own. Without names, all of them. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const NOT_BENCHES = new Set([
  'main.ts',
  'measure.ts',
  'big-database.ts',
  'titles-database.ts',
  'stock-database.ts',
  'lists-against-sql.ts',
  'load-mix.ts',
  'growth-database.ts',
  'growth-migrations.ts',
  'own-database.ts',
  'bench-user.ts',
  'notes-company.ts',
  'issuing.ts',
  'tidy-on-signal.ts',
])
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !NOT_BENCHES.has(file))
  .map((file) => file.slice(0, -3))
const wanted = process.argv.slice(2)
const chosen =
  wanted.length === 0 ? names : names.filter((name) => wanted.some((one) => name === one || name.startsWith(`${one}-`)))
if (chosen.length === 0) {
  console.error(`Benchmarks: ${names.join(', ')}`)
  process.exit(2)
}
let failed = 0
for (const name of chosen) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' })
  if (status !== 0) failed++
}
process.exit(failed > 0 ? 1 : 0)
