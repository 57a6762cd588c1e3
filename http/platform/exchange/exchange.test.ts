import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerFor, startTaker, type Taker } from '../../../fixtures/simulators/taker'
import { takerExchange } from '../../../fixtures/taker-exchange'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { systemCtx } from '../app'
import { type Ctx, rowsOf } from '../context'
import { answered, type Wanted } from './exchange'
import { exchangeRound, startExchange } from './run-exchange'

/** An outside service that does twice what it takes twice, treated badly: every request is taken once, and what follows from its answer happens once. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-taker-'))
const refused = new Set<string>()
let server: TestServer
let taker: Taker
let files = 0
let keys = 0
const exchanged = takerExchange('test.troca', () => taker.url, { refuse: (key) => refused.has(key) })

beforeAll(async () => {
  server = await testServer()
})
beforeEach(async () => {
  taker = await startTaker(join(folder, String(++files)))
})
afterEach(async () => {
  await taker.stop()
  await run((ctx) => ctx.db.execute(sql`delete from troca`))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = <T>(work: (ctx: Ctx) => Promise<T>) =>
  server.pool.transaction({ empresas: [server.empresa_id], timeZone: 'America/Sao_Paulo' }, (db) =>
    work(systemCtx(server.services, db, [server.empresa_id], server.empresa_id)),
  )
/** Queues a request of its own key; answers the key. */
async function queue(more: Partial<Wanted> = {}): Promise<string> {
  const chave = more.chave ?? `k${++keys}`
  await run((ctx) =>
    exchanged.queue(ctx, [
      { empresa_id: server.empresa_id, chave, assunto: chave, corpo: `<xml>${chave}</xml>`, ...more },
    ]),
  )
  return chave
}
const rounds = async (count = 1) => {
  for (let n = 0; n < count; n++) await exchangeRound(server.services, exchanged.kind)
}
/** Time passes: whatever waits is due, and leases of processes that are gone run out. */
const later = () =>
  run((ctx) =>
    ctx.db.execute(
      sql`update troca set "dhProxima" = now() - interval '1 second', "dhTentando" = case when "dhTentando" is not null then now() - interval '1 second' end
          where status <> 'respondida' and coalesce("dhTentando", "dhProxima") is not null`,
    ),
  )
const stored = async (chave: string) =>
  (await run((ctx) => rowsOf(ctx, sql`select * from troca where chave = ${chave}`)))[0]
/** How often what follows from an answer happened. */
const effects = async (chave: string) =>
  (await run((ctx) => rowsOf(ctx, sql`select descricao from fabricante where descricao like ${`% de ${chave}`}`))).map(
    (row) => row.descricao,
  )
const takenOf = (chave: string) => taker.taken().filter((one) => one.key === chave)
/** Taken once, as it was stored, and done once. */
async function expectOnce(chave: string): Promise<void> {
  expect(takenOf(chave)).toEqual([{ key: chave, text: `<xml>${chave}</xml>` }])
  expect(await effects(chave)).toEqual([`P-${chave} de ${chave}`])
  expect(await stored(chave)).toMatchObject({ status: 'respondida', erro: null, resposta: answerFor(chave) })
}

