import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  actionBodies,
  ALLOWED_QUERIES,
  anyBodies,
  refusedBodies,
  refusedQueries,
  STRANGE,
  withRaw,
  writable,
  WRONG,
} from '../../fixtures/hostile'
import { Samples, type Stored } from '../../fixtures/samples'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { walked } from '../../fixtures/walked'
import { actionsOf } from './action'
import type { Resource } from './resource'

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

const isRefusal = (status: number) => status >= 400 && status < 500

describe.each(walked().map((resource) => ({ name: resource.name, resource })))('$name', ({ resource }) => {
  it('4xx for every body that cannot be, and nothing changes', async () => {
    if (resource.readOnly) return
    const { id }: Stored = await samples.record(resource)
    const bodies = refusedBodies(resource, await samples.body(resource))
    const before = await samples.state(resource)
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
    expect(await samples.state(resource)).toBe(before)
  })

  it('4xx for every query that cannot be', async () => {
    const wrong: string[] = []
    for (const query of refusedQueries(resource)) {
      const { status, text } = await send('GET', `${base(resource)}?${query}`)
      if (!isRefusal(status)) wrong.push(`${decodeURIComponent(query).slice(0, 160)} → ${status} ${text}`)
    }
    for (const name of Object.keys(resource.custom ?? {}))
      for (const value of [
        '{"toString":1}',
        '[{"valueOf":1}]',
        '1e400',
        '"x"',
        '[[1]]',
        '-1',
        'true',
        '"\\u0000"',
        '[1e400]',
      ]) {
        const { status, text } = await send(
          'GET',
          `${base(resource)}?custom=${encodeURIComponent(withRaw({}, name, value))}`,
        )
        if (status >= 500) wrong.push(`custom ${name} ${value} → ${status} ${text}`)
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
