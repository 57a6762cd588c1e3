import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CollectionBank } from '../../fixtures/simulators/collection-bank'
import type { TestServer } from '../../fixtures/test-server'
import { balance, collected, openCollecting, owes, title } from '../../http/financeiro/boleto/collecting.fixture'
import { runPrumo, startPrumo } from '../../fixtures/run-prumo'

/** Files of banks from the terminal, as the shell sees it: each command is a process of its own. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-bank-'))
const inbox = join(folder, 'entrada')
const bank = new CollectionBank()
let server: TestServer

beforeAll(async () => {
  mkdirSync(inbox)
  server = await openCollecting()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const prumo = (...args: readonly string[]) => runPrumo(['bank', ...args], { folder, url: server.url })

it(
  'makes boletos and their file, says what would be refused, and takes a folder of retornos in, each once',
  { timeout: 120_000 },
  async () => {
    expect(await prumo('remessa')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nenhum registro selecionado'),
    })
    const [one, other] = [await owes('100.00'), await owes('50.00')]
    const made = await prumo('remessa', '--gera', '--json')
    expect(made.code, made.err).toBe(0)
    const told = JSON.parse(made.out)
    expect(told).toMatchObject({ qTitulos: 2, vTotal: 150, sequencia: 1 })
    bank.receive(readFileSync(join(folder, told.file)))
    const numbers = [...bank.titles.keys()]
    bank.pay(numbers[0] ?? '', '100.00')
    bank.pay(numbers[1] ?? '', '20.00')
    writeFileSync(join(inbox, 'b.ret'), bank.file())
    writeFileSync(join(inbox, 'a.ret'), 'nada')
    writeFileSync(join(inbox, 'c.ret.part'), 'a meio')
    const tried = await prumo('retorno', inbox, '--dry-run', '--baixa', '--move')
    expect([tried.code, tried.out]).toEqual([1, expect.stringContaining('4 ocorrências, 4 a baixar (simulado)')])
    expect(await balance()).toBe(0)
    const done = await prumo('retorno', inbox, '--baixa', '--move')
    expect(done).toMatchObject({ code: 1, err: expect.stringContaining('a.ret: Arquivo não suportado') })
    expect(done.out).toContain('4 baixas, R$ 120,00 menos R$ 7,00 de tarifas')
    expect(await balance()).toBe(113)
    expect([await title(one.id), await title(other.id)]).toMatchObject([{ vSaldo: 0 }, { vSaldo: 30 }])
    expect(readdirSync(inbox).toSorted()).toEqual(['a.ret', 'c.ret.part', 'lidos'])
    expect(existsSync(join(inbox, 'lidos', 'b.ret'))).toBe(true)
    const again = await prumo('retorno', join(inbox, 'lidos', 'b.ret'), '--baixa')
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('já carregado antes')])
    expect(await balance()).toBe(113)
    expect((await prumo('retorno', join(folder, 'não há'))).code).toBe(3)
    expect((await prumo('remessa', '--boletos', 'x')).code).toBe(2)
  },
)

it('a killed command leaves all or nothing: what it took in is taken in once', { timeout: 120_000 }, async () => {
  const { boleto } = await collected('77.00')
  const made = await prumo('remessa', '--saida', '-')
  bank.receive(Buffer.from(made.out, 'latin1'))
  bank.pay(boleto.nosso_numero, '77.00')
  const file = join(inbox, 'd.ret')
  writeFileSync(file, bank.file())
  const before = await balance()
  for (const wait of [150, 400, 700, 1000, 1400]) {
    const child = startPrumo(['bank', 'retorno', file, '--baixa'], { folder, url: server.url })
    await Promise.race([child.exited, Bun.sleep(wait)])
    child.kill('SIGKILL')
    await child.exited
    expect([before, before + 73.5]).toContain(await balance())
  }
  await prumo('retorno', file, '--baixa')
  expect(await balance()).toBe(before + 73.5)
})
