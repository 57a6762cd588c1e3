import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { csvCell, csvLine } from './csv'
import { sheetDate, sheetText, workbook } from './sheet'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await server.insert('fabricante', { descricao: '=1+1', site: 'HYPERLINK' })
  await server.insert('fabricante', { descricao: 'Aço; "forte"', site: null })
  await server.insert('mercadoria', { xProd: 'Martelo', custo: '12.3456', q_minimo: '2.5', origem: 3, ativo: true })
  await server.insert('mercadoria', { xProd: 'Serrote', custo: '0', ativo: false })
})
afterAll(() => server.close())

/** A file as the server gives it, by the administrator's session. */
async function file(path: string): Promise<{ response: Response; bytes: Uint8Array }> {
  const response = await server.app.request(path, { headers: { Authorization: `Bearer ${await server.token()}` } })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}
const columnsOf = (list: readonly object[]) => `columns=${encodeURIComponent(JSON.stringify(list))}`
async function sheetOf(path: string): Promise<readonly (readonly unknown[])[]> {
  const { response, bytes } = await file(path)
  expect(response.status).toBe(200)
  const [sheet] = (await readXlsx(bytes)).sheets
  return sheet?.rows ?? []
}

const PRODUCTS = [
  { field: 'xProd', label: 'Mercadoria' },
  { field: 'custo', label: 'Custo', kind: 'money', decimals: 4 },
  { field: 'q_minimo', label: 'Mínimo', kind: 'number' },
  { field: 'ativo', label: 'Ativa', kind: 'bool' },
  {
    field: 'origem',
    label: 'Origem',
    kind: 'option',
    options: [{ value: 3, label: 'Nacional, importado acima de 40 %' }],
  },
  { field: 'criado_em', label: 'Criada em', kind: 'datetime' },
]

describe('a list as a workbook', () => {
  it('holds numbers as numbers, dates as dates, choices in words, in the order and with the filters of the list', async () => {
    const rows = await sheetOf(`/api/mercadoria/export?format=xlsx&orderBy=xProd&sortedBy=desc&${columnsOf(PRODUCTS)}`)
    expect(rows).toEqual([
      ['Mercadoria', 'Custo', 'Mínimo', 'Ativa', 'Origem', 'Criada em'],
      ['Serrote', 0, 0, 'Não', '0', expect.any(Date)],
      ['Martelo', 12.3456, 2.5, 'Sim', 'Nacional, importado acima de 40 %', expect.any(Date)],
    ])
    const record = (await server.admin('GET', '/api/mercadoria?search=xProd:martelo')).body.data[0]
    expect(rows[2]?.[5]).toEqual(new Date(`${record.criado_em.replace(' ', 'T')}Z`))
    const found = await sheetOf(`/api/mercadoria/export?search=serr&${columnsOf(PRODUCTS)}`)
    expect(found.map(([name]) => name)).toEqual(['Mercadoria', 'Serrote'])
  })

  it('never holds a formula: what looks like one is text', async () => {
    const { bytes } = await file(`/api/estoque/fabricante/export?${columnsOf([{ field: 'descricao', label: '=cmd' }])}`)
    const book = await readXlsx(bytes, { readStyles: true })
    expect(book.sheets[0]?.rows.flat()).toEqual(['=cmd', 'Aço; "forte"', '=1+1'])
    expect([...(book.sheets[0]?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined)).toEqual([])
  })

  it('without columns holds all that the list answers; of what is referred to, its name', async () => {
    const maker = (await server.admin('GET', '/api/estoque/fabricante')).body.data[0]
    await server.insert('mercadoria', { xProd: 'Prego', fabricante_id: maker.id })
    const [head, row] = await sheetOf('/api/mercadoria/export?search=prego')
    const cell = (label: string) => row?.[(head ?? []).indexOf(label)]
    expect(cell('Fabricante')).toBe(maker.descricao)
    expect(cell('Fabricante (código no Prumo)')).toBe(maker.id)
    expect(cell('Código no Prumo')).toBeGreaterThan(0)
    expect(head).not.toContain('versao')
  })

  it('what a call says nothing of is written as the field is defined: codes in words', async () => {
    const asked = [
      { field: 'origem', label: 'Origem' },
      { field: 'tpCalculo', label: 'Cálculo' },
    ]
    const rows = await sheetOf(`/api/mercadoria/export?search=martelo&${columnsOf(asked)}`)
    expect(rows).toEqual([
      ['Origem', 'Cálculo'],
      ['3 · Nacional, importado acima de 40 %', 'Por margem'],
    ])
  })

  it('an empty list is a heading alone', async () => {
    expect(await sheetOf(`/api/mercadoria/export?search=inexistente&${columnsOf(PRODUCTS.slice(0, 1))}`)).toEqual([
      ['Mercadoria'],
    ])
  })
})

describe('a list as text', () => {
  it('has semicolons and decimal commas, and nothing runs', async () => {
    const { response, bytes } = await file(
      `/api/mercadoria/export?format=csv&orderBy=xProd&search=martelo&${columnsOf(PRODUCTS.slice(0, 4))}`,
    )
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="mercadoria.csv"')
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
      '\uFEFFMercadoria;Custo;Mínimo;Ativa\r\nMartelo;12,3456;2,5;Sim\r\n',
    )
    const makers = await file(
      `/api/estoque/fabricante/export?format=csv&${columnsOf([{ field: 'descricao', label: 'a' }])}`,
    )
    expect(new TextDecoder().decode(makers.bytes)).toBe('a\r\n"Aço; ""forte"""\r\n\'=1+1\r\n')
  })

  it('a cell begins with none of the signs that begin a formula', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        expect(csvLine([csvCell(text, undefined)])).not.toMatch(/^"?[=+@\-\t\r](?!\n$)/)
      }),
    )
  })
})

