import { sql } from 'drizzle-orm'
import { writeXlsx } from 'hucre/xlsx'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePersons } from '../../fixtures/demo/people'
import { Random } from '../../fixtures/demo/random'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { testCnpj } from '../../fixtures/test-server'
import { SYSTEM } from '../../http/db/pool'
import { rowsOf } from '../../http/platform/context'
import { runPrumo } from '../../fixtures/run-prumo'

/** The program as the shell sees it. */

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'prumo-import-'))
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const prumo = (...args: string[]) => runPrumo(['import', ...args], { folder, url: database.url })

function file(content: string | Uint8Array, name = 'a.csv'): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const count = async (table: string, where = 'true') =>
  Number(
    (
      await database.pool.read(SYSTEM, (db) =>
        rowsOf({ db }, sql.raw(`select count(*)::int as n from ${table} where ${where}`)),
      )
    )[0]?.n,
  )

describe('prumo import', () => {
  it('0 customers from a spreadsheet, by names that people use; then changed, the same, skipped; and undone', async () => {
    const rows = (name: string) => [
      ['Nome completo', 'CPF', 'Limite'],
      [name, 1_234_567_890, 1500.5],
      ['Bia', '11144477735', null],
    ]
    const sheet = async (name: string) => file(await writeXlsx({ sheets: [{ name: 'A', rows: rows(name) }] }), 'a.xlsx')
    const first = await prumo('clientes', await sheet('Ana'))
    expect(first, first.err).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Lote 1: 2 clientes importados .*2 novos/),
    })
    expect(await count('cliente', `"CNPJ_CPF" = '01234567890' and limite_credito = 1500.50`)).toBe(1)
    const json = JSON.parse((await prumo('clientes', await sheet('Ana Maria'), '--json')).out)
    expect(json).toMatchObject({ lote: 2, total: 2, novos: 0, alterados: 1, iguais: 1, errados: 0 })
    const skipped = await prumo('clientes', await sheet('Outra'), '--skip')
    expect(skipped).toMatchObject({ code: 0, out: expect.stringContaining('Nada a importar') })
    const lots = await prumo('lotes')
    expect(lots.out).toContain('importada')
    expect((await prumo('desfaz', '1')).err).toContain('Ana Maria: foi alterado')
    expect(await prumo('desfaz', '2')).toMatchObject({ code: 0, out: expect.stringContaining('1 restaurados') })
    expect(await count('cliente', `"xNome" = 'Ana'`)).toBe(1)
  })

  it('1 with every line at fault, and nothing is written', async () => {
    const before = await count('cliente')
    const { code, err } = await prumo(
      'clientes',
      file(
        'CPF;Nome;E-mail;Vendedor\n39053344705;Bom;a@b.com;\n39053344704;CPF errado;;\n86288366757;;nada;\n39053344705;Repetido;;\n;Sem vendedor;;Zé\n',
      ),
    )
    expect(code).toBe(1)
    expect(err.split('\n').slice(0, -1)).toEqual([
      'linha 3: CNPJ / CPF: CNPJ ou CPF inválido.',
      'linha 4: E-mail inválido.',
      'linha 5: Repetido: já está na linha 2.',
      "linha 6: Vendedor: Não há vendedor 'Zé' no cadastro.",
      '4 de 5 linhas com erro. Nada foi importado.',
    ])
    expect(await count('cliente')).toBe(before)
  })

  it('0 products that create what is missing, and their prices by code and EAN', async () => {
    const products = file(
      'SKU;Produto;EAN;UN;Grupo;Custo\nP1;Café 500 g;7891234567895;pc;Bebidas;10\nP2;Chá;;pc;Bebidas;4\n',
    )
    expect(await prumo('produtos', products)).toMatchObject({
      code: 1,
      err: expect.stringContaining("Não há unidade 'pc' no cadastro."),
    })
    const { lote } = JSON.parse((await prumo('produtos', products, '--cria', '--json')).out)
    await database.pool.transaction(SYSTEM, (db) =>
      db.execute(sql`insert into tabela_preco (descricao) values ('Varejo')`),
    )
    const prices = file('Referência;Código de barras;Preço de venda\n;7891234567895;20,00\nP2;;8\n')
    expect(await prumo('precos', prices)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Tabela de preço: Preencha este campo.'),
    })
    const priced = await prumo('precos', prices, '--tabela', '1')
    expect(priced).toMatchObject({ code: 0, out: expect.stringContaining('2 preços') })
    expect(await count('mercadoria_preco', `"vUnTrib" = 20 and "pMargem" = 50 and "pMarkup" = 100`)).toBe(1)
    const undo = await prumo('desfaz', String(lote))
    expect(undo).toMatchObject({ code: 1, err: expect.stringContaining('Café 500 g: usado em preço (código') })
    expect((await prumo('desfaz', /\d+/.exec(priced.out)?.[0] ?? '')).code).toBe(0)
    expect((await prumo('desfaz', String(lote))).code).toBe(0)
    expect(await count('mercadoria')).toBe(0)
    expect(await count('unidade')).toBe(0)
  })

  it('0 columns that nobody knows, told by name or place; the dry run writes nothing', async () => {
    const path = file(`Quem;Que doc\nCarla;${testCnpj(3)}\n`)
    const dry = await prumo('fornecedores', path, '--map', 'Quem=xNome', '--map', '2=CNPJ_CPF', '--dry-run')
    expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('Conferência: 1 linhas') })
    expect(await count('fornecedor')).toBe(0)
    expect((await prumo('fornecedores', path, '--map', 'Quem=xNome', '--map', '2=CNPJ_CPF')).code).toBe(0)
    expect(await count('fornecedor', `"CNPJ_CPF" = '${testCnpj(3)}'`)).toBe(1)
  })

  it('0 more rows than one statement writes', async () => {
    const people = makePersons(new Random(3), 4_500)
    const path = file(
      `CNPJ_CPF;xNome\n${people.map((one) => `${String(one.CNPJ_CPF)};${String(one.xNome)}`).join('\n')}`,
    )
    const before = await count('cliente')
    expect((await prumo('clientes', path)).code).toBe(0)
    expect(await count('cliente')).toBe(before + 4_500)
  })

  it.each([
    [1, ['clientes', 'vazio.csv']],
    [1, ['clientes', 'estranho.csv']],
    [1, ['clientes', 'bom.csv', '--map', 'Nada=xNome']],
    [1, ['clientes', 'bom.csv', '--map', 'Nome=nada']],
    [1, ['clientes', 'bom.csv', '--empresa', '99']],
    [1, ['desfaz', '999']],
    [2, ['clientes', 'bom.csv', '--map', 'Nome']],
    [2, ['clientes', 'bom.csv', '--update', '--skip']],
    [2, ['clientes', 'bom.csv', '--empresa', 'x']],
    [2, ['desfaz', 'x']],
    [2, ['clientes']],
    [3, ['clientes', 'falta.csv']],
  ])('%i prumo import %j', async (code, args) => {
    file('', 'vazio.csv')
    file('1;2\n3;4\n', 'estranho.csv')
    file('Nome\nAna\n', 'bom.csv')
    const found = await prumo(...args.map((one) => (one.endsWith('.csv') ? join(folder, one) : one)))
    expect(found.code, found.err).toBe(code)
  })
})
