import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../fixtures/as-owner'
import { invoiceXml } from '../fixtures/nfe/invoice'
import { testDatabase, type TestDatabase } from '../fixtures/test-database'
import { testCnpj } from '../fixtures/test-server'
import { testServices } from '../fixtures/test-services'
import { bookFaults } from '../http/books'
import { install } from './setup/install'

/** The main job as one script of prumo commands: the one that the guide shows. */

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'prumo-job-'))
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await install(
    testServices(database.pool),
    { adminEmail: 'dono@exemplo.com', adminPassword: 'uma senha longa' },
    { demo: true },
  )
}, 60_000)
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const run = (file: string) =>
  spawnSync('sh', ['docs/guia/trabalho.sh', file], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PRUMO: `${process.execPath} cli/main.ts`, PRUMO_DATA: folder, DATABASE_URL: database.url },
  })

it('goes from the invoice to the billed sale, and stops at the first refusal', { timeout: 60_000 }, async () => {
  const file = join(folder, 'nota.xml')
  const items = [
    {
      cProd: 'T-1',
      xProd: 'Furadeira de impacto 650 W',
      qCom: '5.0000',
      vUnCom: '300.00',
      vProd: '1500.00',
      vIPI: '75.00',
    },
  ]
  writeFileSync(
    file,
    invoiceXml({
      number: 77,
      recipient: testCnpj(991),
      items,
      vNF: '1575.00',
      instalments: [{ dVenc: '2026-12-20', vDup: '1575.00' }],
    }),
  )
  const done = run(file)
  expect(done.status, done.stderr).toBe(0)
  // 315.00 a unit with IPI; 40 % margin: 525.00; 5 % off: 498.75 × 3.
  expect(done.stdout).toMatch(/entrada \d+, orçamento \d+, venda \d+: 1496.25/)
  expect(done.stdout).toContain('498.75')
  const again = run(file)
  expect(again.status).toBe(1)
  expect(again.stderr).toContain('já foi importada')
  expect(await asOwner(database.url, bookFaults)).toEqual([])
})
