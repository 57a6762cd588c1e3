import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, testServer, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import { resources } from '../resources'

/** What goods cost, and what is earned on them, is for those who hold the right to know: wherever it would be told. */

let server: TestServer
let seller: Caller
let buyer: Caller
let product: number
let sale: number

const SELLER = [
  'edit mercadoria',
  'edit tabela_preco',
  'edit venda',
  'show relatorios',
  'store importacao',
  'edit importacao',
]
/** A cost that nothing else looks like. */
const COST = '31.4159'

beforeAll(async () => {
  server = await testServer()
  seller = await server.user({ permissions: SELLER })
  buyer = await server.user({ permissions: [...SELLER, 'show custo'] })
  product = (await server.admin('POST', '/api/mercadoria', { xProd: 'Caneca', custo: COST })).body.id
  const table = await server.insert('tabela_preco', { descricao: 'Balcão', pMargem: '27.1828' })
  await server.insert('mercadoria_preco', {
    mercadoria_id: product,
    tabela_preco_id: table.id,
    vUnTrib: '50',
    pMargem: '37.1682',
  })
  const balance = {
    empresa_id: server.empresa_id,
    mercadoria_id: product,
    q_total: '2',
    vTotal: '62.83',
    vCustoMedio: COST,
  }
  await server.insert('mercadoria_saldo', balance)
  const cliente = await server.insert('cliente', { xNome: 'Quem compra' })
  const tipo = await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1 })
  const head = { empresa_id: server.empresa_id, cliente_id: cliente.id, tipo_entrada_saida_id: tipo.id }
  sale = (await server.insert('venda', { ...head, dhFaturamento: '2026-11-02 10:00:00' })).id
  await server.insert('venda_mercadoria', {
    empresa_id: server.empresa_id,
    venda_id: sale,
    mercadoria_id: product,
    qTrib: '1',
    vUnTrib: '50',
    vUnLiquido: '50',
    vCustoUn: COST,
  })
  await server.admin('PUT', `/api/mercadoria/${product}`, { custo: '27.1828' })
  await server.admin('PUT', `/api/mercadoria/${product}`, { custo: COST })
})
afterAll(() => server.close())

const TOLD = /31[.,]41|37[.,]16|27[.,]18|62[.,]83|"custo"|vCusto|pMargem|pMarkup/
const month = 'periodo_ini=2026-11-01&periodo_fim=2026-11-30'

const places = (): readonly string[] => [
  '/api/mercadoria',
  `/api/mercadoria/${product}`,
  `/api/mercadoria/${product}/auditoria`,
  '/api/mercadoria/export?format=csv',
  `/api/mercadoria/export?format=csv&columns=${encodeURIComponent('[{"field":"xProd","label":"P"},{"field":"custo","label":"C"},{"field":"vCustoMedio","label":"M"}]')}`,
  '/api/mercadoria_preco',
  '/api/tabela_preco',
  '/api/estoque/mercadoria_saldo',
  `/api/venda/${sale}`,
  '/api/venda_mercadoria',
  `/reporting/csv/estoque_posicao`,
  `/reporting/html/vendas_mercadoria?${month}`,
  `/reporting/pdf/vendas_mercadoria?${month}`,
  '/reporting/form/vendas_mercadoria',
  '/api/painel',
]

describe('without the right to costs', () => {
  it('no list, record, history, export, report or panel tells of them', async () => {
    const told: string[] = []
    for (const path of places()) {
      const { status, body } = await seller('GET', path)
      expect([200, 403], path).toContain(status)
      if (TOLD.test(typeof body === 'string' ? body : JSON.stringify(body))) told.push(path)
    }
    expect(told).toEqual([])
    expect((await seller('GET', '/api/painel')).body.estoque_valor).toBeUndefined()
  })

  it('they are nothing to filter or order by, and nothing to write', async () => {
    const filters = [
      `where=${encodeURIComponent('{"custo":"31.4159"}')}`,
      `between=${encodeURIComponent('{"custo":{"ini":1}}')}`,
      'search=custo:31.4159',
      'orderBy=custo',
    ]
    for (const query of filters) {
      expect((await seller('GET', `/api/mercadoria?${query}`)).status, query).toBe(403)
      expect((await seller('GET', `/api/mercadoria/export?${query}`)).status, query).toBe(403)
      expect((await buyer('GET', `/api/mercadoria?${query}`)).status, query).toBe(200)
    }
    expect((await seller('PUT', `/api/mercadoria/${product}`, { custo: 1, xProdSimple: 'Caneca' })).status).toBe(200)
    const [row] = await server.pool.read(SYSTEM, (db) =>
      db.execute(sql`select custo from mercadoria where id = ${product}`),
    )
    expect(row?.custo).toBe(COST)
  })

  it('403 what tells a cost by a price', async () => {
    const tables = (await seller('GET', '/api/tabela_preco')).body.data
    for (const [method, path] of [
      ['GET', `/api/mercadoria/${product}/formacaoPreco`],
      ['POST', `/api/tabela_preco/${tables[0].id}/precifica`],
    ] as const)
      expect((await seller(method, path, method === 'POST' ? { pMargem: 50 } : undefined)).body.message).toContain(
        'falta a permissão “Ver custos e margens”',
      )
  })
})

