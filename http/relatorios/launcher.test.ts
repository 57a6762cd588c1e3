import { readXlsx } from 'hucre/xlsx'
import { asOwner } from '../../fixtures/as-owner'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import { rowsOf } from '../platform/context'
import { hasScreen, pathOf } from '../../core/access'
import { sum } from '../area'
import { commissionOf, guaranteed, lotOf, madeOnce, today, usedUp } from './launcher.fixture'
import { aimed, driven, paid, shift, taxed, unpicked } from './more-reports.fixture'
import { resources } from '../resources'

let server: TestServer
let other: number
let cliente_id: number
let tabela_preco_id: number
/** What reports that ask for something are asked with. */
let required: string

beforeAll(async () => {
  server = await testServer()
  other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(7), xNome: 'Outra Ltda' })).id
  cliente_id = (await server.insert('cliente', { xNome: '=HYPERLINK("http://mal";"x")', CNPJ_CPF: testCnpj(31) })).id
  await server.insert('cliente', { xNome: 'Nunca comprou <b>' })
  const vendedor_id = (await server.insert('vendedor', { xNome: 'Vera; "a melhor"' })).id
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Venda' })).id
  const fornecedor_id = (await server.insert('fornecedor', { xNome: 'Fornecedor' })).id
  tabela_preco_id = (await server.insert('tabela_preco', { descricao: 'Varejo' })).id
  const product = async (codigo: string) => {
    const { id } = await server.insert('mercadoria', { xProd: `Produto ${codigo}`, codigo, q_minimo: '5' })
    await server.insert('mercadoria_preco', { mercadoria_id: id, tabela_preco_id, vUnTrib: '10.5' })
    return id
  }
  const [big, small] = [await product('A1'), await product('B2')]
  required = `tabela_preco_id=${tabela_preco_id}&dias=1&dia=${today}&mercadoria_id=${big}`
  await server.insert('mercadoria_saldo', {
    empresa_id: server.empresa_id,
    mercadoria_id: big,
    q_total: '4.5',
    q_reservado: '1',
    vTotal: '-12.30',
    vCustoMedio: '2.7',
  })
  const sale = async (more: object, lines: readonly [number, string, string][], day = 0) => {
    const base = { empresa_id: server.empresa_id, cliente_id, tipo_entrada_saida_id, ...more }
    const { id } = await server.insert('venda', base)
    for (const [mercadoria_id, qTrib, vTotal] of lines)
      await server.insert('venda_mercadoria', {
        empresa_id: base.empresa_id,
        venda_id: id,
        mercadoria_id,
        xProd: 'x',
        qTrib,
        vUnTrib: '1',
        vUnLiquido: '2',
        vCustoUn: '1.5',
        vTotal,
      })
    await server.pool.transaction(SYSTEM, (db) =>
      db.execute(
        sql`update venda set criado_em = ${`${shift(day)} 23:30:00`}::timestamp at time zone 'America/Sao_Paulo' where id = ${id}`,
      ),
    )
  }
  await sale({ vTotal: '1000.10', vendedor_id }, [
    [big, '3', '900.10'],
    [small, '1', '100.00'],
  ])
  await sale({ vTotal: '0.20' }, [[big, '1', '0.20']], -40)
  await sale({ vTotal: '50.00', dhCancelamento: `${today} 10:00:00` }, [[small, '9', '50.00']])
  await sale({ vTotal: '7777.00', empresa_id: other }, [[small, '9', '7777.00']])
  await lotOf(server, big)
  await usedUp(server, big)
  await guaranteed(server, { cliente_id, mercadoria_id: big })
  await madeOnce(server, big)
  const given = { cliente_id, fornecedor_id, mercadoria_id: big }
  await taxed(server, given)
  await driven(server, await unpicked(server, cliente_id))
  await aimed(server, vendedor_id)
  await paid(server, given)
  await server.insert('mercadoria_saldo', {
    empresa_id: server.empresa_id,
    mercadoria_id: small,
    q_total: '1',
    vTotal: '2',
  })
  const quote = { empresa_id: server.empresa_id, cliente_id, tipo_entrada_saida_id, vTotal: '30.00' }
  await server.insert('orcamento', { ...quote, dhPerda: `${today} 10:00:00`, xMotivoPerda: 'Caro' })
  await commissionOf(server, vendedor_id)
  const title = { empresa_id: server.empresa_id, dEmissao: today, numero: 'D-1', vDup: '100.00' }
  await server.insert('contas_receber', { ...title, cliente_id, dVencimento: shift(-3), vSaldo: '60.05' })
  await server.insert('contas_receber', { ...title, cliente_id, dVencimento: shift(3), vSaldo: '0.00' })
  await server.insert('contas_pagar', { ...title, fornecedor_id, dVencimento: shift(2), vSaldo: '100.00' })
  await server.admin('POST', '/api/financeiro/contas_pagar', {
    fornecedor_id,
    vConta: '40.00',
    dEmissao: shift(-3),
    dVencimento: shift(5),
  })
})
afterAll(() => server.close())

