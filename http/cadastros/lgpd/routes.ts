import { type App, type Services, withCtx } from '../../platform/app'
import { assertMay } from '../../platform/rights'
import { idOf } from '../../platform/routes'
import { exportPerson } from './export'
import { lgpd } from './lgpd'
import { outlineOf } from './outline'
import { accountHtml, accountPdf } from './render'
import { subjectOf } from './titular'

/** `GET /reporting/lgpd/{recurso}/{id}?format=json|html|pdf`: everything of a person, as a download. That it was given out is noted. */
export function mountLgpd(app: App, services: Services): void {
  app.get('/reporting/lgpd/:recurso/:id', async (c) => {
    const [recurso, id] = [c.req.param('recurso').slice(0, 60), idOf(c)]
    const data = await withCtx(services, c, 'write', async (ctx) => {
      assertMay(ctx, lgpd, 'read')
      return exportPerson(ctx, await subjectOf(ctx, recurso, id))
    })
    const name = `lgpd-${recurso}-${id}`
    const format = c.req.query('format') ?? 'json'
    if (format === 'html')
      return answer(accountHtml(outlineOf(data)), 'text/html; charset=utf-8', `inline; filename="${name}.html"`)
    if (format === 'pdf')
      return answer(await accountPdf(outlineOf(data)), 'application/pdf', `inline; filename="${name}.pdf"`)
    return answer(
      JSON.stringify(data, null, 2),
      'application/json; charset=utf-8',
      `attachment; filename="${name}.json"`,
    )
  })
}

/** Shown or kept, run by nobody, not kept by caches. */
function answer(body: string | Uint8Array<ArrayBuffer>, type: string, disposition: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': disposition,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })
}
