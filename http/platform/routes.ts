import { type Action, actionsOf } from './action'
import { type App, assertXhr, type Context, isTrial, type Services, withCtx } from './app'
import { jsonBody } from './body'
import type { Ctx } from './context'
import { badRequest, forbidden, notFound } from './errors'
import { asItStood } from './engine/as-it-stood'
import { viewCounts } from './engine/counts'
import { groups } from './engine/groups'
import { history } from './engine/history'
import { list } from './engine/list'
import { position } from './engine/position'
import { wholeTotals } from './engine/totals'
import { Download, fileResponse } from './download'
import { mountExport } from './export/list-export'
import { HtmlFragment } from './html'
import { answered, keyedCall, once, REPEATED } from './idempotency'
import { remove, removeMany } from './engine/remove'
import { show } from './engine/record'
import { save } from './engine/save'
import { undoDeletion, undoSave } from './engine/undo'
import { load } from './engine/write'
import type { Resource } from './resource'
import { assertMay } from './rights'
import { tryOut } from './trial'

/** Serves a resource on all its paths: list (its totals, groups, the counts of its views and where a record stands in it), export, record, create, update, delete, bulk delete, history and its actions. */
export function mountResource(app: App, services: Services, resource: Resource): void {
  for (const path of resource.paths) {
    const base = `/api/${path}`
    app.get(base, async (c) => {
      const how = isBeyondFirst(c) ? survey : read
      return c.json(await how(services, c, resource, (ctx) => list(ctx, resource, c.req.query())))
    })
    app.get(`${base}/totais`, async (c) =>
      c.json(await survey(services, c, resource, (ctx) => wholeTotals(ctx, resource, c.req.query()))),
    )
    app.get(`${base}/grupos`, async (c) =>
      c.json(await survey(services, c, resource, (ctx) => groups(ctx, resource, c.req.query()))),
    )
    app.get(`${base}/contagens`, async (c) =>
      c.json(await survey(services, c, resource, (ctx) => viewCounts(ctx, resource, c.req.query()))),
    )
    app.get(`${base}/posicao`, async (c) =>
      c.json(await read(services, c, resource, (ctx) => position(ctx, resource, c.req.query()))),
    )
    mountExport(app, services, resource, base)
    app.get(`${base}/:id/auditoria`, async (c) =>
      c.json(
        await read(services, c, resource, async (ctx) =>
          history(ctx, resource, (await load(ctx, resource, idOf(c))).id),
        ),
      ),
    )
    app.get(`${base}/:id/em`, async (c) =>
      c.json(await read(services, c, resource, (ctx) => asItStood(ctx, resource, idOf(c), c.req.query('dia')))),
    )
    for (const one of actionsOf(resource)) mountAction(app, services, base, one)
    app.get(`${base}/:id`, async (c) =>
      c.json(await read(services, c, resource, (ctx) => show(ctx, resource, idOf(c)))),
    )
    if (resource.readOnly) refuseWrites(app, services, base, resource)
    else mountWrites(app, services, base, resource)
  }
}

/** Whoever would write what the program alone writes is told so. */
function refuseWrites(app: App, services: Services, base: string, resource: Resource): void {
  const refuse = (c: Context) =>
    change(services, c, (ctx): Promise<never> => {
      assertMay(ctx, resource, 'read')
      throw forbidden(`${resource.title}: só o próprio Prumo grava estes registros.`)
    })
  app.all(base, refuse)
  app.all(`${base}/:id{\\d+}`, refuse)
}

function mountWrites(app: App, services: Services, base: string, resource: Resource): void {
  app.post(base, (c) =>
    change(services, c, async (ctx, body) => show(ctx, resource, (await save(ctx, resource, undefined, body)).id), 201),
  )
  app.put(`${base}/:id`, (c) =>
    change(services, c, async (ctx, body) => show(ctx, resource, (await save(ctx, resource, idOf(c), body)).id)),
  )
  app.post(`${base}/reverte`, (c) =>
    change(services, c, (ctx, body) => undoDeletion(ctx, resource, fieldOf(body, 'ids'))),
  )
  app.post(`${base}/:id/reverte`, (c) =>
    change(services, c, async (ctx, body) => {
      const id = idOf(c)
      return (await undoSave(ctx, resource, id, body)) ?? show(ctx, resource, id)
    }),
  )
  app.delete(`${base}/:id`, (c) => change(services, c, (ctx) => remove(ctx, resource, idOf(c))))
  app.delete(base, (c) =>
    change(services, c, (ctx, body) =>
      removeMany(ctx, resource, fieldOf(body, 'ids') ?? c.req.query('ids')?.split(',')),
    ),
  )
}

