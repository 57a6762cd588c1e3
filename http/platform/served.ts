import type { App, Services } from './app'

/** How what is served beside resources is told to OpenAPI: JSON Schema, and a few words for what comes often. */

export type Json = Readonly<Record<string, unknown>>

export const text = (description?: string): Json => ({ type: 'string', ...(description ? { description } : {}) })
export const integer = (description?: string): Json => ({ type: 'integer', ...(description ? { description } : {}) })
export const number = (description?: string): Json => ({ type: 'number', ...(description ? { description } : {}) })
export const boolean = (description?: string): Json => ({ type: 'boolean', ...(description ? { description } : {}) })
export const list = (items: Json): Json => ({ type: 'array', items })
export const object = (properties: Json, description?: string): Json => ({
  type: 'object',
  properties,
  ...(description ? { description } : {}),
})
/** A schema by its name: a resource's, or a shape that an area tells. */
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
export const message = object({ message: text() })

/** One call, as it is told. */
export interface RouteTold {
  /** `/api/consulta_cep/{cep}` */
  readonly path: string
  readonly method: 'get' | 'post' | 'put' | 'delete' | 'unlink'
  readonly summary: string
  /** The JSON of its answer; a text where it answers something else: `PDF`. */
  readonly answer: Json | string
  readonly body?: Json
  /** What stands in its address after the question mark. */
  readonly query?: Json
  readonly tag?: string
}

/** Routes that are no resource's and no action's: how they are mounted, and what is told of them. Both must say the same (`openapi.test.ts`). */
export interface Routes {
  readonly mount: (app: App, services: Services) => void
  readonly tells: readonly RouteTold[]
  /** Need no session. */
  readonly open?: true
  /** Named schemas that the answers refer to. */
  readonly shapes?: Json
}

const content = (schema: Json): Json => ({ content: { 'application/json': { schema } } })

/** What OpenAPI writes of one call. */
function operationOf({ path, summary, answer, body, query, tag }: RouteTold, open: boolean): Json {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: text(),
  }))
  const inQuery = Object.entries(query ?? {}).map(([name, schema]) => ({ name, in: 'query', schema }))
  return {
    tags: [tag ?? 'Sessão e consultas'],
    summary,
    parameters: [...inPath, ...inQuery],
    ...(open ? { security: [] } : {}),
    ...(body ? { requestBody: content(body) } : {}),
    responses: {
      '200': typeof answer === 'string' ? { description: answer } : { description: 'OK', ...content(answer) },
      default: { description: 'Erro: {code, message, errors?, request_id}' },
    },
  }
}

/** The documented paths of routes; calls of the same path stand together. */
export function pathsTold(routes: readonly Routes[]): Json {
  const told: Record<string, Json> = {}
  for (const { tells, open = false } of routes)
    for (const one of tells) told[one.path] = { ...told[one.path], [one.method]: operationOf(one, open) }
  return told
}

/** The named schemas of routes. */
export const shapesTold = (routes: readonly Routes[]): Json => Object.assign({}, ...routes.map(({ shapes }) => shapes))
