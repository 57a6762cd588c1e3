import { afterAll, beforeAll, expect, it } from 'vitest'
import { testClock } from '../../../fixtures/test-clock'
import type { TestServer } from '../../../fixtures/test-server'
import { call, entered, ok, product } from '../../estoque/output.fixture'
import { begin, finish, goodsOf, openWorkshop, order } from '../orders.fixture'

/** Several people at one screen: each is known by a badge. */

let server: TestServer
let step: number
let id: number
const clock = testClock('2026-11-10T08:00:00Z')
beforeAll(async () => {
  ;({ server } = await openWorkshop({ clock }))
  const centre = await server.insert('centro_trabalho', { descricao: 'Bancada', vHora: '60' })
  const [made, drawn] = [await product({ xProd: 'Banco' }), await product({ xProd: 'Ripa' })]
  await ok('PUT', `/api/mercadoria/${made}`, {
    mercadoria_insumos: [{ mercadoria_insumo_id: drawn, quantidade: 1 }],
    mercadoria_etapas_producao: [{ n_ordem: 10, descricao: 'Montar', centro_trabalho_id: centre.id }],
  })
  await entered(drawn, 10, [], 1)
  id = await order(made, 4)
  await begin(id)
  step = (await goodsOf(id)).etapas[0].id
})
afterAll(() => server.close())

const STEP = '/api/producao/ordem_producao_mercadoria_etapa'
const on = (verb: string, body: object) => call('POST', `${STEP}/${step}/${verb}`, body)
const hired = (xNome: string, cracha: string, more: object = {}) =>
  ok('POST', '/api/cadastros/colaborador', { xNome, cracha, ...more })

it('whoever holds it works, with a user or without; two of them share no time', async () => {
  const [ana, bia] = [await hired('Ana', 'op-0001'), await hired('Bia', 'OP-0002')]
  expect(await ok('GET', `${STEP}/quem?cracha=op-0001`)).toEqual({ id: ana.id, xNome: 'Ana' })
  await on('iniciar', { cracha: 'OP-0001' })
  await on('iniciar', { cracha: 'OP-0002' })
  expect(await on('iniciar', { cracha: 'op-0001' })).toMatchObject({
    status: 400,
    body: { code: 'running', message: 'Esta pessoa já trabalha nesta etapa.' },
  })
  expect(await on('apontar', { qBoa: 1 })).toMatchObject({ status: 400, body: { code: 'not_running' } })
  clock.set('2026-11-10T08:30:00Z')
  await on('apontar', { cracha: 'OP-0002', qBoa: 3 })
  await on('concluir', { cracha: 'OP-0001', qBoa: 1 })
  const { data } = await ok('GET', '/api/producao/op_mercadoria_atividade?orderBy=id&sortedBy=asc')
  expect(data).toMatchObject([
    { colaborador_id: ana.id, user_id: null, qBoa: 1 },
    { colaborador_id: bia.id, user_id: null, qBoa: 3 },
  ])
  await finish(id)
  // Two people, half an hour each, at sixty an hour; and four slats.
  expect(await goodsOf(id)).toMatchObject({ vProduzido: 64 })
})

it('404 of nobody, and of who is no longer there', async () => {
  const gone = await hired('Cid', 'OP-0003')
  await ok('PUT', `/api/cadastros/colaborador/${gone.id}`, { ativo: false })
  for (const cracha of ['OP-0003', 'OP-9999', 'x'])
    expect(await call('GET', `${STEP}/quem?cracha=${cracha}`)).toMatchObject({
      status: 404,
      body: { code: 'unknown_badge', message: 'Ninguém tem este crachá.' },
    })
})

it('refuses a badge of somebody else, one that is a key, one that is the code of an order', async () => {
  for (const [cracha, status] of [
    ['OP-0001', 409],
    ['1234', 422],
    ['000000000012', 422],
  ])
    expect(await call('POST', '/api/cadastros/colaborador', { xNome: 'Outro', cracha })).toMatchObject({
      status,
      body: { errors: { cracha: expect.anything() } },
    })
})
