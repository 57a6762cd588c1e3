import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testClock } from '../../../fixtures/test-clock'
import type { Caller, TestServer } from '../../../fixtures/test-server'
import { call, entered, faults, ok, product } from '../../estoque/output.fixture'
import { openWorkshop, PATH } from '../orders.fixture'

/** Steps of what is made: begun, paused, resumed and ended by people; their time is part of what the goods cost. */

let server: TestServer
let ids: Record<'centre' | 'saw' | 'lunch' | 'cutting', number>
const clock = testClock('2026-11-10T12:00:00Z')
let day = 10
const at = (time: string) => clock.set(`2026-11-${day}T${time}:00Z`)

beforeAll(async () => {
  ;({ server } = await openWorkshop({ clock }))
  const centre = (await server.insert('centro_trabalho', { descricao: 'Marcenaria', vHora: '35' })).id
  ids = {
    centre,
    saw: (await server.insert('recurso', { descricao: 'Serra', centro_trabalho_id: centre, tipo: 0, vHora: '60' })).id,
    lunch: (await server.insert('atividade', { descricao: 'Almoço', produtiva: false })).id,
    cutting: (await server.insert('atividade', { descricao: 'Corte' })).id,
  }
})
afterAll(() => server.close())

const STEP = '/api/producao/ordem_producao_mercadoria_etapa'
const WORK = '/api/producao/op_mercadoria_atividade'

/** On a day of its own, so that nobody does two things at once: an order of ten, begun, of a product that is sawn and then mounted, its supplies worth R$ 100,00. */
async function begun() {
  day += 1
  const [table, wood] = [await product({ xProd: 'Mesa' }), await product({ xProd: 'Madeira' })]
  await ok('PUT', `/api/mercadoria/${table}`, {
    mercadoria_insumos: [{ mercadoria_insumo_id: wood, quantidade: 1 }],
    mercadoria_etapas_producao: [
      {
        n_ordem: 10,
        descricao: 'Serrar',
        centro_trabalho_id: ids.centre,
        recurso_id: ids.saw,
        qMinutosPreparo: 5,
        qMinutos: 3,
      },
      { n_ordem: 20, descricao: 'Montar', centro_trabalho_id: ids.centre, qMinutos: 6 },
    ],
  })
  await entered(wood, 10, [], 10)
  const { id } = await ok('POST', PATH, { ordem_producao_mercadoria_list: [{ mercadoria_id: table, qTrib: 10 }] })
  await ok('POST', `${PATH}/${id}/inicia`)
  const [goods] = (await ok('GET', `${PATH}/${id}`)).ordem_producao_mercadoria_list
  const { etapas } = await ok('GET', `/api/producao/ordem_producao_mercadoria/${goods.id}`)
  return { id, table, wood, goods: goods.id, saw: etapas[0].id, mount: etapas[1].id }
}
const on = (step: number, verb: string, body: object = {}, as: Caller = server.admin) =>
  as('POST', `${STEP}/${step}/${verb}`, body)
const shown = (step: number) => ok('GET', `${STEP}/${step}`)
const workOn = async (step: number) => {
  const where = encodeURIComponent(JSON.stringify({ ordem_producao_mercadoria_etapa_id: step }))
  return (await ok('GET', `${WORK}?where=${where}&orderBy=id&sortedBy=asc`)).data
}

