import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { toJsonSchema } from '@valibot/to-json-schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Samples, type Stored } from '../../fixtures/samples'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import { resources } from '../resources'
import { type Action, actionsOf } from './action'
import { rowsOf } from './context'
import { linesOf } from './engine/record'
import type { Field, FieldKind, FieldMeta } from './fields'
import type { Resource, Row } from './resource'

/**
 * What nobody should send, sent to every resource, made from the definitions: bodies and queries of wrong types, sizes, depths, letters
 * and keys. They answer 4xx and change nothing; a text that is only strange is stored and shown as it is.
 */

let server: TestServer
let samples: Samples
beforeAll(async () => {
  server = await testServer()
  samples = new Samples(server)
})
afterAll(() => server.close())

const base = (resource: Resource) => `/api/${resource.paths[0]}`
const LONG = 'x'.repeat(100_000)
const DEEP = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
const SQL_TEXT = `'; drop table cliente; --`
const HTML_TEXT = '<img src=x onerror=alert(1)>'

/** JSON as text: some of it no value of this language can say. */
const WRONG_SHAPES: readonly string[] = [
  '{}',
  '[]',
  '[[1]]',
  '{"a":{"b":[1]}}',
  DEEP,
  '{"__proto__":1}',
  '{"toString":1}',
]
const WRONG: Readonly<Record<FieldKind, (meta: FieldMeta) => readonly string[]>> = {
  text: (meta) => [
    'true',
    JSON.stringify('x'.repeat((meta.max ?? 200) + 1)),
    JSON.stringify(LONG),
    ...(meta.options ? ['"nenhuma"', JSON.stringify(SQL_TEXT)] : []),
  ],
  integer: () => ['"abc"', '1.5', '1e400', '-1e400', '2147483648', '-2147483649', '"1; select 1"', '"0x10"', '"１２"'],
  ref: () => ['"abc"', '0', '-1', '1.5', '1e400', '2147483648', '2147483647', '"1 or 1=1"'],
  decimal: () => [
    '"abc"',
    '"1,5"',
    '1e400',
    '-1e400',
    '1e30',
    '"1e999999999"',
    '1.12345678901234567',
    '"--1"',
    '"NaN"',
    '"Infinity"',
  ],
  boolean: () => ['"talvez"', '2', '-1', '"TRUE; --"'],
  date: () => [
    '"2026-02-30"',
    '"31/12/2026"',
    '"0000-00-00"',
    '20261231',
    '"infinity"',
    '"2026-13-01"',
    '"now()"',
    'true',
  ],
  datetime: () => [
    '"2026-02-30 10:00:00"',
    '"2026-01-01 25:00:00"',
    '"2026-01-01 10:00:00+99:99"',
    '"0001-01-01 00:00:00+14:00"',
    '"infinity"',
    '"2026-01-01T10:00:00Z; drop"',
    '1e400',
  ],
  json: () => ['true', '1', '"texto"', JSON.stringify({ a: LONG })],
}

const writable = ([, { meta }]: readonly [string, Field]): boolean => !meta.computed && meta.generated === undefined

/** Bodies that no record is made of: each has one field that cannot be. */
function refusedBodies(resource: Resource, valid: Row): string[] {
  // The company of a line is its document's, whatever is sent.
  const fields = Object.entries(resource.fields).filter(
    (entry) => writable(entry) && !(entry[0] === 'empresa_id' && resource.parent),
  )
  const byField = fields.flatMap(([name, { meta }]) => {
    const shapes = meta.kind === 'json' ? [DEEP] : WRONG_SHAPES
    return [...shapes, ...WRONG[meta.kind](meta)].map((wrong) => withRaw(valid, name, wrong))
  })
  const byList = linesOf(resource).flatMap((lines) =>
    [
      '1',
      '"x"',
      '{"0":{}}',
      '[null]',
      '[1]',
      '[[]]',
      '[{"id":"x"}]',
      '[{"id":1.5}]',
      '[{"id":2147483647}]',
      '[{"id":1e400}]',
      '[{"id":{"toString":1}}]',
      '[{"id":[[1]]}]',
    ].map((wrong) => withRaw(valid, lines.parent?.list ?? '', wrong)),
  )
  return ['null', '[]', '1', '"x"', '[{}]', '{', '{"a":', DEEP, '{"xNome":"\\ud8', ...byField, ...byList]
}

