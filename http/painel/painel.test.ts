import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import { rowsOf, systemClock } from '../platform/context'

let server: TestServer
let other: number
const clock = systemClock('America/Sao_Paulo')
const today = clock.today()
const shift = (days: number) =>
  new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  server = await testServer()
  other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(7), xNome: 'Outra Ltda' })).id
  const cliente_id = (await server.insert('cliente', { xNome: 'Cliente' })).id
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Venda' })).id
  const base = { empresa_id: server.empresa_id, cliente_id, tipo_entrada_saida_id }
  const sale = async (more: object, day = 0) => {
    const { id } = await server.insert('venda', { ...base, ...more })
    await server.pool.transaction(SYSTEM, (db) =>
      db.execute(
        sql`update venda set criado_em = ${`${shift(day)} 23:30:00`}::timestamp at time zone 'America/Sao_Paulo' where id = ${id}`,
      ),
    )
  }
  const dh = clock.now()
  await sale({ vTotal: '100.10' })
  await sale({ vTotal: '50.05', dhFechamento: dh })
  await sale({ vTotal: '7.00', dhFechamento: dh, dhFaturamento: dh }, -3)
  await sale({ vTotal: '900.00', dhCancelamento: dh })
  await sale({ vTotal: '1.00', dhBloqueio: dh }, -30)
  await sale({ vTotal: '5000.00', empresa_id: other })
  const title = (vSaldo: string, day: number, more: object = {}) =>
    server.insert('contas_receber', {
      empresa_id: server.empresa_id,
      cliente_id,
      dEmissao: today,
      dVencimento: shift(day),
      vDup: '10.00',
      vSaldo,
      ...more,
    })
  await title('10.10', 0)
  await title('20.20', 5)
  await title('3.03', -1)
  await title('0.00', -1)
  await title('8.00', -1, { dhCancelamento: dh })
  await title('9.00', -1, { empresa_id: other })
  const product = async (xProd: string, q_minimo: string, q_total: string, q_reservado = '0') => {
    const { id } = await server.insert('mercadoria', { xProd, q_minimo })
    await server.insert('mercadoria_saldo', { empresa_id: server.empresa_id, mercadoria_id: id, q_total, q_reservado })
  }
  await product('Falta', '10', '2', '1')
  await product('No mínimo', '10', '10')
  await product('Sobra', '10', '11')
  await server.insert('mercadoria', { xProd: 'Nunca teve', q_minimo: '1' })
  await server.insert('mercadoria', { xProd: 'Inativa', q_minimo: '1', ativo: false })
})
afterAll(() => server.close())

describe('the figures', () => {
  it('are those of the chosen company, to the cent, by the day in its time zone', async () => {
    const { status, body } = await server.admin('GET', '/api/painel')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      vendas_hoje: { qtd: 2, vTotal: 150.15 },
      vendas_expedir: { qtd: 1, vTotal: 100.1 },
      vendas_faturar: { qtd: 1, vTotal: 50.05 },
      receber_vencer: { qtd: 2, vTotal: 30.3 },
      receber_vencido: { qtd: 1, vTotal: 3.03 },
      receber_hoje: { qtd: 1, vTotal: 10.1 },
      vendas_bloqueadas: { qtd: 1, vTotal: 1 },
      vendas_30dias: { qtd: 3, vTotal: 157.15, antes: 1, variacao: 15615 },
      vendas_vendedores: [{ id: null, nome: 'Sem vendedor', qtd: 3, vTotal: 157.15 }],
    })
    expect(body.receber_faixas[0]).toEqual({ nome: 'Vencidas até 30 dias', de: 1, ate: 30, qtd: 1, vTotal: 3.03 })
    expect(body.caixa[0]).toEqual({ dia: today, entra: 10.1, sai: 0 })
    expect([body.caixa.length, body.caixa[5].entra]).toEqual([14, 20.2])
    expect(body.estoque_baixo.qtd).toBe(3)
    expect(body.estoque_baixo.itens.map((one: { xProd: string; q_disp: number }) => [one.xProd, one.q_disp])).toEqual([
      ['Nunca teve', 0],
      ['Falta', 1],
      ['No mínimo', 10],
    ])
  })

  it('show thirty days, with those without sales', async () => {
    const { vendas_periodo: days } = (await server.admin('GET', '/api/painel')).body
    expect(days).toHaveLength(30)
    expect([days[0], days.at(-1), days.at(-2), days.at(-4)]).toEqual([
      { dia: shift(-29), vTotal: 0 },
      { dia: today, vTotal: 150.15 },
      { dia: shift(-1), vTotal: 0 },
      { dia: shift(-3), vTotal: 7 },
    ])
  })

  it('follow the company that the caller chose', async () => {
    const both = await server.user({ roles: ['manager'], empresas: [server.empresa_id, other] })
    const { body } = await both('GET', '/api/painel', undefined, { 'X-Empresa': String(other) })
    expect(body.vendas_hoje).toEqual({ qtd: 1, vTotal: 5000 })
    expect(body.receber_vencido).toEqual({ qtd: 1, vTotal: 9 })
  })
})

