import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** `prumo core` on a million lines and on five million: the memory is the same. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-core-'))
const files = { million: join(folder, '1.txt'), five: join(folder, '5.txt') }

beforeAll(async () => {
  const block = Array.from({ length: 10_000 }, (_, n) => `{"value":"${n}.${n % 1000}5","decimals":2}\n`).join('')
  for (const [file, blocks] of [
    [files.million, 100],
    [files.five, 500],
  ] as const) {
    const handle = await open(file, 'w')
    for (let n = 0; n < blocks; n++) await handle.write(block)
    await handle.close()
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

async function measure(file: string) {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dirname, 'main.ts'), 'core', 'money.round', '--file', file],
    {
      stdout: 'pipe',
    },
  )
  let lines = 0
  let rssMb = 0
  const from = performance.now()
  for await (const chunk of child.stdout) {
    for (const byte of chunk) if (byte === 10) lines++
    rssMb = Math.max(rssMb, residentMb(child.pid))
  }
  expect(await child.exited).toBe(0)
  return { lines, rssMb, perSecond: Math.round((lines / (performance.now() - from)) * 1000) }
}

/** What the process holds now. The kernel's own maximum would count what this process held when it was forked. */
function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

it('streams in constant memory', async () => {
  const one = await measure(files.million)
  const five = await measure(files.five)
  console.info('core stream:', one, five)
  expect([one.lines, five.lines]).toEqual([1_000_000, 5_000_000])
  expect(five.rssMb).toBeLessThan(one.rssMb * 1.3 + 20)
  expect(five.rssMb).toBeGreaterThan(20)
  expect(five.rssMb).toBeLessThan(200)
})
