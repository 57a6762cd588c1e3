import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ocoren } from '../../fixtures/edi/samples'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { runPrumo } from '../../fixtures/run-prumo'

/** Files of carriers from the terminal, as the shell sees it: each command is a process of its own. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-edi-'))
const KEY = '4'.repeat(44)
let server: TestServer
let carrier: number
let waiting: number

beforeAll(async () => {
  server = await testServer()
  const { empresa_id } = server
  carrier = (await server.insert('transportadora', { xNome: 'Transportes Exemplo', CNPJ_CPF: testCnpj(77) })).id
  const cliente_id = (await server.insert('cliente', { xNome: 'Mercado Exemplo', CNPJ_CPF: testCnpj(50) })).id
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1 })).id
  const at = '2026-11-20T12:00:00Z'
  const venda = { empresa_id, cliente_id, tipo_entrada_saida_id, transportadora_id: carrier, dhFechamento: at }
  const signed = { dhAssinatura: at, dhAutorizacao: at, dhEmi: at, vNF: '10.00' }
  // The carrier tells what became of the first; the second waits for it.
  for (const [nNF, chNFe] of [
    [7, '7'.repeat(44)],
    [9, KEY],
  ]) {
    waiting = (await server.insert('venda', venda)).id
    await server.insert('nfe', { empresa_id, venda_id: waiting, mod: 55, serie: 1, nNF, chNFe, ...signed })
  }
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const prumo = (...args: readonly string[]) => runPrumo(['edi', ...args], { folder, url: server.url })

it('tries, reads in, refuses what it knows and goes on, and says it as JSON', { timeout: 60_000 }, async () => {
  const [good, bad] = [join(folder, 'ocoren.txt'), join(folder, 'ruim.txt')]
  const note = { issuer: testCnpj(1), series: 1, number: 7, code: '01', day: '2026-11-26' }
  writeFileSync(good, ocoren({ version: '3.0a', carrier: testCnpj(77) }, [note, { ...note, number: 8 }]))
  writeFileSync(bad, 'nada')
  const tried = await prumo('import', good, '--dry-run')
  expect([tried.code, tried.out]).toEqual([0, `${good}: OCOREN 3.0A: 2 linhas, 1 aplicada, 1 à espera (simulado)\n`])
  const done = await prumo('import', bad, good, '--json')
  expect(done.code).toBe(1)
  expect(JSON.parse(done.out)).toMatchObject({ file: good, tipo: 'ocoren', aplicadas: 1, pendentes: 1 })
  expect(done.err).toContain(`${bad}: Arquivo não suportado`)
  const again = await prumo('import', good)
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('Este arquivo já foi carregado')])
})

it('makes the file of a carrier, and asks before it is sent again', { timeout: 60_000 }, async () => {
  const given = ['export', '--transportadora', String(carrier), '--versao', '5.0']
  const tried = await prumo(...given, '--dry-run')
  expect([tried.code, tried.out]).toEqual([0, expect.stringMatching(/^1 nota vai em NOTFIS_.*\(simulado\)\n$/)])
  const out = join(folder, 'notas.txt')
  const made = await prumo(...given, '--saida', out, '--json')
  expect(JSON.parse(made.out)).toMatchObject({ file: out, notas: 1 })
  expect(existsSync(out) && readFileSync(out, 'utf8')).toContain(KEY)
  const again = await prumo(...given, '--vendas', String(waiting))
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('deseja enviar de novo?')])
  expect((await prumo('export', '--transportadora', 'x')).code).toBe(2)
})
