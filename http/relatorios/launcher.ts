import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { canAll } from '../../core/access'
import { lacksRight } from '../../core/access/why-not'
import { sum } from '../area'
import { type App, assertXhr, type Context, type Services, withCtx } from '../platform/app'
import { jsonBody } from '../platform/body'
import { type Ctx, rowsOf } from '../platform/context'
import { forbidden, invalid, notFound } from '../platform/errors'
import { initialValues, namesOf, readFilters } from './filters'
import { csvOf, HTML_LIMIT, htmlOf } from './outputs'
import { headingOf } from './heading'
import type { Report } from './report'
import { GROUP, mayRun, reportNamed, runnable } from './may-run'
import { loadOwn, mountOwn, ownListed } from './proprio/routes'
import { idOfName } from './proprio/report'
import { reportPdf } from './report-pdf'
import { rowBatches, streamText } from '../platform/stream'
import { Download, fileResponse } from '../platform/download'
import { sheetStream } from '../platform/export/sheet'
import { chartOf } from './chart'
import { sheetColumnsOf, sheetRows, XLSX_LIMIT } from './workbook'

/** Categories in the order of the list; others come after. */
const CATEGORIES = ['Comercial', 'Estoque', 'Financeiro', 'Cadastros']
const READ_ONLY_PAGE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** A report of the areas, or one that somebody put together. Of the latter throws 404, 403 and 422 as running it does. */
async function anyReport(services: Services, c: Context, name: string): Promise<Report | undefined> {
  const id = idOfName(name)
  return id === undefined ? reportNamed(name) : loadOwn(services, c, id)
}

function inOrder(reports: readonly Report[]): readonly Report[] {
  const place = ({ category }: Report) =>
    CATEGORIES.includes(category) ? CATEGORIES.indexOf(category) : CATEGORIES.length
  return reports.toSorted((a, b) => place(a) - place(b))
}

/**
 * The report launcher (document 3, sections 2 and 7): `/api/relatorios.json`, `/reporting/form/{rel_name}` and the outputs
 * `/reporting/{pdf|csv|xlsx|html|dados}/{rel_name}`. Names of other prints pass on to who knows them.
 */
export function mountLauncher(app: App, services: Services): void {
  app.get('/api/relatorios.json', async (c) => {
    if (!canAll(c.get('actor'), [GROUP]))
      throw forbidden(`Você não tem permissão para esta ação (${lacksRight(`show ${GROUP}`)}).`)
    const { liked, own } = await withCtx(services, c, 'read', async (ctx) => ({
      liked: await favourites(ctx),
      own: await ownListed(ctx),
    }))
    const mine = inOrder(sum('reports')).filter((one) => mayRun(c.get('actor'), one))
    const data = [...mine, ...own].map(({ rel_name, title, description, category }) => ({
      rel_name,
      title,
      description,
      category,
      favorito: liked.has(rel_name),
    }))
    return c.json({ data })
  })
  app.put('/api/relatorios/:rel_name/favorito', async (c) => {
    assertXhr(c)
    const one = await anyReport(services, c, c.req.param('rel_name'))
    if (one === undefined) throw notFound()
    runnable(c.get('actor'), one)
    const body = v.safeParse(v.object({ favorito: v.boolean() }), await jsonBody(c))
    if (!body.success) throw invalid({ favorito: ['Informe verdadeiro ou falso.'] })
    await withCtx(services, c, 'write', (ctx) => like(ctx, one.rel_name, body.output.favorito))
    return c.json(body.output)
  })
  for (const [path, answer] of Object.entries(OUTPUTS))
    app.get(`/reporting/${path}/:rel_name`, async (c, next) => {
      const one = await anyReport(services, c, c.req.param('rel_name'))
      return one === undefined ? elsewhere(app, c, next) : answer(services, c, one)
    })
  mountOwn(app, services, async (c, one, path) => {
    const output = new Map(Object.entries(OUTPUTS)).get(path)
    if (output === undefined) throw invalid({ format: ['Use xlsx ou csv.'] })
    return output(services, c, one)
  })
}

type Output = (services: Services, c: Context, one: Report) => Promise<Response>

/** An output of a report that its caller may run, of the columns that they may see. */
const output =
  (answer: Output): Output =>
  (services, c, one) =>
    answer(services, c, runnable(c.get('actor'), one))

