import { type OverrideActionContext, toJsonSchema } from '@valibot/to-json-schema'
import { type Action, actionsOf, type AnswerTold } from './action'
import { type App, type Services, withCtx } from './app'
import { linesOf } from './engine/record'
import { objectName } from './engine/columns'
import { docOf, type FieldMeta } from '../../core/fields/field'
import { exportPath, LIST_PARAMETERS, listAnswers, sumPaths, SUMS } from './openapi-lists'
import { propertyOf, TYPES } from './openapi-fields'
import { ownSchemas, writtenOnce } from './openapi-own'
import { type Resource, resourceNamed } from './resource'
import type { Json } from './served'

/** What is served beside the resources: named shapes and paths. */
export interface Beside {
  readonly schemas: Json
  readonly paths: Json
}

/** Whose description it is, and of what. */
interface Served {
  readonly services: Services
  readonly resources: readonly Resource[]
  readonly beside: () => Beside
}

/**
 * `/api/openapi.json` and `/api/docs`: made from the definitions, so they cannot disagree with what is served. All of it is written once; for a caller whose company has
 * fields of its own, the shapes that have them are put in.
 */
export function mountOpenApi(app: App, { services, resources, beside }: Served): void {
  let written: ReturnType<typeof writtenOnce> | undefined
  app.get('/api/openapi.json', async (c) => {
    const own = await withCtx(services, c, 'read', (ctx) => ownSchemas(ctx, resources))
    written ??= writtenOnce(openApi(resources, beside()))
    return c.body(written(own), 200, { 'Content-Type': 'application/json' })
  })
  app.get('/api/docs', (c) => c.html(docsPage(resources), 200, { 'Content-Security-Policy': DOCS_POLICY }))
}

/** The OpenAPI 3.1 document of the resources and of what is served beside them. */
export function openApi(resources: readonly Resource[], beside: Beside): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Prumo',
      version: '3.0.101',
      description:
        'Convenções: listas com page, perPage, orderBy, sortedBy, search, where, between e custom; versao em toda gravação; Idempotency-Key em POST (uma resposta repetida traz Prumo-Repetida: 1); simula=1 em toda gravação e ação: o que seria feito, sem fazer.',
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...Object.fromEntries(resources.map((one) => [one.name, schemaOf(one, resources, beside.schemas)])),
        ...beside.schemas,
      },
    },
    security: [{ bearer: [] }],
    paths: together(beside.paths, Object.assign({}, ...resources.map(pathsOf))),
  }
}

/** A path that both know has the methods of both. */
function together(beside: Json, own: Json): Json {
  const shared = Object.entries(beside).map(([path, methods]) => [path, Object.assign({}, own[path], methods)] as const)
  return { ...own, ...Object.fromEntries(shared) }
}

/** The lists that a record comes with; those that are written by themselves are to be read alone. */
function listsOf(resource: Resource, resources: readonly Resource[]): readonly (readonly [string, Json])[] {
  const shown = resources.filter((one) => one.parent?.resource === resource.name && one.parent.apart === 'shown')
  const told = (lines: Resource, more: Json): readonly [string, Json] => [
    lines.parent?.list ?? lines.name,
    { type: 'array', items: { $ref: `#/components/schemas/${lines.name}` }, ...more },
  ]
  return [...linesOf(resource).map((one) => told(one, {})), ...shown.map((one) => told(one, { readOnly: true }))]
}

/** A field as it is described; JSON of a shape that has the field's name is of that shape. */
const describedOf = (name: string, meta: FieldMeta, shapes: Json): Json =>
  meta.kind === 'json' && Object.hasOwn(shapes, name)
    ? { ...propertyOf(meta), allOf: [{ $ref: `#/components/schemas/${name}` }] }
    : propertyOf(meta)

