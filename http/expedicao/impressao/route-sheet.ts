import { sql } from 'drizzle-orm'
import { formatDate, formatDateTime } from '../../../core/br/date-text'
import { showPhone } from '../../../core/br/fields'
import { formatNumber, formatQuantity } from '../../../core/br/number'
import { spanText } from '../../../core/routing/words'
import { type Ctx, rowsOf } from '../../platform/context'
import { shownTime } from '../../platform/shown-time'
import { intArray } from '../../platform/engine/query'
import { loadWhere } from '../../platform/engine/write'
import { badRequest, notFound } from '../../platform/errors'
import type { Row } from '../../platform/resource'
import { contact, markOf } from '../../relatorios/document'
import { ownFacts } from '../../relatorios/own-facts'
import type { Fact } from '../../../core/quotes/revision'
import type { PaperHead } from '../../relatorios/paper'
import { STOP_NEEDS } from '../posicao/needs'
import { STOP_HOURS, STOP_SOURCES } from '../posicao/reception'
import { planViews, type RouteView, type StopView, windowsText } from '../roteirizacao/plan-view'
import { rota } from '../rota/rota'
import { roteirizacao } from '../roteirizacao/roteirizacao'

/** A route on paper, for who drives it: every text is as it is read. */
export interface RouteSheet extends PaperHead {
  /** Label and text. */
  readonly facts: readonly (readonly [string, string])[]
  readonly stops: readonly SheetStop[]
  readonly totals: readonly (readonly [string, string])[]
  readonly notes: string
  readonly printedAt: string
}

