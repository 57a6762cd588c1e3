import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../fixtures/test-server'
import { sum } from './area'
import { resources } from './resources'

/** `/api/openapi.json` tells what is served, and by which methods. */

type Operation = Readonly<{
  parameters?: readonly { name: string; in: string; required?: boolean }[]
  requestBody?: unknown
  responses?: Readonly<Record<string, { content?: { 'application/json': { schema: unknown } } }>>
}>

let server: TestServer
let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>

beforeAll(async () => {
  server = await testServer()
  paths = (await server.admin('GET', '/api/openapi.json')).body.paths
})
afterAll(() => server.close())

/** A told path as it is called: a report by the name of one, a record by a number that none has. */
const called = (path: string) =>
  path.replace('{rel_name}', sum('reports')[0]?.rel_name ?? '').replaceAll(/\{\w+\}/g, '999999999')
const places = resources
  .flatMap(({ paths }) => paths.map((one) => ({ at: `/api/${one}`, main: `/api/${paths[0]}` })))
  .toSorted((a, b) => b.at.length - a.at.length)

/** A route as it is told: parameters without their patterns, a resource's other paths (which its list tells) as its main one. */
function toldAs(route: string): string {
  const path = route.replaceAll(/:(\w+)(?:\{(?:[^{}]|\{[^{}]*\})*\})?/g, '{$1}')
  if (Object.hasOwn(paths, path)) return path
  const place = places.find(({ at }) => path === at || path.startsWith(`${at}/`))
  return place ? `${place.main}${path.slice(place.at.length)}` : path
}

const operation = (path: string, method: string) => paths[path]?.[method]
const named = (path: string, where: string) =>
  operation(path, 'get')?.parameters?.flatMap((one) => (one.in === where ? [one.name] : []))

describe('the description of the API', () => {
  it('tells codes by their words, JSON by the shape of its name, and a wrong code is refused by them', async () => {
    const { tipo_entrada_saida, mercadoria } = (await server.admin('GET', '/api/openapi.json')).body.components.schemas
    const { tipo } = tipo_entrada_saida.properties
    expect(mercadoria.properties.formacao_preco.allOf).toEqual([{ $ref: '#/components/schemas/formacao_preco' }])
    expect(tipo).toMatchObject({ title: 'Tipo', description: '0 Entrada, 1 Saída', enum: [0, 1] })
    const wrong = await server.admin('POST', '/api/tipo_entrada_saida', { descricao: 'Outra', tipo: 7 })
    expect([wrong.status, wrong.body.errors.tipo]).toEqual([422, ['Opção inválida: use 0 (Entrada), 1 (Saída).']])
  })

  it('names only what is served: no call of it meets an unknown path', async () => {
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      // Signing out would end the caller's session.
      path === '/api/logout' ? [] : Object.keys(methods).map((method) => [method.toUpperCase(), called(path)] as const),
    )
    expect(calls.length).toBeGreaterThan(500)
    // Whoever may do nothing is told so, and nothing is changed; of a path that is none that there is none.
    const nobody = await server.user({})
    const isUnknown = async (method: string, path: string): Promise<boolean> => {
      const { status, body } = await nobody(method, path, method === 'GET' ? undefined : {})
      return status === 401 || (status === 404 && body.code === 'route_not_found')
    }
    expect(await isUnknown('GET', '/api/nada')).toBe(true)
    const unknown: string[] = []
    for (const [method, path] of calls) if (await isUnknown(method, path)) unknown.push(`${method} ${path}`)
    expect(unknown).toEqual([])
  })

  it('names everything that is served: no route of the app is missing in it', () => {
    // Middleware, and the screens.
    const served = server.app.routes.filter(({ method, path }) => method !== 'ALL' && path !== '/*')
    expect(served.length).toBeGreaterThan(500)
    const missing = served.filter(({ method, path }) => !operation(toldAs(path), method.toLowerCase()))
    expect([...new Set(missing.map(({ method, path }) => `${method} ${path}`))]).toEqual([])
  })

  it('tells both ways to call an action: what it takes stands in the query of a GET, and in the body of a POST', () => {
    const path = '/api/expedicao/roteirizacao/{id}/export'
    expect(named(path, 'path')).toEqual(['id'])
    expect(named(path, 'query')).toEqual(['format'])
    expect(operation(path, 'post')?.requestBody).toMatchObject({
      content: { 'application/json': { schema: { properties: { format: {} } } } },
    })
    expect(named(path, 'header')).toEqual([])
  })

  it('tells what an action answers: what it says itself, a record of a resource by name, else the changed record', () => {
    const answer = (path: string) => operation(path, 'post')?.responses?.['200']?.content?.['application/json'].schema
    expect(answer('/api/venda/{id}/duplica')).toMatchObject({
      properties: { venda: { properties: { id: { type: 'number' } } } },
    })
    expect(answer('/api/comercial/meta/{id}/duplica')).toEqual({
      $ref: '#/components/schemas/meta',
    })
    expect(answer('/api/expedicao/rota_venda/addVendas')).toMatchObject({
      properties: { rota_vendas: { items: { $ref: '#/components/schemas/rota_venda' } } },
    })
    expect(answer('/api/venda/{id}/fecha')).toEqual({ $ref: '#/components/schemas/venda' })
    const shown = operation('/api/compras/nfe_compra/{id}/getImportacaoXmlData', 'get')?.responses?.['200']
    expect(shown?.content?.['application/json'].schema).toMatchObject({
      properties: { mercadoria_importacao_list: { items: { $ref: '#/components/schemas/mercadoria_importacao' } } },
    })
    expect(operation('/api/expedicao/roteirizacao/{id}/export', 'post')?.responses?.['200']).toEqual({
      description: 'Arquivo XLSX',
    })
  })

  it('tells that a GET which changes something asks a browser for its header', () => {
    expect(named('/api/expedicao/rota/{id}/cancela', 'header')).toEqual(['X-Requested-With'])
  })
})