describe('a step', () => {
  it('is copied as the order begins, with how long it should take', async () => {
    const { saw, mount } = await begun()
    expect([await shown(saw), await shown(mount)]).toMatchObject([
      { n_ordem: 10, descricao: 'Serrar', recurso_id: ids.saw, qMinutosPlanejados: 35, situacao: 'fazer' },
      { n_ordem: 20, qMinutosPlanejados: 60, situacao: 'fazer' },
    ])
  })

  it('is begun, paused with a reason, resumed and ended; what was good and scrap adds up', async () => {
    const { saw } = await begun()
    at('08:00')
    expect((await on(saw, 'iniciar')).body).toMatchObject({ situacao: 'andamento' })
    await on(saw, 'apontar', { qBoa: 1 })
    at('08:30')
    expect(await on(saw, 'pausar')).toMatchObject({
      status: 422,
      body: { errors: { atividade_id: expect.anything() } },
    })
    expect(await on(saw, 'pausar', { atividade_id: ids.cutting })).toMatchObject({ status: 422 })
    expect((await on(saw, 'pausar', { atividade_id: ids.lunch, qBoa: 3 })).body).toMatchObject({ situacao: 'pausada' })
    at('09:00')
    await on(saw, 'retomar')
    expect((await on(saw, 'apontar', { qBoa: 3, qRefugo: 1 })).status).toBe(200)
    at('09:15')
    expect((await on(saw, 'concluir', { qBoa: 2 })).body).toMatchObject({
      situacao: 'concluida',
      qBoa: 9,
      qRefugo: 1,
      qMinutos: 45,
    })
    expect(await on(saw, 'iniciar')).toMatchObject({ status: 400, body: { code: 'done' } })
    expect((await on(saw, 'reabrir')).body).toMatchObject({ situacao: 'pausada' })
  })

  it('400 out of turn, twice, by whoever is not at it, and before its order has begun', async () => {
    const { saw, mount, id } = await begun()
    at('08:00')
    for (const [step, verb, code] of [
      [mount, 'iniciar', 'earlier_step'],
      [saw, 'pausar', 'not_running'],
      [saw, 'retomar', 'not_paused'],
      [saw, 'concluir', 'not_running'],
      [saw, 'apontar', 'not_running'],
      [saw, 'reabrir', 'not_done'],
    ] as const)
      expect(await on(step, verb, { atividade_id: ids.lunch, qBoa: 1 }), verb).toMatchObject({
        status: 400,
        body: { code },
      })
    await on(saw, 'iniciar')
    expect(await on(saw, 'iniciar')).toMatchObject({ status: 400, body: { code: 'running' } })
    await ok('POST', `${PATH}/${id}/cancela`, { xJustCancelamento: 'Pedido por engano, de verdade' })
    expect(await on(saw, 'concluir')).toMatchObject({ status: 400, body: { code: 'cancelled' } })
  })

  it('403 without the right, and corrections are for who manages orders, until a part has taken them', async () => {
    const { saw, id, goods } = await begun()
    const worker = await server.user({
      permissions: [
        'show ordem_producao',
        'edit ordem_producao',
        'show ordem_producao_mercadoria_atividade',
        'edit ordem_producao_mercadoria_atividade',
      ],
    })
    const reader = await server.user({ permissions: ['show ordem_producao'] })
    expect((await on(saw, 'iniciar', {}, reader)).status).toBe(403)
    at('08:00')
    expect((await on(saw, 'iniciar', {}, worker)).status).toBe(200)
    at('09:00')
    await on(saw, 'concluir', {}, worker)
    const [row] = await workOn(saw)
    const path = `${WORK}/${row.id}`
    const change = { dhFim: `2026-11-${day}T08:30:00Z` }
    expect((await worker('PUT', path, change)).status).toBe(403)
    expect(await call('PUT', path, { dhFim: `2026-11-${day}T07:30:00Z` })).toMatchObject({ status: 422 })
    // It costs what the hour cost as it was worked.
    await ok('PUT', `/api/producao/recurso/${ids.saw}`, { vHora: 90 })
    expect((await call('PUT', path, change)).status).toBe(200)
    await ok('PUT', `/api/producao/recurso/${ids.saw}`, { vHora: 60 })
    await ok('POST', `${PATH}/${id}/finaliza`, { mercadorias: [{ id: goods, qBoa: 5 }] })
    expect(await ok('GET', path)).toMatchObject({ qMinutos: 30, vCusto: 30 })
    expect((await call('PUT', path, { dhFim: `2026-11-${day}T08:45:00Z` })).status).toBe(422)
    expect((await call('DELETE', path)).status).toBe(422)
  })
})

