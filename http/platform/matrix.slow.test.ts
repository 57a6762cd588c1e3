import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Samples } from '../../fixtures/samples'
import { walked } from '../../fixtures/walked'
import { type Answer, type Caller, testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { resources } from '../resources'
import { type Action, actionsOf } from './action'
import { type Resource, resourceNamed } from './resource'

/**
 * Every resource × every call × everybody, made from the definitions: a resource that is added is covered. What each may is document 1,
 * section 6, said here once more and on its own, so that the server's own table cannot agree with itself by mistake.
 */

type Verb = 'read' | 'create' | 'edit' | 'delete'
type Who = 'nobody' | 'extra' | 'viewer' | 'storer' | 'editor' | 'keeper' | 'manager' | 'admin' | 'foreign'

/** What each may do with a resource whose right is `r`. Roles (`adminOnly`) are for admin and ceo, whatever rights others hold. */
const EVERYBODY: readonly { readonly who: Who; readonly may: readonly Verb[] }[] = [
  { who: 'nobody', may: [] }, // holds every right on everything else
  { who: 'extra', may: [] },
  { who: 'viewer', may: ['read'] },
  { who: 'storer', may: ['read', 'create'] },
  { who: 'editor', may: ['read', 'create', 'edit', 'delete'] },
  { who: 'keeper', may: ['read', 'create', 'edit', 'delete'] },
  { who: 'manager', may: ['read', 'create', 'edit', 'delete'] },
  { who: 'admin', may: ['read', 'create', 'edit', 'delete'] },
]

/** Rows that are a fact of a title that stands: made by whoever may change it, as by its verbs. */
const CHANGES_ANOTHER: ReadonlySet<string> = new Set(['contas_pagar_compensacao', 'contas_receber_compensacao'])

function may(resource: Resource, who: Who, verb: Verb): boolean {
  if (resource.adminOnly) return who === 'admin' || who === 'foreign'
  if (verb === 'create' && who === 'storer' && CHANGES_ANOTHER.has(resource.name)) return false
  if (verb === 'read' && resource.open) return true
  return who === 'foreign' || EVERYBODY.some((one) => one.who === who && one.may.includes(verb))
}

const ACTIONS = ['store', 'show', 'edit', 'manage', 'extra']
const HELD: Readonly<Record<string, string>> = {
  extra: 'extra',
  viewer: 'show',
  storer: 'store',
  editor: 'edit',
  keeper: 'manage',
}

/**
 * Records that do not exist for whoever has the right alone, an administrator too: those of two people, and files, which are there for whoever sees
 * what they are attached to (`sis/anexo/anexo.test.ts`); what became of the records of somebody's task (`bulk/lote.test.ts`);
 * what others count of a blind count, and its items (`estoque/inventario/inventario.test.ts`).
 */
const PERSONAL: ReadonlySet<string> = new Set([
  'chat_mensagem',
  'aviso_usuario',
  'anexo',
  'tarefa_registro',
  'inventario_contagem',
  'mercadoria_inventario_item',
  'relatorio_agenda',
])

/** Rights on something else that open it all the same (P1-009). */
const ALSO_OPENS: ReadonlyMap<string, string> = new Map([['transportadora', 'manage fornecedor']])

let server: TestServer
let samples: Samples
const people = new Map<string, Promise<Caller>>()
const rights = [...new Set(resources.map((one) => one.right))]

beforeAll(async () => {
  server = await testServer()
  samples = new Samples(server)
  const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Outra Empresa Ltda' })
  people.set('foreign', server.user({ roles: ['admin'], empresas: [other.id] }))
  for (const role of ['manager', 'admin']) people.set(role, server.user({ roles: [role] }))
})
afterAll(() => server.close())

/** Somebody's calls; who holds a right on a resource is made once a right. */
function callerOf(who: Who, right: string): Promise<Caller> {
  const known = people.get(who) ?? people.get(`${who} ${right}`)
  if (known) return known
  const held = HELD[who]
  const others = rights.filter((one) => one !== right).flatMap((one) => ACTIONS.map((name) => `${name} ${one}`))
  const permissions = held ? [`${held} ${right}`] : others.filter((name) => name !== ALSO_OPENS.get(right))
  const made = server.user({ permissions })
  people.set(`${who} ${right}`, made)
  return made
}

interface Call {
  readonly name: string
  readonly verb: Verb
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly action?: Action['on']
}

const base = (resource: Resource) => `/api/${resource.paths[0]}`

const untouched = new Map<string, Promise<readonly Call[]>>()

/** The calls on a record that is still there: who may delete takes one of their own. */
function callsFor(resource: Resource, who: Who | undefined): Promise<readonly Call[]> {
  if (who !== undefined && may(resource, who, 'delete')) return callsOf(resource)
  const known = untouched.get(resource.name) ?? callsOf(resource)
  untouched.set(resource.name, known)
  return known
}

/** Verbs after which there may be no record any more. */
const TAKES_AWAY: ReadonlySet<string> = new Set(['cancela', 'deleteIntencaoCliente'])

/** Every call that a resource answers, on a record of its own. */
async function callsOf(resource: Resource): Promise<readonly Call[]> {
  const { id } = await samples.record(resource)
  const one = `${base(resource)}/${id}`
  const reads: readonly Call[] = [
    {
      name: 'list',
      verb: 'read',
      method: 'GET',
      path: `${base(resource)}?where=${encodeURIComponent(`{"id":${id}}`)}`,
    },
    { name: 'get', verb: 'read', method: 'GET', path: one },
    { name: 'audit', verb: 'read', method: 'GET', path: `${one}/auditoria` },
  ]
  // What may take the record away comes last.
  const verbs = actionsOf(resource)
    .toSorted((a, b) => Number(TAKES_AWAY.has(a.name)) - Number(TAKES_AWAY.has(b.name)))
    .flatMap((action) => verbCall(one, action))
  if (resource.readOnly) return [...reads, ...verbs]
  // Records of their own: an action may have taken the other away.
  const [gone, last] = [(await samples.record(resource)).id, (await samples.record(resource)).id]
  return [
    ...reads,
    { name: 'create', verb: 'create', method: 'POST', path: base(resource), body: await samples.body(resource) },
    { name: 'update', verb: 'edit', method: 'PUT', path: one, body: {} },
    ...verbs,
    { name: 'bulk delete', verb: 'delete', method: 'DELETE', path: base(resource), body: { ids: [gone] } },
    { name: 'delete', verb: 'delete', method: 'DELETE', path: `${base(resource)}/${last}` },
  ]
}

/** What an action may do to whoever calls it is the action's own; only those that ask for a right are here. */
function verbCall(one: string, { name, right, on }: Action): Call[] {
  return right === 'own' ? [] : [{ name, verb: right, method: 'POST', path: `${one}/${name}`, body: {}, action: on }]
}

const told = (call: Call, { status, body }: Answer) => `${call.name} ${status} ${String(body?.message ?? '')}`

/** A call that was let through: whatever a rule says of it, it is not for want of a right, and it is no failure. */
function assertLetThrough(call: Call, answer: Answer, who?: Who): void {
  expect([401, 404, 405, 500], told(call, answer)).not.toContain(answer.status)
  // An action may ask for more than the right that its door asks for, and then says what.
  if (call.action && (who === 'editor' || who === 'keeper' || who === 'storer')) return
  // What goods cost is a right of its own beside any other; roles have it as they are set up, and these users have none of them.
  if (call.action && who !== 'admin' && COSTS.test(String(answer.body?.message))) return
  expect(String(answer.body?.message), told(call, answer)).not.toMatch(/falta a permissão|só administradores/)
}

const COSTS = /falta a permissão “Ver custos e margens”/

/** In a company of their own others' records do not exist; what all companies share does. */
function assertForeign(resource: Resource, call: Call, answer: Answer): void {
  // An action of the whole resource works on what is the caller's own.
  if (resource.company === 'none' || call.action === 'collection') return
  if (call.name === 'list') expect([answer.status, answer.body.total], told(call, answer)).toEqual([200, 0])
  else if (call.name === 'bulk delete') expect([404, 422], told(call, answer)).toContain(answer.status)
  else if (call.name === 'create') expect([403, 422], told(call, answer)).toContain(answer.status)
  else expect([404, 422], told(call, answer)).toContain(answer.status)
}

describe.each(walked().map((resource) => ({ name: resource.name, resource })))('$name', ({ resource }) => {
  it('401 for whoever is not signed in', async () => {
    for (const { method, path, body } of await callsFor(resource, undefined)) {
      const answer = await server.app.request(path, { method, body: body === undefined ? null : JSON.stringify(body) })
      expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} 401`)
    }
  })

  it.each(EVERYBODY)('$who', async ({ who }) => {
    const calls = await callsFor(resource, who)
    const caller = await callerOf(who, resource.right)
    await samples.admit()
    const before = await samples.state(resource)
    const [refused, allowed] = [
      calls.filter(({ verb }) => !may(resource, who, verb)),
      calls.filter(({ verb }) => may(resource, who, verb)),
    ]
    for (const call of refused) {
      const answer = await caller(call.method, call.path, call.body)
      expect([answer.status, answer.body.code], told(call, answer)).toEqual([403, 'forbidden'])
    }
    expect(await samples.state(resource), 'what was refused changes nothing').toBe(before)
    for (const call of PERSONAL.has(resource.name) ? [] : allowed)
      assertLetThrough(call, await caller(call.method, call.path, call.body), who)
  })

  it('foreign: 404 for what another company owns, and nothing of it changes', async () => {
    const caller = await callerOf('foreign', resource.right)
    const calls = await callsFor(resource, undefined)
    const before = await samples.state(resource)
    for (const call of calls) {
      if (resource.company === 'none' && call.verb !== 'read') continue
      // A company of one's own may be made by whoever holds the right.
      if (call.name === 'create' && !resource.fields.empresa_id) continue
      const body = call.name === 'create' ? { ...call.body, empresa_id: server.empresa_id } : call.body
      assertForeign(resource, call, await caller(call.method, call.path, body))
    }
    expect(await samples.state(resource)).toBe(before)
  })
})

/** Roles that manage a register by their name (P1-007 to P1-010): the whole of it, and nothing else. */
const BY_NAME: readonly (readonly [role: string, names: readonly string[]])[] = [
  ['operator_manager', ['cliente', 'fornecedor', 'transportadora']],
  ['buyer', ['mercadoria']],
  ['stokman_manager', ['mercadoria']],
  ['saller_manager', []],
  ['financier1', []],
]

describe.each(BY_NAME)('%s', (role, names) => {
  it.each(['cliente', 'fornecedor', 'transportadora', 'mercadoria', 'vendedor'])('%s', async (name) => {
    const caller = await server.user({ roles: [role] })
    const resource = resourceNamed(name)
    for (const call of await callsOf(resource)) {
      const answer = await caller(call.method, call.path, call.body)
      if (names.includes(name)) assertLetThrough(call, answer)
      else expect(answer.status, told(call, answer)).toBe(403)
    }
  })
})

describe('what an administrator writes', () => {
  const writable = walked().filter((one) => !one.readOnly)

  it('is created, shown, changed and deleted, each with its trail, in nearly every resource', async () => {
    const created: string[] = []
    for (const resource of writable) {
      const made = await server.admin('POST', base(resource), await samples.body(resource))
      if (made.status !== 201) continue
      created.push(resource.name)
      const one = `${base(resource)}/${made.body.id}`
      const changed = await server.admin('PUT', one, { versao: made.body.versao })
      expect([resource.name, changed.status, changed.body.message]).toEqual([resource.name, 200, undefined])
      const trail = (await server.admin('GET', `${one}/auditoria`)).body.data
      expect([resource.name, trail.map((entry: { acao: string }) => entry.acao)]).toEqual([
        resource.name,
        expect.arrayContaining(['create']),
      ])
    }
    // A few documents need more than what their definition says is required.
    expect(created.length).toBeGreaterThan(writable.length * 0.8)
  })
})
