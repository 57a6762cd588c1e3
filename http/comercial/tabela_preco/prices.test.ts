import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, testServer, type TestServer } from '../../../fixtures/test-server'

/** The prices of a table: listed with their goods, written many at once each as it was seen, changed and copied together, and given back in one step. */

let server: TestServer
let table: number
let ids: number[]
const path = '/api/comercial/tabela_preco'
const admin: Caller = (...args) => server.admin(...args)

beforeAll(async () => {
  server = await testServer()
  ids = []
  for (const [xProd, custo, ativo] of [
    ['Alicate', '10', true],
    ['Broca', '20', true],
    ['Chave sem custo', '0', true],
    ['Desativada', '5', false],
  ])
    ids.push((await server.insert('mercadoria', { xProd, codigo: `P${ids.length}`, custo, ativo })).id)
})
afterAll(() => server.close())

/** Each test has a table of its own: all goods but the second at 15,00. */
beforeEach(async () => {
  table = (await server.insert('tabela_preco', { descricao: `Varejo ${crypto.randomUUID().slice(0, 8)}` })).id
  for (const mercadoria_id of [ids[0], ids[2], ids[3]])
    await server.insert('mercadoria_preco', { mercadoria_id, tabela_preco_id: table, vUnTrib: '15' })
})

type Row = Readonly<Record<string, unknown>>

interface Shown {
  readonly id: number
  readonly xProd: string
  readonly vUnTrib: number | null
  readonly preco_versao: number | null
  readonly vBase: number | null
}

const query = (more: object = {}, of = table) => {
  const { where = {}, ...rest } = { where: {}, ...more }
  return new URLSearchParams(
    Object.entries({ where: { tabela_preco_id: of, ...where }, orderBy: 'id', sortedBy: 'asc', ...rest }).map(
      ([name, one]) => [name, typeof one === 'string' ? one : JSON.stringify(one)],
    ),
  )
}
const shown = async (more: object = {}, of = table): Promise<readonly Shown[]> =>
  (await admin('GET', `${path}/mercadorias?${query(more, of)}`)).body.data
const prices = async (of = table) => (await shown({}, of)).map(({ vUnTrib }) => vUnTrib)
const ask = (action: string, body: object, by = admin, of = table) => by('POST', `${path}/${of}/${action}`, body)
const trail = async (mercadoria_id: number | undefined, of = table) => {
  const where = encodeURIComponent(JSON.stringify({ tabela_preco_id: of, mercadoria_id }))
  const [price] = (await admin('GET', `/api/mercadoria_preco?where=${where}`)).body.data
  const { body } = await admin('GET', `/api/mercadoria_preco/${price.id}/auditoria`)
  return body.data.map((one: { acao: string }) => one.acao)
}

describe('the goods of a table', () => {
  it('are all goods, with their price there or without one, found and ordered as any list of them', async () => {
    expect(await shown()).toMatchObject([
      { xProd: 'Alicate', custo: 10, vUnTrib: 15, pMargem: 33.3333, pMarkup: 50, preco_versao: 1 },
      { xProd: 'Broca', vUnTrib: null, preco_versao: null },
      { xProd: 'Chave sem custo', vUnTrib: 15 },
      { xProd: 'Desativada', vUnTrib: 15 },
    ])
    expect(await shown({ search: 'broc' })).toMatchObject([{ xProd: 'Broca' }])
    expect((await admin('GET', `${path}/mercadorias/totais?${query({ search: 'a' })}`)).body).toMatchObject({
      total: 4,
    })
    expect(await shown({ where: { ativo: false } })).toMatchObject([{ xProd: 'Desativada' }])
    const names = async (custom: object) => (await shown({ custom })).map(({ xProd }) => xProd)
    expect(await names({ sem_preco: true })).toEqual(['Broca'])
    expect(await names({ com_preco: table, ids: ids.slice(0, 2) })).toEqual(['Alicate'])
    await ask('salvaPrecos', { precos: [{ mercadoria_id: ids[0], versao: 1, vUnTrib: 9 }] })
    expect(await names({ abaixo_do_custo: table })).toEqual(['Alicate'])
  })

  it('422 without a table, 404 for none, 403 without the right to goods; costs are for who may know them', async () => {
    expect((await admin('GET', `${path}/mercadorias?perPage=5`)).status).toBe(422)
    expect((await admin('GET', `${path}/mercadorias?${query({}, 999_999)}`)).status).toBe(404)
    expect((await admin('GET', `${path}/mercadorias?where=[1]`)).status).toBe(422)
    const stranger = await server.user({ permissions: ['edit tabela_preco'] })
    expect((await stranger('GET', `${path}/mercadorias?${query()}`)).status).toBe(403)
    const clerk = await server.user({ permissions: ['show mercadoria', 'edit tabela_preco'] })
    const { body } = await clerk('GET', `${path}/mercadorias?${query()}`)
    expect([body.data[0].vUnTrib, 'custo' in body.data[0], 'pMargem' in body.data[0]]).toEqual([15, false, false])
    const custom = { abaixo_do_custo: table }
    expect((await clerk('GET', `${path}/mercadorias?${query({ custom })}`)).status).toBe(403)
  })
})