function schemaOf(resource: Resource, resources: readonly Resource[], shapes: Json): Json {
  const lists = listsOf(resource, resources)
  const fields = Object.entries({ ...resource.fields, ...resource.beside }).filter(
    ([, { meta }]) => !meta.secret || !meta.computed,
  )
  const refs = fields.flatMap(([name, { meta }]) =>
    meta.ref ? [[objectName(resource, name), displayOf(resourceNamed(meta.ref))] as const] : [],
  )
  const computed = Object.entries(resource.computed ?? {}).map(([name, { meta }]) => [
    name,
    { ...propertyOf(meta), readOnly: true },
  ])
  return {
    type: 'object',
    title: resource.title,
    properties: {
      id: { type: 'integer', readOnly: true },
      versao: { type: 'integer', description: 'Cresce a cada gravação; envie a que você leu.' },
      criado_em: { ...TYPES.datetime, readOnly: true },
      alterado_em: { ...TYPES.datetime, readOnly: true },
      ...Object.fromEntries(fields.map(([name, { meta }]) => [name, describedOf(name, meta, shapes)])),
      ...Object.fromEntries([...computed, ...refs, ...lists]),
    },
    required: fields
      .filter(([, { meta, initial }]) => meta.required && !meta.computed && initial === undefined)
      .map(([name]) => name),
  }
}

function displayOf(resource: Resource): Json {
  const names = ['id', ...resource.display]
  return {
    type: ['object', 'null'],
    readOnly: true,
    properties: Object.fromEntries(names.map((name) => [name, propertyOf(resource.fields[name]?.meta)])),
  }
}

const REMOVES_MANY: Json = {
  summary: 'Exclui vários',
  requestBody: {
    content: {
      'application/json': {
        schema: { type: 'object', properties: { ids: { type: 'array', items: { type: 'integer' } } } },
      },
    },
  },
  responses: {
    '200': {
      description: 'OK',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { message: { type: 'string' }, ids: { type: 'array', items: { type: 'integer' } } },
          },
        },
      },
    },
    default: { description: 'Erro: {code, message, errors?, request_id}' },
  },
}

/** A resource answers at all its paths alike; the first is the one that is told call by call. */
function alsoAt({ paths: [, ...others] }: Resource): Json {
  return others.length === 0 ? {} : { description: `O mesmo em ${others.map((path) => `/api/${path}`).join(' e ')}.` }
}

const ID_PARAMETERS = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]

const jsonBody = (properties: Json): Json => ({
  content: { 'application/json': { schema: { type: 'object', properties } } },
})

/** Taking back what was just done. */
function undoPaths({ paths: [path], title }: Resource, answers: Json): Json {
  const tags = [title]
  return {
    [`/api/${path}/reverte`]: {
      post: {
        ...REMOVES_MANY,
        tags,
        summary: 'Desfaz a exclusão de registros que quem chama acabou de excluir',
        parameters: [TRIAL],
      },
    },
    [`/api/${path}/{id}/reverte`]: {
      post: {
        tags,
        summary: 'Desfaz a última gravação de quem chama; o que acabou de ser criado é excluído',
        parameters: [...ID_PARAMETERS, TRIAL],
        requestBody: jsonBody({ versao: { type: 'integer' } }),
        ...answers,
      },
    },
  }
}

function pathsOf(resource: Resource): Json {
  const body = { content: { 'application/json': { schema: { $ref: `#/components/schemas/${resource.name}` } } } }
  const answers = {
    responses: {
      '200': { description: 'OK', ...body },
      default: { description: 'Erro: {code, message, errors?, request_id}' },
    },
  }
  const tags = [resource.title]
  const one = `/api/${resource.paths[0]}/{id}`
  const parameters = ID_PARAMETERS
  const writes = resource.readOnly
    ? {}
    : {
        put: { tags, summary: 'Altera', parameters: [...parameters, TRIAL], requestBody: body, ...answers },
        delete: { tags, summary: 'Exclui', parameters: [...parameters, TRIAL], ...answers },
      }
  return {
    [`/api/${resource.paths[0]}`]: {
      get: {
        tags,
        summary: `Lista: ${resource.title}`,
        ...alsoAt(resource),
        parameters: [...LIST_PARAMETERS, SUMS],
        ...listAnswers(body.content['application/json'].schema),
      },
      ...(resource.readOnly
        ? {}
        : {
            post: { tags, summary: 'Cria', parameters: [TRIAL], requestBody: body, ...answers },
            delete: { tags, parameters: [TRIAL], ...REMOVES_MANY },
          }),
    },
    ...sumPaths(resource),
    [`/api/${resource.paths[0]}/export`]: exportPath(resource, answers.responses.default),
    [one]: { get: { tags, summary: 'Mostra', parameters, ...answers }, ...writes },
    ...(resource.readOnly ? {} : undoPaths(resource, answers)),
    [`${one}/em`]: {
      get: {
        tags,
        summary: 'Como estava no fim de um dia (dia=AAAA-MM-DD), com os seus itens',
        parameters,
        ...answers,
      },
    },
    [`${one}/auditoria`]: { get: { tags, summary: 'Histórico de alterações', parameters, ...answers } },
    ...Object.fromEntries(
      actionsOf(resource).flatMap((action) => {
        const common = {
          tags,
          summary: action.summary,
          ...(action.answer === undefined ? answers : answersOf(action.answer)),
        }
        const onOne = [`${one}/${action.name}`, callsOf(action, common, parameters)] as const
        if (action.on === 'record') return [onOne]
        return [[`/api/${resource.paths[0]}/${action.name}`, callsOf(action, common, [])] as const, onOne]
      }),
    ),
  }
}

