import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type Caller, type TestServer } from '../../fixtures/test-server'
import { sum } from '../area'
import { SYSTEM } from '../db/pool'
import { QUEUE_CAP, type Waiting } from './filas'

/** What waits on the pages of areas: counted as the lists count, under the caller's rights and company, in one query. */

let server: TestServer
let other: number

beforeAll(async () => {
  server = await testServer()
  other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(7), xNome: 'Outra Ltda' })).id
  const cliente_id = (await server.insert('cliente', { xNome: 'Padaria São João' })).id
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Venda' })).id
  const sale = { empresa_id: server.empresa_id, cliente_id, tipo_entrada_saida_id }
  await server.insert('venda', sale)
  await server.insert('venda', sale)
  await server.insert('venda', { ...sale, dhFechamento: '2026-11-01 10:00:00' })
  await server.insert('venda', { ...sale, empresa_id: other })
  const title = { empresa_id: server.empresa_id, cliente_id, dEmissao: '2020-01-01', vDup: '10.00', vSaldo: '10.00' }
  await server.insert('contas_receber', { ...title, dVencimento: '2020-01-31' })
  await server.insert('contas_receber', { ...title, dVencimento: '2099-01-31' })
  await server.insert('contas_receber', { ...title, dVencimento: '2020-01-31', vPago: '10.00', vSaldo: '0' })
})
afterAll(() => server.close())

const waiting = async (area = '', as: Caller = server.admin, headers = {}): Promise<Waiting[]> =>
  (await as('GET', `/api/filas${area === '' ? '' : `?area=${area}`}`, undefined, headers)).body.data
const counts = async (...args: Parameters<typeof waiting>) =>
  Object.fromEntries((await waiting(...args)).map(({ nome, qtd }) => [nome, qtd]))

describe('queues', () => {
  it('tell how many wait, in the order of the work, and where', async () => {
    expect(await waiting('comercial')).toEqual([
      expect.objectContaining({ nome: 'vendas_bloqueadas', qtd: 0, ruim: true }),
      {
        nome: 'vendas_expedir',
        rotulo: 'A expedir',
        caminho: '/ui/comercial/venda?visao=A+expedir',
        qtd: 2,
        mais: false,
        ruim: false,
      },
      expect.objectContaining({ nome: 'vendas_faturar', qtd: 1 }),
      expect.objectContaining({ nome: 'orcamentos_abertos', qtd: 0 }),
      expect.objectContaining({ nome: 'orcamentos_aceitos', qtd: 0 }),
      expect.objectContaining({ nome: 'orcamentos_alteracao', qtd: 0 }),
    ])
  })

  it('of titles count what is still owed', async () => {
    expect(await counts('financeiro')).toMatchObject({ receber_vencidas: 1, receber_hoje: 0, pagar_vencidas: 0 })
  })

  it('follow the company that the caller chose', async () => {
    const both = await server.user({ roles: ['manager'], empresas: [server.empresa_id, other] })
    expect(await counts('comercial', both, { 'X-Empresa': String(other) })).toMatchObject({ vendas_expedir: 1 })
  })

  it('of several areas, or of all, come together; each has a screen and a name of its own', async () => {
    const names = (await waiting()).map(({ nome }) => nome)
    expect(names).toHaveLength(sum('queues').length)
    expect(new Set(names).size).toBe(names.length)
    expect((await waiting()).map(({ caminho }) => caminho).filter((path) => path.startsWith('/404'))).toEqual([])
    expect((await waiting('comercial,financeiro')).map(({ nome }) => nome)).toEqual(
      expect.arrayContaining(['vendas_expedir', 'receber_vencidas']),
    )
  })

  it('are counted to a cap', async () => {
    await server.pool.transaction(SYSTEM, (db) =>
      db.execute(
        sql`insert into mercadoria ("xProd", q_minimo, ativo) select 'Falta ' || n, 1, true from generate_series(1, ${QUEUE_CAP + 1}::int) n`,
      ),
    )
    expect((await waiting('estoque')).find(({ nome }) => nome === 'estoque_baixo')).toMatchObject({
      qtd: QUEUE_CAP,
      mais: true,
    })
  })
})

describe('403 is no answer here', () => {
  it('a queue of what the caller may not see is left out', async () => {
    const seller = await server.user({ permissions: ['show venda'] })
    expect((await waiting('', seller)).map(({ nome }) => nome)).toEqual([
      'vendas_bloqueadas',
      'vendas_expedir',
      'vendas_faturar',
    ])
    expect(await waiting('', await server.user({ permissions: [] }))).toEqual([])
  })
})

describe('401 without a session', () => {
  it('on the queues', async () => {
    expect((await server.app.request('/api/filas')).status).toBe(401)
  })
})