describe('a seller', () => {
  it('sees what they sold themselves', async () => {
    const seller = await server.user({ permissions: ['show venda'] })
    const { body } = await seller('GET', '/api/sessao')
    expect((await seller('GET', '/api/painel')).body.minhas_hoje).toBeUndefined()
    await server.insert('vendedor', { xNome: 'Vera', user_id: body.user.id })
    expect((await seller('GET', '/api/painel')).body).toMatchObject({
      minhas_hoje: { qtd: 0, vTotal: 0 },
      minhas_periodo: { qtd: 0, vTotal: 0 },
    })
  })
})

describe('403 is no answer here', () => {
  it('a figure that the caller may not see is left out', async () => {
    const keys = async (...permissions: string[]) =>
      Object.keys((await (await server.user({ permissions }))('GET', '/api/painel')).body).sort()
    expect(await keys()).toEqual([])
    expect(await keys('show venda')).toEqual([
      'vendas_30dias',
      'vendas_bloqueadas',
      'vendas_expedir',
      'vendas_faturar',
      'vendas_hoje',
      'vendas_periodo',
      'vendas_vendedores',
    ])
    expect(await keys('show mercadoria')).toEqual(['estoque_baixo'])
    expect(await keys('show mercadoria', 'show custo')).toEqual(['estoque_baixo', 'estoque_valor'])
    expect(await keys('show venda_orcamento')).toEqual(['orcamentos_abertos'])
    expect(await keys('show entrada', 'show dfe')).toEqual(['entradas_abertas', 'nfe_importar'])
    expect(await keys('show nfe')).toEqual(['fiscal_regras', 'notas_enviar', 'notas_falha_guarda', 'notas_rejeitadas'])
    const receivables = ['cobrar', 'cobrar_quem', 'receber_faixas', 'receber_hoje', 'receber_vencer', 'receber_vencido']
    expect(await keys('show contas_receber')).toEqual(receivables)
    expect(await keys('show contas_receber', 'show contas_pagar')).toContain('caixa')
  })
})

describe('401 without a session', () => {
  it('on the dashboard, the search and the prints', async () => {
    for (const path of [
      '/api/painel',
      '/api/busca?q=ana',
      '/reporting/pdf/venda?id=1',
      '/reporting/lote/venda?id_list=1',
    ])
      expect((await server.app.request(path)).status).toBe(401)
  })
})

describe('speed', () => {
  it('finds recent sales, waiting ones and open titles by their indexes', async () => {
    const plan = (query: ReturnType<typeof sql>) =>
      server.pool.transaction(SYSTEM, async (db) => {
        await db.execute(sql`set local enable_seqscan = off`)
        return JSON.stringify(await rowsOf({ db }, sql`explain ${query}`))
      })
    expect(
      await plan(
        sql`select sum("vSaldo") from contas_receber where empresa_id = 1 and "vSaldo" > 0 and "dhCancelamento" is null`,
      ),
    ).toContain('contas_receber_aberto_ix')
    expect(
      await plan(
        sql`select sum("vTotal") from venda where empresa_id = 1 and criado_em >= ${today}::date and "dhCancelamento" is null`,
      ),
    ).toContain('venda_painel_ix')
    expect(await plan(sql`select sum("vTotal") from venda where empresa_id = 1 and status in (0, 2, 3)`)).toContain(
      'venda_empresa_id_status_id_ix',
    )
  })
})
