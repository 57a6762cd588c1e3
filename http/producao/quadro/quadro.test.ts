import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testClock } from '../../../fixtures/test-clock'
import type { TestServer } from '../../../fixtures/test-server'
import { call, entered, ok, product } from '../../estoque/output.fixture'
import { begin, finish, goodsOf, openWorkshop, order, PATH, REASON } from '../orders.fixture'

/** The board of production: what orders still ask of centres, and days that are changed there. */

let server: TestServer
let made: number
let ids: Record<'saw' | 'bench', number>
const clock = testClock('2026-11-30T12:00:00Z')
beforeAll(async () => {
  ;({ server } = await openWorkshop({ clock }))
  ids = {
    saw: (await ok('POST', '/api/producao/centro_trabalho', { descricao: 'Serra', qSimultaneos: 2 })).id,
    bench: (
      await ok('POST', '/api/producao/centro_trabalho', {
        descricao: 'Bancada',
        janela_horario_list: [
          { dia_semana: 6, hora_inicio: '08:00', hora_fim: '12:00' },
          { dia_semana: 6, hora_inicio: '13:00', hora_fim: '14:30' },
        ],
      })
    ).id,
  }
  const drawn = await product({ xProd: 'Ripa' })
  made = await product({ xProd: 'Banco' })
  await ok('PUT', `/api/mercadoria/${made}`, {
    mercadoria_insumos: [{ mercadoria_insumo_id: drawn, quantidade: 1 }],
    mercadoria_etapas_producao: [
      { n_ordem: 10, descricao: 'Serrar', centro_trabalho_id: ids.saw, qMinutosPreparo: 10, qMinutos: 3 },
      { n_ordem: 20, descricao: 'Montar', centro_trabalho_id: ids.bench, qMinutos: 6 },
    ],
  })
  await entered(drawn, 100, [], 1)
})
afterAll(() => server.close())

const board = () => ok('GET', `${PATH}/quadro`)
const onBoard = async (id: number) => (await board()).ordens.find((one: { id: number }) => one.id === id)
const move = (...ordens: object[]) => call('POST', `${PATH}/reprograma`, { ordens })

it('centres have the hours of their week, eight on workdays where they told none', async () => {
  expect((await board()).centros).toEqual([
    { id: ids.bench, descricao: 'Bancada', qSimultaneos: 1, semana: [0, 0, 0, 0, 0, 0, 330] },
    { id: ids.saw, descricao: 'Serra', qSimultaneos: 2, semana: [0, 480, 480, 480, 480, 480, 0] },
  ])
})

it('local holidays of the company are told, those of every year on each of their days', async () => {
  const local = (descricao: string, dFeriado: string, anual: boolean) =>
    ok('POST', '/api/financeiro/feriado', { descricao, dFeriado, anual })
  await local('Aniversário da cidade', '2020-12-10', true)
  await local('Folga da fábrica', '2026-12-24', false)
  const { feriados } = await board()
  expect(feriados.toSorted()).toEqual(['2025-12-10', '2026-12-10', '2026-12-24', '2027-12-10'])
})

it('an order asks what its product does, then what is left of its own steps; nothing once it is finished', async () => {
  const id = await order(made, 10, { dInicioPrevisto: '2026-12-01', dFimPrevisto: '2026-12-02' })
  expect(await onBoard(id)).toMatchObject({
    iniciada: false,
    ini: '2026-12-01',
    fim: '2026-12-02',
    nome: 'Banco',
    etapas: [
      [ids.saw, 40],
      [ids.bench, 60],
    ],
  })
  await begin(id)
  const [saw, bench] = (await goodsOf(id)).etapas
  const step = '/api/producao/ordem_producao_mercadoria_etapa'
  await ok('POST', `${step}/${saw.id}/iniciar`)
  clock.set('2026-11-30T12:15:00Z')
  await ok('POST', `${step}/${saw.id}/concluir`)
  await ok('POST', `${step}/${bench.id}/iniciar`)
  clock.set('2026-11-30T12:30:00Z')
  await ok('POST', '/api/producao/atividade', { descricao: 'Almoço', produtiva: false })
  const { data } = await ok('GET', '/api/producao/atividade')
  await ok('POST', `${step}/${bench.id}/pausar`, { atividade_id: data[0].id })
  expect(await onBoard(id)).toMatchObject({ iniciada: true, etapas: [[ids.bench, 45]] })
  await ok('POST', `${step}/${bench.id}/concluir`)
  await finish(id)
  expect(await onBoard(id)).toBeUndefined()
})

describe('days that are changed on the board', () => {
  it('are kept, all of them, with who did it in the history', async () => {
    const [one, two] = [await order(made, 1), await order(made, 1)]
    const days = { ini: '2026-12-07', fim: '2026-12-08' }
    const { body } = await move({ id: one, versao: 1, ...days }, { id: two, versao: 1, ...days })
    expect(body.ordens).toEqual([
      { id: one, versao: 2 },
      { id: two, versao: 2 },
    ])
    expect([await onBoard(one), await onBoard(two)]).toMatchObject([days, days])
    const { data } = await ok('GET', `${PATH}/${one}/auditoria`)
    expect(data[0].acao).toBe('reprograma')
  })

  it('409 where somebody changed one meanwhile, 400 where one is cancelled, 404, 422: and then none is changed', async () => {
    const [one, other, gone] = [await order(made, 1), await order(made, 1), await order(made, 1)]
    const days = { ini: '2026-12-07', fim: '2026-12-08' }
    await ok('PUT', `${PATH}/${other}`, { obs: 'Com pressa' })
    await ok('POST', `${PATH}/${gone}/cancela`, REASON)
    const first = { id: one, versao: 1, ...days }
    expect((await move(first, { id: other, versao: 1, ...days })).status).toBe(409)
    expect((await move(first, { id: gone, versao: 2, ...days })).status).toBe(400)
    expect((await move(first, { id: 2_000_000_000, versao: 1, ...days })).status).toBe(404)
    for (const wrong of [[first, first], [{ ...first, fim: '2026-12-06' }], []])
      expect((await move(...wrong)).status).toBe(422)
    expect(await onBoard(one)).toMatchObject({ ini: null, versao: 1 })
  })

  it('403 without the right to change orders', async () => {
    const id = await order(made, 1)
    const reader = await server.user({ permissions: ['show ordem_producao'] })
    expect((await reader('GET', `${PATH}/quadro`)).status).toBe(200)
    const body = { ordens: [{ id, versao: 1, ini: '2026-12-07', fim: '2026-12-08' }] }
    expect((await reader('POST', `${PATH}/reprograma`, body)).status).toBe(403)
  })
})