function withRaw(valid: Row, name: string, raw: string): string {
  const rest = Object.entries(valid).filter(([key]) => key !== name)
  return `{${[...rest.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`), `${JSON.stringify(name)}:${raw}`].join()}}`
}

const enc = encodeURIComponent
const KEYS = [
  'nada',
  '__proto__',
  'constructor',
  'toString',
  'id;drop',
  'password',
  '"id"',
  'id"',
  "id'--",
  'busca',
  'a.b',
  '',
]

/** Queries that ask for what is not there, in what cannot be read. */
const refusedQueries = (resource: Resource): string[] => [
  ...['0', '-1', 'abc', '1.5', '1e400', "1' or '1'='1"].flatMap((wrong) => [
    `page=${enc(wrong)}`,
    `perPage=${enc(wrong)}`,
  ]),
  ...KEYS.slice(0, -1).flatMap((key) => [
    `orderBy=${enc(key)}`,
    `where=${enc(withRaw({}, key, '1'))}`,
    `between=${enc(withRaw({}, key, '{"ini":1}'))}`,
    `custom=${enc(withRaw({}, key, '1'))}`,
  ]),
  ...[
    'nada:1',
    '__proto__:1',
    'constructor:x',
    'password:x',
    'id:x',
    `x${'y'.repeat(300)}`,
    '\0',
    'id:9999999999999',
    'id:1e9',
  ].map((text) => `search=${enc(text)}`),
  ...[
    '[]',
    '1',
    'null',
    '{',
    '"x"',
    '{"id":{}}',
    '{"id":"x"}',
    '{"id":1e400}',
    '{"id":99999999999}',
    '{"id":[[1]]}',
    '{"id":[{}]}',
    '{"id":1.5}',
  ].map((text) => `where=${enc(text)}`),
  ...[
    '[]',
    '1',
    '{"id":1}',
    '{"id":{"ini":"x"}}',
    '{"id":{"fim":{}}}',
    '{"criado_em":{"ini":"ontem"}}',
    '{"id":{"ini":99999999999}}',
  ].map((text) => `between=${enc(text)}`),
  `where=${enc(`{"id":${DEEP}}`)}`,
  `where=${enc(JSON.stringify({ id: Array.from({ length: 2_000 }, (_, n) => n) }))}`,
  'sortedBy=drop',
  ...Object.entries(resource.fields)
    .filter(
      ([, { meta }]) =>
        ['integer', 'ref', 'decimal', 'boolean', 'date', 'datetime'].includes(meta.kind) && !meta.secret,
    )
    .flatMap(([name]) => [
      `where=${enc(withRaw({}, name, JSON.stringify(SQL_TEXT)))}`,
      `where=${enc(withRaw({}, name, '{"a":1}'))}`,
      `between=${enc(withRaw({}, name, '{"ini":"abc"}'))}`,
      `search=${enc(`${name}:abc`)}`,
    ]),
]

/** Strange but allowed: they find nothing, and break nothing. */
const ALLOWED_QUERIES = [
  `search=${enc('%_\\\'";--')}`,
  `search=${enc(SQL_TEXT.slice(0, 20))}`,
  `search=${enc('😀 ﷺ \u202e')}`,
  `search=${enc('\ud800'.toWellFormed())}`,
  'search=;;;',
  `where=${enc('{}')}`,
  `between=${enc('{"id":{}}')}`,
  'page=99999999999&perPage=99999',
  'nada=1&__proto__=2',
]

async function state(resource: Resource): Promise<string> {
  const [row] = await server.pool.read(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql.raw(
        `select concat((select concat(count(*), '/', sum(versao)) from "${resource.name}"), ' ', (select count(*) from auditoria)) as s`,
      ),
    ),
  )
  return String(row?.s)
}

/** Sends as text, byte for byte; answers `status message`. */
async function send(method: string, path: string, body?: string): Promise<{ status: number; text: string }> {
  const token = await tokenOnce
  const response = await server.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, text: (await response.text()).slice(0, 60) }
}
let tokenOnce: Promise<string>
beforeAll(() => {
  tokenOnce = server.token()
})

/** Every resource meets at least so many bodies and queries. */
const AT_LEAST = 200

/** Whatever JSON there is, in fields that exist: `numRuns` of them, the same in every run. */
function anyBodies(resource: Resource, numRuns: number): string[] {
  const names = [
    'versao',
    'id',
    ...Object.keys(resource.fields),
    ...linesOf(resource).map((lines) => lines.parent?.list ?? ''),
  ]
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  const value = fc.oneof(
    text,
    fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
    fc.constantFrom(SQL_TEXT, HTML_TEXT, -0, 1e308),
  )
  const body = fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 4, noNullPrototype: true })
  return fc.sample(body, { numRuns, seed: 20_261_121 }).map((one) => JSON.stringify(one))
}

/** Every text of the resource, written in a way that a careless page or query would trip over. */
const STRANGE = [
  SQL_TEXT,
  HTML_TEXT,
  '${7*7}{{7*7}}',
  'a\0b',
  '\u202eesrever',
  '😀é\u0301ﷺ',
  '%_\\',
  '=1+1',
  '\ud800x',
  '\n\t x',
]

const isRefusal = (status: number) => status >= 400 && status < 500

describe.each(resources.map((resource) => ({ name: resource.name, resource })))('$name', ({ resource }) => {
  it('4xx for every body that cannot be, and nothing changes', async () => {
    if (resource.readOnly) return
    const { id }: Stored = await samples.record(resource)
    const bodies = refusedBodies(resource, await samples.body(resource))
    const before = await state(resource)
    const wrong: string[] = []
    for (const body of bodies) {
      const made = await send('POST', base(resource), body)
      if (!isRefusal(made.status)) wrong.push(`POST ${body.slice(0, 160)} → ${made.status} ${made.text}`)
    }
    for (const [name, { meta }] of Object.entries(resource.fields).filter(writable))
      for (const raw of [...WRONG[meta.kind](meta), '[]'].slice(0, 4)) {
        if (meta.kind === 'json' && raw === '[]') continue
        if ((name === 'empresa_id' && resource.company === 'own') || name === resource.parent?.field) continue
        const changed = await send('PUT', `${base(resource)}/${id}`, withRaw({}, name, raw))
        if (!isRefusal(changed.status))
          wrong.push(`PUT ${name}: ${raw.slice(0, 80)} → ${changed.status} ${changed.text}`)
      }
    for (const raw of ['{"toString":1}', '[[1]]', '"abc"', '1e400', '-1'])
      if (!isRefusal((await send('PUT', `${base(resource)}/${id}`, `{"versao":${raw}}`)).status))
        wrong.push(`versao ${raw}`)
    for (const ids of [
      '[{"toString":1}]',
      '"x"',
      '[]',
      '[1e400]',
      '["a"]',
      '[[]]',
      '{}',
      '[-1]',
      '[99999999999]',
      '[0.5]',
    ])
      if (!isRefusal((await send('DELETE', base(resource), `{"ids":${ids}}`)).status)) wrong.push(`DELETE ids ${ids}`)
    expect(wrong).toEqual([])
    expect(await state(resource)).toBe(before)
  })

  it('4xx for every query that cannot be', async () => {
    const wrong: string[] = []
    for (const query of refusedQueries(resource)) {
      const { status, text } = await send('GET', `${base(resource)}?${query}`)
      if (!isRefusal(status)) wrong.push(`${decodeURIComponent(query).slice(0, 160)} → ${status} ${text}`)
    }
    for (const query of ALLOWED_QUERIES) {
      const { status, text } = await send('GET', `${base(resource)}?${query}`)
      if (status !== 200 && status !== 422) wrong.push(`${decodeURIComponent(query)} → ${status} ${text}`)
    }
    for (const id of ['0', '-1', 'abc', '99999999999', '2147483648', '1.5', '%00', '1%27', '__proto__', '１'])
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status, text } = await send(method, `${base(resource)}/${id}`, method === 'PUT' ? '{}' : undefined)
        if (!isRefusal(status)) wrong.push(`${method} ${id} → ${status} ${text}`)
      }
    expect(wrong).toEqual([])
  })
  it('never 5xx for any body, and a text that is only strange is stored and shown as it is', async () => {
    const wrong: string[] = []
    const { id } = await samples.record(resource)
    const made = refusedBodies(resource, {}).length + refusedQueries(resource).length
    for (const body of resource.readOnly ? [] : anyBodies(resource, Math.max(20, AT_LEAST - made))) {
      const { status, text } = await send('PUT', `${base(resource)}/${id}`, body)
      if (status >= 500) wrong.push(`${body} → ${status} ${text}`)
    }
    for (const text of resource.readOnly ? [] : STRANGE) wrong.push(...(await shownAsWritten(resource, text)))
    expect(wrong).toEqual([])
  })

  it('never 5xx for any input of an action', async () => {
    const wrong: string[] = []
    for (const action of actionsOf(resource)) {
      const { id } = await samples.record(resource)
      for (const body of actionBodies(action)) {
        const { status, text } = await send('POST', `${base(resource)}/${id}/${action.name}`, body)
        if (status >= 500 && status !== 503) wrong.push(`${action.name} ${body} → ${status} ${text}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