describe('prices that are written together', () => {
  it('change, come and go in one call, with their margins, each with a line in its history', async () => {
    const { body } = await ask('salvaPrecos', {
      precos: [
        { mercadoria_id: ids[0], versao: 1, vUnTrib: '12.5' },
        { mercadoria_id: ids[1], vUnTrib: 40 },
        { mercadoria_id: ids[2], versao: 1, vUnTrib: null },
      ],
    })
    expect(body).toMatchObject({
      gravados: [
        { mercadoria_id: ids[1], versao: 1, vUnTrib: 40 },
        { mercadoria_id: ids[0], versao: 2, vUnTrib: 12.5 },
      ],
      tirados: [ids[2]],
      falhas: [],
    })
    expect(await prices()).toEqual([12.5, 40, null, 15])
    const where = encodeURIComponent(JSON.stringify({ tabela_preco_id: table, mercadoria_id: ids[0] }))
    expect((await admin('GET', `/api/mercadoria_preco?where=${where}`)).body.data).toMatchObject([
      { pMargem: 20, pMarkup: 25 },
    ])
    expect([await trail(ids[0]), await trail(ids[1])]).toEqual([['update', 'create'], ['create']])
  })

  it('of two who change one price at once, one writes it, and the other is told the price of now; what else that one changed is written', async () => {
    const [one, other] = await Promise.all([
      ask('salvaPrecos', { precos: [{ mercadoria_id: ids[0], versao: 1, vUnTrib: 20 }] }),
      ask('salvaPrecos', {
        precos: [
          { mercadoria_id: ids[0], versao: 1, vUnTrib: 30 },
          { mercadoria_id: ids[2], versao: 1, vUnTrib: 30 },
        ],
      }),
    ])
    const faults = [...one.body.falhas, ...other.body.falhas]
    expect(faults).toHaveLength(1)
    const [now, , second] = await prices()
    expect([20, 30]).toContain(now)
    expect(faults[0]).toEqual({
      mercadoria_id: ids[0],
      codigo: 'conflict',
      motivo: 'Este preço foi alterado por outro usuário.',
      vUnTrib: now,
      versao: 2,
    })
    expect(second).toBe(30)
    expect(await trail(ids[0])).toEqual(['update', 'create'])
  })

  it('is not written over by the form of the goods, which was opened before: 409, and what that did not touch stays', async () => {
    const seen = (await admin('GET', `/api/mercadoria/${ids[0]}`)).body
    await ask('salvaPrecos', { precos: [{ mercadoria_id: ids[0], versao: 1, vUnTrib: 21 }] })
    const rows = seen.mercadoria_precos.map(({ id, versao, tabela_preco_id, vUnTrib }: Row) =>
      tabela_preco_id === table ? { id, versao, vUnTrib } : { id },
    )
    const answer = await admin('PUT', `/api/mercadoria/${ids[0]}`, { versao: seen.versao, mercadoria_precos: rows })
    expect([answer.status, answer.body.message]).toEqual([409, 'Este registro foi alterado por outro usuário.'])
    const untouched = seen.mercadoria_precos.map(({ id }: Row) => ({ id }))
    const other = { versao: seen.versao, custo: 10, mercadoria_precos: untouched }
    expect((await admin('PUT', `/api/mercadoria/${ids[0]}`, other)).status).toBe(200)
    expect((await prices())[0]).toBe(21)
  })

  it('leaves what is no price, what another put in or took out, and goods that are gone, and says why of each', async () => {
    await ask('salvaPrecos', { precos: [{ mercadoria_id: ids[2], versao: 1, vUnTrib: null }] })
    const { body } = await ask('salvaPrecos', {
      precos: [
        { mercadoria_id: ids[0], versao: 1, vUnTrib: -1 },
        { mercadoria_id: ids[2], versao: 1, vUnTrib: 9 },
        { mercadoria_id: ids[3], versao: null, vUnTrib: 9 },
        { mercadoria_id: 999_999, vUnTrib: 9 },
        { mercadoria_id: ids[1], vUnTrib: '1.23456' },
      ],
    })
    expect(body.gravados).toEqual([])
    expect(body.falhas.map((one: { codigo: string; motivo: string }) => [one.codigo, one.motivo])).toEqual([
      ['validation', 'O valor mínimo é 0.'],
      ['conflict', 'Este preço foi tirado da tabela por outro usuário.'],
      ['conflict', 'Este preço foi alterado por outro usuário.'],
      ['not_found', 'Esta mercadoria não existe mais.'],
      ['validation', expect.any(String)],
    ])
    expect(await prices()).toEqual([15, null, null, 15])
  })

  it('403 without the right', async () => {
    const reader = await server.user({ permissions: ['show mercadoria', 'show tabela_preco', 'edit mercadoria'] })
    const precos = [{ mercadoria_id: ids[0], versao: 1, vUnTrib: 1 }]
    for (const [action, body] of [
      ['salvaPrecos', { precos }],
      ['precifica', { pReajuste: 1 }],
      ['desfazPrecos', { alteracao_id: 1 }],
      ['duplica', {}],
    ] as const)
      expect([action, (await ask(action, body, reader)).status]).toEqual([action, 403])
  })
})