describe('a request', () => {
  it('leaves after the commit with the text that was stored, and not at all without one', async () => {
    const kept = await queue()
    const lost = run(async (ctx) => {
      await exchanged.queue(ctx, [{ empresa_id: server.empresa_id, chave: 'desfeita', assunto: '', corpo: 'x' }])
      throw new Error('the document was refused')
    })
    await expect(lost).rejects.toThrow('refused')
    await rounds()
    await expectOnce(kept)
    expect(takenOf('desfeita')).toEqual([])
  })

  it('is stored once under its key, however often it is asked for', async () => {
    const chave = await queue()
    await queue({ chave, corpo: 'outro texto' })
    await rounds(2)
    await queue({ chave })
    await rounds(2)
    await expectOnce(chave)
  })

  it('that is refused for good is an answer: what follows from a refusal happens once', async () => {
    taker.treat('no')
    const chave = await queue()
    await rounds(2)
    expect([takenOf(chave), await effects(chave)]).toEqual([[], [`Rejeição 539. de ${chave}`]])
  })

  it('that is refused for now goes again, later each time, until it is a dead letter; a person tries it now', async () => {
    taker.treat('busy', 'busy', 'busy', 'busy')
    const chave = await queue()
    await rounds()
    expect(await stored(chave)).toMatchObject({ status: 'na_fila', erro: 'O serviço está ocupado.', tentativas: 1 })
    await rounds()
    expect((await stored(chave))?.tentativas).toBe(1)
    for (let n = 0; n < 3; n++) await later().then(() => rounds())
    const dead = await stored(chave)
    expect(dead).toMatchObject({ status: 'falhou', tentativas: 4, dhProxima: null, dhFim: expect.any(String) })
    expect(dead?.historico).toMatchObject([1, 2, 3, 4].map(() => ({ status: 503, erro: 'O serviço está ocupado.' })))
    await later().then(() => rounds())
    expect(taker.asked).toEqual([])
    expect((await server.admin('POST', `/api/sis/troca/${String(dead?.id)}/tentarAgora`)).status).toBe(200)
    await rounds()
    await expectOnce(chave)
  })

  it('whose time is over is not sent', async () => {
    const chave = await queue({ lifeSeconds: 0, sigiloso: true })
    await rounds()
    expect(await stored(chave)).toMatchObject({ status: 'falhou', erro: 'Expirou antes do envio.', corpo: '' })
    const again = await server.admin('POST', `/api/sis/troca/${String((await stored(chave))?.id)}/tentarAgora`)
    expect([again.status, again.body.code, taker.taken()]).toEqual([400, 'erased', []])
  })
})

describe('an answer that did not come', () => {
  it.each(['silent', 'cut', 'late'] as const)(
    'is uncertain (%s): the service is asked by the key, and nothing is sent again',
    async (way) => {
      taker.treat(way)
      const chave = await queue()
      await rounds()
      expect(await stored(chave)).toMatchObject({ status: 'incerta', resposta: null })
      expect(await effects(chave)).toEqual([])
      await later().then(() => rounds())
      expect(taker.asked).toEqual([chave])
      await expectOnce(chave)
    },
  )

  it('is uncertain also when nothing was taken: asked for first, then sent again, the same text', async () => {
    taker.treat('lost', 'lost')
    const chave = await queue()
    await rounds()
    expect((await stored(chave))?.status).toBe('incerta')
    for (let n = 0; n < 2; n++) await later().then(() => rounds())
    expect(taker.asked).toEqual([chave, chave])
    await expectOnce(chave)
  })

  it('is never sent again while the service does not say; in the end it waits for a person, who asks', async () => {
    taker.treat('silent')
    taker.deaf(true)
    const chave = await queue()
    await rounds()
    for (let n = 0; n < 6; n++) await later().then(() => rounds())
    const held = await stored(chave)
    expect(held).toMatchObject({ status: 'incerta', dhProxima: null, tentativas: 4 })
    taker.deaf(false)
    await server.admin('POST', `/api/sis/troca/${String(held?.id)}/tentarAgora`)
    await rounds()
    await expectOnce(chave)
  })

  it('stays uncertain when the service is away: a question that nobody heard is no “not taken”', async () => {
    taker.treat('silent')
    const chave = await queue()
    await rounds()
    const { url } = taker
    await taker.stop()
    await later().then(() => rounds())
    expect(await stored(chave)).toMatchObject({ status: 'incerta', erro: 'O servidor recusou a conexão.' })
    taker = await startTaker(join(folder, String(files)), Number(new URL(url).port))
    await later().then(() => rounds())
    await expectOnce(chave)
  })

  it('may come twice, by our call and by a call back: what follows from it happens once', async () => {
    const calls: Promise<boolean>[] = []
    taker.onCallBack((key, answer) => void calls.push(run((ctx) => answered(ctx, exchanged, key, answer))))
    taker.treat('twice', 'silent')
    const [both, back] = [await queue(), await queue()]
    await rounds()
    expect((await Promise.all(calls)).length).toBe(1)
    await expectOnce(both)
    expect(await run((ctx) => answered(ctx, exchanged, back, answerFor(back)))).toBe(true)
    expect(await run((ctx) => answered(ctx, exchanged, back, answerFor(back)))).toBe(false)
    expect(await run((ctx) => answered(ctx, exchanged, 'nunca vista', answerFor('x')))).toBe(false)
    await later().then(() => rounds())
    await expectOnce(back)
  })
})

