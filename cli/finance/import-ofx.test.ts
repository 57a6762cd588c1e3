import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { ofxFile } from '../../http/financeiro/extrato/ofx.fixture'
import { runPrumo } from '../../fixtures/run-prumo'

/** Statements from the terminal, as the shell sees it: each command is a process of its own. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-extratos-'))
let server: TestServer
let banco_id: number
beforeAll(async () => {
  server = await testServer()
  const account = { empresa_id: server.empresa_id, descricao: 'Corrente', codigo: '341', conta: '12345' }
  banco_id = (await server.insert('banco', account)).id
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const prumo = (...args: readonly string[]) => runPrumo(['finance', 'import-ofx', ...args], { folder, url: server.url })

it(
  'tries, reads in, knows again, goes on after a bad file and says all of it as JSON',
  { timeout: 60_000 },
  async () => {
    const good = join(folder, 'bom.ofx')
    const bad = join(folder, 'ruim.ofx')
    writeFileSync(
      good,
      ofxFile({
        lines: [
          ['2026-11-03', '10.00', 'PIX A', '1'],
          ['2026-02-31', '11.00', 'PIX B', '2'],
        ],
        conta: '12345',
      }),
    )
    writeFileSync(bad, 'nada')
    const tried = await prumo(good, '--dry-run')
    expect([tried.code, tried.out]).toEqual([0, `${good}: Corrente: 1 linha nova, 0 já conhecidas (simulado)\n`])
    expect(tried.err).toContain('lançamento 2 não lido: A data 20260231 não existe.')
    const both = await prumo(bad, good, '--conta', String(banco_id))
    expect(both.code).toBe(1)
    expect(both.err).toContain('Não foi possível carregar o arquivo')
    expect(both.out).toContain('1 linha nova')
    const again = await prumo(good, '--json')
    expect([again.code, JSON.parse(again.out)]).toMatchObject([
      0,
      { file: good, contas: [{ novas: 0, conhecidas: 1 }] },
    ])
    expect((await prumo(good, '--conta', 'x')).code).toBe(2)
    expect((await prumo(join(folder, 'nenhum.ofx'))).code).toBe(3)
  },
)
