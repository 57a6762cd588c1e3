import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { testServices } from '../../fixtures/test-services'
import { readRight } from '../../core/access/rights'
import { SYSTEM } from '../../http/db/pool'
import { firstSteps } from '../../http/painel/primeiros-passos'
import { systemCtx } from '../../http/platform/app'
import { rowsOf } from '../../http/platform/context'
import { Sessions } from '../../http/platform/session'
import { generatePassword } from './secret'
import { install } from './install'
import { permissionNames } from './roles'

const databases: TestDatabase[] = []
async function fresh(): Promise<TestDatabase> {
  const made = await testDatabase()
  databases.push(made)
  return made
}
afterAll(() => Promise.all(databases.map((one) => one.close())))

const query = (database: TestDatabase, text: string) =>
  database.pool.read(SYSTEM, (db) => rowsOf({ db }, sql.raw(text)))

/** How much there is of the official tables, and a row of some. */
const TABLES = `select (select count(*)::int from municipio) as municipios, (select count(distinct "UF")::int from municipio) as ufs,
        (select "xMun" || '/' || "UF" from municipio where id = 4106902) as curitiba,
        (select descricao from cfop where codigo = '1102') as compra, (select count(*)::int from cfop) as cfop,
        (select count(*)::int from cest) as cest, (select count(*)::int from estado) as estados,
        (select count(*)::int from ncm) as ncm, (select descricao from ncm where codigo = '01012100') as cavalos,
        (select string_agg(imposto || ' ' || n, ', ' order by imposto) from (select imposto, count(*) as n from cst group by 1) c) as cst,
        (select count(*)::int from cclasstrib) as cclasstrib,
        (select descricao from cclasstrib where codigo = '000001') as integral`
const OFFICIAL = {
  municipios: 5570,
  ufs: 27,
  curitiba: 'Curitiba/PR',
  compra: 'Compra para comercialização',
  cfop: 619,
  cest: 983,
  estados: 27,
  ncm: 10_934,
  cavalos: 'Cavalos, asininos e muares, vivos. - Cavalos: -- Reprodutores de raça pura',
  cst: 'COFINS 33, CSOSN 10, IBSCBS 19, ICMS 11, IPI 14, PIS 33',
  cclasstrib: 141,
  integral: 'Situações tributadas integralmente pelo IBS e CBS.',
}

describe('an empty database', () => {
  it('gets roles, one company and an administrator who can sign in, once', async () => {
    const database = await fresh()
    const settings = { adminEmail: 'dono@exemplo.com.br', adminPassword: undefined }
    const made = await install(testServices(database.pool), settings, { demo: false })
    expect(made).toMatchObject({ email: 'dono@exemplo.com.br', generated: true, demo: false })
    const sessions = new Sessions(database.pool)
    const { actor } = await sessions.signIn({
      email: made!.email,
      password: made!.password,
      origin: { address: 'test', network: 'test' },
    })
    expect(actor.roles).toEqual(expect.arrayContaining(['admin', 'user']))
    expect(actor.empresas).toHaveLength(1)
    expect(await install(testServices(database.pool), settings, { demo: true })).toBeUndefined()
    expect(await query(database, 'select count(*)::int as n from cliente')).toEqual([{ n: 0 }])
  })

  it('has the official tables that come with the program', async () => {
    const database = await fresh()
    await install(testServices(database.pool), { adminEmail: undefined, adminPassword: undefined }, { demo: false })
    expect((await query(database, TABLES))[0]).toEqual(OFFICIAL)
  })

  it('has what is needed to sell and buy on the first day, and no CNPJ that is another company’s', async () => {
    const database = await fresh()
    await install(
      testServices(database.pool),
      { adminEmail: undefined, adminPassword: undefined },
      { demo: false, tables: false },
    )
    const [row] = await query(
      database,
      `select (select jsonb_agg(jsonb_build_array("CNPJ_CPF", "xNome")) from empresa) as empresas,
        (select count(*)::int from unidade) as unidades, (select count(*)::int from pagamento) as pagamentos,
        (select jsonb_agg(descricao) from tabela_preco where padrao) as tabelas,
        (select jsonb_agg(xx."xArmazenamento") from armazenamento xx where padrao and not bloqueado) as locais,
        (select jsonb_agg(padrao order by padrao) from tipo_entrada_saida where padrao is not null) as usuais,
        (select count(*)::int from tipo_entrada_saida where descricao ~* 'devolu|transfer|remessa') as outras,
        (select count(*)::int from role) as regras`,
    )
    expect(row).toEqual({
      empresas: [[null, 'Minha empresa']],
      unidades: 9,
      pagamentos: 6,
      tabelas: ['Varejo'],
      locais: ['Estoque geral'],
      usuais: [0, 1, 2, 3],
      outras: 5,
      regras: 15,
    })
  })

  it('takes the given password, and keeps nothing when it is refused', async () => {
    const database = await fresh()
    await expect(
      install(testServices(database.pool), { adminEmail: undefined, adminPassword: 'curta' }, { demo: false }),
    ).rejects.toThrow('8 caracteres')
    expect(await query(database, 'select count(*)::int as n from empresa')).toEqual([{ n: 0 }])
    const given = { adminEmail: undefined, adminPassword: 'uma senha longa' }
    expect(await install(testServices(database.pool), given, { demo: false })).toMatchObject({ generated: false })
  })
})