it('what the program alone writes: 403 to whoever else would, in every such register, in words', async () => {
  const taken = new Set<string>()
  const closed = resources.filter(({ readOnly }) => readOnly)
  expect(closed.length).toBeGreaterThan(20)
  for (const { name, paths, title } of closed)
    for (const [method, path] of [
      ['POST', `/api/${paths[0]}`],
      ['PUT', `/api/${paths[0]}/1`],
      ['DELETE', `/api/${paths[0]}/1`],
    ] as const) {
      const { status, body } = await server.admin(method, path, {})
      if (status !== 403 || body.message !== `${title}: só o próprio Prumo grava estes registros.`) taken.add(name)
    }
  // Files and letters are taken by routes of their own, by the rights of what they belong to.
  expect([...taken].toSorted()).toEqual(['anexo', 'chat_mensagem', 'mercadoria_imagem'])
})

it('with it, all of them are told', async () => {
  const silent: string[] = []
  for (const path of places().filter((one) => !/painel|form|pdf/.test(one))) {
    const { body } = await buyer('GET', path)
    if (!TOLD.test(typeof body === 'string' ? body : JSON.stringify(body))) silent.push(path)
  }
  expect(silent).toEqual([])
})

/** What every signed-in user may read, and why. */
const OPEN: Readonly<Record<string, string>> = {
  armazenamento: 'a place to choose',
  aviso_usuario: 'one’s own (`visible`)',
  banco: 'a cash account to choose; its balance is guarded',
  cclasstrib: 'an official table',
  centro_custo: 'a cost centre to choose',
  centro_resultado: 'a result centre to choose',
  centro_trabalho: 'a work centre to choose; what an hour costs is guarded',
  cest: 'an official table',
  cfop: 'an official table',
  chat_mensagem: 'one’s own (`visible`)',
  cliente_categoria: 'a category to choose',
  cofins: 'as `cst`',
  cst: 'an official table',
  estado: 'a state to choose',
  etiqueta_elemento: 'as `etiqueta_modelo`',
  etiqueta_modelo: 'a label to choose',
  feriado: 'days on which no bank opens',
  icms: 'as `cst`',
  ipi: 'as `cst`',
  janela_horario: 'hours; of which record shows to those who may see it',
  lancamento: 'the steps of documents that one may see (`visible`)',
  meta: 'targets are told to those who have to reach them; the screen is open (inventory)',
  meta_venda: 'as `meta`',
  meta_vendedor: 'as `meta`',
  mercadoria_caracteristica_grupo: 'a group to choose, document 2, section 6',
  mercadoria_familia: 'a family to choose',
  mercadoria_grupo: 'a group to choose',
  mercadoria_grupo_subgrupo: 'a group to choose',
  motivo_devolucao: 'a reason to choose',
  municipio: 'a town to choose',
  ncm: 'an official table',
  pagamento: 'a way to pay to choose',
  pis: 'as `cst`',
  plano_conta: 'an account of the plan to choose',
  pdv: 'a point of sale to choose at its computer; its key is told to nobody',
  pdv_balanca: 'as `pdv`: who sells reads labels by it',
  promocao: 'what goods cost these days, told to those who sell them; the screens are open (inventory)',
  promocao_mercadoria: 'as `promocao`',
  promocao_mercadoria_dependencia: 'as `promocao`',
  recurso: 'as `centro_trabalho`',
  serie_numero: 'a series to choose',
  servico: 'a service to choose',
  tabela_preco: 'a table to choose; its prices are for who sees products',
  tarefa_registro: 'what became of the records of one’s own task',
  tarefa: 'that work runs; what it found shows to those who may see it',
  tipo_entrada_saida: 'an operation to choose',
  tipo_entrada_saida_cfop: 'as `tipo_entrada_saida`',
  veiculo_particularidade: 'a trait to choose',
}

it('open to every signed-in user is what there is to choose from, or says why', () => {
  const open = resources.filter((one) => one.open).map(({ name }) => name)
  expect(open.toSorted()).toEqual(Object.keys(OPEN).toSorted())
})