describe('prices that are changed together', () => {
  it('are those that a filter finds, end as they are asked to, are looked at before, and go back in one step', async () => {
    const change = { pReajuste: '10', arredonda: 1, filtro: { search: 'a', where: `{"tabela_preco_id":${table}}` } }
    const seen = await ask('previsaoPrecos', change)
    expect(seen.body).toMatchObject({ quantidade: 2, alteradas: 2, data: [{ de: 15, para: 16.9 }, { de: 15 }] })
    expect(await prices()).toEqual([15, null, 15, 15])
    const { body } = await ask('precifica', change)
    expect(body).toMatchObject({ quantidade: 2 })
    expect(await prices()).toEqual([16.9, null, 16.9, 15])
    await ask('salvaPrecos', { precos: [{ mercadoria_id: ids[2], versao: 2, vUnTrib: 17 }] })
    const undone = await ask('desfazPrecos', { alteracao_id: body.alteracao_id })
    expect(undone.body).toEqual({ quantidade: 1, ignoradas: 1 })
    expect(await prices()).toEqual([15, null, 17, 15])
    expect(await trail(ids[0])).toEqual(['desfazPrecos', 'precifica', 'create'])
    expect((await ask('desfazPrecos', { alteracao_id: body.alteracao_id })).body).toMatchObject({
      code: 'nothing_to_undo',
    })
  })

  it('by a margin come to the goods with a cost, also to those without a price, which the undoing takes away again', async () => {
    const { body } = await ask('precifica', { pMargem: '50', arredonda: 2 })
    expect(await prices()).toEqual([19.99, 39.99, 15, 15])
    await ask('desfazPrecos', { alteracao_id: body.alteracao_id })
    expect(await prices()).toEqual([15, null, 15, 15])
  })

  it('gives back what was written and taken out by hand; 404 for a change of another table', async () => {
    const { body } = await ask('salvaPrecos', {
      precos: [
        { mercadoria_id: ids[0], versao: 1, vUnTrib: 99 },
        { mercadoria_id: ids[1], vUnTrib: 99 },
        { mercadoria_id: ids[2], versao: 1, vUnTrib: null },
      ],
    })
    const other = (await server.insert('tabela_preco', { descricao: 'Outra' })).id
    expect((await ask('desfazPrecos', { alteracao_id: body.alteracao_id }, admin, other)).status).toBe(404)
    expect((await ask('desfazPrecos', { alteracao_id: body.alteracao_id })).body).toEqual({
      quantidade: 3,
      ignoradas: 0,
    })
    expect(await prices()).toEqual([15, null, 15, 15])
  })

  it('keeps the last fifty changes of a table to give them back; what is older says so', async () => {
    const change = async (vUnTrib: number, versao: number) =>
      (await ask('salvaPrecos', { precos: [{ mercadoria_id: ids[0], versao, vUnTrib }] })).body.alteracao_id
    const first = await change(100, 1)
    let last = first
    for (let step = 1; step <= 50; step++) last = await change(100 + step, 1 + step)
    expect((await ask('desfazPrecos', { alteracao_id: first })).body).toMatchObject({
      code: 'nothing_to_undo',
      message: 'Esta alteração é antiga demais para ser desfeita.',
    })
    expect((await ask('desfazPrecos', { alteracao_id: last })).body).toMatchObject({ quantidade: 1 })
    expect((await prices())[0]).toBe(149)
  })

  it('is listed with who did it and what it was, never with the prices of before, and without a margin that would tell a cost', async () => {
    await ask('precifica', { pMargem: '37.1682', id_list: [ids[0]] })
    const where = encodeURIComponent(JSON.stringify({ tabela_preco_id: table }))
    const { body } = await admin('GET', `/api/comercial/tabela_preco_alteracao?where=${where}`)
    expect(body.data).toMatchObject([{ xAlteracao: 'Preços por margem', nPrecos: 1, dhDesfeita: null }])
    expect(JSON.stringify(body)).not.toMatch(/antes|37[.,]1682|37[.,]17/)
  })
})

