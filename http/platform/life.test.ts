import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Life, Refusal, State } from '../../core/lifecycle/life'
import { stateOf, verbRefusal, writeRefusal } from '../../core/lifecycle/standing'
import { Samples, type Stored } from '../../fixtures/samples'
import { type Answer, testServer, type TestServer } from '../../fixtures/test-server'
import { walked } from '../../fixtures/walked'
import { SYSTEM } from '../db/pool'
import { resources } from '../resources'
import { actionsOf } from './action'
import { type Resource, resourceNamed, type Row } from './resource'

/**
 * Every document × state × write and verb, made from the definitions: what a life forbids is refused in its words by whatever way it comes, and
 * what it allows is never refused by it. A document that is added is covered.
 */

const documents = walked().flatMap((resource) =>
  resource.life ? [{ name: resource.name, resource, life: resource.life }] : [],
)
const AT = '2026-11-20 10:00:00'
const REASON = 'Motivo que basta para qualquer regra'

let server: TestServer
let samples: Samples

beforeAll(async () => {
  server = await testServer()
  samples = new Samples(server)
})
afterAll(() => server.close())

const base = (resource: Resource) => `/api/${resource.paths[0]}`
const set = ({ on = [] }: State): readonly string[] => (typeof on === 'string' ? [on] : on)

/** A line below a document, in a list of it or in a list of a line of it. */
interface Line {
  readonly resource: Resource
  readonly id: number
  /** The lists that it lies in, its own first. */
  readonly lists: readonly string[]
  readonly parentId: number
}

interface Document {
  readonly row: Stored
  readonly lines: readonly Line[]
}

async function put(resource: Resource, id: number, values: Row): Promise<void> {
  const sets = Object.entries(values).map(([name, value]) => sql`${sql.raw(`"${name}"`)} = ${value}`)
  if (sets.length === 0) return
  await server.pool.transaction(SYSTEM, (db) =>
    db.execute(sql`update ${sql.raw(`"${resource.name}"`)} set ${sql.join(sets, sql`, `)} where id = ${id}`),
  )
}

async function linesBelow(resource: Resource, id: number, above: readonly string[]): Promise<Line[]> {
  const made: Line[] = []
  for (const lines of resources.filter((one) => one.parent?.resource === resource.name)) {
    const { parent } = lines
    if (!parent) continue
    const line = await samples.record(lines)
    await put(lines, line.id, { [parent.field]: id })
    const lists = [parent.list, ...above]
    made.push({ resource: lines, id: line.id, lists, parentId: id }, ...(await linesBelow(lines, line.id, lists)))
  }
  return made
}

/** A new document in a state, with a line in each of its lists at any depth. */
async function documentIn(resource: Resource, state: State): Promise<Document> {
  const { id } = await samples.record(resource)
  const lines = await linesBelow(resource, id, [])
  const dates = Object.fromEntries(set(state).map((name) => [name, AT]))
  await put(resource, id, dates)
  return { row: { id, ...dates }, lines }
}

/** One way in which a document is written or moved, and what its life says of it. */
interface Try {
  readonly name: string
  readonly refusal: Refusal | undefined
  readonly call: (document: Document) => Promise<Answer>
}

function headTries(resource: Resource, life: Life, row: Row): readonly Try[] {
  const narrow = life.writes.head.narrow?.names ?? []
  return [
    {
      name: 'save',
      refusal: writeRefusal(life, row, { head: true }, []),
      call: (one) => server.admin('PUT', `${base(resource)}/${one.row.id}`, {}),
    },
    ...narrow.map((field) => ({
      name: `save ${field}`,
      refusal: writeRefusal(life, row, { head: true }, [field]),
      call: async (one: Document) => {
        const { ref, words = {} } = resource.fields[field]?.meta ?? {}
        const { body: now } = await server.admin('GET', `${base(resource)}/${one.row.id}`)
        const other =
          ref === undefined
            ? Number(Object.keys(words).find((value) => Number(value) !== Number(now[field])))
            : (await samples.record(resourceNamed(ref))).id
        return server.admin('PUT', `${base(resource)}/${one.row.id}`, { [field]: other })
      },
    })),
    {
      name: 'delete',
      refusal: writeRefusal(life, row, { remove: true }),
      call: (one) => server.admin('DELETE', `${base(resource)}/${one.row.id}`),
    },
    {
      name: 'bulk delete',
      refusal: writeRefusal(life, row, { remove: true }),
      call: (one) => server.admin('DELETE', base(resource), { ids: [one.row.id] }),
    },
  ]
}