describe('what is counted of a step', () => {
  it('422 for what the unit of the goods does not count, at the work place and written down', async () => {
    const pieces = (await server.insert('unidade', { un: 'PC', decimal: 0 })).id
    const { saw, table } = await begun()
    await ok('PUT', `/api/mercadoria/${table}`, { unidade_id: pieces })
    const refused = (name: string) => ({
      status: 422,
      body: { errors: { [name]: ['A unidade PC não tem decimais: informe uma quantidade inteira.'] } },
    })
    at('08:00')
    await on(saw, 'iniciar')
    expect(await on(saw, 'apontar', { qBoa: 0.5 })).toMatchObject(refused('qBoa'))
    expect(await on(saw, 'pausar', { atividade_id: ids.lunch, qRefugo: 1.5 })).toMatchObject(refused('qRefugo'))
    expect(await on(saw, 'apontar', { qBoa: -1 })).toMatchObject({ status: 422 })
    at('09:00')
    expect(await on(saw, 'concluir', { qBoa: 2.25 })).toMatchObject(refused('qBoa'))
    await on(saw, 'concluir', { qBoa: 2, qRefugo: 1 })
    const [row] = await workOn(saw)
    expect(row).toMatchObject({ qBoa: 2, qRefugo: 1 })
    expect(await call('PUT', `${WORK}/${row.id}`, { qBoa: 2.5 })).toMatchObject(refused('qBoa'))
    await server.admin('PUT', `/api/mercadoria/${table}`, { unidade_id: null })
    expect(await call('PUT', `${WORK}/${row.id}`, { qBoa: 2.00001 })).toMatchObject({ status: 422 })
    expect(await ok('PUT', `${WORK}/${row.id}`, { qBoa: 2.5 })).toMatchObject({ qBoa: 2.5 })
    await ok('PUT', `/api/mercadoria/${table}`, { unidade_id: pieces })
    expect(await ok('PUT', `${WORK}/${row.id}`, { qBoa: 2.5, qRefugo: 2 })).toMatchObject({ qBoa: 2.5, qRefugo: 2 })
  })
})

describe('a step of which work was told', () => {
  it('400 is not taken off, alone or by leaving it out', async () => {
    const { saw, mount, goods } = await begun()
    at('08:00')
    await on(saw, 'iniciar')
    at('09:00')
    await on(saw, 'concluir')
    expect(await call('DELETE', `${STEP}/${saw}`)).toMatchObject({
      status: 400,
      body: { code: 'in_use', message: 'Esta etapa tem apontamentos.' },
    })
    const path = `/api/producao/ordem_producao_mercadoria/${goods}`
    expect(await call('PUT', path, { etapas: [{ id: mount }] })).toMatchObject({
      status: 400,
      body: { code: 'in_use' },
    })
    expect(await workOn(saw)).toHaveLength(1)
    expect((await call('PUT', path, { etapas: [{ id: saw }] })).status).toBe(200)
  })
})

describe('goods of which nothing more is made', () => {
  it('400 begin no clock, and none is written down for them; one that runs holds the order', async () => {
    const [one, other] = [await begun(), await begun()]
    const both = await ok('POST', PATH, {
      ordem_producao_mercadoria_list: [
        { mercadoria_id: one.table, qTrib: 1 },
        { mercadoria_id: other.table, qTrib: 1 },
      ],
    })
    await entered(one.wood, 1, [], 10)
    await entered(other.wood, 1, [], 10)
    await ok('POST', `${PATH}/${both.id}/inicia`)
    const [first, second] = both.ordem_producao_mercadoria_list
    const [saw] = (await ok('GET', `/api/producao/ordem_producao_mercadoria/${first.id}`)).etapas
    at('08:00')
    await ok('POST', `${PATH}/${both.id}/finaliza`, { mercadorias: [{ id: first.id, qBoa: 1 }] })
    at('09:00')
    const refused = { status: 400, body: { code: 'finalised', message: 'Desta mercadoria nada mais se produz.' } }
    expect(await on(saw.id, 'iniciar')).toMatchObject(refused)
    const times = { dhIni: `2026-11-${day}T08:10:00Z`, dhFim: `2026-11-${day}T08:20:00Z` }
    expect(await call('POST', WORK, { ordem_producao_mercadoria_etapa_id: saw.id, ...times })).toMatchObject(refused)
    const running = { ordem_producao_mercadoria_etapa_id: saw.id, empresa_id: server.empresa_id, dhIni: times.dhIni }
    const { id } = await server.insert('op_mercadoria_atividade', running)
    expect(await call('POST', `${PATH}/${both.id}/finaliza`)).toMatchObject({ status: 400, body: { code: 'running' } })
    await ok('PUT', `${WORK}/${id}`, { dhFim: times.dhFim })
    expect(
      await ok('POST', `${PATH}/${both.id}/finaliza`, { mercadorias: [{ id: second.id, qBoa: 1 }] }),
    ).toMatchObject({ finalizada: true })
  })
})