describe('a copy of a table', () => {
  it('has all its prices, as they are or changed, and shows those that it was made of beside its own', async () => {
    await ask('salvaPrecos', { precos: [{ mercadoria_id: ids[1], vUnTrib: '1.2345' }] })
    const same = (await ask('duplica', { descricao: 'Igual' })).body
    expect([same.quantidade, await prices(same.id)]).toEqual([4, [15, 1.2345, 15, 15]])
    const { body } = await ask('duplica', { descricao: 'Atacado', pReajuste: '-10', arredonda: 3, dFim: '2030-12-31' })
    expect(await shown({}, body.id)).toMatchObject([
      { vUnTrib: 13.5, vBase: 15 },
      { vUnTrib: 1.1, vBase: 1.2345 },
      { vUnTrib: 13.5, vBase: 15 },
      { vUnTrib: 13.5, vBase: 15 },
    ])
    expect((await admin('GET', `${path}/${body.id}`)).body).toMatchObject({
      descricao: 'Atacado',
      padrao: false,
      dFim: '2030-12-31',
      tabela_base: { id: table },
    })
    expect(await trail(ids[0], body.id)).toEqual(['duplica'])
  })

  it('refuses days that are the wrong way round, as the table itself does', async () => {
    const days = { dInicio: '2026-12-01', dFim: '2026-11-01' }
    expect((await ask('duplica', days)).status).toBe(422)
    expect((await admin('PUT', `${path}/${table}`, days)).body.errors).toEqual({
      dFim: ['O último dia vem depois do primeiro.'],
    })
  })
})
