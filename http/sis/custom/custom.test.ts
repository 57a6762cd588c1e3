import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'

/** Fields that a company adds: defined, kept in their records, and fields like any other to whoever lists, changes, exports or looks back. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const call: TestServer['admin'] = (...args) => server.admin(...args)
const ok = async (method: string, path: string, body?: object) => {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const FIELDS = '/api/sis/custom_field'
const define = (key: string, type: string, more: object = {}) =>
  ok('POST', FIELDS, { alias: 'motorista', key, type, label: `Campo ${key}`, ...more })
const OPTIONS = [
  { value: 'a', label: 'Azul', color: '#1d4ed8', textColor: '#ffffff' },
  { value: 'v', label: 'Verde' },
]
let serial = 0
const driver = (extra: object = {}) => ok('POST', '/api/cadastro/motorista', { xNome: `Motorista ${++serial}`, extra })
const shown = (id: number) => ok('GET', `/api/cadastro/motorista/${id}`)
const put = (id: number, body: object) => call('PUT', `/api/cadastro/motorista/${id}`, body)
const listed = async (query: string) =>
  (await ok('GET', `/api/cadastro/motorista?${query}`)).data.map((row: { id: number }) => row.id)
const where = (condition: object) => `where=${encodeURIComponent(JSON.stringify(condition))}`

describe('a definition', () => {
  it.each([
    [{ key: '__proto__' }, 'key'],
    [{ key: 'constructor' }, 'key'],
    [{ key: 'Placa' }, 'key'],
    [{ alias: 'auditoria' }, 'alias'],
    [{ alias: 'nada' }, 'alias'],
    [{ type: 'select' }, 'options'],
    [{ type: 'tags', options: [] }, 'options'],
    [{ type: 'select', options: [...OPTIONS, ...OPTIONS] }, 'options'],
    [
      { type: 'select', options: Array.from({ length: 10_000 }, (_, at) => ({ value: `${at}`, label: 'x' })) },
      'options',
    ],
    [{ type: 'select', options: [{ value: 'a', label: 'A', color: 'red;background:url(x)' }] }, 'options'],
    [{ type: 'autocomplete' }, 'ui'],
    [{ type: 'autocomplete', ui: { autocomplete: 'nada' } }, 'ui'],
    [{ type: 'repeater' }, 'columns'],
    [{ type: 'repeater', columns: [{ key: '__proto__', label: 'x', type: 'text' }] }, 'columns'],
    [{ type: 'number', padrao: 'dez' }, 'padrao'],
    [{ layout: { col: 13 } }, 'layout'],
  ])('422 for %j', async (more, field) => {
    const answer = await call('POST', FIELDS, {
      alias: 'motorista',
      key: 'errado',
      type: 'text',
      label: 'Errado',
      ...more,
    })
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
  })

  it('has a key of its own, which stays; its label may change', async () => {
    const { id } = await define('apelido', 'text')
    const again = await call('POST', FIELDS, { alias: 'motorista', key: 'apelido', type: 'text', label: 'Outro' })
    expect(again.body.errors).toEqual({ key: ['Já há um campo com esta chave.'] })
    for (const change of [{ key: 'outro' }, { type: 'number' }, { alias: 'cliente' }])
      expect((await call('PUT', `${FIELDS}/${id}`, change)).status).toBe(422)
    expect(await ok('PUT', `${FIELDS}/${id}`, { label: 'Como é chamado' })).toMatchObject({ key: 'apelido' })
    await ok('DELETE', `${FIELDS}/${id}`)
  })

  it('is for administrators; its values are for whoever has the record', async () => {
    const clerk = await server.user({ permissions: ['show motorista', 'edit motorista'] })
    expect((await clerk('GET', FIELDS)).status).toBe(403)
    expect((await clerk('GET', '/api/custom-fields/motorista/draft?expand=1')).status).toBe(200)
    const other = await server.user({ permissions: ['show venda'] })
    expect((await other('GET', '/api/custom-fields/motorista/draft?expand=1')).status).toBe(403)
  })
})

describe('a value', () => {
  beforeAll(async () => {
    await define('cor', 'select', { options: OPTIONS, order: 1 })
    await define('cursos', 'tags', { options: OPTIONS, order: 2 })
    await define('altura', 'number', { order: 3, ui: { decimals: 2 } })
    await define('diaria', 'money', { order: 4 })
    await define('exame', 'date', { order: 5 })
    await define('visto', 'datetime', { order: 6 })
    await define('proprio', 'boolean', { order: 7 })
    await define('apelido', 'text', { order: 8 })
    await define('padrinho', 'autocomplete', { order: 9, ui: { autocomplete: 'cliente' } })
    await define('filhos', 'repeater', {
      order: 10,
      columns: [
        { key: 'nome', label: 'Nome', type: 'text', required: true },
        { key: 'nascido', label: 'Nascido em', type: 'date' },
      ],
    })
  })
  const ALL = {
    cor: 'a',
    cursos: ['a', 'v'],
    altura: 1.75,
    diaria: 120.5,
    exame: '2026-11-30',
    visto: '2026-11-28 10:30',
    proprio: true,
    apelido: '<b>Zé</b> {{x}}',
    filhos: [{ nome: 'Ana', nascido: '2020-02-29' }, {}],
  }

  it('comes back as it was given, of each kind', async () => {
    const { id } = await driver(ALL)
    expect((await shown(id)).extra).toMatchObject({
      ...ALL,
      visto: '2026-11-28 10:30:00',
      filhos: [{ nome: 'Ana', nascido: '2020-02-29' }],
      padrinho: null,
    })
  })

  it.each([
    [{ cor: 'x' }, 'extra.cor', /Opção inválida/],
    [{ cursos: ['a', 'x'] }, 'extra.cursos', /^Tag não é válida\. Use apenas as opções sugeridas\.$/],
    [{ cursos: 'a' }, 'extra.cursos', /Conteúdo/],
    [{ altura: 1.755 }, 'extra.altura', /2 casas/],
    [{ diaria: 'muito' }, 'extra.diaria', /número/],
    [{ exame: '2026-02-30' }, 'extra.exame', /Data inválida/],
    [{ visto: '2026-11-28T10:30:00Z' }, 'extra.visto', /Data e hora/],
    [{ apelido: 'x'.repeat(201) }, 'extra.apelido', /200 caracteres/],
    [{ padrinho: 999_999 }, 'extra.padrinho', /registro válido/],
    [{ filhos: [{ nascido: '2020-01-01' }] }, 'extra.filhos', /^Linha 1: O campo "Nome" é obrigatório$/],
    [{ filhos: [{ nome: 'x', outro: 1 }] }, 'extra.filhos', /não há a coluna outro/],
    [{ filhos: Array.from({ length: 201 }, () => ({ nome: 'x' })) }, 'extra.filhos', /200 linhas/],
    [{ nada: 1 }, 'extra.nada', /Campo desconhecido/],
    [JSON.parse('{"__proto__": {"x": 1}}'), 'extra.__proto__', /desconhecido/],
  ])('422 for %j, and nothing is saved', async (extra, field, message) => {
    const { id } = await driver({ apelido: 'antes' })
    const answer = await put(id, { xNome: 'Outro nome', extra })
    if (answer.status === 200) expect(answer.body.extra).toMatchObject({ apelido: 'antes' })
    else {
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
      expect(answer.body.errors[field][0]).toMatch(message)
      expect((await shown(id)).xNome).not.toBe('Outro nome')
    }
  })

  it('that is not named stays; null takes it away', async () => {
    const { id } = await driver({ apelido: 'Zé', altura: 1.8 })
    await ok('PUT', `/api/cadastro/motorista/${id}`, { xNome: 'Só o nome' })
    await ok('PUT', `/api/cadastro/motorista/${id}`, { extra: { altura: null } })
    expect((await shown(id)).extra).toMatchObject({ apelido: 'Zé', altura: null })
  })

  it('filters, orders, gathers and sums the list, and goes with its file', async () => {
    const mine = [await driver({ diaria: 10, exame: '2026-01-10', cor: 'v', cursos: ['v'], apelido: 'Ácaro' })]
    mine.push(await driver({ diaria: 30, exame: '2026-02-10', cor: 'v', cursos: ['a', 'v'], apelido: 'bento' }))
    mine.push(await driver({ diaria: 20, exame: '2026-02-20', cor: 'v', apelido: 'Caio' }))
    const [one, two, three] = mine.map(({ id }) => id)
    expect(await listed(`${where({ 'extra.cor': 'v' })}&orderBy=extra.diaria&sortedBy=desc`)).toEqual([two, three, one])
    expect(await listed(`${where({ 'extra.cor': 'v' })}&orderBy=extra.apelido`)).toEqual([one, two, three])
    expect(await listed(`${where({ 'extra.cor': 'v', 'extra.cursos': 'a' })}`)).toEqual([two])
    expect(await listed(`${where({ 'extra.cor': 'v', 'extra.cursos': null })}`)).toEqual([three])
    const february = encodeURIComponent(JSON.stringify({ 'extra.exame': { ini: '2026-02-01', fim: '2026-02-28' } }))
    expect(await listed(`between=${february}&orderBy=extra.exame`)).toEqual([two, three])
    expect(await listed('search=extra.apelido:acaro')).toEqual([one])
    const sums = await ok('GET', `/api/cadastro/motorista/totais?${where({ 'extra.cor': 'v' })}&sums=extra.diaria`)
    expect(sums).toMatchObject({ total: 3, sums: { 'extra.diaria': 60 } })
    const gathered = await ok('GET', '/api/cadastro/motorista/grupos?por=extra.exame')
    expect(gathered.data).toContainEqual(expect.objectContaining({ valor: '2026-02', registros: 2 }))
    const columns = encodeURIComponent(
      JSON.stringify([
        { field: 'xNome', label: 'Nome' },
        { field: 'extra.cor', label: 'Cor' },
      ]),
    )
    const file = await server.app.request(
      `/api/cadastro/motorista/export?format=csv&columns=${columns}&${where({ id: one })}`,
      { headers: { Authorization: `Bearer ${await server.token()}` } },
    )
    expect(await file.text()).toContain('Verde')
    for (const name of ['extra.nada', 'extra', 'extra.cor; drop table motorista'])
      expect((await call('GET', `/api/cadastro/motorista?orderBy=${encodeURIComponent(name)}`)).status).toBe(422)
  })

  it('that refers to a record shows it, and finds it by its letters', async () => {
    const { id: cliente_id } = await server.insert('cliente', { xNome: 'Padrinho da Silva' })
    const { id } = await driver({ padrinho: cliente_id })
    expect((await shown(id)).extra).toMatchObject({
      padrinho: cliente_id,
      padrinho_ref: { id: cliente_id, xNome: 'Padrinho da Silva' },
    })
    const offered = (q: string) => ok('GET', `/api/custom-fields/options/padrinho?alias=motorista&id=${id}&q=${q}`)
    expect((await offered('padrinho')).data).toEqual([{ value: String(cliente_id), label: 'Padrinho da Silva' }])
    expect((await offered('p')).data).toEqual([])
    expect((await call('GET', '/api/custom-fields/options/nada?alias=motorista&q=ab')).status).toBe(404)
    const form = await ok('GET', `/api/custom-fields/motorista/${id}?expand=1`)
    expect(form.values_hydrated.padrinho).toEqual({ value: cliente_id, label: 'Padrinho da Silva' })
    expect(form.fields[0]).toMatchObject({ key: 'cor', span: 4, editable: true })
    expect((await ok('GET', '/api/cadastro/motorista?perPage=1')).data[0].extra.padrinho_ref).toMatchObject({
      xNome: 'Padrinho da Silva',
    })
  })

  it('is told in the history by its label, and undone', async () => {
    const { id } = await driver({ apelido: 'Zé', cor: 'a' })
    const { versao } = await ok('PUT', `/api/cadastro/motorista/${id}`, { extra: { cor: 'v', altura: 1.9 } })
    const [last] = (await ok('GET', `/api/cadastro/motorista/${id}/auditoria`)).data
    expect(last.campos).toEqual([
      { campo: 'extra.cor', de: 'a', para: 'v', rotulo: 'Campo cor', de_texto: 'Azul', para_texto: 'Verde' },
      expect.objectContaining({ campo: 'extra.altura', rotulo: 'Campo altura', de_texto: '–' }),
    ])
    await ok('POST', `/api/cadastro/motorista/${id}/reverte`, { versao })
    expect((await shown(id)).extra).toMatchObject({ apelido: 'Zé', cor: 'a', altura: null })
  })

  it('of a record that was deleted comes back with it', async () => {
    const { id } = await driver({ apelido: 'Volta' })
    await ok('DELETE', `/api/cadastro/motorista/${id}`)
    await ok('POST', '/api/cadastro/motorista/reverte', { ids: [id] })
    expect((await shown(id)).extra).toMatchObject({ apelido: 'Volta' })
  })
})

describe('a field that goes', () => {
  it('keeps its values while it is out of use, and is not deleted while one is there', async () => {
    const field = await define('some', 'text')
    const { id } = await driver({ some: 'guardado' })
    expect((await call('DELETE', `${FIELDS}/${field.id}`)).body.code).toBe('in_use')
    await ok('PUT', `${FIELDS}/${field.id}`, { ativo: false })
    expect((await shown(id)).extra).not.toHaveProperty('some')
    expect((await put(id, { extra: { some: 'x' } })).status).toBe(422)
    await ok('PUT', `/api/cadastro/motorista/${id}`, { extra: { apelido: 'outro' } })
    await ok('PUT', `${FIELDS}/${field.id}`, { ativo: true, label: 'De volta' })
    expect((await shown(id)).extra).toMatchObject({ some: 'guardado' })
  })

  it('keeps choices that are none any more', async () => {
    const field = await define('turno', 'select', { options: OPTIONS })
    const { id } = await driver({ turno: 'v' })
    await ok('PUT', `${FIELDS}/${field.id}`, { options: OPTIONS.slice(0, 1) })
    await ok('PUT', `/api/cadastro/motorista/${id}`, { xNome: 'Outro', extra: { turno: 'v' } })
    expect((await shown(id)).extra).toMatchObject({ turno: 'v' })
    expect((await put((await driver()).id, { extra: { turno: 'v' } })).status).toBe(422)
    await ok('PUT', `${FIELDS}/${field.id}`, { ativo: false })
  })
})

describe('what is required', () => {
  it('is asked of new records and of whoever names it; a beginning is given', async () => {
    const first = await define('obrigatorio', 'text', { required: true, label: 'Nº interno' })
    const second = await define('nivel', 'select', { options: OPTIONS, padrao: 'v' })
    const none = await call('POST', '/api/cadastro/motorista', { xNome: 'Sem' })
    expect(none.body.errors).toEqual({ 'extra.obrigatorio': ['O campo "Nº interno" é obrigatório'] })
    const { id } = await driver({ obrigatorio: '7' })
    expect((await shown(id)).extra).toMatchObject({ nivel: 'v' })
    expect((await put(id, { extra: { obrigatorio: '' } })).status).toBe(422)
    const draft = (values: object) => call('POST', '/api/custom-fields/motorista/draft', { values })
    expect((await draft({})).status).toBe(422)
    expect((await draft({ obrigatorio: '8' })).body).toMatchObject({ state: 'draft' })
    expect((await ok('GET', '/api/custom-fields/motorista/draft?expand=1')).values).toMatchObject({ nivel: 'v' })
    expect(await ok('POST', `/api/custom-fields/motorista/${id}`, { values: { obrigatorio: '9' } })).toMatchObject({
      message: 'Registro salvo com sucesso.',
      state: 'saved',
      values: { obrigatorio: '9' },
    })
    expect((await call('POST', '/api/custom-fields/motorista/abc', { values: {} })).body.message).toBe(
      'ID do registro não informado',
    )
    for (const { id: of } of [first, second]) await ok('PUT', `${FIELDS}/${of}`, { ativo: false })
  })
})

describe('who sees and writes', () => {
  it('roles that a field names, and nobody else', async () => {
    await define('salario', 'money', { visible_roles: ['manager'], editable_roles: [] })
    await define('nota', 'text', { editable_roles: ['manager'] })
    const { id } = await driver({ salario: 5000, nota: 'A' })
    const clerk = await server.user({ permissions: ['show motorista', 'edit motorista', 'store motorista'] })
    const seen = (await clerk('GET', `/api/cadastro/motorista/${id}`)).body.extra
    expect(seen).not.toHaveProperty('salario')
    expect(seen).toMatchObject({ nota: 'A' })
    for (const query of ['orderBy=extra.salario', where({ 'extra.salario': 5000 }), 'search=extra.salario:5000'])
      expect((await clerk('GET', `/api/cadastro/motorista?${query}`)).status).toBe(422)
    await clerk('PUT', `/api/cadastro/motorista/${id}`, { extra: { nota: 'B', salario: 1 } })
    expect((await shown(id)).extra).toMatchObject({ salario: 5000, nota: 'A' })
    await ok('PUT', `/api/cadastro/motorista/${id}`, { extra: { salario: 6000 } })
    const told = JSON.stringify((await clerk('GET', `/api/cadastro/motorista/${id}/auditoria`)).body)
    expect(told).not.toContain('6000')
    const form = (await clerk('GET', '/api/custom-fields/motorista/draft?expand=1')).body.fields
    expect(form.map((one: { key: string }) => one.key)).not.toContain('salario')
    expect(form.find((one: { key: string }) => one.key === 'nota')).toMatchObject({ editable: false })
  })

  it('another company has neither the field nor what stands in it', async () => {
    const field = await define('so_nosso', 'text', { empresa_id: server.empresa_id })
    const { id } = await driver({ so_nosso: 'segredo' })
    const { id: outra } = await server.insert('empresa', { CNPJ_CPF: testCnpj(9), xNome: 'Outra', UF: 'PR' })
    const other = await server.user({ roles: ['admin'], empresas: [outra] })
    const seen = await other('GET', `/api/cadastro/motorista/${id}`)
    expect(seen.status).toBe(200)
    expect(JSON.stringify(seen.body)).not.toContain('segredo')
    expect((await other('GET', '/api/cadastro/motorista?orderBy=extra.so_nosso')).status).toBe(422)
    await other('PUT', `/api/cadastro/motorista/${id}`, { extra: { apelido: 'deles' } })
    expect((await shown(id)).extra).toMatchObject({ so_nosso: 'segredo', apelido: 'deles' })
    await ok('PUT', `${FIELDS}/${field.id}`, { ativo: false })
  })

  it('a state may leave a field open though its document is closed', async () => {
    const define = (key: string, states: readonly number[]) =>
      ok('POST', FIELDS, { alias: 'rota', key, type: 'text', label: key, states })
    await define('depois', [3])
    await define('antes', [])
    const carrier = await server.insert('transportadora', { xNome: 'Frota própria' })
    const { id: veiculo_id } = await server.insert('veiculo', {
      transportadora_id: carrier.id,
      placa: 'ABC1D23',
      UF: 'PR',
    })
    const { id } = await ok('POST', '/api/expedicao/rota', { veiculo_id, dRota: '2026-11-27', extra: { antes: 'a' } })
    await ok('POST', `/api/expedicao/rota/${id}/cancela`, { xJust: 'Não há mais entregas hoje' })
    const change = (extra: object) => call('PUT', `/api/expedicao/rota/${id}`, { extra })
    expect((await change({ antes: 'b' })).status).toBe(400)
    expect((await change({ antes: 'b', depois: 'c' })).status).toBe(400)
    expect((await change({ antes: 'a', depois: 'c' })).body.extra).toEqual({ depois: 'c', antes: 'a' })
  })
})

it('an index is made behind the back of the list, used by it, and goes with the field', async () => {
  const { id } = await define('matricula', 'text', { indexado: true })
  await server.runJobs()
  expect((await ok('GET', `${FIELDS}/${id}`)).dhIndice).not.toBeNull()
  const plan = await server.pool.read(SYSTEM, async (db) => {
    const rows = await rowsOf({ db }, sql`select indexdef from pg_indexes where indexname = ${`custom_field_${id}_ix`}`)
    return JSON.stringify(rows)
  })
  expect(plan).toContain(`prumo_busca((extra ->> '${id}'::text))`)
  await ok('PUT', `${FIELDS}/${id}`, { indexado: false })
  await server.runJobs()
  expect((await ok('GET', `${FIELDS}/${id}`)).dhIndice).toBeNull()
})

it('a plain search finds by the texts that say so, for whoever sees them, and by an index', async () => {
  const { id } = await define('lacre', 'text', { buscado: true })
  const hidden = await define('sigilo', 'textarea', { buscado: true, visible_roles: ['admin'] })
  expect(
    (await call('POST', FIELDS, { alias: 'motorista', key: 'cota', type: 'number', label: 'x', buscado: true })).body,
  ).toMatchObject({ errors: { buscado: [expect.stringContaining('só um campo de texto')] } })
  await server.runJobs()
  const one = await driver({ lacre: 'Ação-778', sigilo: 'Dívida velha' })
  const found = (q: string, who = call) =>
    who('GET', `/api/cadastro/motorista?search=${encodeURIComponent(q)}`).then(({ body }) =>
      body.data.map((row: { id: number }) => row.id),
    )
  expect(await found('acao-77')).toEqual([one.id])
  expect(await found(`motorista ${serial} ACAO`)).toEqual([one.id])
  expect(await found('divida')).toEqual([one.id])
  const clerk = await server.user({ permissions: ['show motorista'] })
  expect(await found('divida', clerk)).toEqual([])
  expect(await found('acao-77', clerk)).toEqual([one.id])
  const plan = await server.pool.transaction(SYSTEM, async (db) => {
    await db.execute(sql`set local enable_seqscan = off`)
    return rowsOf(
      { db },
      sql.raw(
        `explain select id from motorista t where busca like '%acao%' or prumo_busca((t."extra" ->> '${id}')) like '%acao%'`,
      ),
    )
  })
  expect(JSON.stringify(plan)).toContain(`custom_field_${id}_busca_ix`)
  for (const one of [id, hidden.id]) await ok('PUT', `${FIELDS}/${one}`, { buscado: false })
  expect(await found('acao-77')).toEqual([])
  for (const key of ['b1', 'b2', 'b3', 'b4', 'b5']) await define(key, 'text', { buscado: true, ativo: true })
  const more = await call('POST', FIELDS, { alias: 'motorista', key: 'b6', type: 'text', label: 'b6', buscado: true })
  expect(more.body.errors).toEqual({ buscado: ['Um cadastro tem no máximo 5 campos na busca.'] })
})