describe('work that is written down afterwards', () => {
  it('is whose it is said to be, with what they used, at what that costs; else of whoever tells it', async () => {
    const { saw, mount } = await begun()
    at('18:00')
    const { empresa_id } = server
    const worker = (await server.insert('user', { name: 'Ana', email: 'ana@exemplo.com.br', empresa_id })).id
    const times = { dhIni: `2026-11-${day}T08:00:00Z`, dhFim: `2026-11-${day}T09:00:00Z` }
    const own = { ordem_producao_mercadoria_etapa_id: mount, ...times }
    expect(await ok('POST', WORK, { ...own, user_id: worker, recurso_id: ids.saw })).toMatchObject({
      user_id: worker,
      recurso_id: ids.saw,
      vHora: 60,
    })
    const mine = await ok('POST', WORK, own)
    expect(mine).toMatchObject({ user: { name: expect.any(String) }, recurso_id: null, vHora: 35 })
    expect(mine.user_id).not.toBe(worker)
    expect(await ok('PUT', `${WORK}/${mine.id}`, { recurso_id: ids.saw })).toMatchObject({ vHora: 60 })
    expect(await ok('POST', WORK, { ...own, ordem_producao_mercadoria_etapa_id: saw })).toMatchObject({
      recurso_id: ids.saw,
      vHora: 60,
    })
  })

  it('422 has ended, and not in the future', async () => {
    const { saw } = await begun()
    at('10:00')
    const moment = (time: string) => `2026-11-${day}T${time}:00Z`
    const told = async (dhIni: string, dhFim?: string) =>
      (await call('POST', WORK, { ordem_producao_mercadoria_etapa_id: saw, dhIni, dhFim })).body.errors
    expect(await told(moment('09:00'), moment('10:01'))).toEqual({ dhFim: ['O fim está no futuro.'] })
    expect(await told(moment('10:01'))).toEqual({ dhIni: ['O início está no futuro.'] })
    expect(await told(moment('09:00'))).toEqual({ dhFim: ['Informe quando terminou.'] })
    expect(await told(moment('09:00'), moment('08:59'))).toEqual({ dhFim: ['O fim é anterior ao início.'] })
    const { id } = await ok('POST', WORK, {
      ordem_producao_mercadoria_etapa_id: saw,
      dhIni: moment('09:00'),
      dhFim: moment('10:00'),
    })
    expect(await call('PUT', `${WORK}/${id}`, { dhFim: null })).toMatchObject({ status: 422 })
  })

  it('is of a step that says its goods and its order, and is chosen among those in production', async () => {
    const { id, saw, table } = await begun()
    const open = await ok('POST', PATH, { ordem_producao_mercadoria_list: [{ mercadoria_id: table, qTrib: 1 }] })
    const goods = open.ordem_producao_mercadoria_list[0].id
    const etapas = [{ n_ordem: 1, centro_trabalho_id: ids.centre }]
    const made = await ok('PUT', `/api/producao/ordem_producao_mercadoria/${goods}`, { etapas })
    expect(made.etapas).toMatchObject([{ nOrdemProducao: open.id, xProd: 'Mesa' }])
    at('10:00')
    const times = { dhIni: `2026-11-${day}T08:00:00Z`, dhFim: `2026-11-${day}T09:00:00Z` }
    expect(await ok('POST', WORK, { ordem_producao_mercadoria_etapa_id: saw, ...times })).toMatchObject({
      ordem_producao_mercadoria_etapa: { n_ordem: 10, descricao: 'Serrar', xProd: 'Mesa', nOrdemProducao: id },
    })
    const custom = encodeURIComponent(JSON.stringify({ em_producao: true }))
    const offered = (await ok('GET', `${STEP}?custom=${custom}&perPage=100`)).data
    const orders = offered.map((one: { nOrdemProducao: number }) => one.nOrdemProducao)
    expect(orders).toContain(id)
    expect(orders).not.toContain(open.id)
    const bench = await product({ xProd: 'Banco' })
    await ok('PUT', `/api/producao/ordem_producao_mercadoria/${goods}`, { mercadoria_id: bench })
    await ok('POST', `${PATH}/${open.id}/inicia`)
    expect(await shown(made.etapas[0].id)).toMatchObject({ xProd: 'Banco' })
  })
})