describe('what follows from an answer', () => {
  it('happens whole or not at all; an answer that cannot be acted on is kept, and nothing is sent or asked again', async () => {
    const chave = await queue()
    refused.add(chave)
    await rounds()
    expect(await stored(chave)).toMatchObject({ status: 'recebida', resposta: answerFor(chave) })
    expect(await effects(chave)).toEqual([])
    refused.delete(chave)
    await later().then(() => rounds())
    expect(taker.asked).toEqual([])
    await expectOnce(chave)
  })

  it('does not happen by a process that has lost the request to another', async () => {
    taker.treat('late')
    const chave = await queue()
    const slow = exchangeRound(server.services, exchanged.kind)
    while (takenOf(chave).length === 0) await Bun.sleep(5)
    await later().then(() => rounds())
    await slow
    await expectOnce(chave)
    expect((await stored(chave))?.historico).toHaveLength(1)
  })
})

describe('several processes', () => {
  it('send each request once, and of one queue one at a time, in order', async () => {
    let under = 0
    let most = 0
    const order: string[] = []
    const kind = {
      ...exchanged.kind,
      send: async (work: Parameters<typeof exchanged.kind.send>[0]) => {
        most = Math.max(most, ++under)
        order.push(work.request.chave)
        await Bun.sleep(5)
        under--
        return { answer: answerFor(work.request.chave) }
      },
    }
    const wanted: string[] = []
    for (let n = 0; n < 12; n++) wanted.push(await queue({ fila: 'empresa 1' }))
    for (let sent = 1; sent > 0;)
      sent = (await Promise.all([1, 2, 3].map(() => exchangeRound(server.services, kind)))).reduce((a, b) => a + b, 0)
    expect([most, order]).toEqual([1, wanted])
  })

  it('of many queues, many at a time; what a server that stops has under way is uncertain, not lost', async () => {
    taker.otherwise(() => 'silent')
    const wanted = await Promise.all([1, 2, 3, 4, 5, 6].map(() => queue()))
    const runner = await startExchange(server.services)
    while (taker.taken().length < 4) await Bun.sleep(5)
    await runner.stop()
    taker.otherwise(() => 'answer')
    for (let n = 0; n < 2; n++) await later().then(() => rounds(2))
    for (const chave of wanted) await expectOnce(chave)
  })
})

describe('the list of exchanges', () => {
  it('shows how far each is, never what is sent; 403 trying without the right, 400 one that is done, 404 another company’s', async () => {
    const chave = await queue({ dados: { senha: 'segredo' } })
    taker.treat('busy')
    await rounds()
    const { body } = await server.admin('GET', '/api/sis/troca')
    expect(body.data).toMatchObject([
      { chave, tipo: 'test.troca', status: 'na_fila', tentativas: 1, erro: 'O serviço está ocupado.' },
    ])
    expect(JSON.stringify(body)).not.toMatch(/xml|segredo/)
    const path = `/api/sis/troca/${body.data[0].id}/tentarAgora`
    expect((await (await server.user({ permissions: ['show empresa'] }))('POST', path)).status).toBe(403)
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(71), xNome: 'Outra' })
    const stranger = await server.user({ permissions: ['show empresa', 'edit empresa'], empresas: [other.id] })
    expect((await stranger('POST', path)).status).toBe(404)
    expect((await stranger('GET', '/api/sis/troca')).body.data).toEqual([])
    await server.admin('POST', path)
    await rounds()
    expect((await server.admin('POST', path)).body.code).toBe('finished')
    const trail = (await server.admin('GET', `/api/sis/troca/${body.data[0].id}/auditoria`)).body.data
    expect(trail).toMatchObject([{ acao: 'tentarAgora' }])
  })
})
