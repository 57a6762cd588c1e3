import * as v from 'valibot'
import type { CustomField, CustomOption, CustomUi } from '../../../core/custom/definition'
import { CUSTOM_KINDS, MIN_CHARS } from '../../../core/custom/kinds'
import { type App, type Context, type Services, withCtx } from '../../platform/app'
import { jsonBody } from '../../platform/body'
import type { Ctx } from '../../platform/context'
import { customFieldsOf, type Defined, EXTRA, seesCustom, writesCustom } from '../../platform/custom/definitions'
import { takeCustom } from '../../platform/custom/take'
import { list } from '../../platform/engine/list'
import { show } from '../../platform/engine/record'
import { objectOf, save } from '../../platform/engine/save'
import { badRequest, notFound } from '../../platform/errors'
import { readId } from '../../platform/parse'
import { allResources, type Resource, type Row } from '../../platform/resource'
import { assertMay } from '../../platform/rights'
import { extensibleNamed } from './custom-field'

const DRAFT = 'draft'
const OFFERED = 20

/**
 * The form of the fields that a company added (document 3, section 7): `GET|POST /api/custom-fields/{alias}/{id or draft}` and what an autocomplete offers,
 * `GET /api/custom-fields/options/{key}[/{column}]`. What is saved here is saved by the rules of its record, which takes the same as `extra`.
 */
export function mountCustomFields(app: App, services: Services): void {
  for (const path of ['/api/custom-fields/options/:key', '/api/custom-fields/options/:key/:column'])
    app.get(path, async (c) => c.json(await withCtx(services, c, 'read', (ctx) => offered(ctx, c))))
  app.get('/api/custom-fields/:alias/:id', async (c) =>
    c.json(
      await withCtx(services, c, 'read', (ctx) =>
        told(ctx, resourceOf(c), c.req.param('id'), c.req.query('expand') === '1'),
      ),
    ),
  )
  app.post('/api/custom-fields/:alias/:id', async (c) => {
    const body = objectOf(await jsonBody(c))
    return c.json(await withCtx(services, c, 'write', (ctx) => taken(ctx, resourceOf(c), c.req.param('id'), body)))
  })
}

/** Throws 404 for a resource that has no such fields. */
function resourceOf(c: Context): Resource {
  const found = extensibleNamed(c.req.param('alias'))
  if (!found) throw notFound()
  return found
}

/** The number of a record, or that there is none yet. Throws 400 where neither is given. */
function numberIn(id: string): number | typeof DRAFT {
  if (id === DRAFT) return DRAFT
  const number = readId(id)
  if (number === undefined) throw badRequest('ID do registro não informado', 'no_id')
  return number
}

async function visibleFields(ctx: Ctx, resource: Resource, record?: Row): Promise<readonly Defined[]> {
  const company = resource.company === 'own' ? readId(record?.empresa_id) : undefined
  return (await customFieldsOf(ctx, resource, company)).filter((one) => seesCustom(ctx.actor, one))
}

async function told(ctx: Ctx, resource: Resource, given: string, expand: boolean): Promise<Row> {
  const id = numberIn(given)
  assertMay(ctx, resource, 'read')
  const record = id === DRAFT ? undefined : await show(ctx, resource, id)
  const mine = await visibleFields(ctx, resource, record)
  const values = record ? objectOf(record[EXTRA] ?? {}) : initialOf(mine)
  const own = mine.map(({ custom: { key } }) => [key, values[key] ?? null] as const)
  return {
    alias: resource.name,
    id,
    state: id === DRAFT ? 'draft' : 'saved',
    versao: record?.versao ?? null,
    values: Object.fromEntries(own),
    ...(expand
      ? {
          fields: mine.map((one) => fieldShown(ctx, one)),
          situacoes: Object.values(resource.life?.states ?? {}).map(({ n, word }) => ({ value: n, label: word })),
          values_hydrated: Object.fromEntries(mine.map((one) => [one.custom.key, hydrated(one, values)])),
        }
      : {}),
  }
}

const initialOf = (mine: readonly Defined[]): Row =>
  Object.fromEntries(mine.flatMap(({ custom: { key, padrao } }) => (padrao === null ? [] : [[key, padrao]])))

