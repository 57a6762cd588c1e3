import { toJsonSchema } from '@valibot/to-json-schema'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FieldMeta } from '../../core/fields/field'
import { linesOf } from './engine/record'
import { invoiceXml } from '../../fixtures/nfe/invoice'
import { BODIES, TEXTS, TYPES, VALUES } from '../../fixtures/hostile-values'
import { Samples } from '../../fixtures/samples'
import { callerOf, testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { writable } from '../../fixtures/hostile'
import { sum } from '../area'
import { bookFaults } from '../books'
import { SYSTEM } from '../db/pool'
import { resources } from '../resources'
import { type Action, actionsOf } from './action'
import type { Resource, Row } from './resource'

/**
 * What strangers send, by the hundred thousand: every field and every input with every value, in calls that are right otherwise, so that each value
 * reaches the code that takes it; every route with every body; every list with every question; every upload with every file. Nothing answers 5xx,
 * and what was taken can be read afterwards.
 */

let server: TestServer
let samples: Samples
let token: string
beforeAll(async () => {
  server = await testServer()
  samples = new Samples(server)
  token = await server.token()
})
afterAll(() => server.close())

interface Said {
  readonly status: number
  readonly text: string
}

let calls = 0
const figures: Record<string, number> = {}
/** Unanswerable services are no fault of the caller's values. */
const isFault = ({ status }: Said): boolean => status >= 500 && status !== 503

async function send(
  method: string,
  path: string,
  body?: string | FormData,
  headers: Readonly<Record<string, string>> = {},
): Promise<Said> {
  calls++
  const json: Record<string, string> = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}
  const response = await server.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...json, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const said = { status: response.status, text: (await response.text()).slice(0, 80) }
  // Who signs out is let in again.
  if (said.status === 401 || said.status === 419) token = await server.token()
  return said
}