const OUTPUTS = {
  form: output(async (services, c, one) =>
    c.json(await withCtx(services, c, 'read', (ctx) => Promise.resolve(formOf(one, ctx)))),
  ),
  csv: output(async (services, c, one) => {
    const values = readFilters(one, c.req.query(), c.get('actor'))
    const body = await streamText(services, c, csvOf(one, values))
    return answer(body, 'text/csv; charset=utf-8', `attachment; filename="${one.rel_name}.csv"`)
  }),
  xlsx: output(async (services, c, one) => {
    const values = readFilters(one, c.req.query(), c.get('actor'))
    const batches = await rowBatches(services, c, { query: (ctx) => one.query(ctx, values), limit: XLSX_LIMIT })
    const rows = sheetRows(batches, one.columns)
    return fileResponse(
      new Download(one.rel_name, 'xlsx', await sheetStream(one.title, sheetColumnsOf(one.columns), rows)),
    )
  }),
  dados: output(async (services, c, one) => {
    const values = readFilters(one, c.req.query(), c.get('actor'))
    return c.json(await withCtx(services, c, 'snapshot', (ctx) => chartOf(ctx, one, values)))
  }),
  html: output(async (services, c, one) => {
    const values = readFilters(one, c.req.query(), c.get('actor'))
    const heading = await withCtx(services, c, 'survey', (ctx) => headingOf(ctx, one, values))
    const options = { ...styleOf(c, one), limit: linesOf(c), heading }
    const body = await streamText(services, c, htmlOf(one, values, options))
    return answer(body, 'text/html; charset=utf-8', `inline; filename="${one.rel_name}.html"`)
  }),
  pdf: output(async (services, c, one) => {
    const values = readFilters(one, c.req.query(), c.get('actor'))
    const heading = await withCtx(services, c, 'survey', (ctx) => headingOf(ctx, one, values))
    const body = await withCtx(services, c, 'snapshot', (ctx) =>
      reportPdf(ctx, one, values, { ...styleOf(c, one), heading }),
    )
    return answer(body, 'application/pdf', `inline; filename="${one.rel_name}.pdf"`)
  }),
}

/** A print has an address of its own; any other name is nobody's: 404. */
function elsewhere(app: App, c: Context, next: () => Promise<void>): Promise<void> {
  if (app.routes.some(({ path }) => path === c.req.path)) return next()
  throw notFound()
}

/** Upright or across, as asked or as the report is by nature; `simple` without what stands over it. */
function styleOf(c: Context, one: Report): { readonly landscape: boolean; readonly simple: boolean } {
  const orientation = c.req.query('orientation')
  if (orientation !== undefined && orientation !== '' && orientation !== 'P' && orientation !== 'L')
    throw invalid({ orientation: ['Use P para retrato ou L para paisagem.'] })
  return {
    landscape: orientation === undefined || orientation === '' ? one.wide === true : orientation === 'L',
    simple: c.req.query('simple') === 'true',
  }
}

/** A preview asks for its first lines alone. */
function linesOf(c: Context): number {
  const asked = Number(c.req.query('linhas') ?? HTML_LIMIT)
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, HTML_LIMIT) : HTML_LIMIT
}

function answer(body: ReadableStream | Uint8Array<ArrayBuffer>, type: string, disposition: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': disposition,
      'Content-Security-Policy': READ_ONLY_PAGE,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })
}

function formOf(one: Report, ctx: Pick<Ctx, 'clock'>): object {
  const { rel_name, title, description, category, columns, filters, wide = false } = one
  return {
    rel_name,
    title,
    description,
    category,
    orientation: wide ? 'L' : 'P',
    columns: columns.map(({ field, label }) => ({ field, label })),
    filters: Object.entries(filters).map(([name, filter]) => ({ name, names: namesOf(name, filter), ...filter })),
    chart: one.chart !== undefined,
    initial: initialValues(one, ctx),
  }
}

async function favourites(ctx: Ctx): Promise<ReadonlySet<string>> {
  const rows = await rowsOf(ctx, sql`select rel_name from relatorio_favorito where user_id = ${ctx.actor.id}`)
  return new Set(rows.map(({ rel_name }) => String(rel_name)))
}

async function like(ctx: Ctx, name: string, liked: boolean): Promise<void> {
  await ctx.db.execute(
    liked
      ? sql`insert into relatorio_favorito (user_id, rel_name) values (${ctx.actor.id}, ${name}) on conflict do nothing`
      : sql`delete from relatorio_favorito where user_id = ${ctx.actor.id} and rel_name = ${name}`,
  )
}