/** A GET that changes something takes a header that no other site's page can send, where the session comes by cookie. */
const FROM_OUR_PAGES = {
  name: 'X-Requested-With',
  in: 'header',
  description: 'Exigido de quem se identifica pelo cookie: XMLHttpRequest',
  schema: { type: 'string' },
}

/** Any change may be asked what it would do. */
const TRIAL = {
  name: 'simula',
  in: 'query',
  description: 'true: nada é gravado nem enviado; a resposta é uma simulacao, com o que seria feito',
  schema: { type: 'boolean' },
}

/** An action is called by GET, with what it takes in the query, as well as by POST. */
function callsOf(action: Action, common: Json, path: readonly Json[]): Json {
  const input = inputSchema(action.input)
  const { properties = {}, required = [] } = input
  const query = Object.entries(Object(properties)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: Array.isArray(required) && required.includes(name),
    schema,
  }))
  // What asks an outside service first cannot be tried.
  const trial = action.reads || action.ask ? [] : [TRIAL]
  const get = { parameters: [...path, ...query, ...trial, ...(action.reads ? [] : [FROM_OUR_PAGES])] }
  const post = { parameters: [...path, ...trial], requestBody: { content: { 'application/json': { schema: input } } } }
  return { get: { ...common, ...get }, post: { ...common, ...post } }
}

/** A record of a resource (`recordOf` of `answers.ts`) is told by the resource's own schema. */
function resourceByName({ valibotAction }: OverrideActionContext): { $ref: string } | undefined {
  if (valibotAction.type !== 'metadata' || !('metadata' in valibotAction)) return undefined
  const { resource } = Object(valibotAction.metadata)
  return typeof resource === 'string' ? { $ref: `#/components/schemas/${resource}` } : undefined
}

/** What an action answers by itself. */
function answersOf(answer: AnswerTold): Json {
  const { $schema: _, ...schema } =
    typeof answer === 'string'
      ? {}
      : toJsonSchema(answer, { errorMode: 'ignore', typeMode: 'output', overrideAction: resourceByName })
  const told =
    typeof answer === 'string'
      ? { description: answer }
      : { description: 'OK', content: { 'application/json': { schema } } }
  return { responses: { '200': told, default: { description: 'Erro: {code, message, errors?, request_id}' } } }
}

function inputSchema(schema: Parameters<typeof toJsonSchema>[0]): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' })
  return rest
}

/** A page to read: its own style, and nothing that runs or is fetched. */
const DOCS_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

function docsPage(resources: readonly Resource[]): string {
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const rows = resources.map((one) => {
    const fields = Object.entries(one.fields)
      .filter(([, field]) => !field.meta.secret)
      .map(
        ([name, { meta }]) =>
          `<tr><td><code>${name}</code><td>${meta.kind}<td>${escape(meta.label)}<td>${escape(docOf(meta) ?? '')}`,
      )
    const actions = actionsOf(one).map((action) => `<li><code>${action.name}</code> ${escape(action.summary)}`)
    return `<details><summary><b>${escape(one.title)}</b> <code>/api/${one.paths[0]}</code></summary><ul>${actions.join('')}</ul><table>${fields.join('')}</table></details>`
  })
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>API do Prumo</title><style>body{font:14px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}td{padding:2px 12px 2px 0;vertical-align:top}</style><h1>API do Prumo</h1><p><a href="/api/openapi.json">openapi.json</a></p>${rows.join('')}</html>`
}