const csv = async (name: string, query = '', who = server.admin) => {
  const { status, body } = await who('GET', `/reporting/csv/${name}?${query}`)
  return { status, body, lines: typeof body === 'string' ? body.replace('\uFEFF', '').trimEnd().split('\r\n') : [] }
}
const wide = `periodo_ini=${shift(-60)}&periodo_fim=${today}`

describe('the list', () => {
  it('holds what the caller may run, with category and favourites of their own', async () => {
    const mine = await server.user({ permissions: ['show relatorios', 'show venda'] })
    const names = async (who = mine) =>
      (await who('GET', '/api/relatorios.json')).body.data.map((one: { rel_name: string }) => one.rel_name)
    expect(await names()).toEqual(['vendas_periodo', 'vendas_vendedor'])
    expect((await names(server.admin)).length).toBe(sum('reports').length)
    expect((await mine('PUT', '/api/relatorios/vendas_periodo/favorito', { favorito: true })).status).toBe(200)
    const likes = async (who = mine) =>
      (await who('GET', '/api/relatorios.json')).body.data.filter((one: { favorito: boolean }) => one.favorito).length
    expect([await likes(), await likes(server.admin)]).toEqual([1, 0])
    await mine('PUT', '/api/relatorios/vendas_periodo/favorito', { favorito: false })
    expect(await likes()).toBe(0)
  })

  it('the form tells the filters, and what to start with', async () => {
    const { body } = await server.admin('GET', '/reporting/form/vendas_periodo')
    expect(body.filters[0]).toEqual({
      name: 'periodo',
      names: ['periodo_ini', 'periodo_fim'],
      kind: 'period',
      label: 'Período',
      initial: 'month',
    })
    expect(body.initial).toEqual({
      periodo_ini: `${today.slice(0, 7)}-01`,
      periodo_fim: today,
      agrupar: 'day',
      situacao: 'todas',
    })
  })
})

describe('XLSX', () => {
  it('holds numbers, dates and texts as such, a total under them, and no formula', async () => {
    const token = await server.token()
    const asked = async (name: string): Promise<readonly (readonly unknown[])[]> => {
      const answer = await server.app.request(`/reporting/xlsx/${name}?${wide}`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      expect([answer.status, answer.headers.get('Content-Disposition')]).toEqual([
        200,
        `attachment; filename="${name}.xlsx"`,
      ])
      const book = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
      return book.sheets[0]?.rows ?? []
    }
    const days = await asked('vendas_periodo')
    expect(days[0]?.slice(0, 2)).toEqual(['Início', 'Vendas'])
    expect(days.at(-1)?.[0]).toBe('Total (2)')
    expect(days.at(-1)?.[7]).toBe(1000.3)
    const [, customer] = await asked('vendas_cliente')
    expect(customer?.[0]).toBe('=HYPERLINK("http://mal";"x")')
  })
})

describe('a row', () => {
  it('leads to what its numbers are made of, in every report: a record that is there, or a list that finds it', async () => {
    const { data } = (await server.admin('GET', '/api/relatorios.json')).body
    for (const { rel_name } of data) {
      const { body } = await server.admin('GET', `/reporting/html/${rel_name}?${wide}&${required}`)
      const found = [...String(body).matchAll(/href="([^"]+)"/g)].map(
        ([, address = '']) => new URL(address.replaceAll('&amp;', '&'), 'http://x'),
      )
      expect([rel_name, found.length > 0]).toEqual([rel_name, true])
      for (const { pathname, searchParams } of found) {
        const id = /\/edit\/(\d+)$/.exec(pathname)?.[1]
        const of = resources.find(({ name }) => hasScreen(name) && pathOf(name, Number(id)) === pathname)
        if (id === undefined) expect([rel_name, [...searchParams].length > 0]).toEqual([rel_name, true])
        else
          expect([rel_name, (await server.admin('GET', `/api/${of?.paths[0]}/${id}`)).status]).toEqual([rel_name, 200])
      }
    }
  })
})

