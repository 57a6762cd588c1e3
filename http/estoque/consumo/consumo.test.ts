import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestServer } from '../../../fixtures/test-server'
import { call, entered, faults, held, moved, ok, openStore, product, stockOf } from '../output.fixture'

/** Consumption of material: reserved, taken out by cost centre, given back. */

let server: TestServer
beforeAll(async () => {
  ;({ server } = await openStore())
})
afterAll(() => server.close())

const PATH = '/api/estoque/consumo'
const consumption = async (mercadoria_id: number, qTrib: number, head: object = {}) =>
  ok('POST', PATH, { consumo_mercadoria_list: [{ mercadoria_id, qTrib }], ...head })

it('reserves, takes from there at average cost, and each line tells its cost and its centre', async () => {
  const [workshop, office] = [
    (await server.insert('centro_custo', { descricao: 'Oficina' })).id,
    (await server.insert('centro_custo', { descricao: 'Escritório' })).id,
  ]
  const id = await product()
  await entered(id, 10, [], 3)
  const { id: doc } = await ok('POST', PATH, {
    centro_custo_id: workshop,
    consumo_mercadoria_list: [
      { mercadoria_id: id, qTrib: 2 },
      { mercadoria_id: id, qTrib: 1, centro_custo_id: office },
    ],
  })
  expect(await ok('POST', `${PATH}/${doc}/separar`)).toMatchObject({ status: 1 })
  expect(await held('consumo', doc)).toEqual(['A – 3'])
  expect(await stockOf(id)).toEqual([10, 3, 7])
  await ok('POST', `${PATH}/${doc}/finalizar`)
  expect(await moved('consumo', doc)).toEqual(['A – -2 -6', 'A – -1 -3'])
  const after = await ok('GET', `${PATH}/${doc}`)
  expect(after.status).toBe(4)
  expect(
    after.consumo_mercadoria_list.map((line: { centro_custo_id: number; vCusto: number }) => [
      line.centro_custo_id,
      line.vCusto,
    ]),
  ).toEqual([
    [workshop, 6],
    [office, 3],
  ])
  expect(await faults()).toEqual([])
})

it('straight from open, and is cancelled with or without a reason, which is not too short where it is given', async () => {
  const id = await product()
  await entered(id, 5)
  const { id: doc } = await consumption(id, 2)
  await ok('POST', `${PATH}/${doc}/finalizar`)
  expect(await stockOf(id)).toEqual([3, 0, 3])
  expect(await call('POST', `${PATH}/${doc}/cancelar`, { xJust: 'curta' })).toMatchObject({
    status: 422,
    body: { message: 'Digite no mínimo 15 caracteres.' },
  })
  await ok('POST', `${PATH}/${doc}/cancelar`)
  expect(await stockOf(id)).toEqual([5, 0, 5])
  expect(await call('POST', `${PATH}/${doc}/cancelar`)).toMatchObject({ status: 400, body: { code: 'cancelled' } })
  expect(await faults()).toEqual([])
})

it('two that want the same pieces at once: one reserves them', async () => {
  const id = await product()
  await entered(id, 4)
  const docs = await Promise.all([consumption(id, 3), consumption(id, 3)])
  const answers = await Promise.all(docs.map((one) => call('POST', `${PATH}/${one.id}/separar`)))
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, 400])
  expect(await stockOf(id)).toEqual([4, 3, 1])
  expect(await faults()).toEqual([])
})

it('400 no_stock above what is there where stock is controlled; below zero where it is not', async () => {
  const id = await product()
  const { id: doc } = await consumption(id, 1)
  expect(await call('POST', `${PATH}/${doc}/finalizar`)).toMatchObject({ status: 400, body: { code: 'no_stock' } })
  const company = await ok('GET', `/api/empresa/${server.empresa_id}`)
  await ok('PUT', `/api/empresa/${server.empresa_id}`, { controla_estoque: !company.controla_estoque })
  expect((await call('POST', `${PATH}/${doc}/separar`)).status).toBe(400)
  await ok('POST', `${PATH}/${doc}/finalizar`)
  expect(await stockOf(id)).toEqual([-1, 0, -1])
  expect(await faults()).toEqual([])
})

it('403 without the right', async () => {
  const { id: doc } = await consumption(await product(), 1)
  const looks = await server.user({ permissions: ['show consumo'] })
  expect((await looks('POST', `${PATH}/${doc}/finalizar`)).status).toBe(403)
})