/** What came back other than it was sent, of a record whose free texts all say `text`. */
async function shownAsWritten(resource: Resource, text: string): Promise<string[]> {
  const valid = await samples.body(resource)
  const free = Object.entries(resource.fields).flatMap((entry) =>
    writable(entry) &&
    entry[1].meta.kind === 'text' &&
    !entry[1].meta.normalize &&
    !entry[1].meta.options &&
    !entry[1].meta.secret
      ? [{ name: entry[0], max: entry[1].meta.max ?? 200, min: entry[1].meta.min ?? 0 }]
      : [],
  )
  // What no text can hold is left out when it is stored.
  const kept = text.replaceAll('\0', '').toWellFormed().trim()
  const sent = free.filter(({ max, min }) => kept.length <= max && kept.length >= min)
  const body = { ...valid, ...Object.fromEntries(sent.map(({ name }) => [name, text])) }
  const made = await server.admin('POST', base(resource), body)
  if (made.status >= 500) return [`${text} → ${made.status}`]
  if (made.status !== 201) return []
  const shown = (await server.admin('GET', `${base(resource)}/${made.body.id}`)).body
  await server.admin('DELETE', `${base(resource)}/${made.body.id}`)
  return sent
    .filter(({ name }) => shown[name] !== kept)
    .map(({ name }) => `${name}: ${JSON.stringify(shown[name])} is not ${JSON.stringify(kept)}`)
}

/** Bodies of an action: each of its inputs as what it is not. */
function actionBodies({ input }: Action): string[] {
  const { properties = {} } = toJsonSchema(input, { errorMode: 'ignore', typeMode: 'input' })
  const values = [
    ...WRONG_SHAPES,
    '"abc"',
    '-1',
    '0',
    '1e400',
    '99999999999',
    '"\\u0000"',
    JSON.stringify(LONG),
    JSON.stringify(SQL_TEXT),
    'null',
    'true',
  ]
  return [
    '[]',
    '1',
    'null',
    '{',
    DEEP,
    '{}',
    ...Object.keys(properties).flatMap((name) => values.map((raw) => withRaw({}, name, raw))),
  ]
}
