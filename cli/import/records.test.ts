import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cliente } from '../../http/cadastros/pessoas'
import { SYSTEM } from '../../http/db/pool'
import { systemCtx } from '../../http/platform/app'
import { rowsOf } from '../../http/platform/context'
import { resources } from '../../http/resources'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { makePersons } from '../../fixtures/demo/people'
import { Random } from '../../fixtures/demo/random'
import { CsvReader } from './csv'
import { importMunicipios } from './municipios'
import { importRecords, type ImportReport } from './records'

let database: TestDatabase
beforeAll(async () => {
  expect(resources.length).toBeGreaterThan(0)
  database = await testDatabase()
})
afterAll(() => database.close())

async function* pieceOf(text: string) {
  const reader = new CsvReader()
  yield { records: [...reader.push(text), ...reader.end()], bytesRead: text.length }
}

/** Imports as the command does: errors give the transaction up. */
async function importText(text: string): Promise<ImportReport> {
  let report: ImportReport | undefined
  await database.pool
    .transaction(SYSTEM, async (db) => {
      report = await importRecords(systemCtx(db, [], 0), cliente, pieceOf(text), {
        key: 'CNPJ_CPF',
        onProgress: () => undefined,
      })
      if (report.errors.length > 0) throw new Error('give up')
    })
    .catch((error: unknown) => {
      if (!report) throw error
    })
  return report!
}

const count = async (where = 'true') =>
  Number(
    (
      await database.pool.read(SYSTEM, (db) =>
        rowsOf({ db }, sql.raw(`select count(*)::int as n from cliente where ${where}`)),
      )
    )[0]?.n,
  )

describe('prumo import clientes', () => {
  it('takes names or labels as headings, normalizes as the API does, and audits', async () => {
    const report = await importText(
      'CNPJ / CPF;Nome;e-mail;CEP;UF\n529.982.247-25;Maria Exemplo;m@exemplo.com;80000-100;pr\n',
    )
    expect(report).toEqual({ imported: 1, errors: [] })
    expect(await count(`"CNPJ_CPF" = '52998224725' and "CEP" = '80000100' and "UF" = 'PR' and ativo`)).toBe(1)
    const [trail] = await database.pool.read(SYSTEM, (db) =>
      rowsOf({ db }, sql`select count(*)::int as n from auditoria where recurso = 'cliente' and acao = 'importa'`),
    )
    expect(trail?.n).toBe(1)
  })

  it('names every line at fault and writes nothing', async () => {
    const before = await count()
    const report = await importText(
      [
        'CNPJ_CPF;xNome;email;vendedor_id',
        '11144477735;Bom;a@b.com;',
        '11144477734;CPF errado;a@b.com;',
        '39053344705;;nada;',
        '11144477735;Repetido;;',
        '52998224725;Já existe;;',
        '86288366757;Sem vendedor;;999',
        'a;b;c;d;e',
      ].join('\n'),
    )
    expect(report.imported).toBe(0)
    expect(report.errors.map((one) => one.line).sort()).toEqual([3, 4, 4, 5, 6, 7, 8])
    expect(report.errors.find((one) => one.line === 5)?.message).toContain('já está na linha 2')
    expect(await count()).toBe(before)
  })

  it.each([
    ['an unknown column', 'xNome;senha\nA;B\n', 'Colunas desconhecidas: senha'],
    ['a column named twice', 'xNome;Nome\nA;B\n', 'mais de uma vez'],
    ['an empty file', '', 'vazio'],
  ])('refuses %s', async (_, text, message) => {
    await expect(importText(text)).rejects.toThrow(message)
  })

  it('writes more than one batch', async () => {
    const people = makePersons(new Random(3), 4_500)
    const before = await count()
    const report = await importText(
      `CNPJ_CPF;xNome\n${people.map((one) => `${String(one.CNPJ_CPF)};${String(one.xNome)}`).join('\n')}`,
    )
    expect(report).toEqual({ imported: 4_500, errors: [] })
    expect(await count()).toBe(before + 4_500)
  })
})

describe('prumo import municipios', () => {
  const load = (rows: unknown[][]) =>
    database.pool.transaction(SYSTEM, (db) =>
      importMunicipios(systemCtx(db, [], 0), JSON.stringify({ columns: ['UF', 'nome', 'codigo7'], rows })),
    )

  it('takes the state from the code, and writes only what is new or changed', async () => {
    const rows = [
      [null, 'Curitiba', '4106902'],
      ['RO', 'Alto Paraíso', '1100403'],
    ]
    expect(await load(rows)).toBe(2)
    expect(await load(rows)).toBe(0)
    expect(await load([[null, 'Curitiba!', '4106902']])).toBe(1)
  })

  it('refuses a code that is none', async () => {
    await expect(load([[null, 'Lugar', '9900000']])).rejects.toThrow('município inválido')
    await expect(
      database.pool.transaction(SYSTEM, (db) => importMunicipios(systemCtx(db, [], 0), '[]')),
    ).rejects.toThrow('não é uma tabela')
  })
})