/** `{"a":1,name:raw}` */
const withRaw = (valid: Row, name: string, raw: string): string => {
  const rest = Object.entries(valid).filter(([key]) => key !== name)
  return `{${[...rest.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`), `${JSON.stringify(name)}:${raw}`].join()}}`
}

const base = (resource: Resource) => `/api/${resource.paths[0]}`
const each = resources.map((resource, place) => ({ name: resource.name, resource, place }))
/** One resource's share of the values: how questions are read is the same for all, and three neighbours are asked them all. */
const SHARES = 3

/** What could be read before can be read still: nothing that was stored breaks its list, its record, its history or its export. */
async function unreadable(resource: Resource, id: number): Promise<string[]> {
  const wrong: string[] = []
  for (const path of [
    base(resource),
    `${base(resource)}?perPage=1000`,
    `${base(resource)}/${id}`,
    `${base(resource)}/${id}/auditoria`,
    `${base(resource)}/export?format=csv`,
  ]) {
    const said = await send('GET', path)
    if (said.status >= 500) wrong.push(`${path} → ${said.status}`)
  }
  return wrong
}

const count = async (what: string, work: () => Promise<string[]>): Promise<void> => {
  const before = calls
  const wrong = await work()
  figures[what] = (figures[what] ?? 0) + calls - before
  expect(wrong).toEqual([])
}

describe.each(each)('$name', ({ resource, place }) => {
  it('every field with every value', () =>
    count('fields', async () => {
      if (resource.readOnly) return []
      const wrong: string[] = []
      const { id } = await samples.record(resource)
      const valid = await samples.body(resource)
      const names = Object.entries(resource.fields)
        .filter(writable)
        .map(([name]) => name)
      const all = [...names, 'versao', 'id', ...linesOf(resource).map((lines) => lines.parent?.list ?? '')]
      for (const [column, name] of all.entries())
        for (const [row, raw] of VALUES.entries()) {
          // A change and a creation in turn: each is sent every value, and every field, by its neighbours.
          const isChange = (column + row) % 2 === 0
          const said = isChange
            ? await send('PUT', `${base(resource)}/${id}`, withRaw({}, name, raw))
            : await send('POST', `${base(resource)}?simula=1`, withRaw(valid, name, raw))
          if (isFault(said)) wrong.push(`${isChange ? 'PUT' : 'POST'} ${name}: ${raw.slice(0, 60)} → ${said.status}`)
        }
      return [...wrong, ...(await unreadable(resource, id))]
    }))

  it('every input of every action with every value, the others being right', () =>
    count('actions', async () => {
      const wrong: string[] = []
      for (const action of actionsOf(resource)) {
        const { id } = await samples.record(resource)
        const valid = await validInput(action)
        for (const name of Object.keys(properties(action)))
          for (const raw of VALUES) {
            const said = await send('POST', `${base(resource)}/${id}/${action.name}`, withRaw(valid, name, raw))
            if (isFault(said)) wrong.push(`${action.name} ${name}: ${raw.slice(0, 60)} → ${said.status}`)
          }
        wrong.push(...(await unreadable(resource, id)))
      }
      return wrong
    }))

  it('every question to its list with every value, by three neighbours in turn', () =>
    count('lists', async () => {
      const wrong: string[] = []
      // What reads a question goes by the kind of its field: every kind is asked with every value, by its fields in turn.
      const kinds = Object.values(Object.groupBy(Object.entries(resource.fields), ([, { meta }]) => kindOf(meta)))
      const fieldsFor = (at: number) => kinds.flatMap((of = []) => of[at % of.length]?.[0] ?? [])
      const mine = VALUES.map((raw, at) => ({ raw, at })).filter(({ at }) => (at + place) % SHARES === 0)
      const queries = mine.flatMap(({ raw, at }) => [
        ...['page', 'perPage', 'orderBy', 'sortedBy', 'search', 'where', 'between', 'custom', 'searchJoin'].map(
          (name) => `${name}=${encodeURIComponent(raw)}`,
        ),
        ...[...fieldsFor(at), 'id', 'versao', 'criado_em', 'nada', '__proto__'].flatMap((name) => [
          `where=${encodeURIComponent(withRaw({}, name, raw))}`,
          `between=${encodeURIComponent(withRaw({}, name, `{"ini":${raw},"fim":${raw}}`))}`,
        ]),
        ...Object.keys(resource.custom ?? {}).map((name) => `custom=${encodeURIComponent(withRaw({}, name, raw))}`),
      ])
      for (const query of queries.filter((one) => one.length < 16_000)) {
        const said = await send('GET', `${base(resource)}?${query}`)
        if (isFault(said)) wrong.push(`${decodeURIComponent(query).slice(0, 120)} → ${said.status}`)
      }
      return wrong
    }))
})

const kindOf = ({ kind, format, generated, decimals }: FieldMeta): string => [kind, format, generated, decimals].join()

const properties = ({ input }: Action): Readonly<Record<string, unknown>> => {
  const { properties: told = {} } = toJsonSchema(input, { errorMode: 'ignore', typeMode: 'input' })
  return Object(told)
}

/** An input that the action takes, as far as its schema says. */
async function validInput(action: Action): Promise<Row> {
  const values: Row = {}
  for (const [name, told] of Object.entries(properties(action))) {
    const text = JSON.stringify(told)
    const lists = resources.find((one) => name === `${one.name}_id` || name === `${one.name}_id_list`)
    const id = lists ? (await samples.shared(lists.name)).id : 1
    if (/_list$|^ids$/.test(name) || /"type":"array"/.test(text.slice(0, 40))) values[name] = [id]
    else if (/^d[A-Z]|^ate$|data/.test(name)) values[name] = '2026-11-20'
    else if (/"enum":\[/.test(text)) values[name] = JSON.parse(/"enum":(\[[^\]]*\])/.exec(text)?.[1] ?? '[1]')[0]
    else if (/_id$|^id$/.test(name)) values[name] = id
    else if (/"boolean"/.test(text)) values[name] = true
    else if (/"number"|"integer"/.test(text)) values[name] = 1
    else values[name] = /xJust|xMotivo|motivo/.test(name) ? 'Motivo bastante comprido' : 'a'
  }
  return values
}

it('every route with every body, of every kind', () =>
  count('routes', async () => {
    const wrong: string[] = []
    for (const { tells } of sum('routes'))
      for (const { path, method } of tells)
        for (const id of ['1', '0', 'x', '99999999999', '%F0%9F%98%80', '..%2f..'])
          for (const body of method === 'get' ? [undefined] : BODIES)
            for (const type of method === 'get' ? [''] : TYPES) {
              const said = await send(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, id), body, {
                'Content-Type': type,
              })
              if (isFault(said))
                wrong.push(
                  `${method} ${path} ${id} ${type.slice(0, 40)} ${body?.slice(0, 40)} → ${said.status} ${said.text}`,
                )
            }
    return wrong
  }))

it('every upload with every file', () =>
  count('uploads', async () => {
    const wrong: string[] = []
    const upload = async (path: string, file: File, fields: Readonly<Record<string, string>> = {}): Promise<void> => {
      const form = new FormData()
      form.set('file', file)
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      const said = await send('POST', path, form)
      if (isFault(said))
        wrong.push(
          `${path} ${file.name.slice(0, 40)} ${JSON.stringify(fields).slice(0, 60)} → ${said.status} ${said.text}`,
        )
    }
    // A session of its own: the routes' calls have ended all others of their user.
    const caller = callerOf(server.app, await server.token())
    let number = 0
    const note = () =>
      invoiceXml({
        number: ++number,
        recipient: testCnpj(1),
        items: [{ cProd: '1', xProd: 'Caneca', qCom: '2.0000', vUnCom: '5.00', vProd: '10.00' }],
        vNF: '10.00',
        instalments: [{ dVenc: '2026-12-10', vDup: '10.00' }],
      })
    const elements = [...new Set([...note().matchAll(/<(\w+)>[^<]*<\/\1>/g)].map(([, name]) => name ?? ''))]
    for (const element of elements)
      for (const text of TEXTS) {
        const xml = note().replace(new RegExp(`<${element}>[^<]*</${element}>`), `<${element}>${text}</${element}>`)
        await upload('/api/compras/nfe_compra/uploadXML', new File([xml], `${element}.xml`))
      }
    for (const { id } of (await caller('GET', '/api/compras/nfe_compra?perPage=1000')).body.data)
      for (const path of [
        '',
        '/auditoria',
        ...actionsOf(named('nfe_compra'))
          .filter(({ reads, on }) => reads && on === 'record')
          .map(({ name }) => `/${name}`),
      ]) {
        const said = await send('GET', `/api/compras/nfe_compra/${id}${path}`)
        if (isFault(said)) wrong.push(`stored: ${id}${path} → ${said.status}`)
      }
    const { id } = await samples.record(named('cliente'))
    const junk = [
      '',
      'x',
      'a;b\n1;2',
      `"${'\n'.repeat(500)}`,
      '\ufeffcodigo;xProd\n\ud800;x'.toWellFormed(),
      ...TEXTS.map((text) => `codigo;descricao;custo;cEAN;dNasc\n${text};${text};${text};${text};${text}`),
    ]
    for (const text of junk)
      for (const name of [
        'a.csv',
        'a.xlsx',
        'a.xls',
        'a.ods',
        'a.pdf',
        'a.png',
        '../a.csv',
        'a\u0000.csv',
        'x'.repeat(300),
      ]) {
        for (const tipo of ['mercadorias', 'clientes', 'nada', '__proto__', ''])
          await upload('/api/cadastros/importacao/upload', new File([text], name), { tipo })
        for (const target of ['1', String(id), '-1', 'x', '99999999999'])
          await upload('/api/sis/anexo', new File([text], name), { anexable_type: 'cliente', anexable_id: target })
        for (const path of [
          `/api/empresa/${server.empresa_id}/uploadLogo`,
          `/api/empresa/${server.empresa_id}/uploadCert`,
        ])
          await upload(path, new File([text], name), { keyPass: text.slice(0, 300), empresa_id: '1e400' })
      }
    return wrong
  }))

