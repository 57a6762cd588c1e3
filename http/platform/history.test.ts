import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Field } from '../../core/fields/field'
import { machineWord } from '../../fixtures/machine-words'
import { Samples, sampleValue, type Stored } from '../../fixtures/samples'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { walked } from '../../fixtures/walked'
import { SYSTEM } from '../db/pool'
import { systemCtx } from './app'
import type { Ctx } from './context'
import { history } from './engine/history'
import { load, update } from './engine/write'
import { type Resource, resourceNamed, type Row } from './resource'

/** The history of a record of every resource, made from the definitions: created, each of its fields changed, deleted. What it says is for people. */

let server: TestServer
let samples: Samples
beforeAll(async () => {
  server = await testServer()
  samples = new Samples(server)
})
afterAll(() => server.close())

const inTransaction = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  server.pool.transaction(SYSTEM, (db) => work(systemCtx(server.services, db, [server.empresa_id], server.empresa_id)))

/** Free structure of every shape that is stored. */
const STRUCTURES: readonly unknown[] = [[{ chave: 'x_y' }], { ativo: true }, [['08:00', '12:00']], ['show venda'], [1]]

async function otherValue(field: Field, at: number): Promise<unknown> {
  const { meta } = field
  if (meta.kind === 'json') return STRUCTURES[at % STRUCTURES.length]
  if (meta.format === 'recurso') return 'venda_mercadoria'
  if (meta.format === 'direito') return `edit ${['venda', 'contas_receber', 'stok'][at % 3]}`
  if (meta.words !== undefined) return Object.keys(meta.words).at(-1)
  if (meta.kind === 'decimal') return '1.5'
  if (meta.kind === 'date') return '2026-11-21'
  if (meta.ref !== undefined) return (await samples.shared(meta.ref)).id
  return sampleValue(field)
}

/** Changes one field of a record, as the program itself; false where a rule of the database wants others with it. */
async function changeOne(resource: Resource, id: number, name: string, value: unknown): Promise<boolean> {
  try {
    await inTransaction(async (ctx) => update(ctx, resource, await load(ctx, resource, id), { [name]: value }))
    return true
  } catch {
    return false
  }
}

interface Told {
  readonly acao_texto: string
  readonly registro_texto: string | null
  readonly campos: readonly { readonly campo: string; readonly rotulo: string; de_texto: string; para_texto: string }[]
}

const isTold = (row: Row): row is Row & Told => Array.isArray(row.campos)

/** Deletes a record as a person does, and takes that back; false where something forbids it. */
async function goesAndReturns({ paths: [path] }: Resource, id: number): Promise<boolean> {
  if ((await server.admin('DELETE', `/api/${path}/${id}`)).status !== 200) return false
  return (await server.admin('POST', `/api/${path}/reverte`, { ids: [id] })).status === 200
}

async function live(
  resource: Resource,
): Promise<{ readonly told: readonly Told[]; readonly changed: readonly string[]; readonly restored: boolean }> {
  const record: Stored = await samples.record(resource)
  const changed: string[] = []
  for (const [at, [name, field]] of Object.entries(resource.fields).entries()) {
    if (field.meta.generated !== undefined || name === 'empresa_id' || name === resource.parent?.field) continue
    if (await changeOne(resource, record.id, name, await otherValue(field, at))) changed.push(name)
  }
  const restored = await goesAndReturns(resource, record.id)
  const { data } = await inTransaction((ctx) => history(ctx, resource, record.id))
  return { told: data.filter(isTold), changed, restored }
}

/** Tables that others fill, and those whose rows a view shows, have no life of their own here. */
const told = walked().filter((one) => one.view === undefined && !(one.readOnly === true && one.company === 'none'))

/** Those whose record was deleted and came back. */
const returned: string[] = []

describe('the history of a record says to people what was done', () => {
  it.each(told.map((resource) => [resource.name, resource] as const))('%s', async (_, resource) => {
    const { told: entries, changed, restored } = await live(resource)
    if (restored) returned.push(resource.name)
    const texts = entries.flatMap(({ acao_texto, registro_texto, campos }) => [
      acao_texto,
      registro_texto ?? '',
      // A code is what somebody typed.
      ...campos.flatMap(({ campo, rotulo, de_texto, para_texto }) =>
        resource.fields[campo]?.meta.format === 'code' ? [rotulo] : [rotulo, de_texto, para_texto],
      ),
    ])
    expect(texts.flatMap((text) => machineWord(text) ?? [])).toEqual([])
    expect(entries.every(({ acao_texto }) => acao_texto !== '')).toBe(true)
    const seen = new Set(entries.flatMap(({ campos }) => campos.map(({ campo }) => campo)))
    expect(seen.size).toBeGreaterThan(0)
    // Rows of ledgers are never changed.
    if (resource.readOnly !== true) expect(changed.length).toBeGreaterThan(0)
  })

  it('tells also what was deleted and came back', () => {
    expect(returned.length).toBeGreaterThan(50)
  })
})

describe('what a history says', () => {
  const trail = async (path: string) => (await server.admin('GET', `${path}/auditoria`)).body.data

  it('names records in place of their numbers, states by their words, money and dates as people write them', async () => {
    const customer = await server.insert('cliente', { xNome: 'Padaria Central', empresa_id: server.empresa_id })
    const sale = await samples.record(resourceNamed('venda'))
    await inTransaction(async (ctx) => {
      const venda = resourceNamed('venda')
      const now = await load(ctx, venda, sale.id)
      await update(
        ctx,
        venda,
        now,
        { cliente_id: customer.id, vFrete: '1234.5', dhFechamento: '2026-11-20 10:00:00' },
        'fecha',
      )
    })
    const [last] = await trail(`/api/venda/${sale.id}`)
    expect(last.acao_texto).toBe('Expediu')
    const by = Object.fromEntries(last.campos.map((one: { campo: string }) => [one.campo, one]))
    expect(by.cliente_id).toMatchObject({ rotulo: 'Cliente', para_texto: 'Padaria Central' })
    expect(by.status).toMatchObject({
      rotulo: 'Situação',
      de_texto: 'Aberta',
      para_texto: expect.stringMatching(/^(?!Aberta)/),
    })
    expect(by.vFrete).toMatchObject({ para_texto: 'R$ 1.234,50' })
    expect(by.dhFechamento.para_texto).toMatch(/^20\/11\/2026 \d\d:00:00$/)
  })

  it('is without what asks a right that its reader lacks', async () => {
    const { id } = await samples.record(resourceNamed('mercadoria'))
    expect(await changeOne(resourceNamed('mercadoria'), id, 'custo', '12.34')).toBe(true)
    const reader = await server.user({ permissions: ['show mercadoria'] })
    expect(JSON.stringify(await trail(`/api/mercadoria/${id}`))).toContain('R$ 12,34')
    expect(JSON.stringify((await reader('GET', `/api/mercadoria/${id}/auditoria`)).body)).not.toContain('12,34')
  })

  it('tells rights, roles and companies by what they are called', async () => {
    const user = await samples.record(resourceNamed('user'))
    const role = await server.insert('role', { name: 'saller_manager' })
    expect((await server.admin('POST', `/api/user/${user.id}/attachRole`, { role_id: role.id })).status).toBe(200)
    const [last] = await trail(`/api/user/${user.id}`)
    expect(last.acao_texto).toBe('Adicionou uma regra de acesso')
    expect(last.campos).toContainEqual(
      expect.objectContaining({ rotulo: 'Regras de acesso', para_texto: 'Gerente de vendas' }),
    )
  })
})