describe('a chart', () => {
  it('names and measures the rows of its report, each with the list that it is made of: the same sales, to the cent', async () => {
    for (const [name, query] of [
      ['vendas_periodo', 'agrupar=month'],
      ['vendas_vendedor', ''],
      ['vendas_cliente', ''],
    ] as const) {
      const { status, body } = await server.admin('GET', `/reporting/dados/${name}?${wide}&${query}`)
      expect([name, status]).toEqual([name, 200])
      expect(body.data.length).toBeGreaterThan(0)
      for (const { valor, endereco } of body.data) {
        const filters = new URLSearchParams(endereco.split('?')[1])
        const where: Record<string, unknown> = { dhCancelamento: null }
        for (const field of ['vendedor_id', 'cliente_id'])
          if (filters.has(`f.${field}`))
            where[field] = filters.get(`f.${field}`) === '(vazio)' ? null : Number(filters.get(`f.${field}`))
        const [ini, fim] = (filters.get('f.criado_em') ?? '').split('..')
        const between = { criado_em: { ini: `${ini} 00:00:00`, fim: `${fim} 23:59:59` } }
        const list = new URLSearchParams({
          sums: 'vTotal',
          where: JSON.stringify(where),
          between: JSON.stringify(between),
        })
        const answer = await server.admin('GET', `/api/venda/totais?${list}`, undefined, {
          'X-Empresa': String(server.empresa_id),
        })
        expect([name, endereco, answer.body.sums.vTotal]).toEqual([name, endereco, valor])
      }
    }
  })

  it('is of the states that were chosen; 404 where a report has none', async () => {
    const { body } = await server.admin('GET', `/reporting/dados/vendas_vendedor?${wide}&situacao=fechadas`)
    expect(body.data).toEqual([])
    expect((await server.admin('GET', '/reporting/dados/estoque_posicao')).status).toBe(404)
    const other = await server.user({ permissions: ['show relatorios'] })
    expect((await other('GET', `/reporting/dados/vendas_vendedor?${wide}`)).status).toBe(403)
    expect((await other('GET', `/reporting/xlsx/vendas_vendedor?${wide}`)).status).toBe(403)
  })
})

describe('CSV', () => {
  it('sums the sales of the company by day, without cancelled ones', async () => {
    const { lines } = await csv('vendas_periodo', wide)
    expect(lines[0]).toBe('Início;Vendas;Produtos;Descontos;IPI;ST;Frete;Total;Média')
    expect(lines.slice(1).map((line) => line.split(';').filter((_, at) => [1, 7].includes(at)))).toEqual([
      ['1', '0,20'],
      ['1', '1000,10'],
    ])
    expect((await csv('vendas_periodo', `${wide}&agrupar=month&cliente_id=99999`)).lines).toHaveLength(1)
  })

  it('never lets a name run as a formula, keeps numbers numbers, and quotes what parts cells', async () => {
    expect((await csv('vendas_cliente', wide)).lines[1]).toMatch(/^"'=HYPERLINK\(""http:\/\/mal"";""x""\)";/)
    expect((await csv('vendas_vendedor', wide)).lines[1]).toMatch(/^"Vera; ""a melhor""";1;1;0,00;1000,10;/)
    expect((await csv('estoque_posicao', 'situacao=com_saldo')).lines[1]).toMatch(/;4,5;1;3,5;2,70;-12,30$/)
  })

  it('classifies by the share of the whole', async () => {
    const { lines } = await csv('curva_abc', wide)
    expect(lines.slice(1)).toEqual([
      '1;A;A1;Produto A1;4;900,30;90,00;90,00',
      '2;B;B2;Produto B2;1;100,00;10,00;100,00',
    ])
  })

  it('tells margins, titles, prices and customers that stay away', async () => {
    expect((await csv('vendas_mercadoria', wide)).lines[1]).toBe('A1;Produto A1;;4;8,00;6,00;2,00;25,00')
    expect((await csv('contas_receber_vencimento')).lines).toHaveLength(2)
    expect((await csv('contas_receber_vencimento')).lines[1]).toMatch(/;D-1;1;;100,00;60,05;3$/)
    expect((await csv('contas_receber_vencimento', 'situacao=todas')).lines).toHaveLength(4)
    expect((await csv('contas_pagar_vencimento', 'situacao=vencidas')).lines).toHaveLength(1)
    expect((await csv('lista_precos', `tabela_preco_id=${tabela_preco_id}`)).lines[1]).toBe(';A1;Produto A1;;;10,50')
    const away = (await csv('clientes_sem_compra', 'dias=30')).lines
    expect(away[1]).toMatch(/^Nunca comprou <b>;/)
    expect(away).toHaveLength(2)
  })

  it('follows the company that is asked for, when it is the caller’s', async () => {
    const both = await server.user({ roles: ['manager'], empresas: [server.empresa_id, other] })
    expect((await csv('vendas_periodo', `${wide}&empresa_id=${other}`, both)).lines[1]).toContain(';7777,00;')
    expect((await csv('vendas_periodo', `${wide}&empresa_id=${other}`)).status).toBe(404)
  })
})