const named = (name: string): Resource => {
  const found = resources.find((one) => one.name === name)
  if (!found) throw new Error(name)
  return found
}

it('nothing is in the tables that should not be there, and the books prove', async () => {
  const [row] = await server.pool.read(SYSTEM, (db) =>
    db.execute(sql`select (select count(*)::int from pg_class where relname = 'cliente') as tables,
      (select count(*)::int from "user" u join user_role x on x.user_id = u.id join role r on r.id = x.role_id where r.name = 'admin') as admins`),
  )
  expect(row?.tables).toBe(1)
  console.info(`hostile calls: ${calls} ${JSON.stringify(figures)}`)
  const owner = postgres(server.url, { max: 1 })
  // Lines of picking orders that samples put in by themselves are of a step that took nothing out: they are left as by a document that is cancelled.
  await owner`update separacao_venda set "dhCancelamento" = now() where lancamento_id = ${(await samples.shared('lancamento')).id}`
  // So is a tax that a sample says was kept back: its step took nothing off the receivable.
  await owner`update contas_receber_retencao set "dhCancelamento" = now() where lancamento_id = ${(await samples.shared('lancamento')).id}`
  await owner`update separacao s set "dhCancelamento" = now() where not exists (select 1 from separacao_venda d where d.separacao_id = s.id and d."dhCancelamento" is null)`
  // Samples put lines in by themselves: their documents were never added up.
  const faults = (await bookFaults(owner)).filter(({ rule }) => !rule.endsWith('totais = soma dos itens'))
  await owner.end()
  expect(faults).toEqual([])
  expect(calls).toBeGreaterThan(100_000)
})
