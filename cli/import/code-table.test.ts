import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { testServices } from '../../fixtures/test-services'
import { SYSTEM } from '../../http/db/pool'
import { systemCtx } from '../../http/platform/app'
import { rowsOf } from '../../http/platform/context'
import { sql } from 'drizzle-orm'
import { codeFileText } from './code-file'
import { importCodes } from './code-table'
import type { CodeTable } from '../../core/fields/cadastros/tabelas-fiscais'
import '../../http/resources'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const importText = (name: CodeTable, text: string) =>
  database.pool.transaction(SYSTEM, (db) => importCodes(systemCtx(testServices(database.pool), db, [], 0), name, text))
const load = (rows: unknown, name: CodeTable = 'ncm', columns = ['ncm', 'name']) =>
  importText(name, JSON.stringify({ columns, rows }))
const query = (text: string) => database.pool.read(SYSTEM, (db) => rowsOf({ db }, sql.raw(text)))

describe('a table of codes', () => {
  it('is loaded once; changed descriptions are written, nothing is removed', async () => {
    expect(
      await load([
        ['00000000', 'Sem NCM'],
        ['01012100', 'Cavalos'],
      ]),
    ).toBe(2)
    expect(await load([['01012100', 'Cavalos']])).toBe(0)
    expect(await load([['01012100', 'Cavalos vivos']])).toBe(1)
    const rows = await database.pool.read(SYSTEM, (db) =>
      rowsOf({ db }, sql`select codigo, descricao, versao from ncm order by 1`),
    )
    expect(rows).toEqual([
      { codigo: '00000000', descricao: 'Sem NCM', versao: 1 },
      { codigo: '01012100', descricao: 'Cavalos vivos', versao: 2 },
    ])
  })

  it('refuses a file of another shape, and writes nothing of one with a wrong line', async () => {
    await expect(load([['1102', 'Compra']], 'cfop', ['nome'])).rejects.toThrow('colunas code e name')
    await expect(
      load(
        [
          ['1102', 'Compra'],
          ['110', 'Curto'],
        ],
        'cfop',
        ['code', 'name'],
      ),
    ).rejects.toThrow('Linha 2')
    await expect(load('nada')).rejects.toThrow('não é uma tabela')
    const [row] = await database.pool.read(SYSTEM, (db) => rowsOf({ db }, sql`select count(*)::int as n from cfop`))
    expect(row).toEqual({ n: 0 })
  })

  it('takes the NCM as the Siscomex portal gives it: the tree, its validity, and that what it lacks has ended', async () => {
    await load([['99011000', 'De antes']])
    const level = (Codigo: string, Descricao: string, Data_Fim = '31/12/9999') => ({
      Codigo,
      Descricao,
      Data_Inicio: '01/04/2022',
      Data_Fim,
    })
    const written = await importText(
      'ncm',
      JSON.stringify({
        Data_Ultima_Atualizacao_NCM: 'Vigente em 01/11/2026',
        Nomenclaturas: [
          level('99', 'Outros'),
          level('99.02', 'Coisas.'),
          level('9902.1', '- De ferro:'),
          level('9902.11.00', '-- Novas'),
          level('9902.20.00', '- Usadas', '31/12/2026'),
        ],
      }),
    )
    expect(written).toBeGreaterThan(2)
    expect(
      await query(
        `select codigo, descricao, "dInicio"::text, "dFim"::text from ncm where codigo like '99%' order by 1`,
      ),
    ).toEqual([
      { codigo: '99011000', descricao: 'De antes', dInicio: null, dFim: '2026-10-31' },
      { codigo: '99021100', descricao: 'Coisas. - De ferro: -- Novas', dInicio: '2022-04-01', dFim: null },
      { codigo: '99022000', descricao: 'Coisas. - Usadas', dInicio: '2022-04-01', dFim: '2026-12-31' },
    ])
  })

  it('takes the table of IBS and CBS by the names of its columns, without legend and struck-out codes', async () => {
    const columns = ['CST-IBS/CBS', 'cClassTrib', 'Nome cClassTrib', 'dIniVig', 'dFimVig']
    const rows = [
      ['000', '000001', 'Tributação integral', '2026-01-01 00:00:00', ''],
      [null, '5100002', 'Riscado', null, null],
    ]
    expect(await load(rows, 'cclasstrib', columns)).toBe(1)
    expect(await query('select codigo, descricao, "dInicio"::text, "dFim" from cclasstrib')).toEqual([
      { codigo: '000001', descricao: 'Tributação integral', dInicio: '2026-01-01', dFim: null },
    ])
  })

  it('keeps a CST apart by its tax', async () => {
    const rows = [
      ['00', 'Tributada integralmente', 'icms'],
      ['00', 'Entrada com recuperação de crédito', 'ipi'],
      ['101', 'Com permissão de crédito', 'icmssn'],
    ]
    expect(await load(rows, 'cst', ['code', 'name', 'tax'])).toBe(3)
    await expect(load([['00', 'De nada', 'iss']], 'cst', ['code', 'name', 'tax'])).rejects.toThrow('Linha 1')
    expect(await query('select imposto, codigo from cst order by 1, 2')).toEqual([
      { imposto: 'CSOSN', codigo: '101' },
      { imposto: 'ICMS', codigo: '00' },
      { imposto: 'IPI', codigo: '00' },
    ])
  })

  it('takes CSV as people save it of a sheet, with validity', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'prumo-codes-'))
    const file = join(folder, 'cest.csv')
    writeFileSync(
      file,
      'Código;Descrição;Data início;Data fim\n17.001.00;Chocolate;01/01/2019;31/12/9999\n1700200;Bala;;30/06/2026\n',
    )
    const text = await codeFileText(file, () => undefined)
    rmSync(folder, { recursive: true })
    expect(await importText('cest', text)).toBe(2)
    expect(await query('select codigo, "dInicio"::text, "dFim"::text from cest order by 1')).toEqual([
      { codigo: '1700100', dInicio: '2019-01-01', dFim: null },
      { codigo: '1700200', dInicio: null, dFim: '2026-06-30' },
    ])
  })
})
