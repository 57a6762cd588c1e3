import { type SQL, sql } from 'drizzle-orm'
import { type IssRate, incidenceTown, issRate } from '../../../core/fiscal/nfse/incidence'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import type { Row } from '../../platform/resource'
import { text } from '../nota/said'
import { isCovered } from './live'
import type { Nfse } from './nfse'

/** What a declaration is made of, as it stands now: the company, its customer, and the services that go into one note. */
export interface Source {
  readonly company: Row
  readonly taker: Row
  /** Lines of the order with their services: of the same codes of taxation, paid by the customer. */
  readonly lines: readonly [Row, ...Row[]]
  /** What the city where the ISS falls says of it on the day. */
  readonly town: Town
}

/** Where the ISS falls, at which rate, and what that city does in the national system. */
export interface Town {
  readonly cMun: string | undefined
  readonly pAliq: string | undefined
  readonly isActive: boolean
}

/** The codes by which services go into one note. */
const codesOf = (s: SQL): SQL =>
  sql`concat_ws('|', coalesce(${s}."cTribNac", ''), coalesce(${s}."cTribMun", ''), coalesce(${s}."cNBS", ''))`
const sameCodes = codesOf(sql`s`)

/** Services of an order that its customer pays. */
const PAID = (order: unknown) => sql`from ordem_servico_servico l join servico s on s.id = l.servico_id
  where l.ordem_servico_id = ${order} and l."vTotal" > 0`

/** One service of each note that an order asks for yet, in the order of its lines: those that a note has go into no other, and a draft (`but` for one) is of all that share its codes. */
export async function servicesOf(ctx: Ctx, order: number, but = 0): Promise<number[]> {
  const rows = await rowsOf(
    ctx,
    sql`select min(l.servico_id) as id, min(l.id) as first ${PAID(order)} and not ${isCovered(order)}
          and not exists (select 1 from nfse d join servico o on o.id = d.servico_id
            where d.ordem_servico_id = ${order} and d.status = 0 and d.id <> ${but} and ${codesOf(sql`o`)} = ${sameCodes})
        group by ${sameCodes} order by min(l.id) limit 100`,
  )
  return rows.map(({ id }) => Number(id))
}

/** Reads what a note is of: services with the codes of its own that no other note has. The rate is that of `day`. Throws 400 where its order has no service of it that is paid. */
export async function sourceOf(ctx: Ctx, note: Nfse, day: string): Promise<Source> {
  const [company] = await rowsOf(ctx, sql`select * from empresa where id = ${note.empresa_id}`)
  const [taker] = await rowsOf(
    ctx,
    sql`select c.* from ordem_servico o join cliente c on c.id = o.cliente_id where o.id = ${note.ordem_servico_id}`,
  )
  const [first, ...rest] = await rowsOf(
    ctx,
    sql`select l."xServ", l.un as "unLinha", l."qTrib", l."vUnTrib", l."vDesc", l."vTotal", s.* ${PAID(note.ordem_servico_id)}
        and ${sameCodes} = (select ${sameCodes} from servico s where s.id = ${note.servico_id})
        and not ${isCovered(note.ordem_servico_id, [note.id, note.substitui_id])} order by l.id limit 1000`,
  )
  if (!company || !taker || !first)
    throw badRequest('A ordem de serviço não tem serviço pago que esta NFS-e possa ter.', 'no_services')
  return {
    company,
    taker,
    lines: [first, ...rest],
    town: await townOf(ctx, { note, company, taker, service: first, day }),
  }
}

interface Placing {
  readonly note: Nfse
  readonly company: Row
  readonly taker: Row
  readonly service: Row
  readonly day: string
}

async function townOf(ctx: Ctx, { note, company, taker, service, day }: Placing): Promise<Town> {
  const cTribNac = text(service.cTribNac) ?? ''
  const cMunPrest = text(company.cMun) ?? ''
  const cMunToma = text(taker.cMun)
  const cMun = incidenceTown({
    cTribNac,
    cMunPrest,
    cLocPrestacao: text(note.cMunPrestacao) ?? cMunPrest,
    ...(cMunToma === undefined ? {} : { cMunToma }),
  })
  const rows = await rowsOf(
    ctx,
    sql`select "cMun", coalesce("cTribNac", '') as "cTribNac", "pAliq", "dInicio", ativo from nfse_municipio where "cMun" = ${Number(cMun ?? 0)} limit 5000`,
  )
  const rates = rows.filter(({ pAliq }) => pAliq !== null).map((row) => rateOf(row))
  const latest = rows.filter(({ dInicio }) => String(dInicio) <= day).toSorted(byDay)[0]
  // Without the city's own table, the rate that the service is registered with.
  const pAliq = (cMun === undefined ? undefined : issRate(rates, { cMun, cTribNac, day })) ?? text(service.pISS)
  return { cMun, pAliq, isActive: latest?.ativo !== false }
}

const rateOf = ({ cMun, cTribNac, pAliq, dInicio }: Row): IssRate => ({
  cMun: String(cMun),
  cTribNac: String(cTribNac),
  pAliq: String(pAliq),
  since: String(dInicio).slice(0, 10),
})

const byDay = (a: Row, b: Row): number => String(b.dInicio).localeCompare(String(a.dInicio))

/** Days in which a city lets its notes be cancelled; undefined where it says nothing. */
export async function cancelDays(ctx: Ctx, { CodigoMunicipio }: Nfse): Promise<number | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select cancela_dias from nfse_municipio where "cMun" = ${Number(CodigoMunicipio ?? 0)} and cancela_dias is not null
          and "dInicio" <= ${ctx.clock.today()} order by "dInicio" desc limit 1`,
  )
  return row ? Number(row.cancela_dias) : undefined
}
