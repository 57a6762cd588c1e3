import type { Resource } from '../platform/resource'
import * as v from 'valibot'
import { routesHtml, routesPdf } from '../expedicao/impressao/render'
import { planSheets, type RouteSheet, routeSheets } from '../expedicao/impressao/route-sheet'
import { rota } from '../expedicao/rota/rota'
import { roteirizacao } from '../expedicao/roteirizacao/roteirizacao'
import { type App, type Context, type Services, withCtx } from '../platform/app'
import type { Ctx } from '../platform/context'
import { invalid } from '../platform/errors'
import { idList, identifier } from '../platform/inputs'
import { assertMay } from '../platform/rights'
import { type Kind, loadDocuments } from './document'
import { renderHtml } from './html'
import { KINDS } from './kinds'
import { renderPdf } from './pdf'

const BATCH_LIMIT = 200

/** What can be printed: records of a resource, loaded within the caller's rights, as one PDF or one page. */
interface Print {
  readonly resource: Resource
  readonly load: (ctx: Ctx, ids: readonly number[]) => Promise<Drawn>
}

interface Drawn {
  readonly pdf: () => Promise<Uint8Array<ArrayBuffer>>
  readonly html: () => string
}

const documents = (kind: Kind): Print => ({
  resource: kind.resource,
  load: async (ctx, ids) => {
    const loaded = await loadDocuments(ctx, kind, ids)
    return { pdf: () => renderPdf(loaded), html: () => renderHtml(loaded) }
  },
})

const routes = (resource: Resource, load: (ctx: Ctx, ids: readonly number[]) => Promise<RouteSheet[]>): Print => ({
  resource,
  load: async (ctx, ids) => {
    const sheets = await load(ctx, ids)
    return { pdf: () => routesPdf(sheets), html: () => routesHtml(sheets) }
  },
})

const PRINTS: readonly Print[] = [...KINDS.map(documents), routes(rota, routeSheets), routes(roteirizacao, planSheets)]

/** Prints of records: `/reporting/pdf/{venda|pedido_compra|rota|…}?id=`, `/reporting/lote/{…}?id_list=1,2`; `&format=html` gives a page to print. */
export function mountReports(app: App, services: Services): void {
  for (const { resource, load } of PRINTS) {
    const print = async (c: Context, ids: readonly number[]) => {
      const drawn = await withCtx(services, c, 'read', (ctx) => {
        assertMay(ctx, resource, 'read')
        return load(ctx, ids)
      })
      const name = `${resource.name}-${ids.length === 1 ? ids[0] : 'lote'}`
      if (c.req.query('format') === 'html') return answer(drawn.html(), 'text/html; charset=utf-8', `${name}.html`)
      return answer(await drawn.pdf(), 'application/pdf', `${name}.pdf`)
    }
    app.get(`/reporting/pdf/${resource.name}`, (c) => print(c, [oneId(c.req.query('id'))]))
    app.get(`/reporting/lote/${resource.name}`, (c) => print(c, manyIds(c.req.query('id_list'))))
  }
}

function oneId(given: string | undefined): number {
  const id = v.safeParse(identifier, given)
  if (!id.success) throw invalid({ id: ['Informe o número do documento.'] })
  return id.output
}

function manyIds(given: string | undefined): number[] {
  const ids = v.safeParse(idList, given)
  if (!ids.success || ids.output.length === 0 || ids.output.length > BATCH_LIMIT)
    throw invalid({ id_list: [`Informe de 1 a ${BATCH_LIMIT} documentos.`] })
  return [...new Set(ids.output)]
}

/** Shown in the browser, run by nobody: no script, no outside resource, not kept by caches. */
function answer(body: string | Uint8Array<ArrayBuffer>, type: string, name: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `inline; filename="${name}"`,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })
}