it('tells the fields of the company of whoever asks, as far as they see them; whoever has none is told of `extra` in general', async () => {
  const options = [{ value: 'a', label: 'Azul' }]
  const define = (key: string, type: string, more: object = {}) =>
    server.admin('POST', '/api/sis/custom_field', {
      alias: 'motorista',
      empresa_id: server.empresa_id,
      key,
      type,
      label: key,
      ...more,
    })
  await define('cor', 'select', { options, required: true })
  await define('cursos', 'tags', { options })
  await define('exame', 'date', { editable_roles: ['ceo'] })
  await define('filhos', 'repeater', { columns: [{ key: 'nome', label: 'Nome', type: 'text', required: true }] })
  await define('sigilo', 'money', { visible_roles: ['ceo'] })
  const extraFor = async (call: TestServer['admin']) =>
    (await call('GET', '/api/openapi.json')).body.components.schemas.motorista.properties.extra
  const clerk = await server.user({ permissions: ['show motorista'] })
  expect(await extraFor(clerk)).toMatchObject({
    required: ['cor'],
    properties: {
      cor: { type: 'string', enum: ['a'] },
      cursos: { type: 'array', items: { enum: ['a'] } },
      exame: { type: 'string', format: 'date', readOnly: true },
      filhos: { type: 'array', items: { properties: { nome: { type: 'string' } }, required: ['nome'] } },
    },
  })
  expect((await extraFor(clerk)).properties).not.toHaveProperty('sigilo')
  expect((await extraFor(server.admin)).properties).toHaveProperty('sigilo')
  const { id } = await server.insert('empresa', { CNPJ_CPF: testCnpj(9), xNome: 'Outra', UF: 'PR' })
  const other = await server.user({ permissions: ['show motorista'], empresas: [id] })
  expect(await extraFor(other)).not.toHaveProperty('properties')
})
