import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepOf } from '../../fixtures/dda-sweep'
import type { TestServer } from '../../fixtures/test-server'
import { ids, list, openDda, owes, PAYER, slip, STEEL, STRANGER } from '../../http/financeiro/dda/dda.fixture'
import { runPrumo } from '../../fixtures/run-prumo'

/** Sweeps of the DDA from the terminal, as the shell sees it: each command is a process of its own. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-dda-'))
const inbox = join(folder, 'entrada')
let server: TestServer

beforeAll(async () => {
  mkdirSync(inbox)
  server = await openDda()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const prumo = (...args: readonly string[]) => runPrumo(['bank', 'dda', ...args], { folder, url: server.url })

it('takes a folder in, each slip once, and moves what it read', { timeout: 120_000 }, async () => {
  await owes(ids.steel, '10.00', '2026-12-10')
  const file = sweepOf(PAYER, [slip(STEEL, '10.00', '2026-12-10'), slip(STRANGER, '20.00', '2026-12-10')])
  writeFileSync(join(inbox, 'a.ret'), 'nada')
  writeFileSync(join(inbox, 'b.ret'), file)
  const tried = await prumo(inbox, '--dry-run', '--move')
  expect([tried.code, tried.out]).toEqual([
    1,
    expect.stringContaining('2 boletos, 2 novos, 1 ligado, 1 possível fraude'),
  ])
  expect(await list('')).toEqual([])
  const done = await prumo(inbox, '--move')
  expect(done).toMatchObject({ code: 1, err: expect.stringContaining('a.ret: Arquivo não suportado') })
  expect(readdirSync(inbox).toSorted()).toEqual(['a.ret', 'lidos'])
  const again = await prumo(join(inbox, 'lidos', 'b.ret'), '--json')
  expect(again.code, again.err).toBe(0)
  expect(JSON.parse(again.out)).toMatchObject({ boletos: 2, novos: 0, fraudes: 1 })
  expect(await list('')).toHaveLength(2)
})
