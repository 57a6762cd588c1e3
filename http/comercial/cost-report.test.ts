import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'

/** What sales cost and leave, by each grouping, from the cost kept with each line; each row leads to its sale, or to the sales that it adds up. */

let server: TestServer
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await testServer()
  const { empresa_id } = server
  ids.ana = (await server.insert('cliente', { xNome: 'Ana' })).id
  ids.bia = (await server.insert('cliente', { xNome: 'Bia' })).id
  ids.vera = (await server.insert('vendedor', { xNome: 'Vera' })).id
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Venda' })).id
  ids.drill = (await server.insert('mercadoria', { xProd: 'Furadeira' })).id
  ids.screw = (await server.insert('mercadoria', { xProd: 'Parafuso' })).id
  const sale = async (head: object, day: string, lines: readonly (readonly [number, string, string, string])[]) => {
    const { id } = await server.insert('venda', { empresa_id, tipo_entrada_saida_id, ...head })
    for (const [mercadoria_id, qTrib, vUnLiquido, vCustoUn] of lines)
      await server.insert('venda_mercadoria', {
        empresa_id,
        venda_id: id,
        mercadoria_id,
        qTrib,
        vUnTrib: '1',
        vUnLiquido,
        vCustoUn,
        vTotal: '1',
      })
    await server.pool.transaction(SYSTEM, (db) =>
      db.execute(sql`update venda set criado_em = ${`${day} 12:00:00-03`}::timestamptz where id = ${id}`),
    )
    return id
  }
  const [drill, screw] = [ids.drill, ids.screw]
  ids.first = await sale({ cliente_id: ids.ana, cliente_xNome: 'Ana', vendedor_id: ids.vera }, '2026-10-31', [
    [drill, '1', '100', '60'],
    [screw, '3', '0.335', '0.1'],
  ])
  ids.second = await sale({ cliente_id: ids.bia, cliente_xNome: 'Bia' }, '2026-11-01', [[screw, '10', '0.5', '0.6']])
  await sale({ cliente_id: ids.bia, dhCancelamento: '2026-11-02 10:00:00' }, '2026-11-01', [[drill, '9', '100', '1']])
})
afterAll(() => server.close())

const lines = async (query: string, who = server.admin): Promise<readonly string[]> => {
  const { body } = await who('GET', `/reporting/csv/custo_venda?periodo_ini=2026-10-01&periodo_fim=2026-11-30&${query}`)
  return String(body).replace('\uFEFF', '').trimEnd().split('\r\n').slice(1)
}

it('tells each sale, item, month, seller, customer and product, to the cent; what was cancelled is in none', async () => {
  const { first, second } = ids
  expect(await lines('')).toEqual([
    `${first};31/10/2026;Ana;101,01;60,30;40,71;40,30;67,51`,
    `${second};01/11/2026;Bia;5,00;6,00;-1,00;-20,00;-16,67`,
  ])
  expect(await lines('agrupar=item')).toEqual([
    `${first};31/10/2026;Furadeira;100,00;60,00;40,00;40,00;66,67`,
    `${first};31/10/2026;Parafuso;1,01;0,30;0,71;70,30;236,67`,
    `${second};01/11/2026;Parafuso;5,00;6,00;-1,00;-20,00;-16,67`,
  ])
  expect(await lines('agrupar=mes')).toEqual([
    ';01/10/2026;10/2026;101,01;60,30;40,71;40,30;67,51',
    ';01/11/2026;11/2026;5,00;6,00;-1,00;-20,00;-16,67',
  ])
  expect((await lines('agrupar=vendedor')).map((one) => one.split(';')[2])).toEqual(['Vera', 'Sem vendedor'])
  expect((await lines('agrupar=cliente')).map((one) => one.split(';')[2])).toEqual(['Ana', 'Bia'])
  expect(await lines('agrupar=produto')).toEqual([
    ';;Furadeira;100,00;60,00;40,00;40,00;66,67',
    ';;Parafuso;6,01;6,30;-0,29;-4,83;-4,60',
  ])
})

it('is narrowed to one sale, one product, one seller', async () => {
  expect(await lines(`venda_id=${ids.second}&agrupar=item`)).toHaveLength(1)
  expect(await lines(`mercadoria_id=${ids.drill}`)).toHaveLength(1)
  expect(await lines(`vendedor_id=${ids.vera}`)).toHaveLength(1)
})

it('leads to the sale, or to the list of the sales that a row adds up', async () => {
  const led = async (agrupar: string) => {
    const query = `periodo_ini=2026-10-15&periodo_fim=2026-11-30&agrupar=${agrupar}`
    const { body } = await server.admin('GET', `/reporting/dados/custo_venda?${query}`)
    return body.data.map((one: { endereco: string }) => decodeURIComponent(one.endereco))
  }
  expect(await led('venda')).toEqual([
    `/ui/comercial/venda/edit/${ids.first}`,
    `/ui/comercial/venda/edit/${ids.second}`,
  ])
  expect((await led('mes'))[0]).toContain('f.criado_em=2026-10-15..2026-10-31')
  expect((await led('cliente'))[0]).toContain(`f.cliente_id=${ids.ana}`)
})

it('403 for who may not know what goods cost', async () => {
  const seller = await server.user({ permissions: ['show relatorios', 'show venda', 'show mercadoria'] })
  expect((await seller('GET', '/reporting/csv/custo_venda')).status).toBe(403)
})
