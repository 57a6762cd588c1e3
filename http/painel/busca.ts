import { sum } from '../area'
import { type App, type Services, withCtx } from '../platform/app'
import type { Ctx } from '../platform/context'
import { may } from '../platform/rights'
import { integer, list, object, type Routes, text } from '../platform/served'
import { type Found, LIMITS, type Typed } from './search'

function mountBusca(app: App, services: Services): void {
  app.get('/api/busca', async (c) => {
    const typed = read(c.req.query('q') ?? '')
    return c.json({ data: typed ? await withCtx(services, c, 'read', (ctx) => search(ctx, typed)) : [] })
  })
}

/** `GET /api/busca?q=`: records by name, code, number or key, for the palette: at most 8 of a kind and 30 in all, only what the caller may read. */
export const searchRoutes: Routes = {
  mount: mountBusca,
  tells: [
    {
      path: '/api/busca',
      method: 'get',
      summary: 'Registros por nome, código, número ou chave: até 8 de cada tipo e 30 ao todo',
      tag: 'Painel e busca',
      query: { q: text('O que foi digitado') },
      answer: object({
        data: list(object({ resource: text(), id: integer(), title: text(), subtitle: text(), path: text('A tela') })),
      }),
    },
  ],
}

function read(q: string): Typed | undefined {
  const text = q.slice(0, LIMITS.text).replaceAll('\0', '').toWellFormed().trim()
  const code = text.replaceAll(/[\s./-]/g, '')
  const number = /^#?\d{1,9}$/.test(text) ? Number(text.replace('#', '')) : undefined
  if (text.length < 2 && number === undefined) return undefined
  return { words: text.split(/\s+/).slice(0, LIMITS.words), text, code, number }
}

/** Runs the searches together on one connection. */
async function search(ctx: Ctx, typed: Typed): Promise<Found[]> {
  const kinds = sum('searches').toSorted((a, b) => a.place - b.place)
  const lists = await Promise.all(
    kinds.filter(({ resource }) => may(ctx, resource, 'read')).map(({ find }) => find(ctx, typed)),
  )
  return lists.flatMap((list) => list.slice(0, LIMITS.perKind)).slice(0, LIMITS.all)
}
