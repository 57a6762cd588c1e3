import { sql } from 'drizzle-orm'
import type { LonLat } from '../../../core/routing/polyline'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import type { Row } from '../../platform/resource'
import { addressOf, positionsOf } from './posicao'

const placeIn = ({ lon, lat }: Row): LonLat | undefined =>
  (lon ?? null) === null || (lat ?? null) === null ? undefined : [Number(lon), Number(lat)]

/** Where the vehicles of a plan leave from: the place that it names, else its company's address; undefined when neither is known. */
export async function planDeparture(ctx: Pick<Ctx, 'db'>, plan: Row): Promise<LonLat | undefined> {
  return placeIn(plan) ?? (await placeOfCompany(ctx, Number(plan.empresa_id)))
}

/** Where the vehicle of a delivery route leaves from: as in the plan that it was made of, else its company's address; undefined when neither is known. */
export async function routeDeparture(
  ctx: Pick<Ctx, 'db'>,
  { roteirizacao_id, empresa_id }: Row,
): Promise<LonLat | undefined> {
  if ((roteirizacao_id ?? null) === null) return placeOfCompany(ctx, Number(empresa_id))
  const [plan] = await rowsOf(
    ctx,
    sql`select lon, lat from roteirizacao where id = ${roteirizacao_id} and empresa_id = ${empresa_id}`,
  )
  return planDeparture(ctx, { ...plan, empresa_id })
}

async function placeOfCompany(ctx: Pick<Ctx, 'db'>, id: number): Promise<LonLat | undefined> {
  const [row] = await rowsOf(ctx, sql`select "CEP", "xLgr", nro, "xBairro", "UF", "cMun" from empresa where id = ${id}`)
  const [position] = row ? await positionsOf(ctx, [addressOf(row)]) : []
  return position?.place
}

/** The refusal of what cannot be done without a departure: 400 `no_depot`. */
export const noDeparture = () =>
  badRequest(
    'Não se sabe de onde os veículos saem: informe o endereço da empresa, ou a longitude e a latitude da saída.',
    'no_depot',
  )
