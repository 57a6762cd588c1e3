import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startCnpj } from '../../../fixtures/simulators/cnpj'
import { testCnpj } from '../../../fixtures/test-server'
import { testDatabase, type TestDatabase } from '../../../fixtures/test-database'
import { testServices } from '../../../fixtures/test-services'
import { SYSTEM } from '../../../http/db/pool'
import { rowsOf } from '../../../http/platform/context'
import '../../../http/resources'
import { readSettings } from '../../../http/settings'
import { askGiven } from './ask'
import { runSetup, standingOf } from './run'
import { readGiven } from './shape'
import { runPrumo } from '../../../fixtures/run-prumo'

/** What a company is told at its beginning, from a file and by answers, on a database of its own each time. */

const CNPJ = testCnpj(31)
const opened: TestDatabase[] = []
let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  opened.push(database)
})
afterAll(() => Promise.all(opened.map((one) => one.close())))

const query = (text: string) => database.pool.read(SYSTEM, (db) => rowsOf({ db }, sql.raw(text)))
const warned: string[] = []
const run = (given: object, { dryRun = false, env = {} }: { dryRun?: boolean; env?: Record<string, string> } = {}) =>
  runSetup({ services: testServices(database.pool) }, readSettings(env), readGiven(JSON.stringify(given)), {
    dryRun,
    warn: (text) => void warned.push(text),
  })
const acts = (done: Awaited<ReturnType<typeof run>>) =>
  done.changes.map(({ parte, registro, acao }) => `${parte} ${registro}: ${acao}`)

const GIVEN = {
  empresa: {
    CNPJ_CPF: CNPJ,
    xNome: 'Ferragens Imaginárias Ltda',
    CRT: 1,
    CEP: '80010-000',
    xLgr: 'Rua Quinze',
    nro: '100',
    UF: 'PR',
  },
  locais: [{ codigo: 'DEP', xArmazenamento: 'Depósito' }],
  pagamentos: [
    { descricao: 'Boleto', tPag: '15', maxInstallments: 6 },
    { descricao: 'Fiado', tPag: '05' },
  ],
  usuarios: [{ nome: 'Ana', email: 'ana@exemplo.com.br', regras: ['Vendedor'] }],
}

describe('a file', () => {
  it('sets an empty installation up, and changes nothing when it is given again', async () => {
    const first = await run(GIVEN)
    expect(acts(first)).toEqual([
      'empresa Ferragens Imaginárias Ltda: altera',
      'locais DEP: cria',
      'locais GERAL: altera',
      'pagamentos Boleto: altera',
      'pagamentos Fiado: cria',
      'usuarios ana@exemplo.com.br: cria',
    ])
    expect(first.installed?.generated).toBe(true)
    expect(first.passwords.map(({ email }) => email)).toEqual(['ana@exemplo.com.br'])
    const state = `select (select jsonb_agg(jsonb_build_array("CNPJ_CPF", "xNome", "CEP")) from empresa) as empresas,
      (select jsonb_agg(codigo) from armazenamento where padrao) as padrao,
      (select "maxInstallments" from pagamento where descricao = 'Boleto') as parcelas,
      (select jsonb_agg(r.name order by r.name) from "user" u join user_role x on x.user_id = u.id join role r on r.id = x.role_id where u.email like 'ana%') as regras`
    const wanted = [
      {
        empresas: [[CNPJ, 'Ferragens Imaginárias Ltda', '80010000']],
        padrao: ['DEP'],
        parcelas: 6,
        regras: ['saller', 'user'],
      },
    ]
    expect(await query(state)).toEqual(wanted)
    const again = await run(GIVEN)
    expect(new Set(again.changes.map(({ acao }) => acao))).toEqual(new Set(['mantém']))
    expect([again.passwords, again.installed]).toEqual([[], undefined])
    expect(await query(state)).toEqual(wanted)
  })

  it('keeps nothing of a dry run, and says what it would do', async () => {
    expect(acts(await run(GIVEN, { dryRun: true }))).toContain('locais DEP: cria')
    expect(await query('select count(*)::int as n from empresa')).toEqual([{ n: 0 }])
  })

  it.each([
    [{ empresa: { CNPJ_CPF: '11.111.111/1111-11' } }, 'empresa.CNPJ_CPF: CNPJ ou CPF inválido.'],
    [{ empresa: { municipio: 'Lugar Nenhum', UF: 'PR' } }, 'empresa.municipio: não há o município Lugar Nenhum em PR.'],
    [{ locais: [{ xArmazenamento: 'Sem código' }] }, 'locais.0.codigo: Preencha este campo.'],
    [{ pagamentos: [{ descricao: 'Pix' }, { descricao: 'X', maxInstallments: 0 }] }, 'pagamentos.1.maxInstallments: '],
    [{ usuarios: [{ nome: 'B', email: 'b', regras: [] }] }, 'usuarios.0.email: E-mail inválido.'],
    [{ usuarios: [{ nome: 'B', email: 'b@exemplo.com.br', regras: ['rei'] }] }, 'usuarios.0.regras: não há a regra'],
    [{ usuarios: [{ nome: 'B', email: 'b@exemplo.com.br', senha: 'curta' }] }, 'usuarios.0.password: '],
  ])('refuses %j whole, naming the field', async (wrong, message) => {
    await run({})
    const before = await query('select count(*)::int as n from auditoria')
    await expect(run({ empresa: { xFant: 'Mudou' }, ...wrong })).rejects.toThrow(message)
    expect(await query('select count(*)::int as n from auditoria')).toEqual(before)
  })

  it.each([
    ['nada', 'O arquivo não é um objeto JSON'],
    ['{"empresa": {"cnpj": "1"}}', 'empresa.cnpj: não há o campo'],
    ['{"clientes": []}', 'clientes: não há esta parte'],
    ['{"locais": {}}', 'locais: informe uma lista'],
    ['{"usuarios": [{"nome": "A"}]}', 'usuarios.0.email'],
  ])('of the wrong shape is refused: %s', (text, message) => {
    expect(() => readGiven(text)).toThrow(message)
  })

  it('fills what it leaves open from the public register, and goes on without it', async () => {
    const cnpj = startCnpj(CNPJ)
    try {
      await run({})
      await database.pool.transaction(SYSTEM, (db) =>
        db.execute(
          sql`insert into municipio (id, "xMun", "UF") values (4106902, 'Curitiba', 'PR') on conflict do nothing`,
        ),
      )
      await run({ empresa: { CNPJ_CPF: CNPJ, xFant: 'Minha' } }, { env: { CNPJ_URL: cnpj.url } })
      expect(await query('select "xNome", "xFant", "cMun", "CEP" from empresa')).toEqual([
        { xNome: 'FERRAGENS IMAGINARIAS LTDA', xFant: 'Minha', cMun: 4_106_902, CEP: '80010000' },
      ])
    } finally {
      await cnpj.stop()
    }
    warned.length = 0
    await run({ empresa: { CNPJ_CPF: testCnpj(32), xNome: 'Filial' } })
    expect(warned).toEqual([expect.stringContaining('não está configurada (CNPJ_URL)')])
    expect(await query('select count(*)::int as n from empresa')).toEqual([{ n: 2 }])
  })
})

