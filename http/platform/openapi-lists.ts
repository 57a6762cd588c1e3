import type { Resource } from './resource'

/** How the description tells lists: what they are asked with, what they answer, and what is told of one as a whole. */

type Json = Readonly<Record<string, unknown>>

/** What a list is asked with. */
export const LIST_PARAMETERS = [
  'page',
  'perPage',
  'orderBy',
  'sortedBy',
  'search',
  'searchJoin',
  'where',
  'between',
  'custom',
].map((name) => ({ name, in: 'query', schema: { $ref: `#/components/schemas/table_query/properties/${name}` } }))

export const SUMS = { name: 'sums', in: 'query', schema: { $ref: '#/components/schemas/table_query/properties/sums' } }

/** What is told of a list as a whole: its exact totals, its groups, the counts of views, where a record stands in it. */
export function sumPaths(resource: Resource): Json {
  const summed = [...Object.entries(resource.fields), ...Object.entries(resource.computed ?? {})].flatMap(
    ([name, { meta }]) => (meta.summed ? [name] : []),
  )
  const filters = LIST_PARAMETERS.filter(({ name }) => !['page', 'perPage', 'orderBy', 'sortedBy'].includes(name))
  const parameters = [...filters, { ...SUMS, description: `Soma de: ${summed.join(', ') || 'nada'}` }]
  const by = { name: 'por', in: 'query', required: true, description: 'O campo; uma data agrupa por mês' }
  const views = { name: 'visoes', in: 'query', description: 'JSON: [{where?, between?, custom?, search?}]' }
  const record = { name: 'registro', in: 'query', required: true, schema: { type: 'integer' } }
  const told = (summary: string, asks: readonly Json[], shape: string): Json => ({
    get: {
      tags: [resource.title],
      summary,
      parameters: asks,
      responses: {
        '200': {
          description: 'OK',
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${shape}` } } },
        },
        default: { description: 'Erro: {code, message, errors?, request_id}' },
      },
    },
  })
  const base = `/api/${resource.paths[0]}`
  const text = { schema: { type: 'string' } }
  return {
    [`${base}/totais`]: told('Conta e soma tudo o que o filtro acha', parameters, 'list_totals'),
    [`${base}/grupos`]: told(
      'Agrupa a lista, com contagens e somas',
      [{ ...by, ...text }, ...parameters],
      'list_groups',
    ),
    [`${base}/posicao`]: told(
      'Quantas linhas da lista vêm antes de um registro',
      [record, ...LIST_PARAMETERS],
      'list_position',
    ),
    [`${base}/contagens`]: told('Conta visões da lista, até 1.000 de cada', [{ ...views, ...text }], 'list_counts'),
  }
}

/** An export asks as a list does, without pages. */
const EXPORT_PARAMETERS = [
  { name: 'format', in: 'query', schema: { type: 'string', enum: ['xlsx', 'csv'] } },
  {
    name: 'columns',
    in: 'query',
    description: 'JSON: [{field, label, kind?, decimals?, options?}]',
    schema: { type: 'string' },
  },
]

/** The calls that take a list out as a file. */
export function exportPath({ title }: Resource, fault: Json): Json {
  const parameters = [
    ...EXPORT_PARAMETERS,
    ...LIST_PARAMETERS.filter(({ name }) => name !== 'page' && name !== 'perPage'),
  ]
  const told = {
    tags: [title],
    responses: { '200': { description: 'Arquivo XLSX ou CSV, até 100.000 linhas' }, default: fault },
  }
  const parts = Object.fromEntries(parameters.map(({ name }) => [name, {}]))
  const requestBody = { content: { 'application/json': { schema: { type: 'object', properties: parts } } } }
  return {
    get: { summary: `Exporta a lista: ${title}`, parameters, ...told },
    post: { summary: `Exporta a lista, pedida no corpo: ${title}`, requestBody, ...told },
  }
}

/** What a list answers, of rows of this shape. */
export const listAnswers = (items: Json): Json => ({
  responses: {
    '200': {
      description: 'OK',
      content: {
        'application/json': {
          schema: {
            allOf: [{ $ref: '#/components/schemas/list_response' }, { properties: { data: { type: 'array', items } } }],
          },
        },
      },
    },
    default: { description: 'Erro: {code, message, errors?, request_id}' },
  },
})
