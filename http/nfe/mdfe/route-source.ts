import { sql } from 'drizzle-orm'
import { ADDRESS_COLUMNS, ADDRESS_JOIN } from '../../expedicao/posicao/delivery-address'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import type { Row } from '../../platform/resource'

/** A sale on the way, with the note that goes with it. */
export interface CargoStop {
  /** Of the stop itself. */
  readonly id: number
  readonly venda_id: number
  readonly xNome: string
  /** Kilograms; 0 where nobody knows. */
  readonly peso: string
  readonly UF: string
  readonly cMun: string
  readonly xMun: string
  readonly nfe_id: number | null
  /** Of its authorised note. */
  readonly chNFe: string | null
  readonly vNF: string
}

/** What a route carries, and what carries it. */
export interface Cargo {
  readonly rota: Row
  readonly company: Row
  readonly vehicle: Row
  /** Whose the vehicle is. */
  readonly owner: Row
  readonly driver: Row | undefined
  readonly stops: readonly CargoStop[]
  /** What most of its value is: `xProd` and NCM. */
  readonly product: Row | undefined
  readonly technical: string | null
}

/** Reads what a route carries, as it is now. Throws 400 for a route that is gone. */
export async function cargoOf(ctx: Ctx, empresa_id: number, rota_id: number): Promise<Cargo> {
  const one = async (query: ReturnType<typeof sql>): Promise<Row | undefined> => (await rowsOf(ctx, query))[0]
  const rota = await one(sql`select * from rota where id = ${rota_id} and empresa_id = ${empresa_id}`)
  if (!rota) throw badRequest('A rota deste MDF-e não existe mais.', 'no_source')
  const company = await one(
    sql`select e.*, m."xMun", (select value from configuracao where name = 'FISCAL_RESP_TEC') as technical
        from empresa e left join municipio m on m.id = e."cMun" where e.id = ${empresa_id}`,
  )
  const vehicle = await one(sql`select * from veiculo where id = ${rota.veiculo_id}`)
  const owner = await one(sql`select * from transportadora where id = ${vehicle?.transportadora_id ?? null}`)
  const product = await one(
    sql`select m."xProd", m."NCM" from rota_venda x join venda_mercadoria l on l.venda_id = x.venda_id join mercadoria m on m.id = l.mercadoria_id
        where x.rota_id = ${rota_id} group by m.id order by sum(l."qTrib" * l."vUnTrib") desc, m.id limit 1`,
  )
  return {
    rota,
    company: company ?? {},
    vehicle: vehicle ?? {},
    owner: owner ?? {},
    driver: await one(sql`select * from motorista where id = ${rota.motorista_id}`),
    stops: await stopsOf(ctx, rota_id),
    product,
    technical: typeof company?.technical === 'string' ? company.technical : null,
  }
}

const MOST_STOPS = 1_000

async function stopsOf(ctx: Ctx, rota_id: number): Promise<CargoStop[]> {
  const rows = await rowsOf(
    ctx,
    sql`select x.id, x.venda_id, x."xNome", coalesce(x.peso, 0)::text as peso, n.id as nfe_id, n."chNFe", coalesce(n."vNF", 0)::text as "vNF", ${ADDRESS_COLUMNS}
        from rota_venda x join venda s on s.id = x.venda_id ${ADDRESS_JOIN}
        left join lateral (
          select k.id, k."chNFe", k."vNF" from nfe k where k.venda_id = s.id and k.mod = 55 and k.status = 3 and k."dhDuvida" is null order by k.nfce_id nulls first, k.id desc limit 1) n on true
        where x.rota_id = ${rota_id} order by x.ordem, x.id limit ${MOST_STOPS}`,
  )
  return rows.map((row) => ({
    id: Number(row.id),
    venda_id: Number(row.venda_id),
    xNome: String(row.xNome ?? ''),
    peso: String(row.peso),
    UF: String(row.UF ?? ''),
    cMun: String(row.cMun ?? ''),
    xMun: String(row.xMun ?? ''),
    nfe_id: row.nfe_id === null ? null : Number(row.nfe_id),
    chNFe: row.chNFe === null ? null : String(row.chNFe),
    vNF: String(row.vNF),
  }))
}
