import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import { rowsOf } from '../platform/context'

/** The chat over HTTP: who may write to whom, what is counted, what is paged, what is kept of it elsewhere (nothing). */

interface Person {
  readonly id: number
  readonly call: Caller
}

let server: TestServer
let ana: Person
let beto: Person
let carla: Person
/** In another company. */
let davi: Person
let keys = 0

beforeAll(async () => {
  server = await testServer()
  const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Outra Ltda', UF: 'PR' })
  ana = await person()
  beto = await person()
  carla = await person()
  davi = await person([other.id])
})
afterAll(() => server.close())

async function person(empresas?: readonly number[]): Promise<Person> {
  const call = await server.user(empresas ? { empresas } : {})
  return { call, id: (await call('GET', '/api/sessao')).body.user.id }
}

const query = (statement: ReturnType<typeof sql>) => server.pool.read(SYSTEM, (db) => rowsOf({ db }, statement))
const write = (from: Person, to: Person, text: string, chave = `k${++keys}`) =>
  from.call('POST', '/api/chat/mensagem', { user_dest_id: to.id, text, chave })
const between = async (who: Person, other: Person, more = '') =>
  (await who.call('GET', `/api/chat/mensagem?user_id=${other.id}${more}`)).body
const textsOf = (page: { data: { text: string }[] }) => page.data.map((one) => one.text)

