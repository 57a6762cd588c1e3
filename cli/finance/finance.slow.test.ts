import { today as todayHere } from '../../fixtures/test-clock'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { runPrumo } from '../../fixtures/run-prumo'

/** Money from the terminal, as the shell sees it: the projection, and settling by number, by file and on trial. Each command is a process of its own. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-finance-'))
const LONG_MS = 60_000
let server: TestServer
let banco_id: number
let fornecedor_id: number
const today = todayHere()

beforeAll(async () => {
  server = await testServer()
  banco_id = (await server.admin('POST', '/api/financeiro/banco', { descricao: 'Conta', vSaldoInicial: '100.00' })).body
    .id
  fornecedor_id = (await server.insert('fornecedor', { xNome: 'Fornecedor' })).id
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function payable(numero: string, vConta: string, account?: number): Promise<number> {
  const title = { fornecedor_id, numero, vConta, dEmissao: today, dVencimento: today, banco_id: account }
  const { status, body } = await server.admin('POST', '/api/financeiro/contas_pagar', title)
  expect(status).toBe(201)
  return body.id
}
const balance = async (): Promise<number> => (await server.admin('GET', `/api/banco/${banco_id}`)).body.vSaldo

const prumo = (args: readonly string[], input = '') =>
  runPrumo(['finance', ...args], { folder, url: server.url, input })

describe('prumo finance', () => {
  it(
    'projects cash as a table and as JSON, and ends with 1 below the floor',
    async () => {
      const id = await payable('LUZ', '130.50')
      const shown = await prumo(['cash-flow', '--dias', '10'])
      expect([shown.code, shown.err]).toEqual([0, ''])
      expect(shown.out).toContain('Saldo de hoje: R$ 100,00')
      expect(shown.out).toMatch(/Menor saldo: -R\$ 30,50 em \d\d\/\d\d\/\d{4}/)
      const json = await prumo(['cash-flow', '--dias', '5', '--json', '--piso', '0'])
      expect(JSON.parse(json.out)).toMatchObject({ saldoInicial: 100, menorSaldo: { saldo: -30.5 } })
      expect(json.code).toBe(1)
      expect(json.err).toContain('O saldo fica abaixo de R$ 0,00: -R$ 30,50')
      expect((await prumo(['cash-flow', '--dias', '0'])).code).toBe(1)
      expect((await prumo(['cash-flow', '--piso', 'x'])).code).toBe(2)
      expect((await prumo(['cash-flow', '--server', 'http://127.0.0.1:9', '--token', 'x'.repeat(30)])).code).toBe(3)
      await server.admin('POST', `/api/financeiro/contas_pagar/${id}/cancela`, {})
    },
    LONG_MS,
  )

  it(
    'settles by number: on trial nothing, then all at once, and the same again not twice',
    async () => {
      const ids = [await payable('A', '10.00'), await payable('B', '5.50')]
      const before = await balance()
      const args = ['settle', 'pagar', ...ids.map(String), '--conta', String(banco_id)]
      const trial = await prumo([...args, '--dry-run'])
      expect([trial.code, trial.out.split('\n')[0]]).toEqual([0, 'Nada foi gravado. Seria feito:'])
      expect(trial.out).toContain('R$ 10,00')
      expect(await balance()).toBe(before)
      const done = await prumo(args)
      expect([done.code, done.err, done.out]).toEqual([
        0,
        '',
        expect.stringMatching(/^2 contas baixadas, R\$ 15,50\.\nLançamento: \d+\n$/),
      ])
      const again = await prumo(args)
      expect([again.code, again.out]).toEqual([0, done.out.replace('baixadas', 'já baixadas antes')])
      expect(again.err).toContain('Esta mesma baixa já foi pedida nas últimas 24 horas, e nada foi feito agora.')
      expect(await balance()).toBeCloseTo(before - 15.5, 6)
    },
    LONG_MS,
  )

  it(
    'settles anew what was undone, where it is told to, and the same part of a title on another day',
    async () => {
      const id = await payable('F', '30.00')
      const before = await balance()
      const args = ['settle', 'pagar', '--file', '-', '--conta', String(banco_id)]
      const input = `id;valor\n${id};10,00\n`
      const first = await prumo([...args, '--json'], input)
      expect(first.code, first.err).toBe(0)
      const undone = await server.admin('POST', `/api/contas_pagar/${id}/estorna`)
      expect(undone.status, JSON.stringify(undone.body)).toBe(200)
      const same = await prumo(args, input)
      expect(same.err).toContain('nada foi feito agora')
      expect(await balance()).toBe(before)
      expect((await prumo([...args, '--outra-vez'], input)).out).toContain('1 conta baixada, R$ 10,00.')
      expect((await prumo([...args, '--data', '2026-01-05'], input)).out).toContain('1 conta baixada, R$ 10,00.')
      expect(await balance()).toBeCloseTo(before - 20, 6)
      const keys = await server.admin('GET', `/api/contas_pagar/${id}`)
      expect(keys.body.vSaldo).toBe(10)
    },
    LONG_MS,
  )

  it(
    'tells every fact where titles go to accounts of their own, and refuses a title that is named twice',
    async () => {
      const { body: other } = await server.admin('POST', '/api/financeiro/banco', { descricao: 'Outra' })
      const ids = [await payable('G', '1.00', banco_id), await payable('H', '2.00', other.id)]
      const twice = await prumo(['settle', 'pagar', '--file', '-'], `id;numero\n${ids[0]};\n;G\n`)
      expect([twice.code, twice.err]).toEqual([1, 'A conta G aparece mais de uma vez.\n'])
      const done = await prumo(['settle', 'pagar', ...ids.map(String)])
      expect([done.code, done.out]).toEqual([
        0,
        expect.stringMatching(/^2 contas baixadas, R\$ 3,00\.\nLançamentos: \d+, \d+\n$/),
      ])
    },
    LONG_MS,
  )

  it(
    'settles by a file of CSV or JSON, with interest and part payments, and refuses all of it by the name of what is wrong',
    async () => {
      const [c, d] = [await payable('NF-7/1', '100.00'), await payable('NF-7/2', '20.00')]
      const before = await balance()
      const file = join(folder, 'baixas.csv')
      writeFileSync(file, 'numero;valor;juros\nNF-7/1;61,20;1,20\nNF-7/2;;\n')
      const json = await prumo(['settle', 'pagar', '--file', file, '--conta', String(banco_id), '--json'])
      expect([json.code, json.err]).toEqual([0, ''])
      expect(JSON.parse(json.out)).toMatchObject({ contas: 2, valor: 81.2 })
      expect(await balance()).toBeCloseTo(before - 81.2, 6)
      expect((await server.admin('GET', `/api/contas_pagar/${c}`)).body).toMatchObject({ vSaldo: 40, vJuros: 1.2 })
      const input = JSON.stringify([{ id: c }, { id: d }])
      const refused = await prumo(['settle', 'pagar', '--file', '-', '--conta', String(banco_id)], input)
      expect([refused.code, refused.err]).toEqual([1, 'A conta NF-7/2 não tem valor a baixar.\n'])
      expect((await server.admin('GET', `/api/contas_pagar/${c}`)).body.vSaldo).toBe(40)
      const unknown = await prumo(['settle', 'pagar', '--file', '-'], 'numero\nNF-9\n')
      expect([unknown.code, unknown.err]).toEqual([1, 'Nenhuma conta em aberto tem o número NF-9.\n'])
    },
    LONG_MS,
  )

  it(
    'tells misuse apart: 2 for a kind or titles that are none, 3 for a file that is not there, 1 without an account',
    async () => {
      const id = await payable('E', '1.00')
      const codes = await Promise.all(
        [
          ['settle', 'dever', '1'],
          ['settle', 'pagar'],
          ['settle', 'pagar', 'um'],
          ['settle', 'pagar', '1', '--data', '31/12'],
          ['settle', 'pagar', String(id), '--conta', '1O'],
          ['settle', 'pagar', String(id), '--conta', String(banco_id), '--pagamento', '0'],
          ['settle', 'pagar', String(id), '--conta', String(banco_id), '--empresa', 'um'],
          ['settle', 'pagar', '--file', '/does/not/exist'],
          ['settle', 'pagar', String(id)],
        ].map(async (args) => (await prumo(args)).code),
      )
      expect(codes).toEqual([2, 2, 2, 2, 2, 2, 2, 3, 1])
    },
    LONG_MS,
  )
})