describe('what is refused', () => {
  it.each([
    ['a format', 'format=pdf', 'format'],
    ['no JSON', 'columns=nada', 'columns'],
    ['no column', columnsOf([]), 'columns'],
    ['a field that there is not', columnsOf([{ field: 'senha', label: 'x' }]), 'columns'],
    ['too many columns', columnsOf(Array.from({ length: 101 }, () => ({ field: 'id', label: 'x' }))), 'columns'],
    ['a filter', 'where={"nada":1}', 'where'],
    ['an order', 'orderBy=nada', 'orderBy'],
  ])('422 %s that is not known, and no file begins', async (_, query, field) => {
    const answer = await server.admin('GET', `/api/mercadoria/export?${query}`)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors).join()).toContain(field)
  })

  it('401 without a session, 403 without the right, and secrets are no columns', async () => {
    expect((await server.app.request('/api/venda/export')).status).toBe(401)
    const clerk = await server.user({ permissions: ['show mercadoria'] })
    expect((await clerk('GET', '/api/venda/export')).status).toBe(403)
    const secret = await server.admin('GET', `/api/user/export?${columnsOf([{ field: 'password', label: 'x' }])}`)
    expect(secret.status).toBe(422)
  })

  it("another company's records are in no export", async () => {
    const away = await server.insert('empresa', { CNPJ_CPF: testCnpj(77), xNome: 'Outra', UF: 'SP' })
    const customer = await server.insert('cliente', { xNome: 'Cliente' })
    const operation = await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1 })
    const head = { cliente_id: customer.id, tipo_entrada_saida_id: operation.id }
    const [own, other] = [
      await server.insert('venda', { ...head, empresa_id: server.empresa_id }),
      await server.insert('venda', { ...head, empresa_id: away.id }),
    ]
    const caller = await server.user({ roles: ['admin'] })
    const { body } = await caller('GET', `/api/venda/export?format=csv&${columnsOf([{ field: 'id', label: 'n' }])}`)
    expect(String(body).split('\r\n')).toEqual(expect.arrayContaining([String(own.id)]))
    expect(String(body).split('\r\n')).not.toContain(String(other.id))
  })

  it('holds what its list shows the caller, also where the list is not the engine’s own', async () => {
    const sent = await server.user({})
    const ids = await Promise.all(
      [sent, await server.user({})].map(async (one) => (await one('GET', '/api/sessao')).body.user.id),
    )
    const message = { user_dest_id: ids[1], text: 'Só entre nós', chave: 'a' }
    expect((await sent('POST', '/api/chat/mensagem', message)).status).toBe(201)
    const gets = server.app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
    const replaced = [
      ...new Set(gets.filter((path, at) => gets.indexOf(path) !== at && gets.includes(`${path}/export`))),
    ]
    expect(replaced).toContain('/api/chat/mensagem')
    for (const path of replaced)
      for (const call of [server.admin, sent]) {
        const list = await call('GET', `${path}?perPage=200`)
        const whole = await call('GET', `${path}/export?format=csv&${columnsOf([{ field: 'id', label: 'n' }])}`)
        expect([path, whole.status]).toEqual([path, list.status])
        if (list.status !== 200) continue
        const ids = list.body.data.map((row: { id: number }) => String(row.id))
        expect([path, String(whole.body).trim().split('\r\n').slice(1).sort()]).toEqual([path, ids.sort()])
      }
    expect(String((await sent('GET', '/api/chat/mensagem/export?format=csv')).body)).toContain('Só entre nós')
  })
})