describe('answers', () => {
  /** Answers by the beginning of the question; anything else is left as it is. */
  const answering = async (answers: Readonly<Record<string, readonly string[]>>) => {
    const left = new Map(Object.entries(answers).map(([name, list]) => [name, [...list]]))
    const told: string[] = []
    const terminal = {
      ask: (question: string) =>
        Promise.resolve([...left].find(([name]) => question.startsWith(name))?.[1].shift() ?? ''),
      tell: (text: string) => void told.push(text),
    }
    const standing = await standingOf({ services: testServices(database.pool) })
    const given = await askGiven(terminal, standing, () => Promise.resolve('Sem consulta.'))
    return { given, told }
  }

  it('are checked one by one, and keep what is not answered', async () => {
    const { given, told } = await answering({
      CNPJ: ['123', CNPJ],
      'Razão social': ['Ferragens Ltda'],
      'Regime tributário': ['9', '3'],
      UF: ['PR'],
      'Código de outro local': ['A-01'],
      'E-mail de outro usuário': ['x', 'rui@exemplo.com.br'],
      Nome: ['', 'Rui'],
      'Regras de acesso': ['rei', 'estoquista'],
    })
    expect(given).toEqual({
      empresa: { CNPJ_CPF: CNPJ, xNome: 'Ferragens Ltda', CRT: 3, UF: 'PR' },
      locais: [{ codigo: 'A-01', xArmazenamento: 'A-01' }],
      pagamentos: [],
      usuarios: [{ email: 'rui@exemplo.com.br', nome: 'Rui', regras: ['stokman'] }],
    })
    expect(told.join('\n')).toContain('CNPJ ou CPF inválido.')
    expect(told.join('\n')).toContain('Sem consulta.')
    expect(told.join('\n')).toContain("não há a regra de acesso 'rei'")
    expect(acts(await run(given))).toContain('empresa Ferragens Ltda: altera')
  })
})

describe('prumo setup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-setup-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const prumo = (args: readonly string[], input = '') =>
    runPrumo(['setup', ...args], { folder, url: database.url, input })

  it('reads a file, tells what it does and the passwords once; answers that end early leave all as it was', async () => {
    const file = join(folder, 'empresa.json')
    writeFileSync(file, JSON.stringify({ locais: GIVEN.locais, usuarios: GIVEN.usuarios }))
    const dry = await prumo(['--file', file, '--dry-run'])
    expect([dry.code, dry.out.includes('Nada foi gravado (--dry-run).')], dry.err).toEqual([0, true])
    const done = await prumo(['--file', file])
    expect(done.out).toMatch(/Senha de ana@exemplo\.com\.br: \S{23}/)
    const stopped = await prumo([], `${CNPJ}\n`)
    expect([stopped.code, stopped.err.includes('nada foi gravado')]).toEqual([1, true])
    expect(await query('select "CNPJ_CPF" from empresa')).toEqual([{ CNPJ_CPF: null }])
    expect((await prumo(['--file', '/nao/ha.json'])).code).toBe(3)
  })
})
