import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { addDays, addMonths } from '../../../core/br/civil-date'
import { SYSTEM } from '../../db/pool'

const PATH = '/api/mrp/previsao'
const HEAD = {
  descricao: 'Plano',
  dPrevisaoIni: '2026-12-01',
  dPrevisaoFim: '2027-02-28',
  dHistoricoIni: '2023-12-01',
  dHistoricoFim: '2026-11-30',
}

describe('generating forecasts', () => {
  let server: TestServer
  let unit = 0
  let operation = 0
  let customer = 0
  let group = 0
  let shelf = 0
  beforeAll(async () => {
    server = await testServer()
    unit = (await server.insert('unidade', { un: 'UN', decimal: 0 })).id
    operation = (await server.insert('tipo_entrada_saida', { descricao: 'Venda' })).id
    customer = (await server.insert('cliente', { xNome: 'Cliente' })).id
    group = (await server.insert('mercadoria_grupo', { descricao: 'Grupo' })).id
    const house = await server.insert('armazem', { empresa_id: server.empresa_id, xNome: 'Depósito' })
    shelf = (
      await server.insert('armazenamento', {
        empresa_id: server.empresa_id,
        armazem_id: house.id,
        codigo: 'A',
        xArmazenamento: 'A',
      })
    ).id
  })
  afterAll(() => server.close())

  const product = async (values: object = {}) =>
    Number((await server.insert('mercadoria', { xProd: 'Produto', unidade_id: unit, ...values })).id)
  interface Sale {
    readonly mercadoria_id: number
    readonly qTrib: number
    readonly day: string
  }
  const sell = async ({ mercadoria_id, qTrib, day }: Sale, head: object = {}) => {
    const sale = await server.insert('venda', {
      empresa_id: server.empresa_id,
      cliente_id: customer,
      tipo_entrada_saida_id: operation,
      dhFechamento: `${day} 12:00:00-03`,
      ...head,
    })
    await server.insert('venda_mercadoria', {
      empresa_id: sale.empresa_id,
      venda_id: sale.id,
      mercadoria_id,
      qTrib: String(qTrib),
      vUnTrib: '10',
      vTotal: String(qTrib * 10),
    })
  }
  const month = (at: number) => addMonths('2023-12-10', at)
  /** A row of the stock ledger, as it stood on that day. */
  const move = (mercadoria_id: number, quantity: number, instant: string, documento = 'ajuste', documento_id = 1) =>
    server.pool.transaction(SYSTEM, (db) =>
      db.execute(
        sql`with n as (insert into lancamento (empresa_id, documento, documento_id, passo, dh)
              values (${server.empresa_id}, ${documento}, ${documento_id}, 'abre', ${instant}::timestamptz) returning id)
            insert into movimento_estoque (lancamento_id, empresa_id, mercadoria_id, armazenamento_id, "qTrib", "vCusto", documento, documento_id, criado_em)
            select n.id, ${server.empresa_id}, ${mercadoria_id}, ${shelf}, ${quantity}, 0, ${documento}, ${documento_id}, ${instant}::timestamptz from n`,
      ),
    )
  const monthly = async (mercadoria_id: number, quantity: (at: number) => number, head: object = {}) => {
    for (let at = 0; at < 36; at++)
      if (quantity(at) > 0) await sell({ mercadoria_id, qTrib: quantity(at), day: month(at) }, head)
  }
  const make = async (head: object = {}): Promise<number> =>
    (await server.admin('POST', PATH, { ...HEAD, ...head })).body.id
  const call = (id: number, verb: string, body: object = {}) => server.admin('POST', `${PATH}/${id}/${verb}`, body)
  const grid = async (id: number) => (await server.admin('GET', `${PATH}/${id}/grade`)).body
  const item = async (id: number) => (await server.admin('GET', `/api/mrp/previsao_item/${id}`)).body

  it('learns from final sales by day, less what came back; open and cancelled ones and other companies do not count', async () => {
    const id = await product()
    await monthly(id, () => 100)
    await sell({ mercadoria_id: id, qTrib: 5000, day: '2026-11-15' }, { dhFechamento: null })
    await sell({ mercadoria_id: id, qTrib: 5000, day: '2026-11-15' }, { dhCancelamento: '2026-11-16 12:00:00' })
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(7), xNome: 'Outra', UF: 'PR' })
    await sell({ mercadoria_id: id, qTrib: 5000, day: '2026-11-15' }, { empresa_id: other.id })
    await sell(
      { mercadoria_id: id, qTrib: 20, day: '2026-10-20' },
      { dhFechamento: null, dhFaturamento: '2026-10-20 23:30:00-03' },
    )
    const { empresa_id } = server
    const back = await server.insert('entrada', { empresa_id, cliente_id: customer, tipo_entrada_saida_id: operation })
    await move(id, 20, '2026-10-31 22:00:00-03', 'entrada', back.id)
    const previsao = await make()
    expect((await call(previsao, 'addItens', { mercadoria_id_list: [id] })).body).toMatchObject({ itens_incluidos: 1 })
    expect((await call(previsao, 'gerarPrevisoes')).body).toEqual({ itens_gerados: 1, tarefa_id: null })
    const [row] = (await grid(previsao)).itens
    expect(row).toMatchObject({ mercadoria_id: id, q: [100, 100, 100], alterados: [], classe: 'smooth' })
    const stored = await item(row.id)
    expect(stored.analise.historico).toEqual(Array.from({ length: 36 }, () => 100))
    expect(stored.xMotivo).toMatch(/^Escolhido por comparação de 5 métodos/)
    expect((await server.admin('GET', `${PATH}/${previsao}`)).body.dhGeracao).not.toBeNull()
  })

  it('keeps what was written over a cell, shows the original beside it, and applies a new growth factor to the rest', async () => {
    const id = await product()
    await monthly(id, () => 100)
    const previsao = await make()
    await call(previsao, 'addItens', { mercadoria_id_list: [id] })
    await call(previsao, 'gerarPrevisoes')
    const [row] = (await grid(previsao)).itens
    const put = (body: object) => server.admin('PUT', `${PATH}/${previsao}`, body)
    await put({ celulas: [{ id: row.id, versao: row.versao, previsao: [{ dPrevisao: '2027-01-01', qPrevista: 77 }] }] })
    await call(previsao, 'gerarPrevisoes')
    expect((await grid(previsao)).itens[0]).toMatchObject({ q: [100, 77, 100], alterados: [1], originais: [100] })
    await put({ growth_factor: '1,15' })
    expect((await grid(previsao)).itens[0]).toMatchObject({ q: [115, 77, 115], originais: [115] })
    expect(await item(row.id)).toMatchObject({ qTotal: 307, qTotalOriginal: 345 })
    const stale = await put({ celulas: [{ id: row.id, versao: row.versao, previsao: [] }] })
    expect(stale.status).toBe(409)
    const trail = (await server.admin('GET', `${PATH}/${previsao}/auditoria`)).body.data
    expect(trail.map((one: { acao: string }) => one.acao)).toContain('gerarPrevisoes')
    const written = trail.find((one: { campos: { campo: string; para: object[] }[] }) =>
      one.campos.some(({ campo, para }) => campo === 'previsao' && Array.isArray(para) && para.length === 1),
    )
    expect(written.campos.find((one: { campo: string }) => one.campo === 'previsao').para[0]).toMatchObject({
      dPrevisao: '2027-01-01',
      qPrevista: 77,
    })
  })

  it('does not read an empty shelf as an absence of demand, where the company controls stock', async () => {
    const id = await product()
    await monthly(id, (at) => (at === 20 ? 0 : 100))
    // In stock until August 2025, nothing on the shelf for that month, then in stock again.
    const moves = [
      ['2023-12-01', 2000],
      ['2025-08-01', -2000],
      ['2025-09-01', 1600],
    ] as const
    await server.pool.transaction(SYSTEM, (db) =>
      db.execute(sql`update empresa set controla_estoque = true where id = ${server.empresa_id}`),
    )
    for (const [day, quantity] of moves) await move(id, quantity, `${day} 12:00:00-03`)
    const previsao = await make()
    await call(previsao, 'addItens', { mercadoria_id_list: [id] })
    await call(previsao, 'gerarPrevisoes')
    const [row] = (await grid(previsao)).itens
    const { analise } = await item(row.id)
    expect(analise).toMatchObject({
      estimados: ['2025-08-01'],
      dias_sem_estoque: 30,
      rupturas: [{ from: '2025-08-02', to: '2025-08-31' }],
    })
    expect(row.q).toEqual([100, 100, 100])
  })

  it('adds products by group, supplier, what was sold and the ABC curve; tells how many first; leaves those that are there', async () => {
    const [big, small, idle] = [
      await product({ grupo_id: group }),
      await product({ grupo_id: group }),
      await product({ grupo_id: group }),
    ]
    await product({ grupo_id: group, ativo: false })
    await sell({ mercadoria_id: big, qTrib: 1_000_000, day: '2026-05-05' })
    await sell({ mercadoria_id: small, qTrib: 1, day: '2026-05-05' })
    const supplier = await server.insert('fornecedor', { xNome: 'Fornecedor' })
    await server.insert('mercadoria_fornecedor', { mercadoria_id: idle, fornecedor_id: supplier.id, codigo: 'X1' })
    const previsao = await make()
    const found = async (choice: object) =>
      (await call(previsao, 'addItens', { ...choice, simula: true })).body.encontrados
    expect(await found({ grupo_id: group })).toBe(3)
    expect(await found({ grupo_id: group, vendidas: true })).toBe(2)
    expect(await found({ grupo_id: group, curva: ['A'] })).toBe(1)
    expect(await found({ grupo_id: group, fornecedor_id: supplier.id })).toBe(1)
    expect((await grid(previsao)).itens).toEqual([])
    await call(previsao, 'addItens', { grupo_id: group, curva: ['A'] })
    expect((await call(previsao, 'addItens', { grupo_id: group })).body).toEqual({
      encontrados: 3,
      itens_incluidos: 2,
      ja_incluidos: 1,
    })
    const none = await call(previsao, 'addItens', { fornecedor_id: supplier.id, grupo_id: 999 })
    expect([none.status, none.body.code]).toEqual([400, 'no_items'])
    expect((await call(previsao, 'addItens', {})).status).toBe(422)
    expect((await call(previsao, 'addItens', { mercadoria_id_list: [999_999] })).status).toBe(422)
    expect((await call(previsao, 'addItens', { mercadoria_id_list: [big], periodo: 'week' })).body.code).toBe(
      'stale_view',
    )
  })

  it('400: a forecast holds 999 products, and an empty one is not generated', async () => {
    const previsao = await make()
    expect((await call(previsao, 'gerarPrevisoes')).body.code).toBe('no_items')
    await server.pool.transaction(SYSTEM, (db) =>
      db.execute(
        sql`insert into mercadoria ("xProd", familia_id) select 'Muitos ' || n, null from generate_series(1, 1001) n`,
      ),
    )
    const many = await call(previsao, 'addItens', { todas: true })
    expect([many.status, many.body.code]).toEqual([400, 'too_many_items'])
    expect((await grid(previsao)).itens).toEqual([])
  })

  it('runs as a task when it is big, with the same result', async () => {
    const rows = await server.admin('GET', '/api/mercadoria?search=Muitos&perPage=200')
    const ids = rows.body.data.map((one: { id: number }) => one.id)
    const previsao = await make()
    await call(previsao, 'addItens', { mercadoria_id_list: ids })
    const asked = await call(previsao, 'gerarPrevisoes')
    expect(asked.body).toEqual({ itens_gerados: null, tarefa_id: expect.any(Number) })
    await server.runJobs()
    const task = (await server.admin('GET', `/api/sis/tarefa/${asked.body.tarefa_id}`)).body
    expect(task).toMatchObject({ status: 'concluida', feito: 200, total: 200, resultado: { itens_gerados: 200 } })
    expect((await grid(previsao)).itens[0]).toMatchObject({ metodo: 'zero', q: [0, 0, 0] })
  })

  it('explains itself as a fragment in which every text is escaped', async () => {
    const id = await product({ xProd: '<img src=x onerror=alert(1)>' })
    await monthly(id, (at) => (at === 12 ? 900 : 100 + (at % 4)))
    const previsao = await make()
    await call(previsao, 'addItens', { mercadoria_id_list: [id] })
    await call(previsao, 'gerarPrevisoes')
    const [row] = (await grid(previsao)).itens
    const told = await server.admin('GET', `/api/mrp/previsao_item/${row.id}/showForecastInfoHtml`)
    expect(told.status).toBe(200)
    expect(told.body).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(told.body).not.toContain('<img')
    for (const text of [
      '<svg',
      'Por que este método',
      'dezembro de 2024 (contidos)',
      'Viés por período',
      'Dias sem estoque',
    ])
      expect(told.body).toContain(text)
    const plain = await server.admin('GET', `/api/mrp/previsao_item/${row.id}/showForecastInfoHtml?grafico=0`)
    expect(plain.body).not.toContain('<svg')
  })

  it('judges demand that skips periods by RMSSE and bias alone', async () => {
    const id = await product()
    await monthly(id, (at) => (at % 4 === 1 ? 30 : 0))
    const previsao = await make()
    await call(previsao, 'addItens', { mercadoria_id_list: [id] })
    await call(previsao, 'gerarPrevisoes')
    const [row] = (await grid(previsao)).itens
    expect(row.classe).toBe('intermittent')
    const told = (await server.admin('GET', `/api/mrp/previsao_item/${row.id}/showForecastInfoHtml`)).body
    for (const text of ['RMSSE', 'Viés por período']) expect(told).toContain(text)
    for (const text of ['WAPE', 'MASE', 'sMAPE']) expect(told).not.toContain(text)
  })

  describe('403 and 404', () => {
    let viewer: Caller
    let stranger: Caller
    let previsao = 0
    let row = 0
    beforeAll(async () => {
      viewer = await server.user({ permissions: ['show previsao'] })
      const away = await server.insert('empresa', { CNPJ_CPF: testCnpj(8), xNome: 'Longe', UF: 'SP' })
      stranger = await server.user({ roles: ['admin'], empresas: [away.id] })
      previsao = await make()
      await call(previsao, 'addItens', { mercadoria_id_list: [await product()] })
      row = (await grid(previsao)).itens[0].id
    })

    it('403: who may only look reads, and changes nothing', async () => {
      expect((await viewer('GET', `${PATH}/${previsao}/grade`)).status).toBe(200)
      expect((await viewer('GET', `/api/mrp/previsao_item/${row}/showForecastInfoHtml`)).status).toBe(200)
      for (const verb of ['addItens', 'gerarPrevisoes'])
        expect((await viewer('POST', `${PATH}/${previsao}/${verb}`, { todas: true })).status).toBe(403)
      expect((await viewer('PUT', `/api/mrp/previsao_item/${row}`, { previsao: [] })).status).toBe(403)
      const nobody = await server.user({ permissions: ['show mercadoria'] })
      expect((await nobody('GET', PATH)).status).toBe(403)
    })

    it("404: another company's forecast does not exist", async () => {
      for (const path of [
        `previsao/${previsao}`,
        `previsao/${previsao}/grade`,
        `previsao_item/${row}/showForecastInfoHtml`,
      ])
        expect((await stranger('GET', `/api/mrp/${path}`)).status).toBe(404)
      expect((await stranger('POST', `${PATH}/${previsao}/gerarPrevisoes`)).status).toBe(404)
      expect((await stranger('GET', '/api/mrp/previsao_item')).body.total).toBe(0)
    })
  })

  it('two people who write at once: one of them is told', async () => {
    const previsao = await make()
    await call(previsao, 'addItens', { mercadoria_id_list: [await product()] })
    const { versao, itens } = await grid(previsao)
    const write = (qPrevista: number) =>
      server.admin('PUT', `${PATH}/${previsao}`, {
        versao,
        celulas: [{ id: itens[0].id, previsao: [{ dPrevisao: addDays('2026-11-30', 1), qPrevista }] }],
      })
    const statuses = (await Promise.all([write(1), write(2)])).map((one) => one.status)
    expect(statuses.sort()).toEqual([200, 409])
  })
})
