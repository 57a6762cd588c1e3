import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PayingBank } from '../../fixtures/simulators/paying-bank'
import type { TestServer } from '../../fixtures/test-server'
import {
  balance,
  draft,
  ok,
  openPaying,
  owes,
  REMITTANCE,
  title,
} from '../../http/financeiro/pagamentos/paying.fixture'
import { runPrumo } from '../../fixtures/run-prumo'

/** Payments from the terminal, as the shell sees it: each command is a process of its own. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-pay-'))
const inbox = join(folder, 'entrada')
const bank = new PayingBank()
let server: TestServer

beforeAll(async () => {
  mkdirSync(inbox)
  server = await openPaying()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const prumo = (...args: readonly string[]) => runPrumo(['bank', 'pagamento', ...args], { folder, url: server.url })

it('writes the files of a remittance into a folder, again to the byte, and takes a folder of returns in, each once', async () => {
  const [ted, pix] = [await owes('100.00'), await owes('50.00', 'pix')]
  const { id, remessa_pagamento_conta_list: items } = await draft([ted.id, pix.id])
  const refused = await prumo('envia', '--remessa', String(id))
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('não foi aprovada') })
  await ok('POST', `${REMITTANCE}/${id}/aprova`)
  const tried = await prumo('envia', '--remessa', String(id), '--dry-run')
  expect([tried.code, tried.out]).toEqual([0, expect.stringContaining('(simulado)')])
  const made = await prumo('envia', '--remessa', String(id), '--saida', folder)
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('2 pagamentos, R$ 150,00') })
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.REM'))
    .toSorted()
  expect(names).toEqual(['PG000001.REM', 'PG000002.REM'])
  const bytes = names.map((name) => readFileSync(join(folder, name)))
  const again = await prumo('envia', '--remessa', String(id), '--saida', folder)
  expect(again.out).toContain('já enviada antes')
  expect(names.map((name) => readFileSync(join(folder, name)))).toEqual(bytes)
  expect((await prumo('envia', '--remessa', String(id), '--saida', 'um.rem')).code).toBe(2)
  for (const one of bytes) bank.receive(one)
  for (const one of items) bank.pay(String(one.id), '2026-12-10')
  for (const [at, file] of bank.files().entries()) writeFileSync(join(inbox, `${at}.ret`), file)
  writeFileSync(join(inbox, 'z.ret'), 'nada')
  const dry = await prumo('retorno', inbox, '--dry-run', '--move')
  expect([dry.code, dry.out]).toEqual([1, expect.stringContaining('1 pago (R$ 100,00) (simulado)')])
  expect(await balance()).toBe(0)
  const done = await prumo('retorno', inbox, '--move', '--json')
  expect(done).toMatchObject({ code: 1, err: expect.stringContaining('z.ret') })
  expect(await balance()).toBe(-150)
  expect([await title(ted.id), await title(pix.id)]).toMatchObject([{ vSaldo: 0 }, { vSaldo: 0 }])
  expect(readdirSync(inbox).toSorted()).toEqual(['lidos', 'z.ret'])
  expect(existsSync(join(inbox, 'lidos', '0.ret'))).toBe(true)
  const once = await prumo('retorno', join(inbox, 'lidos'))
  expect(once).toMatchObject({ code: 0, out: expect.stringContaining('já carregado antes') })
  expect(await balance()).toBe(-150)
  expect((await prumo('envia', '--remessa', 'x')).code).toBe(2)
}, 120_000)