describe('time', () => {
  it('is in what goods cost, at the rate of its moment, shared by what is still to be made', async () => {
    const { id, goods, saw, mount } = await begun()
    at('08:00')
    await on(saw, 'iniciar')
    at('09:00')
    await on(saw, 'concluir')
    await server.admin('PUT', `/api/producao/recurso/${ids.saw}`, { vHora: 999 })
    at('10:00')
    await on(mount, 'iniciar')
    // Somebody is at it still: what is left cannot be finished, a part of it can, and takes the hour that has ended.
    expect(await call('POST', `${PATH}/${id}/finaliza`)).toMatchObject({ status: 400, body: { code: 'running' } })
    await ok('POST', `${PATH}/${id}/finaliza`, { mercadorias: [{ id: goods, qBoa: 5 }] })
    expect(await ok('GET', `/api/producao/ordem_producao_mercadoria/${goods}`)).toMatchObject({
      vProduzido: 80,
      vEmProcesso: 30,
      vMaoObraEmProcesso: 30,
    })
    at('12:00')
    await on(mount, 'concluir')
    await ok('POST', `${PATH}/${id}/finaliza`)
    expect(await ok('GET', `/api/producao/ordem_producao_mercadoria/${goods}`)).toMatchObject({
      vProduzido: 230,
      vEmProcesso: 0,
    })
    expect(await faults()).toEqual([])
    expect(await workOn(mount)).toMatchObject([{ qMinutos: 120, vCusto: 70 }])
    await ok('POST', `${PATH}/${id}/desfazParte`)
    expect(await ok('GET', `/api/producao/ordem_producao_mercadoria/${goods}`)).toMatchObject({ vEmProcesso: 30 })
    expect(await workOn(mount)).toMatchObject([{ qMinutos: null, vCusto: null, op_parte_id: null }])
    expect(await workOn(saw)).toMatchObject([{ qMinutos: 60, vCusto: 60 }])
    await ok('POST', `${PATH}/${id}/finaliza`)
    expect(await ok('GET', `/api/producao/ordem_producao_mercadoria/${goods}`)).toMatchObject({ vProduzido: 230 })
    expect(await faults()).toEqual([])
    await server.admin('PUT', `/api/producao/recurso/${ids.saw}`, { vHora: 60 })
  })

  it('of one who does two steps at once is shared among them', async () => {
    const [one, other] = [await begun(), await begun()]
    at('13:00')
    for (const { saw } of [one, other]) {
      await on(saw, 'iniciar')
      await on(saw, 'concluir')
    }
    await on(one.mount, 'iniciar')
    await on(other.mount, 'iniciar')
    at('15:00')
    await on(one.mount, 'concluir')
    await on(other.mount, 'concluir')
    for (const { id, goods } of [one, other]) {
      await ok('POST', `${PATH}/${id}/finaliza`)
      // 100.00 of wood, and one of the two hours at 35.00.
      expect(await ok('GET', `/api/producao/ordem_producao_mercadoria/${goods}`)).toMatchObject({ vProduzido: 135 })
    }
    expect(await faults()).toEqual([])
  })
})
