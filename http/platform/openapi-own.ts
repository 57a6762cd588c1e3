import type { CustomColumn } from '../../core/custom/definition'
import { fieldOfCustom } from '../../core/custom/definition'
import { CUSTOM_LIMITS } from '../../core/custom/kinds'
import type { Ctx } from './context'
import { customFieldsOf, type Defined, EXTRA, isExtensible, seesCustom, writesCustom } from './custom/definitions'
import { propertyOf } from './openapi-fields'
import type { Resource } from './resource'
import type { Json } from './served'

/** By the names of resources: what their descriptions say in the place of `extra` in general, for this caller. */
export async function ownSchemas(ctx: Ctx, resources: readonly Resource[]): Promise<ReadonlyMap<string, Json>> {
  const all = new Map<string, Json>()
  for (const resource of resources.filter(isExtensible)) {
    const own = await ownSchema(ctx, resource)
    if (own) all.set(resource.name, own)
  }
  return all
}

const HERE = '@shapes'

/** A description as its text, written once; what it answers puts own fields into their shapes, of which those alone are written anew. */
export function writtenOnce(described: Json): (own: ReadonlyMap<string, Json>) => string {
  const components: Json = Object(described.components)
  const [before = '', after = ''] = JSON.stringify({
    ...described,
    components: { ...components, schemas: HERE },
  }).split(JSON.stringify(HERE))
  const shapes = Object.entries<Json>(Object(components.schemas))
  const written = new Map(shapes.map(([name, shape]) => [name, JSON.stringify(shape)]))
  const withOwn = (shape: Json, extra: Json) =>
    JSON.stringify({ ...shape, properties: { ...Object(shape.properties), [EXTRA]: extra } })
  const general = JSON.stringify(described)
  return (own) => {
    if (own.size === 0) return general
    const texts = shapes.map(([name, shape]) => {
      const extra = own.get(name)
      return `${JSON.stringify(name)}:${extra ? withOwn(shape, extra) : written.get(name)}`
    })
    return `${before}{${texts.join()}}${after}`
  }
}

/** What a resource's description says of the fields that the caller's company added, in the place of `extra` in general: those that the caller sees. Undefined where there are none. */
async function ownSchema(ctx: Ctx, resource: Resource): Promise<Json | undefined> {
  if (!isExtensible(resource)) return undefined
  const mine = (await customFieldsOf(ctx, resource)).filter((one) => seesCustom(ctx.actor, one))
  if (mine.length === 0) return undefined
  return {
    type: ['object', 'null'],
    title: resource.fields[EXTRA]?.meta.label,
    description: 'Campos que a empresa criou, pela chave de cada um; o que não é enviado fica como está.',
    properties: Object.fromEntries(
      mine.map((one) => [
        one.custom.key,
        { ...shapeOf(one), ...(writesCustom(ctx.actor, one) ? {} : { readOnly: true }) },
      ]),
    ),
    required: mine.filter(({ custom }) => custom.required).map(({ custom }) => custom.key),
  }
}

function shapeOf({ custom, field }: Defined): Json {
  const { label, options, columns } = custom
  if (custom.type === 'tags')
    return {
      type: 'array',
      title: label,
      items: { type: 'string', enum: options.map(({ value }) => value) },
      maxItems: CUSTOM_LIMITS.tags,
    }
  if (custom.type !== 'repeater') return propertyOf(field.meta)
  return {
    type: 'array',
    title: label,
    maxItems: CUSTOM_LIMITS.rows,
    items: {
      type: 'object',
      properties: Object.fromEntries(columns.map((one) => [one.key, columnShape(one)])),
      required: columns.filter(({ required }) => required).map(({ key }) => key),
    },
  }
}

const columnShape = (column: CustomColumn): Json => propertyOf(fieldOfCustom(column).meta)