describe('a long list', () => {
  it('comes in pieces while it is read; its reader may leave', async () => {
    await server.pool.transaction(SYSTEM, (db) =>
      db.execute(sql`insert into fabricante (descricao) select 'Fabricante ' || n from generate_series(1, 6000) n`),
    )
    const rows = await sheetOf(`/api/estoque/fabricante/export?orderBy=id&${columnsOf([{ field: 'id', label: 'n' }])}`)
    expect(rows).toHaveLength(6_003)
    const headers = { Authorization: `Bearer ${await server.token()}` }
    const response = await server.app.request('/api/estoque/fabricante/export?format=csv', { headers })
    const reader = response.body?.getReader()
    expect((await reader?.read())?.value?.length).toBeLessThan(200_000)
    await reader?.cancel()
    expect((await server.admin('GET', '/api/estoque/fabricante')).status).toBe(200)
  })

  it('429 the third at a time of one user, and those beyond half of the connections: the rest of the work goes on', async () => {
    await server.pool.transaction(SYSTEM, (db) =>
      db.execute(sql`insert into fabricante (descricao) select 'Mais um ' || n from generate_series(1, 20000) n`),
    )
    const paused: Response[] = []
    const ask = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}` }
      const response = await server.app.request('/api/estoque/fabricante/export?format=csv', { headers })
      if (response.status === 200) paused.push(response)
      return response.status
    }
    const token = await server.token()
    expect([await ask(token), await ask(token), await ask(token)]).toEqual([200, 200, 429])
    const half = server.pool.size / 2
    for (let left = half - 2; left > 0; left--) expect(await ask(await tokenOfNew())).toBe(200)
    expect(await ask(await tokenOfNew())).toBe(429)
    expect((await server.admin('GET', '/api/estoque/fabricante')).status).toBe(200)
    await Promise.all(paused.map((one) => one.body?.cancel()))
    while ((await ask(token)) !== 200) await Bun.sleep(20)
    await paused.at(-1)?.body?.cancel()
  })
})

/** A token of a user who may read manufacturers. */
async function tokenOfNew(): Promise<string> {
  const call = await server.user({ permissions: ['show fabricante'] })
  const { id } = (await call('GET', '/api/sessao')).body.user
  return (await server.services.sessions.open(id)).token
}

describe('a workbook', () => {
  it('keeps any text but what XML cannot hold, and cuts what no cell can', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 1, maxLength: 5 }),
        async (texts) => {
          const bytes = await workbook([
            { name: 'A/B?', columns: [{ label: 'x', width: 9 }], rows: texts.map((one) => [one]) },
          ])
          const [sheet] = (await readXlsx(bytes)).sheets
          expect(sheet?.name).toBe('A B ')
          const wanted = texts.map((one) => sheetText(one).replaceAll(/\r\n?/g, '\n') || null)
          expect(
            texts.map((_, at) => String(sheet?.rows[at + 1]?.[0] ?? '').replaceAll(/\r\n?/g, '\n') || null),
          ).toEqual(wanted)
        },
      ),
      { numRuns: 12 },
    )
    expect(sheetText('x'.repeat(40_000))).toHaveLength(32_767)
  })

  it('dates are the day and hour that were written', () => {
    expect(sheetDate('2026-02-28')?.toISOString()).toBe('2026-02-28T00:00:00.000Z')
    expect(sheetDate('2026-02-28 23:59:59')?.toISOString()).toBe('2026-02-28T23:59:59.000Z')
    expect([sheetDate(''), sheetDate('amanhã'), sheetDate('2026-13-01')]).toEqual([null, null, null])
  })
})