/** A field as its form draws it. */
function fieldShown({ actor }: Ctx, one: Defined): object {
  const { key, type, label, required, options, order, layout, columns, ui, states } = one.custom
  const shown = { key, type, label, required, options, order, layout, columns, states }
  const to = allResources().find(({ name }) => name === ui.autocomplete)
  return {
    ...shown,
    ui: { ...ui, minChars: ui.minChars ?? MIN_CHARS, ...(to ? { recurso: to.paths[0], mostra: to.display[0] } : {}) },
    span: layout.col || CUSTOM_KINDS[type].span,
    editable: writesCustom(actor, one),
  }
}

/** A value with what people call it. */
function hydrated({ custom }: Defined, values: Row): unknown {
  const value = values[custom.key] ?? null
  if (custom.type === 'select') return optionOf(custom, value)
  if (custom.type === 'tags' && Array.isArray(value)) return value.map((tag) => optionOf(custom, tag))
  if (custom.type !== 'autocomplete' || value === null) return value
  if (custom.ui.autocomplete === undefined) return optionOf(custom, value)
  return { value, label: labelOf(objectOf(values[`${custom.key}_ref`] ?? {})) ?? String(value) }
}

const optionOf = ({ options }: CustomField, value: unknown): CustomOption | null =>
  value === null ? null : (options.find((one) => one.value === value) ?? { value: String(value), label: String(value) })

/** The first text of what a record shows of itself. */
function labelOf(shown: Row): string | undefined {
  const text = Object.values(shown).find((one) => typeof one === 'string' && one !== '')
  return typeof text === 'string' ? text : undefined
}

/** Checks a draft, or saves the fields of a record by all its rules. */
async function taken(ctx: Ctx, resource: Resource, given: string, { values, ...more }: Row): Promise<Row> {
  const id = numberIn(given)
  if (id === DRAFT) {
    assertMay(ctx, resource, 'create')
    await takeCustom(ctx, resource, {
      before: undefined,
      values: { empresa_id: ctx.actor.empresa_id },
      input: { [EXTRA]: objectOf(values ?? {}) },
    })
    return { alias: resource.name, id, state: 'draft', values: objectOf(values ?? {}) }
  }
  const versao = more.versao === undefined ? {} : { versao: more.versao }
  await save(ctx, resource, id, { [EXTRA]: objectOf(values ?? {}), ...versao })
  return { message: 'Registro salvo com sucesso.', ...(await told(ctx, resource, given, true)) }
}

/** What an autocomplete offers for some letters: records of the resource that it searches, within the rights of the caller, or its own options. */
async function offered(ctx: Ctx, c: Context): Promise<{ readonly data: readonly CustomOption[] }> {
  const resource = extensibleNamed(c.req.query('alias'))
  if (!resource) throw notFound()
  assertMay(ctx, resource, 'read')
  const [key, columnKey] = [c.req.param('key'), c.req.param('column')]
  const one = (await visibleFields(ctx, resource)).find(({ custom }) => custom.key === key)?.custom
  const source = columnKey === undefined ? one : one?.columns.find((column) => column.key === columnKey)
  if (!source) throw notFound()
  const asked = v.parse(v.pipe(v.string(), v.trim()), c.req.query('q') ?? '').slice(0, 100)
  const { options = [] } = source
  const ui: CustomUi = source.ui ?? {}
  if (asked.length < (ui.minChars ?? MIN_CHARS)) return { data: [] }
  const to = allResources().find(({ name }) => name === ui.autocomplete)
  if (to) return { data: await recordsLike(ctx, to, asked) }
  const wanted = plain(asked)
  return { data: options.filter(({ label }) => plain(label).includes(wanted)).slice(0, OFFERED) }
}

async function recordsLike(ctx: Ctx, to: Resource, q: string): Promise<readonly CustomOption[]> {
  assertMay(ctx, to, 'read')
  const { data } = await list(ctx, to, { search: q.replaceAll(/[;:]/g, ' '), perPage: String(OFFERED) })
  return data.map((row) => {
    const shown = Object.fromEntries(to.display.map((name) => [name, row[name]]))
    return { value: String(row.id), label: labelOf(shown) ?? `${to.title} nº ${String(row.id)}` }
  })
}

/** Letters as people look for them: without case and accents. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