describe('the demo company', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await fresh()
    await install(testServices(database.pool), { adminEmail: undefined, adminPassword: 'demonstração' }, { demo: true })
  })

  it('has what a visitor looks at', async () => {
    const [row] = await query(
      database,
      `select (select count(*)::int from empresa) as empresas, (select count(*)::int from cliente) as clientes,
        (select count(*)::int from mercadoria) as mercadorias, (select count(*)::int from "user") as users,
        (select count(distinct status)::int from venda) as situacoes, (select count(*)::int from contas_receber where "vSaldo" > 0) as titulos,
        (select count(*)::int from venda where criado_em > now() + interval '1 second') as futuras,
        (select count(*)::int from entrada where status = 4) as entradas, (select count(*)::int from contas_pagar where "vSaldo" > 0) as a_pagar`,
    )
    expect(row).toMatchObject({ empresas: 2, clientes: 300, mercadorias: 404, users: 5, situacoes: 6, futuras: 0 })
    for (const name of ['titulos', 'a_pagar', 'entradas']) expect(Number(row?.[name]), name).toBeGreaterThan(5)
  })

  it('has the official tables too', async () => {
    expect((await query(database, TABLES))[0]).toEqual(OFFICIAL)
  })

  it('lacks nothing that the first steps bring', async () => {
    const [row] = await query(database, 'select jsonb_agg(id order by id) as ids from empresa')
    const empresas = Array.isArray(row?.ids) ? row.ids.map(Number) : []
    expect(empresas).toHaveLength(2)
    for (const company of empresas) {
      const { vender, comprar, faturar } = await database.pool.read(SYSTEM, (db) =>
        firstSteps(systemCtx(testServices(database.pool), db, empresas, company)),
      )
      expect([vender, comprar, faturar.filter(({ passo }) => passo !== null)]).toEqual([[], [], []])
    }
  })

  it('has books that add up', async () => {
    const wrong = await query(
      database,
      `select s.id from mercadoria_saldo s left join movimento_estoque m on m.empresa_id = s.empresa_id and m.mercadoria_id = s.mercadoria_id
       group by s.id having s.q_total <> coalesce(sum(m."qTrib"), 0) or s."vTotal" <> coalesce(sum(m."vCusto"), 0)
       union all select t.id from contas_receber t left join movimento_financeiro m on m.contas_receber_id = t.id
       group by t.id having t."vSaldo" <> coalesce(sum(m.valor), 0)
       union all select t.id from contas_pagar t left join movimento_financeiro m on m.contas_pagar_id = t.id
       group by t.id having t."vSaldo" <> coalesce(sum(m.valor), 0)`,
    )
    expect(wrong).toEqual([])
  })

  it('gives each role the rights that its person works with, and no more', async () => {
    const sessions = new Sessions(database.pool)
    const { actor } = await sessions.signIn({
      email: 'vendas@demo.prumo.local',
      password: 'demonstração',
      origin: { address: 'test', network: 'test' },
    })
    expect(actor.permissions).toEqual(expect.arrayContaining(['store venda', 'edit cliente', 'show mercadoria']))
    expect(actor.permissions).not.toContain('edit mercadoria')
    const idle = await query(
      database,
      `select name from role r where name not in ('user', 'admin', 'ceo', 'manager') and not exists (select 1 from role_permission p where p.role_id = r.id)`,
    )
    expect(idle).toEqual([])
  })
})

it('names permissions that the rights understand', () => {
  for (const name of permissionNames()) expect(readRight(name), name).not.toBeNull()
})

it('generates passwords that differ and can be read aloud', () => {
  const made = Array.from({ length: 200 }, generatePassword)
  expect(new Set(made).size).toBe(200)
  for (const one of made) expect(one).toMatch(/^(?:[a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/)
})
