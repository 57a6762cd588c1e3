import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestServer } from '../../fixtures/test-server'
import { faults, ok } from '../estoque/output.fixture'
import { begin, finish, goodsOf, kit, openWorkshop, order } from './orders.fixture'

/** What goods cost beside what they were planned to, on the order and by product over time. */

let server: TestServer
beforeAll(async () => {
  ;({ server } = await openWorkshop())
})
afterAll(() => server.close())

it('an order and the report say what was planned and what came of it', async () => {
  const { table } = await kit()
  const centre = await server.insert('centro_trabalho', { descricao: 'Bancada', vHora: '30' })
  await ok('PUT', `/api/mercadoria/${table}`, {
    mercadoria_etapas_producao: [{ n_ordem: 10, centro_trabalho_id: centre.id, qMinutos: 6 }],
  })
  const id = await order(table, 10)
  await begin(id)
  const goods = await goodsOf(id)
  await finish(id, {
    encerra: true,
    mercadorias: [{ id: goods.id, qBoa: 8, qRefugoAnormal: 2, consumo: [{ id: goods.insumos[0].id, qTrib: 44 }] }],
  })
  // 550.00 of wood and 23.67 of glue: two of ten are lost.
  expect(await goodsOf(id)).toMatchObject({
    vPlanejado: 523.67,
    vHorasPlanejadas: 30,
    vMaterialProduzido: 573.67,
    vHorasProduzido: 0,
    vPerdido: 114.73,
    vSubprodutos: 0,
    vProduzido: 458.94,
  })
  const { body } = await server.admin('GET', `/reporting/csv/producao_custo?mercadoria_id=${table}`)
  const [, row = ''] = String(body).trim().split(/\r?\n/)
  expect(row.split(';').slice(1)).toEqual([
    'Mesa',
    '8',
    '2',
    '573,67',
    '0,00',
    '114,73',
    '458,94',
    '442,94',
    '57,37',
    '3,61',
  ])
  expect(await faults()).toEqual([])
})
