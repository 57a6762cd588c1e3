import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'

/** `prumo mrp plan`: files in, plans out, and a company's own data. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-mrp-'))
const MAIN = join(import.meta.dirname, '../main.ts')
let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const prumo = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'mrp', 'plan', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, stdout, stderr }
}
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const HEAD = 'item;nivel;acao;falta;quantidade;data_pedido;data;atraso;risco;cobertura'
const CSV = `tipo;item;componente;quantidade;data;prazo;estoque;regra;lote
item;Mesa;;;;5;;;
item;Perna;;;;3;8;MULT;10
componente;Mesa;Perna;4;;;;;
demanda;Mesa;;10;20/12/2026;;;;
`

describe('a file', () => {
  it('in CSV gives the plan in CSV, level by level, proven', () => {
    const answer = prumo([file('a.csv', CSV), '--inicio', '2026-12-01', '--dias', '30', '--confere'])
    expect(answer.stderr).toContain('Plano conferido')
    expect(answer.stdout.trim().split('\r\n')).toEqual([
      HEAD,
      'Mesa;0;produzir;10;10;2026-12-15;2026-12-20;0;0;0',
      'Perna;1;comprar;32;40;2026-12-12;2026-12-15;0;0;"13,2"',
    ])
    expect(answer.status).toBe(0)
  })

  it('in JSON gives one item a line with --json', () => {
    const input = {
      start: '2026-12-01',
      days: 30,
      items: [{ code: 'A', leadTime: 2 }],
      demands: [{ item: 'A', date: '2026-12-09', quantity: 3 }],
    }
    const answer = prumo([file('a.json', JSON.stringify(input)), '--json'])
    expect(JSON.parse(answer.stdout)).toMatchObject({ item: 'A', falta: 3, data_pedido: '2026-12-07', tipo_acao: 1 })
  })

  it.each([
    ['a cycle', `${CSV}componente;Perna;Mesa;1;;;;;\n`, 'A estrutura tem um ciclo: Mesa → Perna → Mesa.'],
    ['a negative lead time', CSV.replace(';;;;5;', ';;;;-5;'), "Item 'Mesa': o prazo deve ser"],
    ['a number that is none', CSV.replace(';10;20/12', ';NaN;20/12'), 'Linha 5:'],
    ['a day that is none', CSV.replace('20/12/2026', '31/02/2026'), "Linha 5: data inválida: '31/02/2026'."],
    ['a kind that is none', CSV.replace('demanda;', 'desejo;'), "Linha 5: tipo 'desejo'"],
    ['a component without a name', CSV.replace(';Perna;4', ';;4'), 'Linha 4: falta o código do componente.'],
    [
      'a cell that never ends',
      `${CSV}demanda;"${'x\n'.repeat(1_000_000)}`,
      'Linha 6: célula com mais de 10000 caracteres',
    ],
    ['no heads', 'a;b\n1;2\n', "Linha 1: falta a coluna 'tipo'."],
    ['JSON that is broken', '{"start": ', 'O arquivo não é um JSON válido.'],
    ['JSON that lies', '{"items": [{"code": "A", "leadTime": "sete"}]}', 'Entrada inválida em items.0.leadTime'],
  ])('1 for %s, which is named', (_, text, message) => {
    const answer = prumo([file('lie.txt', text), '--inicio', '2026-12-01'])
    expect(answer.stderr).toContain(message)
    expect(answer).toMatchObject({ status: 1, stdout: '' })
  })

  it('2 for options that cannot be, 3 for a file that is not there', () => {
    expect(prumo(['x.csv', '--empresa', '1']).status).toBe(2)
    expect(prumo(['--empresa', '0']).status).toBe(2)
    expect(prumo([join(folder, 'none.csv')]).status).toBe(3)
  })
})

describe('a company', () => {
  it('is planned from its own open sales, and nothing is stored', async () => {
    const product = (await server.insert('mercadoria', { xProd: 'Cadeira', codigo: 'C1' })).id
    const customer = (await server.insert('cliente', { xNome: 'Maria', CNPJ_CPF: '52998224725' })).id
    const operation = (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1 })).id
    await server.admin('POST', '/api/venda', {
      cliente_id: customer,
      tipo_entrada_saida_id: operation,
      venda_mercadorias: [{ mercadoria_id: product, qTrib: 6, vUnTrib: 1 }],
    })
    const answer = prumo(['--empresa', String(server.empresa_id), '--dias', '30'], { DATABASE_URL: server.url })
    expect(answer.stdout, answer.stderr).toMatch(/C1 Cadeira;0;comprar;6;6;/)
    expect((await server.admin('GET', '/api/mrp/planejamento')).body.total).toBe(0)
    expect(prumo(['--empresa', '999'], { DATABASE_URL: server.url }).stderr).toContain('Não há empresa 999.')
  })
})
