import { type SQL, sql } from 'drizzle-orm'
import { listPath } from '../../core/access'
import { sum } from '../area'
import { type App, type Services, withCtx } from '../platform/app'
import { type Ctx, rowsOf } from '../platform/context'
import { tableName } from '../platform/engine/columns'
import { readListQuery, whereOf } from '../platform/engine/query'
import type { Resource } from '../platform/resource'
import { may } from '../platform/rights'
import { boolean, integer, list, object, text, type Routes } from '../platform/served'
import type { Queue } from './queue'

/** Records of a queue are counted up to here: more is more than a day's work anyway, and no count reads more rows. */
export const QUEUE_CAP = 999

/** A queue as an area's page shows it. */
export interface Waiting {
  readonly nome: string
  readonly rotulo: string
  /** The list with that filter: `/ui/comercial/venda?visao=A+faturar`. */
  readonly caminho: string
  readonly qtd: number
  /** There are more than were counted. */
  readonly mais: boolean
  readonly ruim: boolean
}

function mountQueues(app: App, services: Services): void {
  app.get('/api/filas', async (c) =>
    c.json({ data: await withCtx(services, c, 'survey', (ctx) => waiting(ctx, c.req.query('area'))) }),
  )
}

/** `GET /api/filas?area=comercial`: how much waits in each queue that the caller may see, all of them without `area`. */
export const queueRoutes: Routes = {
  mount: mountQueues,
  tells: [
    {
      path: '/api/filas',
      method: 'get',
      summary: 'Quantos registros esperam em cada fila de trabalho de uma área; faltam as que não se pode ver',
      tag: 'Painel e busca',
      query: { area: text('Áreas, separadas por vírgulas: `comercial`; sem ela, todas') },
      answer: object({
        data: list(
          object({
            nome: text(),
            rotulo: text(),
            caminho: text('A lista, com o filtro da fila'),
            qtd: integer(`Até ${QUEUE_CAP}`),
            mais: boolean('Há mais do que foi contado'),
            ruim: boolean('Algo está errado enquanto não for zero'),
          }),
        ),
      }),
    },
  ],
}

/** The area whose page shows a queue: the one that the list's address names. */
const areaOf = ({ name }: Resource): string => listPath(name).split('/')[2] ?? ''

const pathOf = ({ of, view }: Queue): string =>
  `${listPath(of.name)}?${new URLSearchParams({ visao: view }).toString()}`

/** The queues of areas (`comercial,compras`), or of all, counted in one query under the filters, rights and fence of companies of their lists. */
export function waiting(ctx: Ctx, area?: string): Promise<readonly Waiting[]> {
  const wanted = area?.split(',')
  return counted(ctx, ({ of }) => may(ctx, of, 'read') && (wanted === undefined || wanted.includes(areaOf(of))))
}

/** The queues of areas in the caller's company alone, those of lists that the caller may not see too: numbers, for whoever answers for the whole. */
export function waitingInCompany(ctx: Ctx, areas: readonly string[]): Promise<readonly Waiting[]> {
  const actor = { ...ctx.actor, empresas: [ctx.actor.empresa_id] }
  return counted({ ...ctx, actor }, ({ of }) => areas.includes(areaOf(of)))
}

async function counted(ctx: Ctx, wanted: (queue: Queue) => boolean): Promise<readonly Waiting[]> {
  const queues = sum('queues').filter(wanted)
  if (queues.length === 0) return []
  const counts = queues.map((queue, at) => countOf(ctx, queue, at))
  const rows = await rowsOf(ctx, sql.join(counts, sql` union all `))
  const found = new Map(rows.map(({ i, n }) => [Number(i), Number(n)]))
  return queues.map((queue, at) => {
    const count = found.get(at) ?? 0
    return {
      nome: queue.name,
      rotulo: queue.label,
      caminho: pathOf(queue),
      qtd: Math.min(count, QUEUE_CAP),
      mais: count > QUEUE_CAP,
      ruim: queue.bad === true,
    }
  })
}

function countOf(ctx: Ctx, queue: Queue, at: number): SQL {
  const filter = Object.entries(queue.filter(ctx)).map(([name, value]) => [name, JSON.stringify(value)] as const)
  const { filters } = readListQuery(ctx, queue.of, Object.fromEntries(filter))
  return sql`(select ${at}::int as i, count(*)::int as n from (select 1 from ${tableName(queue.of)} t ${whereOf(filters)} limit ${QUEUE_CAP + 1}) c)`
}
