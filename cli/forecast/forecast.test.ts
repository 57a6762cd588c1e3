import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { testServices } from '../../fixtures/test-services'
import { install } from '../setup/install'
import { runPrumo } from '../../fixtures/run-prumo'

/** `prumo forecast` as the shell sees it. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-forecast-'))
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await install(
    testServices(database.pool),
    { adminEmail: 'dono@exemplo.com', adminPassword: 'uma senha longa' },
    { demo: false },
  )
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const prumo = (args: readonly string[], input = '') => runPrumo(args, { folder, url: database.url, input })

const two = (value: number) => String(value).padStart(2, '0')
/** Thirty months of two products, one selling half of the other, with a comma for the decimals. */
const SALES = [
  'Produto;Data da venda;Qtd',
  ...Array.from({ length: 30 }, (_, at) => {
    const month = `${two((at % 12) + 1)}/${2024 + Math.floor(at / 12)}`
    return [
      `A;05/${month};60`,
      `A;30/${at % 12 === 1 ? `03/${month.slice(3)}` : month};-10`,
      `B;05/${month};25,5`,
    ].join('\n')
  }),
].join('\n')

describe('prumo forecast', () => {
  it('reads sales of a CSV and writes a CSV, period by period', async () => {
    const { code, out, err } = await prumo(
      ['forecast', '--periods', '2', '--to', '2026-06-30', '--method', 'mean'],
      SALES,
    )
    expect([code, err]).toEqual([0, ''])
    const [head, ...rows] = out.trim().split('\r\n')
    expect(head).toBe('codigo;periodo;quantidade;minimo;maximo;metodo')
    expect(rows.map((row) => row.split(';').slice(0, 2).join(' '))).toEqual([
      'A 2026-07-01',
      'A 2026-08-01',
      'B 2026-07-01',
      'B 2026-08-01',
    ])
    expect(rows[2]).toBe('B;2026-07-01;"25,50";"25,50";"25,50";mean')
  })

  it('reads JSON as a list, as items and as lines, and answers one product a line', async () => {
    const series = [5, 6, 7, 5, 6, 7, 5, 6, 7, 5, 6, 7]
    const args = [
      'forecast',
      '--json',
      '--season',
      '3',
      '--periods',
      '3',
      '--growth',
      '2',
      '--method',
      'seasonal-naive',
    ]
    const wanted = [10, 12, 14]
    for (const input of [
      JSON.stringify([{ code: 'x', series }]),
      JSON.stringify({ items: [{ code: 'x', series }] }),
      `${JSON.stringify({ code: 'x', series })}\n${JSON.stringify({ code: 'y', series })}\n`,
    ]) {
      const { code, out } = await prumo(args, input)
      const [first] = out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(code).toBe(0)
      expect(first).toMatchObject({ code: 'x', method: 'seasonal-naive', class: 'smooth' })
      expect(first.ahead.map((one: { quantity: number }) => one.quantity)).toEqual(wanted)
    }
  })

  it.each([
    [1, '', 'vazio'],
    [1, '{"code": 1', 'Linha 1: não é um JSON válido.'],
    [1, '[{"code": "a"}]', 'Produto 1: informe history'],
    [1, '[{"series": [1, "x"]}]', 'Produto 1: há um valor que não é número.'],
    [1, 'codigo;data;quantidade\nA;31/02/2026;1', 'Linha 2: data inválida: 31/02/2026'],
    [1, 'codigo;data;quantidade\nA;01/02/2026;muito', 'Linha 2: quantidade inválida: muito.'],
    [1, 'codigo;data;quantidade\nA;01/02/2026;1\nA;10/02/2026;1', 'pelo menos 1 mes'],
    [2, 'produto;quando\nA;1', 'Faltam colunas no CSV: data, quantidade.'],
  ])('%i for %j: %s', async (code, input, message) => {
    const answer = await prumo(['forecast'], input)
    expect([answer.code, answer.out]).toEqual([code, expect.not.stringMatching(/\d{4}-\d{2}/)])
    expect(answer.err).toContain(message)
  })

  it.each([
    [2, ['--method', 'sorte'], "Não há método 'sorte'"],
    [2, ['--periods', '0'], '--periods é um número de 1 a 1000.'],
    [2, ['--view', 'year'], '--view é day, week ou month.'],
    [2, ['--growth', 'x'], 'O fator de crescimento vai de 0 a 1000.'],
    [2, ['--level', '2'], '--level fica entre 0 e 1'],
    [2, ['--from', '2026-02-30'], '--from é uma data'],
    [3, ['/does/not/exist'], 'não existe'],
    [1, ['--previsao', '999999'], 'Registro não encontrado.'],
  ])('%i for %j', async (code, args, message) => {
    const answer = await prumo(['forecast', ...args], SALES)
    expect(answer.code, answer.err).toBe(code)
    expect(answer.err).toContain(message)
  })
})
