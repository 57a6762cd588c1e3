import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../fixtures/test-server'

/** `/api/openapi.json` tells what is served, and by which methods. */

type Operation = Readonly<{
  parameters?: readonly { name: string; in: string; required?: boolean }[]
  requestBody?: unknown
}>

let server: TestServer
let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>

beforeAll(async () => {
  server = await testServer()
  paths = (await server.admin('GET', '/api/openapi.json')).body.paths
})
afterAll(() => server.close())

const operation = (path: string, method: string) => paths[path]?.[method]
const named = (path: string, where: string) =>
  operation(path, 'get')?.parameters?.flatMap((one) => (one.in === where ? [one.name] : []))

describe('the description of the API', () => {
  it('names only what is served: no call of it meets an unknown path', async () => {
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      // Signing out would end the caller's session.
      path === '/api/logout'
        ? []
        : Object.keys(methods).map(
            (method) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '999999999')] as const,
          ),
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

  it('tells both ways to call an action: what it takes stands in the query of a GET, and in the body of a POST', () => {
    const path = '/api/expedicao/roteirizacao/{id}/export'
    expect(named(path, 'path')).toEqual(['id'])
    expect(named(path, 'query')).toEqual(['format'])
    expect(operation(path, 'post')?.requestBody).toMatchObject({
      content: { 'application/json': { schema: { properties: { format: {} } } } },
    })
    expect(named(path, 'header')).toEqual([])
  })

  it('tells that a GET which changes something asks a browser for its header', () => {
    expect(named('/api/expedicao/rota/{id}/cancela', 'header')).toEqual(['X-Requested-With'])
  })
})
