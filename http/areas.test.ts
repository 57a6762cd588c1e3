import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionNames, permissionsOf } from '../cli/setup/roles'
import { ROLE_NAMES } from '../core/access/words'
import { pathOf } from '../core/access/screens'
import { testServer, type TestServer } from '../fixtures/test-server'
import { namedActions, sum } from './area'
import { actionsOf } from './platform/action'
import { allBackgroundJobs, allJobs, regularJobs } from './platform/jobs/job'
import { allResources } from './platform/resource'
import { resources } from './resources'

/** What an area names is found wherever areas are added up, and nothing is there that no area names. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Other test files of this process define some of their own. */
const ofTests = (name: string) => name.startsWith('test')
const told = async () => (await server.admin('GET', '/api/openapi.json')).body

describe('nothing is defined that no area names', () => {
  it('no resource', () => {
    const named = new Set(resources.map(({ name }) => name))
    expect(allResources().filter(({ name }) => !named.has(name) && !ofTests(name))).toEqual([])
  })

  it('no action: it would be served without anybody saying where it belongs', () => {
    const named = new Set(namedActions())
    const lost = resources.flatMap((resource) => actionsOf(resource).filter((one) => !named.has(one)))
    expect(lost.map(({ resource, name }) => `${resource.name}.${name}`).filter((name) => !/\.test/.test(name))).toEqual(
      [],
    )
  })

  it('no background work', () => {
    const named = new Set(sum('jobs').map(({ name }) => name))
    const lost = [...allJobs().map(({ name }) => name), ...allBackgroundJobs().keys()].filter(
      (name) => !named.has(name),
    )
    expect(lost.filter((name) => !ofTests(name))).toEqual([])
    expect(regularJobs().length).toBeGreaterThan(1)
  })
})

describe('what an area names is found by every sum', () => {
  it('resources and actions are served and told', async () => {
    const { paths, components } = await told()
    const missing = resources.flatMap(({ name, paths: [path] }) => [
      ...(paths[`/api/${path}`]?.get ? [] : [path]),
      ...(components.schemas[name] ? [] : [name]),
    ])
    expect(missing).toEqual([])
    expect(namedActions().length).toBeGreaterThan(100)
    for (const { name, on, resource } of namedActions())
      expect(paths).toHaveProperty([`/api/${resource.paths[0]}${on === 'record' ? '/{id}' : ''}/${name}`])
  })

  it('prints are drawn: each asks for the number of its document', async () => {
    expect(sum('prints').length).toBeGreaterThan(5)
    for (const { resource } of sum('prints')) {
      for (const path of [`pdf/${resource.name}`, `html/${resource.name}`]) {
        const { status, body } = await server.admin('GET', `/reporting/${path}`)
        expect([path, status, body.errors]).toEqual([path, 422, { id: ['Informe o número do documento.'] }])
      }
    }
  })

  it('reports are listed, figures stand on the dashboard', async () => {
    const { data } = (await server.admin('GET', '/api/relatorios.json')).body
    expect(data.map((one: { rel_name: string }) => one.rel_name).sort()).toEqual(
      sum('reports')
        .map(({ rel_name }) => rel_name)
        .sort(),
    )
    const panel = (await server.admin('GET', '/api/painel')).body
    expect(Object.keys(panel).length).toBeGreaterThanOrEqual(sum('figures').length)
  })

  it('what can be imported is offered', async () => {
    const { data } = (await server.admin('GET', '/api/cadastros/importacao/tipos')).body
    expect(data.map(({ tipo }: { tipo: string }) => tipo)).toEqual(sum('imports').map(({ name }) => name))
    expect(sum('imports').map(({ name }) => name)).toEqual([
      'clientes',
      'fornecedores',
      'produtos',
      'precos',
      'tributacao',
      'tributacao_mva',
    ])
  })

  it('what the palette finds has a screen to open, and a place of its own', () => {
    const searches = sum('searches')
    expect(searches.filter(({ resource }) => pathOf(resource.name, 1) === '/404')).toEqual([])
    expect(new Set(searches.map(({ place }) => place)).size).toBe(searches.length)
  })

  it('what is told of people names resources and fields that there are', () => {
    const fieldsOf = (name: string) => Object.keys(resources.find((one) => one.name === name)?.fields ?? {})
    const named = sum('personal').flatMap(({ copies = [], open = [], kept = [], gone = [] }) => [
      ...copies.flatMap(({ resource, field, mark = [], empty = [], through }) => [
        ...[field, ...mark, ...empty].map((one) => [resource, one] as const),
        ...(through ? [through] : []),
      ]),
      ...open.map(({ resource, by }) =>
        'field' in by ? ([resource, by.field] as const) : ([by.stops, by.parent] as const),
      ),
      ...kept.map(({ resource, field }) => [resource, field] as const),
      ...gone,
    ])
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(([resource, field]) => !fieldsOf(resource).includes(field))).toEqual([])
  })

  it('roles are given rights that there are', () => {
    const known = new Set(permissionNames())
    const given = Object.keys(ROLE_NAMES).flatMap(permissionsOf)
    expect(given.length).toBeGreaterThan(100)
    expect(given.filter((one) => !known.has(one))).toEqual([])
  })
})
