import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { sql } from 'drizzle-orm'
import { SYSTEM } from '../../db/pool'
import { Samples } from '../../../fixtures/samples'
import { rowsOf } from '../../platform/context'
import { resourceNamed } from '../../platform/resource'
import { resources } from '../../resources'

/** Reports that people put together: kept, shared, run within the rights of who runs them, and drawn as any other. */

let server: TestServer
let author: Caller
let customer: number
beforeAll(async () => {
  server = await testServer()
  author = await server.user({ permissions: ['edit relatorios', 'manage relatorios', 'show venda', 'show mercadoria'] })
  customer = (await server.insert('cliente', { xNome: 'Ana <b>Lima</b>', CNPJ_CPF: testCnpj(31) })).id
  const other = (await server.insert('cliente', { xNome: '=1+1', CNPJ_CPF: testCnpj(32) })).id
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Venda' })).id
  const sale = (cliente_id: number, vTotal: string, more: object = {}) =>
    server.insert('venda', { empresa_id: server.empresa_id, cliente_id, tipo_entrada_saida_id, vTotal, ...more })
  await sale(customer, '1000.10', { dhFaturamento: '2026-10-02 10:00:00' })
  await sale(customer, '0.20', { dhFaturamento: '2026-11-03 10:00:00' })
  await sale(other, '50.00')
  const abroad = (await server.insert('empresa', { CNPJ_CPF: testCnpj(7), xNome: 'Outra Ltda' })).id
  await sale(other, '7777.00', { empresa_id: abroad })
  await server.insert('mercadoria', { xProd: 'Caneca', custo: '31.41' })
})
afterAll(() => server.close())

const BASE = '/api/relatorios/proprio'
const SALES = {
  nome: 'Vendas por cliente',
  recurso: 'venda',
  colunas: [
    { field: 'id' },
    { field: 'cliente.xNome', label: 'Quem' },
    { field: 'vTotal' },
    { field: 'dhFaturamento' },
  ],
  ordem: { field: 'vTotal', descending: true },
  somas: ['vTotal'],
}
const made = async (more: object = {}, who = author): Promise<number> => {
  const answer = await who('POST', BASE, { ...SALES, ...more })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.id
}
const get = async (path: string, who = author) => {
  const answer = await who('GET', path)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200)
  return answer.body
}
const kept = async () => {
  const [row] = await server.pool.read(SYSTEM, (db) =>
    rowsOf({ db }, sql`select count(*)::int as n from relatorio_proprio`),
  )
  return row?.n
}

