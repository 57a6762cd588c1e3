import { sql } from 'drizzle-orm'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { SYSTEM } from '../../http/db/pool'
import { runPrumo } from '../../fixtures/run-prumo'

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'prumo-lgpd-'))
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.transaction(SYSTEM, (db) =>
    db.execute(
      sql`insert into cliente ("xNome", "CNPJ_CPF", email) values ('Ana Lima', '52998224725', 'ana@exemplo.com'), ('Rui', null, 'rui@exemplo.com')`,
    ),
  )
  await database.pool.transaction(SYSTEM, (db) =>
    db.execute(sql`insert into colaborador ("xNome", email) values ('Outro Rui', 'rui@exemplo.com')`),
  )
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const prumo = (...args: string[]) => runPrumo(['lgpd', ...args], { folder, url: database.url })

describe('prumo lgpd', () => {
  it('finds and exports', async () => {
    expect((await prumo('busca', '529.982.247-25')).out).toContain('Ana Lima')
    expect(JSON.parse((await prumo('exporta', 'ana@exemplo.com')).out).titular.nome).toBe('Ana Lima')
    const pdf = join(folder, 'ana.pdf')
    expect((await prumo('exporta', 'cliente/1', '--formato', 'pdf', '--saida', pdf)).code).toBe(0)
    expect(readFileSync(pdf, 'latin1').startsWith('%PDF-1')).toBe(true)
  })

  it('shows what would be lost, and anonymises only who is named', async () => {
    const preview = await prumo('anonimiza', '52998224725')
    expect(preview).toMatchObject({ code: 1, out: expect.stringContaining('Não pode ser desfeito.') })
    const wrong = await prumo('anonimiza', '52998224725', '--motivo', 'Pedido dela', '--confirma', 'Ana')
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('O nome não confere') })
    const done = await prumo('anonimiza', '52998224725', '--motivo', 'Pedido dela', '--confirma', 'Ana Lima')
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('1 cadastros anonimizados') })
    expect((await prumo('busca', 'Ana Lima')).code).toBe(1)
    expect((await prumo('expurga')).out).toContain('0 pessoas')
  })

  it.each([
    [1, ['exporta', 'rui@exemplo.com'], 'mais de uma pessoa'],
    [1, ['exporta', 'cliente/999'], 'não encontrado'],
    [1, ['exporta', 'venda/1'], 'Informe um de'],
    [2, ['exporta', 'Ana'], 'cadastro/número'],
    [2, ['exporta', 'cliente/2', '--formato', 'doc'], 'json, html ou pdf'],
    [2, ['anonimiza', 'cliente/2', '--confirma', 'Rui'], '--motivo'],
  ])('%i prumo lgpd %j', async (code, args, message) => {
    const found = await prumo(...args)
    expect([found.code, found.err]).toEqual([code, expect.stringContaining(message)])
  })
})