describe('a message', () => {
  it('is stored, answered with the success text, and seen by both', async () => {
    const { status, body } = await write(ana, beto, '  Bom dia!\r\nTudo bem?  ')
    expect([status, body.message, body.text]).toEqual([201, 'Mensagem enviada com sucesso.', 'Bom dia!\nTudo bem?'])
    expect([body.user_id, body.user_dest_id, body.readed_at]).toEqual([ana.id, beto.id, null])
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    for (const who of [ana, beto])
      expect(textsOf(await between(who, who === ana ? beto : ana))).toEqual(['Bom dia!\nTudo bem?'])
    expect((await beto.call('GET', `/api/chat/mensagem/${body.id}`)).body.text).toBe('Bom dia!\nTudo bem?')
  })

  it('takes user_id when it is the sender’s own, and emoji count as people see them sent', async () => {
    const { status, body } = await ana.call('POST', '/api/chat/mensagem', {
      user_id: ana.id,
      user_dest_id: carla.id,
      text: 'ok 👍🏽',
    })
    expect([status, body.text]).toEqual([201, 'ok 👍🏽'])
  })

  it('403 in another’s name', async () => {
    const { status } = await ana.call('POST', '/api/chat/mensagem', {
      user_id: beto.id,
      user_dest_id: carla.id,
      text: 'x',
    })
    expect(status).toBe(403)
  })

  it('403 by cookie without the header of our own page', async () => {
    const answer = await server.app.request('/api/chat/mensagem', {
      method: 'POST',
      headers: { Cookie: `prumo_session=${await server.token()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ user_dest_id: beto.id, text: 'x' }),
    })
    expect(answer.status).toBe(403)
  })

  it.each([
    ['no text', { text: '   \n ' }],
    ['control characters alone', { text: '\u0000\u0007' }],
    ['4,001 characters', { text: 'x'.repeat(4_001) }],
    ['no recipient', { user_dest_id: undefined }],
    ['a recipient that is no id', { user_dest_id: 'beto' }],
    ['a key of 61 characters', { chave: 'k'.repeat(61) }],
    ['a list', []],
  ])('422 %s', async (_, wrong) => {
    const body = Array.isArray(wrong) ? wrong : { user_dest_id: beto.id, text: 'x', ...wrong }
    expect((await ana.call('POST', '/api/chat/mensagem', body)).status).toBe(422)
  })

  it('422 to oneself, 400 to who was deactivated, whose conversation can still be read', async () => {
    expect((await write(ana, ana, 'x')).status).toBe(422)
    const gone = await person()
    await write(ana, gone, 'antes')
    await query(sql`update "user" set ativo = false where id = ${gone.id}`)
    expect((await write(ana, gone, 'depois')).status).toBe(400)
    expect(textsOf(await between(ana, gone))).toEqual(['antes'])
  })

  it('400 when it is to be changed or removed, by anyone; the database refuses it too', async () => {
    const { body } = await write(ana, beto, 'definitiva')
    for (const method of ['PUT', 'DELETE'])
      expect(
        (await ana.call(method, `/api/chat/mensagem/${body.id}`, method === 'PUT' ? { text: 'outra' } : undefined))
          .status,
      ).toBe(400)
    await expect(query(sql`update chat_mensagem set text = 'outra' where id = ${body.id}`)).rejects.toThrow()
    await expect(query(sql`delete from chat_mensagem where id = ${body.id}`)).rejects.toThrow()
  })

  it('leaves its text in no audit entry and no store of answers', async () => {
    const { body } = await ana.call(
      'POST',
      '/api/chat/mensagem',
      { user_dest_id: beto.id, text: 'segredo-do-chat' },
      { 'Idempotency-Key': 'pelo-cabecalho' },
    )
    expect(body.chave).toBe('pelo-cabecalho')
    const [row] = await query(sql`select
      (select count(*)::int from auditoria where recurso = 'chat_mensagem' or prumo_campos(campos, compacto)::text like '%segredo-do-chat%') as trail,
      (select count(*)::int from idempotencia where resposta::text like '%segredo-do-chat%') as answers`)
    expect(row).toEqual({ trail: 0, answers: 0 })
    expect((await ana.call('GET', `/api/chat/mensagem/${body.id}/auditoria`)).body).toEqual({ data: [] })
  })
})

describe('404', () => {
  it('writing to who shares no company, or is nobody', async () => {
    expect((await write(ana, davi, 'x')).status).toBe(404)
    expect((await ana.call('POST', '/api/chat/mensagem', { user_dest_id: 99_999, text: 'x' })).status).toBe(404)
  })

  it('reading a conversation with who shares no company, and marking it', async () => {
    expect((await ana.call('GET', `/api/chat/mensagem?user_id=${davi.id}`)).status).toBe(404)
    expect((await ana.call('POST', '/api/chat/mensagem/setMensagensLidas', { user_id: davi.id })).status).toBe(404)
  })

  it('another’s message, whoever asks: an administrator too', async () => {
    const { body } = await write(ana, beto, 'só nossa')
    for (const call of [carla.call, davi.call, server.admin]) {
      expect((await call('GET', `/api/chat/mensagem/${body.id}`)).status).toBe(404)
      expect((await call('GET', `/api/chat/mensagem/${body.id}/auditoria`)).status).toBe(404)
      expect((await call('DELETE', `/api/chat/mensagem/${body.id}`)).status).toBe(404)
      const all = (await call('GET', '/api/chat/mensagem?perPage=200')).body
      expect(textsOf(all)).not.toContain('só nossa')
      const forced = (await call('GET', `/api/chat/mensagem?custom={"conversa":${ana.id}}&where={"user_id":${ana.id}}`))
        .body
      expect(textsOf(forced)).not.toContain('só nossa')
    }
  })

  it('a conversation, once no company is shared any more', async () => {
    const [leaver, company] = [
      await person(),
      await server.insert('empresa', { CNPJ_CPF: testCnpj(3), xNome: 'Nova', UF: 'PR' }),
    ]
    await write(leaver, ana, 'ainda aqui')
    await query(sql`update user_empresa set empresa_id = ${company.id} where user_id = ${leaver.id}`)
    expect((await ana.call('GET', `/api/chat/mensagem?user_id=${leaver.id}`)).status).toBe(404)
    expect(textsOf((await ana.call('GET', '/api/chat/mensagem?perPage=200')).body)).not.toContain('ainda aqui')
    const people = (await ana.call('GET', '/api/chat/mensagem/contatos')).body.data
    expect(people.map((one: { id: number }) => one.id)).not.toContain(leaver.id)
  })

  it('401 without a session', async () => {
    expect((await server.app.request('/api/chat/mensagem')).status).toBe(401)
  })
})

describe('the same key', () => {
  it('again answers with the first message, one after another or at once', async () => {
    const [x, y] = [await person(), await person()]
    const first = await write(x, y, 'uma vez', 'mesma')
    const again = await Promise.all(Array.from({ length: 8 }, () => write(x, y, 'uma vez', 'mesma')))
    expect(new Set([first, ...again].map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect((await between(y, x)).total).toBe(1)
  })

  it('409 for another text or another person; of another sender it is another key', async () => {
    const [x, y, z] = [await person(), await person(), await person()]
    await write(x, y, 'a', 'chave')
    expect((await write(x, y, 'b', 'chave')).status).toBe(409)
    expect((await write(x, z, 'a', 'chave')).status).toBe(409)
    expect((await write(y, x, 'b', 'chave')).status).toBe(201)
  })
})

describe('paging', () => {
  it('goes back by key without a gap or a repeat while new ones come, and forward from the last id', async () => {
    const [x, y] = [await person(), await person()]
    const all: string[] = []
    for (let n = 1; n <= 25; n++) {
      const [from, to] = n % 2 ? [x, y] : [y, x]
      all.push((await write(from, to, `m${n}`)).body.text)
    }
    const seen: string[] = []
    let before = ''
    for (let pages = 0; pages < 3; pages++) {
      const page = await between(x, y, `&perPage=10${before}`)
      expect([page.total, page.last_page > 1]).toEqual([25 - seen.length, pages < 2])
      seen.push(...textsOf(page))
      before = `&before=${page.data.at(-1).id}`
      if (pages === 0) await write(y, x, 'chegou enquanto isso')
    }
    expect(seen.toReversed()).toEqual(all)
    const last = (await between(x, y, '&perPage=1')).data[0].id
    await write(x, y, 'nova 1')
    await write(y, x, 'nova 2')
    const after = (await x.call('GET', `/api/chat/mensagem?after=${last}&perPage=1`)).body
    expect([textsOf(after), after.last_page]).toEqual([['nova 1'], 2])
    expect(textsOf((await x.call('GET', `/api/chat/mensagem?after=${after.data[0].id}`)).body)).toEqual(['nova 2'])
  })

  it('gives at most 200 at a time; 422 for what is no id', async () => {
    expect((await ana.call('GET', `/api/chat/mensagem?user_id=${beto.id}&perPage=100000`)).status).toBe(200)
    for (const wrong of [`user_id=x`, `user_id=${beto.id}&before=x`, 'custom=[', 'nada=1&where={"nada":1}'])
      expect((await ana.call('GET', `/api/chat/mensagem?${wrong}`)).status).toBe(422)
  })
})

describe('unread and read', () => {
  it('are counted by sender, and marked up to what was on the screen', async () => {
    const [x, y, z] = [await person(), await person(), await person()]
    const ids: number[] = []
    for (const text of ['1', '2', '3']) ids.push((await write(y, x, text)).body.id)
    await write(z, x, 'de z')
    await write(x, y, 'minha')
    const count = async () => (await x.call('GET', '/api/chat/mensagem/getNaoLidasCount')).body
    expect(await count()).toEqual({
      total: 4,
      data: [
        { user_id: y.id, nao_lidas: 3 },
        { user_id: z.id, nao_lidas: 1 },
      ],
    })
    const marked = await x.call('POST', '/api/chat/mensagem/1/setMensagensLidas', { user_id: y.id, last_id: ids[1] })
    expect(marked.body).toEqual({ user_id: y.id, lidas: 2, nao_lidas: 1 })
    expect((await count()).total).toBe(2)
    const theirs = (await between(y, x)).data
    expect(theirs.map((one: { readed_at: string | null }) => one.readed_at !== null)).toEqual([
      false,
      false,
      true,
      true,
    ])
    await x.call('POST', '/api/chat/mensagem/setMensagensLidas', { user_id: y.id })
    await x.call('POST', '/api/chat/mensagem/setMensagensLidas', { user_id: z.id })
    expect(await count()).toEqual({ total: 0, data: [] })
    // Whoever marks what the other has written marks nothing of their own.
    expect((await y.call('GET', '/api/chat/mensagem/getNaoLidasCount')).body.total).toBe(1)
  })

  it('show in the list of contacts, the latest conversation first, with where the other has read', async () => {
    const [x, y, z] = [await person(), await person(), await person()]
    const mine = (await write(x, y, 'lida?')).body.id
    await y.call('POST', '/api/chat/mensagem/setMensagensLidas', { user_id: x.id })
    await write(y, x, 'lida!')
    const last = (await write(z, x, 'a última')).body.id
    const { body } = await x.call('GET', '/api/chat/mensagem/contatos')
    expect(body.data.slice(0, 2).map((one: { id: number }) => one.id)).toEqual([z.id, y.id])
    expect(body.data[1]).toMatchObject({
      nao_lidas: 1,
      lida_ate: mine,
      ultima_text: 'lida!',
      ultima_de: y.id,
      presence: 'offline',
      ativo: true,
    })
    expect(body.ultima_id).toBe(last)
    expect(body.data.some((one: { id: number }) => one.id === davi.id || one.id === x.id)).toBe(false)
    const [row] = await query(sql`select name from "user" where id = ${z.id}`)
    const found = (await x.call('GET', `/api/chat/mensagem/contatos?search=${String(row?.name).toUpperCase()}`)).body
      .data
    expect(found.map((one: { id: number }) => one.id)).toEqual([z.id])
  })
})

describe('limits', () => {
  it('429 after 60 messages in a minute, and a retry of one that was stored still answers', async () => {
    const [x, y] = [await person(), await person()]
    for (let n = 0; n < 60; n++) expect((await write(x, y, 'rápido', `r${n}`)).status).toBe(201)
    const refused = await write(x, y, 'demais', 'r60')
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Muitas tentativas. Aguarde 1 minuto e tente de novo.',
    ])
    expect((await write(x, y, 'rápido', 'r59')).status).toBe(201)
    expect((await between(y, x)).total).toBe(60)
  })

  it('whoever asks for what came after the last id misses nothing, however many write at once', async () => {
    const [x, y, z] = [await person(), await person(), await person()]
    const pairs = [
      [y, x],
      [z, x],
      [x, y],
      [x, z],
    ] as const
    let writing = true
    const seen: number[] = []
    const follow = async (): Promise<void> => {
      for (let last = 0; ; last = seen.at(-1) ?? 0) {
        const more = writing
        const { data } = (await x.call('GET', `/api/chat/mensagem?after=${last}&perPage=7`)).body
        seen.push(...data.map((one: { id: number }) => one.id))
        if (!more && data.length === 0) return
      }
    }
    const following = follow()
    const sent = await Promise.all(Array.from({ length: 80 }, (_, n) => write(...(pairs[n % 4] ?? pairs[0]), `c${n}`)))
    writing = false
    await following
    expect(seen).toEqual(sent.map((one) => one.body.id).sort((a, b) => a - b))
  })
})

describe('the database itself', () => {
  it('shows messages to no caller of another company', async () => {
    const count = sql`select count(*)::int as n from chat_mensagem`
    const seenBy = (empresas: readonly number[]) =>
      server.pool.read({ ...SYSTEM, empresas }, async (db) => Number((await rowsOf({ db }, count))[0]?.n))
    expect(await seenBy([server.empresa_id])).toBeGreaterThan(0)
    expect(await seenBy([2])).toBe(0)
    expect(await seenBy([])).toBe(0)
  })
})