describe('a report', () => {
  it('answers its columns alone, in its order, with its sums, a page at a time', async () => {
    const id = await made()
    const body = await get(`${BASE}/${id}/dados?perPage=2`)
    expect(body).toMatchObject({ total: 3, last_page: 2, sums: { vTotal: 1050.3 } })
    expect(body.data[0]).toEqual({
      id: 1,
      cliente: { xNome: 'Ana <b>Lima</b>' },
      vTotal: 1000.1,
      dhFaturamento: '2026-10-02 10:00:00',
    })
    expect(body.colunas.map(({ label }: { label: string }) => label)).toContain('Quem')
    expect((await get(`${BASE}/${id}/dados?page=2&perPage=2`)).data.map((row: { id: number }) => row.id)).toEqual([2])
  })

  it('is gathered by a field, drawn, and narrowed as a list is', async () => {
    const id = await made({
      grupo: 'cliente_id',
      grafico: 'barras',
      filtros: { between: { vTotal: { ini: '1', fim: '2000' } } },
    })
    const { data, grupos } = await get(`${BASE}/${id}/grupos`)
    expect([grupos, data[0].nome, data[0].sums.vTotal]).toEqual([2, 'Ana <b>Lima</b>', 1000.1])
    const chart = await get(`/reporting/dados/proprio_${id}`)
    expect([chart.formato, chart.data.map((one: { valor: number }) => one.valor)]).toEqual(['money', [1000.1, 50]])
  })

  it('is drawn as a pie of one sum, whose parts are the whole', async () => {
    const id = await made({ grupo: 'cliente_id', grafico: 'pizza', somas: ['vTotal'] })
    const { desenho, data } = await get(`/reporting/dados/proprio_${id}`)
    const { sums } = await get(`/api/venda/totais?sums=vTotal`)
    const parts: readonly number[] = data.map((one: { valor: number }) => one.valor)
    expect([desenho, parts.toSorted((a, b) => b - a)]).toEqual(['pizza', parts])
    expect(parts.reduce((all, one) => all + one, 0)).toBeCloseTo(sums.vTotal, 2)
    const titles = {
      recurso: 'conciliacao',
      colunas: [{ field: 'gross_amount' }, { field: 'net_amount' }],
      filtros: null,
      ordem: null,
    }
    const two = { ...SALES, ...titles, somas: ['gross_amount', 'net_amount'], grupo: 'status', grafico: 'pizza' }
    const wrong = await server.admin('POST', BASE, two)
    expect(wrong.body.errors).toEqual({ grafico: ['A pizza é de uma soma: deixe só uma.'] })
  })

  it('is drawn by month as a line, and by nothing else', async () => {
    const id = await made({ grupo: 'dhFaturamento', grafico: 'linha' })
    const html = await get(`${BASE}/${id}/html`)
    expect(html).toMatch(/10\/2026.*11\/2026/s)
    const wrong = await author('POST', BASE, { ...SALES, grupo: 'cliente_id', grafico: 'linha' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['grafico']])
  })

  it('goes to a page with heading, filters in words, formats and sums', async () => {
    const id = await made({ filtros: { where: { cliente_id: customer }, search: 'id:1' }, orientacao: 'L' })
    const html = await get(`${BASE}/${id}/html`)
    for (const text of [
      'Vendas por cliente',
      'Empresa de Teste Ltda',
      'Quem',
      'Ana &lt;b&gt;Lima&lt;/b&gt;',
      '1.000,10',
      '02/10/2026 10:00',
      'Total (1)',
      'landscape',
      'do maior ao menor',
    ])
      expect(html).toContain(text)
    expect(html).not.toContain('<b>Lima')
  })

  it('goes to a PDF and into files, where nothing runs as a formula', async () => {
    const id = await made()
    expect(String(await get(`${BASE}/${id}/pdf`)).slice(0, 5)).toBe('%PDF-')
    const csv: string = await get(`${BASE}/${id}/export?format=csv`)
    expect(csv).toContain("'=1+1")
    expect(csv).not.toContain('7777')
    const token = await server.token()
    const file = await server.app.request(`${BASE}/${await made({}, server.admin)}/export?format=xlsx`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const book = await readXlsx(new Uint8Array(await file.arrayBuffer()))
    expect(book.sheets[0]?.rows.at(-1)).toContain(1050.3)
    expect((await author('GET', `${BASE}/${id}/export?format=exe`)).status).toBe(422)
  })

  it('adds quantities unit by unit, never to each other', async () => {
    const samples = new Samples(server)
    const planejamento_id = (await samples.record(resourceNamed('planejamento'))).id
    for (const [un, q_demanda] of [
      ['KG', '1.5'],
      ['UN', '40'],
    ]) {
      const unidade_id = (await server.insert('unidade', { un, descricao: un })).id
      const mercadoria_id = (await server.insert('mercadoria', { xProd: `Produto em ${un}`, unidade_id })).id
      const own = { empresa_id: server.empresa_id, planejamento_id, mercadoria_id, q_demanda }
      await server.insert('planejamento_mercadoria', own)
    }
    const colunas = [{ field: 'mercadoria.xProd' }, { field: 'q_demanda' }]
    const plan = { recurso: 'planejamento_mercadoria', colunas, ordem: null, somas: ['q_demanda'] }
    const id = await made({ ...plan, grupo: 'planejamento_id' }, server.admin)
    for (const path of ['html', 'html?conteudo=linhas'])
      expect(await get(`${BASE}/${id}/${path}`, server.admin)).toContain('1,5 KG · 40 UN')
    expect(await get(`${BASE}/${id}/export?format=csv&conteudo=linhas`, server.admin)).not.toContain('41,5')
  })

  it('stands in the launcher, which runs it as its own; gathered, it asks for groups or rows', async () => {
    const id = await made({ grupo: 'cliente_id' })
    const { data } = await get('/api/relatorios.json')
    expect(data).toContainEqual(expect.objectContaining({ rel_name: `proprio_${id}`, category: 'Próprios' }))
    expect((await get(`/reporting/form/proprio_${id}`)).filters[0].name).toBe('conteudo')
    expect(await get(`/reporting/html/proprio_${id}`)).toContain('Registros')
    expect(await get(`/reporting/html/proprio_${id}?conteudo=linhas`)).toContain('Quem')
    expect((await author('PUT', `/api/relatorios/proprio_${id}/favorito`, { favorito: true })).status).toBe(200)
  })

  it('shows itself before it is kept', async () => {
    const before = await kept()
    const { linhas, agrupado } = (await author('POST', `${BASE}/previa`, { ...SALES, grupo: 'cliente_id' })).body
    expect([linhas.data.length, agrupado.grupos]).toEqual([3, 2])
    expect(await kept()).toBe(before)
  })

  it('tells which registers and columns there are for its reader', async () => {
    const names = (await get(`${BASE}/recursos`)).data.map((one: { recurso: string }) => one.recurso)
    expect(names).toContain('venda')
    expect(names).not.toContain('contas_pagar')
    const { data, grupos } = await get(`${BASE}/campos?recurso=venda`)
    expect(data).toContainEqual(
      expect.objectContaining({ field: 'cliente.xNome', reference: { field: 'cliente_id', resource: 'cliente' } }),
    )
    expect(grupos).toContainEqual({ field: 'cliente_id', label: 'Cliente', tempo: false })
  })
})

describe('whose it is', () => {
  it('its author’s alone until it is shared; then others run it, and do not change it', async () => {
    const other = await server.user({ permissions: ['edit relatorios', 'manage relatorios', 'show venda'] })
    const id = await made()
    for (const path of ['', '/dados', '/grupos', '/html', '/pdf', '/export', '/auditoria'])
      expect((await other('GET', `${BASE}/${id}${path}`)).status, path).toBe(404)
    expect((await other('GET', `/reporting/html/proprio_${id}`)).status).toBe(404)
    expect((await author('PUT', `${BASE}/${id}`, { compartilhado: true })).status).toBe(200)
    expect((await other('GET', `${BASE}/${id}/dados`)).body.total).toBe(3)
    expect((await other('PUT', `${BASE}/${id}`, { nome: 'Meu' })).status).toBe(403)
    expect((await other('DELETE', `${BASE}/${id}`)).status).toBe(403)
    expect((await author('DELETE', `${BASE}/${id}`)).status).toBe(200)
  })

  it('another company neither sees it nor is seen in it', async () => {
    const id = await made({ compartilhado: true })
    const abroad = (await server.insert('empresa', { CNPJ_CPF: testCnpj(8), xNome: 'Longe Ltda' })).id
    const far = await server.user({ permissions: ['show relatorios', 'show venda'], empresas: [abroad] })
    for (const path of ['', '/dados', '/html']) expect((await far('GET', `${BASE}/${id}${path}`)).status).toBe(404)
    expect((await get(`${BASE}/${id}/dados`)).total).toBe(3)
    expect((await author('GET', `${BASE}/${id}/html?empresa_id=${abroad}`)).status).toBe(404)
  })
})

describe('rights of the moment', () => {
  it('403 without the right to its register, whoever shared it; 403 without the group', async () => {
    const id = await made({ compartilhado: true })
    const reader = await server.user({ permissions: ['show relatorios'] })
    for (const path of ['dados', 'grupos', 'html', 'pdf', 'export'])
      expect((await reader('GET', `${BASE}/${id}/${path}`)).status, path).toBe(403)
    for (const path of ['form', 'html', 'pdf', 'csv', 'xlsx'])
      expect((await reader('GET', `/reporting/${path}/proprio_${id}`)).status, path).toBe(403)
    expect((await reader('GET', '/api/relatorios.json')).body.data).toEqual([])
    expect((await reader('POST', `${BASE}/previa`, SALES)).status).toBe(403)
    const seller = await server.user({ permissions: ['show venda'] })
    expect((await seller('GET', `${BASE}/${id}/dados`)).status).toBe(403)
    expect((await seller('GET', `/reporting/html/proprio_${id}`)).status).toBe(403)
  })

  it('what a reader may not see is no column of theirs, in any output', async () => {
    const filtros = { search: 'Caneca' }
    const goods = { nome: 'Custos', recurso: 'mercadoria', filtros, colunas: [{ field: 'xProd' }, { field: 'custo' }] }
    const id = await made({ ...goods, ordem: null, somas: null, compartilhado: true }, server.admin)
    expect((await get(`${BASE}/${id}/dados`)).data).toEqual([{ id: 1, xProd: 'Caneca' }])
    for (const path of ['html', 'export?format=csv']) {
      const text = await get(`${BASE}/${id}/${path}`)
      expect(text).toContain('Caneca')
      expect(text).not.toMatch(/31,41|[Cc]usto</)
    }
    expect(await get(`${BASE}/${id}/html`, server.admin)).toContain('31,41')
    const costs = await made(
      { ...goods, colunas: [{ field: 'custo' }], ordem: null, somas: null, compartilhado: true },
      server.admin,
    )
    expect((await get(`${BASE}/${costs}/dados`)).data).toEqual([{ id: 1 }])
    for (const path of ['html', 'pdf', 'export'])
      expect((await author('GET', `${BASE}/${costs}/${path}`)).status, path).toBe(403)
    const ordered = await made({ ...goods, ordem: { field: 'custo' }, somas: null, compartilhado: true }, server.admin)
    for (const path of ['dados', 'html', 'pdf', 'export'])
      expect((await author('GET', `${BASE}/${ordered}/${path}`)).status, path).toBe(403)
  })

  it('a custom field of a role is there for that role alone', async () => {
    const field = { alias: 'venda', key: 'comissario', type: 'text', label: 'Comissário', visible_roles: ['admin'] }
    expect((await server.admin('POST', '/api/sis/custom_field', field)).status).toBe(201)
    const colunas = [{ field: 'id' }, { field: 'extra.comissario' }]
    const id = await made({ colunas, somas: null, compartilhado: true }, server.admin)
    const names = async (who: Caller) =>
      (await get(`${BASE}/${id}/dados`, who)).colunas.map((one: { field: string }) => one.field)
    expect([await names(server.admin), await names(author)]).toEqual([['id', 'extra.comissario'], ['id']])
    const where = { 'extra.comissario': 'x' }
    const narrowed = await made({ colunas, somas: null, filtros: { where }, compartilhado: true }, server.admin)
    expect((await author('GET', `${BASE}/${narrowed}/dados`)).status).toBe(422)
    expect((await author('POST', BASE, { ...SALES, colunas, somas: null })).status).toBe(422)
  })
})

describe('every register', () => {
  const previa = (who: Caller, recurso: string, more: object) =>
    who('POST', `${BASE}/previa`, { recurso, colunas: [{ field: 'id' }], ...more })

  it('403 for whoever may not read it', async () => {
    const nobody = await server.user({ permissions: ['show relatorios'] })
    for (const { name, open, right } of resources) {
      const { status } = await previa(nobody, name, {})
      expect([name, status]).toEqual([name, open || right === 'relatorios' ? 200 : 403])
    }
  })

  it('can be shown with all that it offers, within forty columns', async () => {
    for (const { name } of resources) {
      const { data } = await get(`${BASE}/campos?recurso=${name}`, server.admin)
      const colunas = data.slice(0, 40).map(({ field }: { field: string }) => ({ field }))
      const answer = await previa(server.admin, name, { colunas })
      expect([name, answer.status, JSON.stringify(answer.body.errors)]).toEqual([name, 200, undefined])
      expect(answer.body.linhas.colunas.length).toBe(colunas.length)
    }
  })

  it('what asks a right of its own is no column, filter, order or group without it', async () => {
    let asked = 0
    for (const { name, right, adminOnly, fields, computed = {} } of resources) {
      if (adminOnly) continue
      const all = Object.entries({ ...fields, ...computed }).flatMap(([field, { meta }]) => {
        // What is free structure, or computed beside a record, is no filter of anybody's.
        const status = Object.hasOwn(fields, field) && meta.kind !== 'json' ? 403 : 422
        return meta.right === undefined || meta.right === right ? [] : [{ field, refused: status }]
      })
      if (all.length === 0) continue
      const reader = await server.user({ permissions: ['show relatorios', `show ${right}`] })
      for (const { field, refused } of all) {
        asked += 1
        const { status, body } = await previa(reader, name, { colunas: [{ field: 'id' }, { field }] })
        expect([name, field, status, body.linhas?.colunas.length]).toEqual([name, field, 200, 1])
        const where = { filtros: { where: { [field]: '1' } } }
        for (const more of [where, { ordem: { field } }, { grupo: field }])
          expect([name, field, (await previa(reader, name, more)).status]).toEqual([name, field, refused])
      }
    }
    expect(asked).toBeGreaterThan(10)
  })
})

describe('hostile definitions', () => {
  it.each([
    [{ recurso: '__proto__' }, 'recurso'],
    [{ recurso: 'venda; drop table venda' }, 'recurso'],
    [{ recurso: { name: 'venda' } }, 'recurso'],
    [{ colunas: [] }, 'colunas'],
    [{ colunas: 'id' }, 'colunas'],
    [{ colunas: { 0: { field: 'id' } } }, 'colunas'],
    [{ colunas: [{ field: '__proto__' }] }, 'colunas'],
    [{ colunas: [{ field: 'constructor' }] }, 'colunas'],
    [{ colunas: [{ field: 'id; drop table venda' }] }, 'colunas'],
    [{ colunas: [{ field: 'id' }, { field: 'id' }] }, 'colunas'],
    [{ colunas: [{ field: 'cliente.CNPJ_CPF; --' }] }, 'colunas'],
    [{ colunas: [{ field: 'senha' }] }, 'colunas'],
    [{ colunas: [{ field: 'id', sql: '1' }] }, 'colunas'],
    [{ colunas: Array.from({ length: 10_000 }, () => ({ field: 'id' })) }, 'colunas'],
    [{ colunas: Array.from({ length: 41 }, () => ({ field: 'id' })) }, 'colunas'],
    [{ colunas: [{ field: { toString: 'x' } }] }, 'colunas'],
    [{ colunas: [{ field: 'id', label: 'x'.repeat(81) }] }, 'colunas'],
    [{ filtros: [] }, 'filtros'],
    [{ filtros: { sql: 'true' } }, 'filtros'],
    [{ filtros: { where: { 'id" = 1; --': 1 } } }, 'filtros'],
    [{ filtros: { where: { id: { $gt: 1 } } } }, 'filtros'],
    [{ filtros: { where: { id: [[[[1]]]] } } }, 'filtros'],
    [{ filtros: { where: '{"id":1}' } }, 'filtros'],
    [{ filtros: { between: { id: [1, 2] } } }, 'filtros'],
    [{ filtros: { custom: { nada: 1 } } }, 'filtros'],
    [{ filtros: { search: 'nada:1' } }, 'filtros'],
    [{ filtros: { where: { id: Array.from({ length: 5000 }, (_, at) => at) } } }, 'filtros'],
    [{ ordem: { field: 'prototype' } }, 'ordem'],
    [{ ordem: { field: 'id desc; drop table venda' } }, 'ordem'],
    [{ ordem: 'id' }, 'ordem'],
    [{ grupo: 'vTotal' }, 'grupo'],
    [{ grupo: '__proto__' }, 'grupo'],
    [{ somas: ['id'] }, 'somas'],
    [{ somas: ['vFrete'] }, 'somas'],
    [{ somas: Array.from({ length: 10_000 }, () => 'vTotal') }, 'somas'],
    [{ grafico: 'barras' }, 'grafico'],
    [{ grafico: 'pizza' }, 'grafico'],
    [{ orientacao: 'X' }, 'orientacao'],
  ])('422 for %j, and nothing is kept', async (more, field) => {
    const before = await kept()
    const answer = await author('POST', BASE, { ...SALES, ...more })
    const named = Object.keys(answer.body.errors ?? {}).map((name) => name.split('.')[0])
    expect([answer.status, await kept()]).toEqual([422, before])
    expect(named).toContain(field)
    const tried = await author('POST', `${BASE}/previa`, { ...SALES, ...more })
    expect(tried.status).toBeLessThan(500)
  })

  it('deep JSON is refused whole', async () => {
    const before = await kept()
    for (const [depth, status] of [
      [20, 422],
      [200, 400],
    ] as const) {
      let deep: object = {}
      for (let at = 0; at < depth; at++) deep = { where: deep }
      expect((await author('POST', BASE, { ...SALES, filtros: deep })).status).toBe(status)
      expect((await author('POST', BASE, { ...SALES, filtros: { where: { id: deep } } })).status).toBe(status)
    }
    expect(await kept()).toBe(before)
  })
})
