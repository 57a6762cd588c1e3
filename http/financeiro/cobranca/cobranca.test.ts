import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** The collection queue: who owes what is overdue, what was said, what is done next, and a promise that becomes the expected day. */

const TODAY = '2026-11-25'
let server: TestServer
let maria: number
let jose: number

const receivable = async (cliente_id: number, vConta: string, dVencimento: string, more: object = {}) => {
  const { status, body } = await server.admin('POST', '/api/financeiro/contas_receber', {
    cliente_id,
    vConta,
    dVencimento,
    dEmissao: '2026-08-01',
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const queue = async () => (await server.admin('GET', '/api/financeiro/contas_receber/cobranca')).body
const onBoard = async () => {
  const { cobrar, cobrar_quem } = (await server.admin('GET', '/api/painel')).body
  return { cobrar, quem: cobrar_quem.map((one: { nome: string; passo: string }) => [one.nome, one.passo]) }
}
const contact = (body: object) => server.admin('POST', '/api/financeiro/contas_receber/registraContato', body)

beforeAll(async () => {
  server = await testServer({ clock: { now: () => `${TODAY}T15:00:00Z`, today: () => TODAY } })
  maria = (await server.insert('cliente', { xNome: 'Maria', fone: '4133334444' })).id
  jose = (await server.insert('cliente', { xNome: 'José' })).id
})
afterAll(() => server.close())

describe('the queue', () => {
  it('has each customer once, the largest first, with what is due today and how old the rest is', async () => {
    await receivable(maria, '100', '2026-11-20')
    await receivable(maria, '50', '2026-10-20')
    await receivable(jose, '80', '2026-11-24')
    await receivable(jose, '7', TODAY)
    // Nobody's delay: a card, a forecast, one that is due later.
    await receivable(jose, '500', '2026-11-01', { tpConta: 7 })
    await receivable(jose, '500', '2026-11-01', { tpConta: 4 })
    await receivable(jose, '500', '2026-12-01')
    const body = await queue()
    expect(body.data).toMatchObject([
      { cliente_id: maria, nome: 'Maria', contas: 2, total: 150, dias: 36, contatos: 0, ultimo: null, passo: 'ligar' },
      { cliente_id: jose, nome: 'José', contas: 1, total: 80, dias: 1, contatos: 0, passo: 'email' },
    ])
    expect(body.hoje).toEqual({ contas: 1, total: 7 })
    expect(body.faixas).toEqual([
      { faixa: 'ate30', contas: 2, total: 180 },
      { faixa: 'ate60', contas: 1, total: 50 },
      { faixa: 'ate90', contas: 0, total: 0 },
      { faixa: 'mais90', contas: 0, total: 0 },
    ])
    expect(await onBoard()).toEqual({
      cobrar: { qtd: 2, vTotal: 230 },
      quem: [
        ['Maria', 'ligar'],
        ['José', 'email'],
      ],
    })
  })

  it('notes what was said, and a promise becomes the expected day of what is overdue alone', async () => {
    const said = await contact({
      cliente_id: maria,
      tipo: 'ligacao',
      xResultado: 'Paga na segunda',
      dPromessa: '2026-11-30',
    })
    expect(said).toMatchObject({ status: 200, body: { contas: 2 } })
    const { data } = await queue()
    expect(data).toMatchObject([
      { cliente_id: jose, passo: 'email' },
      { cliente_id: maria, contatos: 1, ultimo: 'Paga na segunda', dPromessa: '2026-11-30', passo: 'esperar' },
    ])
    expect(await onBoard()).toEqual({ cobrar: { qtd: 1, vTotal: 80 }, quem: [['José', 'email']] })
    const where = encodeURIComponent(JSON.stringify({ cliente_id: maria }))
    const { body } = await server.admin(
      'GET',
      `/api/financeiro/contas_receber?where=${where}&orderBy=dVencimento&sortedBy=asc`,
    )
    expect(body.data.map((one: Record<string, unknown>) => [one.dVencimento, one.dPrevisao])).toEqual([
      ['2026-10-20', '2026-11-30'],
      ['2026-11-20', '2026-11-30'],
    ])
    const history = await server.admin('GET', `/api/financeiro/cobranca_contato?where=${where}`)
    expect(history.body.data).toMatchObject([{ xResultado: 'Paga na segunda', tipo: 'ligacao', vAtrasado: 150 }])
    const trail = await server.admin('GET', `/api/financeiro/contas_receber/${body.data[0].id}/auditoria`)
    expect(JSON.stringify(trail.body)).toContain('dPrevisao')
    const projection = await server.admin('GET', '/api/financeiro/caixa_lancamento/projecao?dias=10')
    expect(projection.body.dias.find((one: { dia: string }) => one.dia === '2026-11-30')).toMatchObject({ entra: 150 })
  })

  it('waits for the day that somebody agreed on', async () => {
    await contact({ cliente_id: jose, xResultado: 'Não atendeu', dProximo: '2026-11-27' })
    expect((await queue()).data.find((one: { cliente_id: number }) => one.cliente_id === jose)).toMatchObject({
      contatos: 1,
      dProximo: '2026-11-27',
      passo: 'esperar',
    })
  })
})

describe('a promise', () => {
  const stepOf = async (cliente_id: number) =>
    (await queue()).data.find((one: { cliente_id: number }) => one.cliente_id === cliente_id)
  const expected = async ({ id, versao }: { id: number; versao: number }, dPrevisao: string) => {
    const { status, body } = await server.admin('PUT', `/api/financeiro/contas_receber/${id}`, { versao, dPrevisao })
    expect(status, JSON.stringify(body)).toBe(200)
  }

  it('for one title hides nobody who owes others, and is told when it was broken', async () => {
    const { id: ana } = await server.insert('cliente', { xNome: 'Ana' })
    const promised = await receivable(ana, '10', '2026-11-22')
    const other = await receivable(ana, '90', '2026-11-10')
    await expected(promised, '2026-11-30')
    expect(await stepOf(ana)).toMatchObject({ dPromessa: null, passo: 'ligar' })
    await expected(other, '2026-11-20')
    expect(await stepOf(ana)).toMatchObject({ dPromessa: '2026-11-20', passo: 'cobrar_promessa' })
    await contact({ cliente_id: ana, xResultado: 'Paga tudo', dPromessa: '2026-12-02' })
    expect(await stepOf(ana)).toMatchObject({ dPromessa: '2026-12-02', passo: 'esperar' })
  })

  it('is not of what was settled while it was being made', async () => {
    const { id: caio } = await server.insert('cliente', { xNome: 'Caio' })
    const { id } = await receivable(caio, '10', '2026-11-22')
    let answer: Promise<Awaited<ReturnType<typeof contact>>> | undefined
    await server.pool.transaction(SYSTEM, async (db) => {
      await db.execute(sql`update contas_receber set "dhCancelamento" = now() where id = ${id}`)
      answer = contact({ cliente_id: caio, xResultado: 'Paga', dPromessa: '2026-12-02' })
      const waits = sql`select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`
      await expect.poll(async () => (await rowsOf({ db }, waits)).length, { timeout: 10_000 }).toBeGreaterThan(0)
    })
    expect(await answer).toMatchObject({ status: 400, body: { code: 'nothing_overdue' } })
    const { body } = await server.admin('GET', `/api/financeiro/contas_receber/${id}`)
    expect(body.dPrevisao).toBe(null)
  })

  it('400 for more titles than one promise is for, all of which are told of', async () => {
    const { id: rede } = await server.insert('cliente', { xNome: 'Rede' })
    const { id } = await receivable(rede, '1', '2026-11-22')
    await server.pool.transaction(SYSTEM, (db) =>
      db.execute(
        sql`insert into contas_receber (empresa_id, cliente_id, "vDup", "vSaldo", "dEmissao", "dVencimento", "tpConta")
            select empresa_id, cliente_id, "vDup", "vSaldo", "dEmissao", "dVencimento", "tpConta" from contas_receber, generate_series(1, 1000) where id = ${id}`,
      ),
    )
    expect(await contact({ cliente_id: rede, xResultado: 'Paga', dPromessa: '2026-12-02' })).toMatchObject({
      status: 400,
      body: { code: 'too_many' },
    })
    expect((await contact({ cliente_id: rede, xResultado: 'Vai ver' })).status).toBe(200)
    const where = encodeURIComponent(JSON.stringify({ cliente_id: rede }))
    const { body } = await server.admin('GET', `/api/financeiro/cobranca_contato?where=${where}`)
    expect(body.data).toMatchObject([{ vAtrasado: 1001 }])
  })
})

describe('what is refused', () => {
  it('400 for a promise of nothing, 422 for days that are over and for nothing said, 404 for nobody', async () => {
    const { id } = await server.insert('cliente', { xNome: 'Em dia' })
    expect(await contact({ cliente_id: id, xResultado: 'x', dPromessa: '2026-12-01' })).toMatchObject({
      status: 400,
      body: { code: 'nothing_overdue' },
    })
    expect((await contact({ cliente_id: maria, xResultado: 'x', dPromessa: '2026-11-24' })).body.errors).toHaveProperty(
      'dPromessa',
    )
    expect((await contact({ cliente_id: maria, xResultado: ' ' })).status).toBe(422)
    expect((await contact({ cliente_id: 99_999, xResultado: 'x' })).status).toBe(404)
  })

  it('403 without the right to edit, nothing of another company', async () => {
    const reader = await server.user({ permissions: ['show contas_receber'] })
    expect((await reader('GET', '/api/financeiro/contas_receber/cobranca')).status).toBe(200)
    expect(
      (await reader('POST', '/api/financeiro/contas_receber/registraContato', { cliente_id: maria, xResultado: 'x' }))
        .status,
    ).toBe(403)
    const other = await server.insert('empresa', { CNPJ_CPF: '11444777000161', xNome: 'Outra' })
    const stranger = await server.user({ permissions: ['show contas_receber'], empresas: [other.id] })
    expect((await stranger('GET', '/api/financeiro/contas_receber/cobranca')).body.data).toEqual([])
  })
})