describe('every report', () => {
  it.each(sum('reports').map((one) => [one.rel_name, one] as const))('%s runs in every output', async (name, one) => {
    const query = Object.values(one.filters).some((filter) => filter.required === true) ? required : ''
    expect((await csv(name, query)).lines[0]).toBe(one.columns.map(({ label }) => label).join(';'))
    const page = await server.admin('GET', `/reporting/html/${name}?${query}`)
    expect([page.status, String(page.body).endsWith('</html>')]).toEqual([200, true])
    const pdf = await server.admin('GET', `/reporting/pdf/${name}?${query}&orientation=L&simple=true`)
    expect([pdf.status, String(pdf.body).startsWith('%PDF-1.')]).toEqual([200, true])
  })
})

describe('a page', () => {
  it('shows names as text, sums, and what it was narrowed by', async () => {
    const { body } = await server.admin('GET', `/reporting/html/vendas_cliente?${wide}&cliente_id=${cliente_id}`)
    expect(body).toContain('=HYPERLINK(&quot;http://mal&quot;')
    expect(body).toContain('<td class="n">1.000,30</td>')
    expect(body).toContain('Total (1)')
    expect(body).toContain('<dt>Cliente</dt>')
    const away = (await server.admin('GET', '/reporting/html/clientes_sem_compra?dias=30')).body
    expect(away).toContain('Nunca comprou &lt;b&gt;')
    expect((await server.admin('GET', `/reporting/html/vendas_periodo?${wide}&linhas=1`)).body).toContain(
      'Só as primeiras 1 linhas',
    )
  })

  it('may run no script and is kept by nobody', async () => {
    const token = await server.token()
    const { headers } = await server.app.request('/reporting/html/estoque_posicao', {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(headers.get('Cache-Control')).toBe('private, no-store')
  })
})

describe('a long report', () => {
  it('streams in batches and ends when its reader leaves', async () => {
    await server.pool.transaction(SYSTEM, (db) =>
      db.execute(sql`insert into cliente ("xNome") select 'Cliente ' || n from generate_series(1, 3000) n`),
    )
    expect((await csv('clientes_sem_compra', 'dias=1')).lines.length).toBeGreaterThan(3000)
    const token = await server.token()
    const answer = await server.app.request('/reporting/csv/clientes_sem_compra?dias=1', {
      headers: { Authorization: `Bearer ${token}` },
    })
    await answer.body?.cancel()
    for (let tries = 0; tries < 100; tries++) {
      const [row] = await server.pool.read(SYSTEM, (db) =>
        rowsOf({ db }, sql`select count(*)::int as n from pg_cursors`),
      )
      if (row?.n === 0) break
      await Bun.sleep(20)
    }
    const left = await asOwner(
      server.url,
      (owner) =>
        owner`select count(*)::int as n from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
    )
    expect(left[0]?.n).toBe(0)
  })
})

describe('422 a filter that is none', () => {
  it.each([
    ['vendas_periodo', 'periodo_ini=2026-02-30', 'periodo_ini'],
    ['vendas_periodo', 'periodo_ini=2026-02-02&periodo_fim=2026-02-01', 'periodo_fim'],
    ['vendas_periodo', 'agrupar=year', 'agrupar'],
    ['vendas_periodo', 'cliente_id=1;drop', 'cliente_id'],
    ['lista_precos', '', 'tabela_preco_id'],
    ['clientes_sem_compra', 'dias=0', 'dias'],
    ['vendas_periodo', 'orientation=X', 'orientation'],
  ])('%s?%s', async (name, query, field) => {
    const { status, body } = await server.admin('GET', `/reporting/html/${name}?${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})

describe('403 without the right', () => {
  it('to reports, or to what one tells of', async () => {
    const none = await server.user({ permissions: ['show venda'] })
    expect((await none('GET', '/api/relatorios.json')).status).toBe(403)
    expect((await none('GET', '/reporting/form/vendas_periodo')).body.message).toContain('“Ver relatórios”')
    const some = await server.user({ permissions: ['show relatorios', 'show venda'] })
    for (const output of ['form', 'csv', 'xlsx', 'dados', 'html', 'pdf']) {
      const { status, body } = await some('GET', `/reporting/${output}/vendas_cliente`)
      expect([status, body.message]).toEqual([403, expect.stringContaining('“Ver clientes”')])
    }
    expect((await some('PUT', '/api/relatorios/vendas_cliente/favorito', { favorito: true })).status).toBe(403)
  })
})

describe('404 a report that nobody knows', () => {
  it('and 401 any without a session', async () => {
    for (const path of ['form', 'csv', 'xlsx', 'dados', 'html', 'pdf'])
      expect((await server.admin('GET', `/reporting/${path}/nada`)).status).toBe(404)
    for (const path of ['/api/relatorios.json', '/reporting/form/vendas_periodo', '/reporting/csv/vendas_periodo'])
      expect((await server.app.request(path)).status).toBe(401)
  })
})