function mountAction(app: App, services: Services, base: string, one: Action): void {
  const answer = async (c: Context) => {
    const asked = await askFirst(services, c, one)
    const run = (ctx: Ctx, body: unknown) =>
      one.on === 'record'
        ? runAction(ctx, one, idOf(c), body, asked)
        : runAction(ctx, one, undefined, withPathId(c, body), asked)
    if (!one.reads) return change(services, c, (ctx, body) => run(ctx, c.req.method === 'GET' ? c.req.query() : body))
    const body = c.req.method === 'GET' ? c.req.query() : await jsonBody(c)
    const told = await withCtx(services, c, 'read', (ctx) => run(ctx, body))
    if (told instanceof Download) return fileResponse(told)
    return told instanceof HtmlFragment ? fragment(c, told) : c.json(told)
  }
  app.on(['GET', 'POST'], [`${base}/:id/${one.name}`], answer)
  if (one.on === 'collection') app.on(['GET', 'POST'], [`${base}/${one.name}`], answer)
}

/** An action on no record of its resource is told the id in its path, where the call itself names none: which record that is, the action knows. */
function withPathId(c: Context, body: unknown): unknown {
  const id = c.req.param('id')
  return id === undefined || typeof body !== 'object' || body === null || Array.isArray(body) ? body : { id, ...body }
}

/** No script runs in it, nothing outside is fetched, no cache keeps it. */
function fragment(c: Context, { html }: HtmlFragment): Response {
  return c.body(html, 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
  })
}

/** Puts an action's question to its outside service, before and apart from the transaction. A call that was answered already asks nothing. */
async function askFirst(services: Services, c: Context, one: Action): Promise<unknown> {
  const { ask } = one
  if (!ask) return undefined
  if (!one.reads) assertXhr(c)
  if (!one.reads && isTrial(c))
    throw badRequest('Esta ação consulta um serviço externo antes de começar e não pode ser simulada.', 'no_trial')
  const body = c.req.method === 'GET' ? c.req.query() : await jsonBody(c)
  const call = await keyedCall(c)
  const question = await withCtx(services, c, 'read', async (ctx) => {
    if (one.right !== 'own') assertMay(ctx, one.resource, one.right)
    const record = one.on === 'record' ? await load(ctx, one.resource, idOf(c)) : undefined
    return call && (await answered(ctx, call)) ? undefined : ask(ctx, record, record ? body : withPathId(c, body))
  })
  return question?.(services)
}

async function runAction(
  ctx: Ctx,
  one: Action,
  id: number | undefined,
  input: unknown,
  asked: unknown,
): Promise<object> {
  if (one.right !== 'own') assertMay(ctx, one.resource, one.right)
  const record = id === undefined ? undefined : await load(ctx, one.resource, id, { lock: !one.reads })
  const answer = await one.run(ctx, record, input, asked)
  return answer ?? (id === undefined ? {} : show(ctx, one.resource, id))
}

const reading =
  (mode: 'read' | 'survey') =>
  <T>(services: Services, c: Context, resource: Resource, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    withCtx(services, c, mode, (ctx) => {
      assertMay(ctx, resource, 'read')
      return work(ctx)
    })

const read = reading('read')
const survey = reading('survey')

/** Pages of a list that are looked at all day; those behind them are leafed through. */
const FIRST_PAGES = 3
const isBeyondFirst = (c: Context): boolean => Number(c.req.query('page')) > FIRST_PAGES

/** Runs a change in one transaction; with an Idempotency-Key, at most once, and an answer that is told again says so. With `?simula=1` it is only tried, and no key is used up. */
export async function change(
  services: Services,
  c: Context,
  work: (ctx: Ctx, body: unknown) => Promise<object>,
  status: 200 | 201 = 200,
): Promise<Response> {
  assertXhr(c)
  const body =
    c.req.method === 'GET' || c.req.header('Content-Type')?.startsWith('multipart/') ? undefined : await jsonBody(c)
  if (isTrial(c)) return c.json(await tryOut(services, c, (ctx) => work(ctx, body)))
  const call = await keyedCall(c)
  if (!call) return c.json(await withCtx(services, c, 'write', (ctx) => work(ctx, body)), status)
  const { answer, isRepeated } = await withCtx(services, c, 'write', (ctx) => once(ctx, call, () => work(ctx, body)))
  if (isRepeated) c.header(REPEATED, '1')
  return c.json(answer, status)
}

/** The id in the path. What is no id names no record. */
export function idOf(c: Context): number {
  const text = c.req.param('id') ?? ''
  const id = Number(text)
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > 2_147_483_647) throw notFound()
  return id
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? new Map(Object.entries(body)).get(name) : undefined
}