export interface SheetStop {
  readonly number: string
  readonly arrival: string
  readonly sale: string
  readonly customer: string
  /** Address, then telephone, then what it asks of the vehicle. */
  readonly where: readonly string[]
  readonly windows: string
  readonly volumes: string
  readonly kg: string
  /** What became of it; '' leaves room for a signature. */
  readonly told: string
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const kilos = (value: unknown): string => (Number(value) > 0 ? formatQuantity(text(value)) : '–')
const km = (value: unknown): string => `${formatNumber(text(value) || '0', 1)} km`
const weight = (value: unknown): [string, string][] => (Number(value) > 0 ? [['Peso', `${kilos(value)} kg`]] : [])
const told = (pairs: readonly (readonly [string, string])[]) => pairs.filter(([, shown]) => shown !== '')

const printedAt = (ctx: Ctx): string => shownTime(ctx, ctx.clock.now())

async function companiesOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, PaperHead['company']>> {
  const rows = await rowsOf(
    ctx,
    sql`select e.*, m."xMun" from empresa e left join municipio m on m.id = e."cMun" where e.id = any (${intArray(ids)}::int[])`,
  )
  return new Map(rows.map((row) => [Number(row.id), { name: text(row.xNome), lines: contact(row, text(row.xMun)) }]))
}

/** The routes of plans, each on a sheet of its own, by as many queries however many they are. Throws 404, and 400 `not_calculated` for a plan without routes. */
export async function planSheets(ctx: Ctx, ids: readonly number[]): Promise<RouteSheet[]> {
  const plans = new Map((await loadWhere(ctx, roteirizacao, 'id', ids)).map((plan) => [plan.id, plan]))
  const viewOf = await planViews(ctx, [...plans.keys()])
  const companies = await companiesOf(
    ctx,
    [...plans.values()].map(({ empresa_id }) => empresa_id),
  )
  const own = await ownFacts(ctx, roteirizacao, [...plans.values()])
  const at = printedAt(ctx)
  return ids.flatMap((id) => {
    const plan = plans.get(id)
    if (!plan) throw notFound()
    const { routes } = viewOf(id)
    if (routes.length === 0) throw badRequest('Calcule a roteirização antes de imprimir as rotas.', 'not_calculated')
    const company = companies.get(plan.empresa_id) ?? { name: '', lines: [] }
    const about = { company, day: formatDate(plan.dRota), plan: plan.descricao ?? `nº ${id}`, own: own(plan), at }
    return routes.map((route, rank) => planSheet(route, `Rota ${rank + 1} de ${routes.length}`, about))
  })
}

interface About {
  readonly company: PaperHead['company']
  readonly day: string
  readonly plan: string
  readonly own: readonly Fact[]
  readonly at: string
}

function planSheet(route: RouteView, title: string, { company, day, plan, own, at }: About): RouteSheet {
  return {
    company,
    title,
    mark: '',
    facts: told([
      ['Roteirização', plan],
      ['Dia', day],
      ['Veículo', [route.vehicle, route.carrier].filter(Boolean).join(' · ')],
      ['Horário', `sai às ${route.leaves}, volta às ${route.returns}`],
      ['Atenção', route.broken],
      ...own,
    ]),
    stops: route.stops.map(planStop),
    totals: [
      ['Paradas', String(route.stops.length)],
      ['Volumes', String(route.volumes)],
      ...weight(route.kg),
      ['Distância', km(route.km)],
      ['Viagem', spanText(route.travelMinutes * 60)],
    ],
    notes: '',
    printedAt: at,
  }
}

const needsText = (needs: string): string => (needs === '' ? '' : `Pede ${needs}`)

const planStop = (stop: StopView): SheetStop => ({
  number: String(stop.number),
  arrival: stop.arrival,
  sale: String(stop.venda_id),
  customer: stop.customer,
  where: [stop.address, showPhone(stop.phone), needsText(stop.needs)].filter((line) => line !== ''),
  windows: stop.windows || 'o dia todo',
  volumes: String(stop.volumes),
  kg: kilos(stop.kg),
  told: '',
})

/** Delivery routes, each on a sheet of its own: three queries, however many. Throws 404. */
export async function routeSheets(ctx: Ctx, ids: readonly number[]): Promise<RouteSheet[]> {
  const [heads, stops] = await Promise.all([
    rowsOf(
      ctx,
      sql`select r.*, to_jsonb(e) as empresa, me."xMun" as empresa_mun, v.placa, tr."xNome" as transportadora, mo."xNome" as motorista, mo.fone as motorista_fone
          from rota r join empresa e on e.id = r.empresa_id left join municipio me on me.id = e."cMun" join veiculo v on v.id = r.veiculo_id
          join transportadora tr on tr.id = v.transportadora_id left join motorista mo on mo.id = r.motorista_id
          where r.id = any (${intArray(ids)}::int[]) and r.empresa_id = any (${intArray(ctx.actor.empresas)}::int[])`,
    ),
    rowsOf(
      ctx,
      sql`select t.*, more.fone, more.horas, more.pede
          from rota_venda t, lateral (select c.fone, ${STOP_HOURS} as horas, ${STOP_NEEDS} as pede ${STOP_SOURCES}) more
          where t.rota_id = any (${intArray(ids)}::int[]) order by t.ordem, t.id`,
    ),
  ])
  const known = new Map(heads.map((row) => [Number(row.id), row]))
  const own = await ownFacts(ctx, rota, heads)
  const byRoute = Map.groupBy(stops, (row) => Number(row.rota_id))
  const at = printedAt(ctx)
  return ids.map((id) => {
    const head = known.get(id)
    if (!head) throw notFound()
    return routeSheet(head, { stops: byRoute.get(id) ?? [], own: own(head), at })
  })
}

interface RouteParts {
  readonly stops: readonly Row[]
  readonly own: readonly Fact[]
  readonly at: string
}

function routeSheet(head: Row, { stops, own, at }: RouteParts): RouteSheet {
  const company: Row = typeof head.empresa === 'object' && head.empresa !== null ? { ...head.empresa } : {}
  const sum = (field: 'volumes' | 'peso'): number => stops.reduce((all, row) => all + Number(row[field]), 0)
  return {
    company: { name: text(company.xNome), lines: contact(company, text(head.empresa_mun)) },
    title: `Romaneio da rota nº ${text(head.id)}`,
    mark: markOf(rota, head),
    facts: told([
      ['Dia', formatDate(text(head.dRota))],
      ['Veículo', [text(head.placa), text(head.transportadora)].filter(Boolean).join(' · ')],
      ['Motorista', [text(head.motorista), showPhone(text(head.motorista_fone))].filter(Boolean).join(' · ')],
      ['Sai às', text(head.inicio)],
      ['Km na saída', head.km_inicial === null ? '' : km(head.km_inicial)],
      ['Km na volta', head.km_final === null ? '' : km(head.km_final)],
      ['Cancelamento', text(head.xJustCancelamento)],
      ...own,
    ]),
    stops: stops.map((row, index) => routeStop(row, index + 1)),
    totals: [
      ['Paradas', String(stops.length)],
      ['Volumes', String(sum('volumes'))],
      ...weight(sum('peso').toFixed(3)),
      ...(head.distancia === null
        ? []
        : [
            ['Distância', km((Number(head.distancia) / 1000).toFixed(1))] as const,
            ['Viagem', spanText(Number(head.duracao))] as const,
          ]),
    ],
    notes: text(head.obs),
    printedAt: at,
  }
}

/** The names in `STOP_NEEDS`. */
const needNames = (needs: unknown): string =>
  Array.isArray(needs) ? needs.map((one: Row) => text(one.descricao)).join(', ') : ''

function routeStop(row: Row, number: number): SheetStop {
  const happened = row.xOcorrencia
    ? `Não entregue: ${text(row.xOcorrencia)}`
    : row.dhEntrega
      ? `Entregue em ${formatDateTime(text(row.dhEntrega))}`
      : ''
  return {
    number: String(number),
    arrival: text(row.hora_prevista) || '–',
    sale: text(row.venda_id),
    customer: text(row.xNome),
    where: [text(row.xEnder), showPhone(text(row.fone)), needsText(needNames(row.pede))].filter((line) => line !== ''),
    windows: windowsText(row.horas) || 'o dia todo',
    volumes: text(row.volumes),
    kg: kilos(row.peso),
    told: happened,
  }
}