function lineTries(life: Life, row: Row, line: Line): readonly Try[] {
  const { resource, lists } = line
  const at = (one: Document) => one.lines.find((other) => other.resource === resource) ?? line
  const parent = resource.parent
  if (!parent) return []
  return [
    {
      name: `save of a line of ${lists.join(' in ')}`,
      refusal: writeRefusal(life, row, { lists }, []),
      call: (one) => server.admin('PUT', `${base(resource)}/${at(one).id}`, {}),
    },
    {
      name: `new line of ${lists.join(' in ')}`,
      refusal: writeRefusal(life, row, { lists, add: true }),
      call: async (one) =>
        server.admin('POST', base(resource), {
          ...(await samples.body(resource)),
          [parent.field]: at(one).parentId,
        }),
    },
    ...(parent.apart
      ? []
      : [
          {
            name: `line of ${lists.join(' in ')} left out`,
            refusal: writeRefusal(life, row, { lists }),
            call: (one: Document) =>
              server.admin('PUT', `${base(resourceNamed(parent.resource))}/${at(one).parentId}`, { [parent.list]: [] }),
          },
        ]),
    {
      name: `delete of a line of ${lists.join(' in ')}`,
      refusal: writeRefusal(life, row, { lists }),
      call: (one) => server.admin('DELETE', `${base(resource)}/${at(one).id}`),
    },
    ...actionsOf(resource).flatMap(({ name, on, writes }): Try[] => {
      if (on !== 'record' || writes === undefined) return []
      const target = lists.includes(writes) ? lists : [writes, ...lists]
      return [
        {
          name: `${name} of a line of ${lists.join(' in ')}`,
          refusal: writeRefusal(life, row, { lists: target }),
          call: (one: Document) => server.admin('POST', `${base(resource)}/${at(one).id}/${name}`, { xJust: REASON }),
        },
      ]
    }),
  ]
}

function actionTries(resource: Resource, life: Life, row: Row): readonly Try[] {
  return actionsOf(resource).flatMap((action): Try[] => {
    const { name, verb, writes } = action
    if (verb === undefined && writes === undefined) return []
    const refusal =
      verb !== undefined
        ? verbRefusal(life, row, verb)
        : writeRefusal(life, row, writes === 'head' ? { head: true } : { lists: [writes ?? ''] })
    return [
      {
        name,
        refusal,
        call: (one) => server.admin('POST', `${base(resource)}/${one.row.id}/${name}`, { xJust: REASON }),
      },
    ]
  })
}

/** All that a life may say to refuse. */
function messagesOf(life: Life): ReadonlySet<string> {
  const said = JSON.stringify(life, (key, value: unknown) => (key === 'unless' ? undefined : value))
  const texts = [...said.matchAll(/\["[a-z_]+","((?:[^"\\]|\\.)*)"\]/g)].map((found) => found[1] ?? '')
  return new Set(texts)
}

describe.each(documents)('$name', ({ resource, life }) => {
  it.each(life.order.map((state) => ({ word: state.name, state })))('$word', async ({ state }) => {
    const messages = messagesOf(life)
    let document = await documentIn(resource, state)
    expect(stateOf(life, document.row).name).toBe(state.name)
    const tries = [
      // What nobody writes from outside has no way to.
      ...(resource.readOnly ? [] : headTries(resource, life, document.row)),
      ...document.lines.flatMap((line) => (line.resource.readOnly ? [] : lineTries(life, document.row, line))),
      ...actionTries(resource, life, document.row),
    ]
    for (const { name, refusal, call } of tries) {
      const { status, body } = await call(document)
      const told = `${name}: ${status} ${String(body?.message)}`
      if (refusal) {
        expect([status, body?.code, body?.message], told).toEqual([400, ...refusal])
        continue
      }
      expect(status, told).not.toBe(500)
      expect(messages.has(String(body?.message)), told).toBe(false)
      // What was allowed may have moved it.
      document = await documentIn(resource, state)
    }
  })

  it('each action that changes it is a verb of its life or says what it writes', () => {
    const mute = actionsOf(resource).filter(
      ({ on, reads, verb, writes }) => on === 'record' && !reads && verb === undefined && writes === undefined,
    )
    expect(mute.map(({ name }) => name)).toEqual([])
  })

  it('its rules name lists and fields that there are', () => {
    const below = (name: string): readonly string[] =>
      resources.flatMap(({ name: line, parent }) => (parent?.resource === name ? [parent.list, ...below(line)] : []))
    expect(below(resource.name)).toEqual(expect.arrayContaining(Object.keys(life.writes.of ?? {})))
    expect(Object.keys(resource.fields)).toEqual(expect.arrayContaining([...(life.writes.head.narrow?.names ?? [])]))
  })
})
