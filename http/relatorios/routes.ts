import * as v from 'valibot'
import { sum } from '../area'
import { type App, type Context, type Services, withCtx } from '../platform/app'
import { invalid } from '../platform/errors'
import { idList, identifier } from '../platform/inputs'
import { assertMay } from '../platform/rights'
import { integer, type Routes, text } from '../platform/served'

const BATCH_LIMIT = 200

function mountReports(app: App, services: Services): void {
  for (const { resource, load, name: called = resource.name } of sum('prints')) {
    const print = async (c: Context, ids: readonly number[], format = c.req.query('format')) => {
      const drawn = await withCtx(services, c, 'survey', (ctx) => {
        assertMay(ctx, resource, 'read')
        return load(ctx, ids)
      })
      const name = `${called}-${ids.length === 1 ? ids[0] : 'lote'}`
      if (format === 'html') return answer(drawn.html(), 'text/html; charset=utf-8', `${name}.html`)
      return answer(await drawn.pdf(), 'application/pdf', `${name}.pdf`)
    }
    app.get(`/reporting/pdf/${called}`, (c) => print(c, [oneId(c.req.query('id'))]))
    app.get(`/reporting/html/${called}`, (c) => print(c, [oneId(c.req.query('id'))], 'html'))
    app.get(`/reporting/lote/${called}`, (c) => print(c, manyIds(c.req.query('id_list'))))
  }
}

/** Prints of records: `/reporting/pdf/{venda|pedido_compra|rota|…}?id=`, `/reporting/lote/{…}?id_list=1,2`; `&format=html`, or `/reporting/html/{…}?id=`, gives a page to print. */
export const printRoutes: Routes = {
  mount: mountReports,
  get tells() {
    const query = { format: text('html: uma página para imprimir; senão PDF') }
    return sum('prints').flatMap(({ resource, name = resource.name, title = resource.title }) => [
      {
        path: `/reporting/pdf/${name}`,
        method: 'get' as const,
        summary: `Imprime: ${title}`,
        tag: 'Impressos',
        query: { id: integer(), ...query },
        answer: 'PDF, ou página HTML',
      },
      {
        path: `/reporting/html/${name}`,
        method: 'get' as const,
        summary: `Como página para imprimir: ${title}`,
        tag: 'Impressos',
        query: { id: integer() },
        answer: 'Página HTML',
      },
      {
        path: `/reporting/lote/${name}`,
        method: 'get' as const,
        summary: `Imprime vários: ${title}`,
        tag: 'Impressos',
        query: { id_list: text(`Números separados por vírgula, até ${BATCH_LIMIT}`), ...query },
        answer: 'PDF, ou página HTML',
      },
    ])
  },
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
