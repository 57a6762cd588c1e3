import type { WorkName } from '../../db/work'
import { allResources } from '../resource'

/** What has no name of its own: what nobody serves, and who was refused before anything was asked. */
const OTHER: WorkName = { recurso: 'outras', verbo: 'outras' }

const PLAIN: Readonly<Record<string, string>> = {
  'GET ': 'list',
  'POST ': 'create',
  'DELETE ': 'delete',
  'GET /:id': 'show',
  'PUT /:id': 'update',
  'DELETE /:id': 'delete',
}

let bases: ReadonlyMap<string, string> | undefined

/** Resources by the paths that they are served at. Resources are defined before the first call is answered. */
const resourcesByPath = (): ReadonlyMap<string, string> =>
  (bases ??= new Map(allResources().flatMap(({ name, paths }) => paths.map((path) => [`/api/${path}`, name] as const))))

const names = new Map<string, WorkName>()

/**
 * What a call does, by the template of its route (`/api/venda/:id/fecha`) and never by what its address holds: so there are no more names than there
 * are routes. Calls beside resources go by their path and their method.
 */
export function callName(method: string, template: string): WorkName {
  if (template.endsWith('*')) return OTHER
  const key = `${method} ${template}`
  const known = names.get(key) ?? nameOf(method, template)
  names.set(key, known)
  return known
}

function nameOf(method: string, template: string): WorkName {
  for (let end = template.length; end > 0; end = template.lastIndexOf('/', end - 1)) {
    const recurso = resourcesByPath().get(template.slice(0, end))
    const rest = template.slice(end)
    const verbo = PLAIN[`${method} ${rest}`] ?? rest.replace(/^\/(?::id\/)?/, '')
    if (recurso !== undefined && verbo !== '') return { recurso, verbo }
  }
  return { recurso: template.replace(/^\/(?:api\/)?/, ''), verbo: method.toLowerCase() }
}
