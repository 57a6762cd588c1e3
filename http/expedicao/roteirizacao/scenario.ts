import { sql } from 'drizzle-orm'
import { decimal } from '../../../core/money/decimal'
import { DEFAULT_TRAVEL, type TravelGuess } from '../../../core/routing/matrices'
import type { DayWindow, Scenario, ScenarioDelivery, ScenarioVehicle } from '../../../core/routing/scenario'
import { secondsOf } from '../../../core/routing/words'
import { type Ctx, rowsOf } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { resourceNamed, type Row } from '../../platform/resource'
import { noDeparture, planDeparture } from '../posicao/departure'
import { planNeeds } from '../posicao/needs'
import { receptionOn } from '../posicao/reception'
import { faultTexts, loadFaults, salesText } from '../posicao/unknown-loads'

/** A plan as it is calculated: its record, the scenario, and what whoever reads it should know. */
export interface LoadedScenario {
  readonly record: Row
  readonly scenario: Scenario
  readonly guess: TravelGuess
  readonly notices: readonly string[]
}

/** Loads a plan with its deliveries and vehicles. Throws 400 when the place that vehicles leave from is not known. */
export async function loadScenario(ctx: Ctx, id: number): Promise<LoadedScenario> {
  const record: Row = await load(ctx, resourceNamed('roteirizacao'), id)
  const depot = await planDeparture(ctx, record)
  if (!depot) throw noDeparture()
  const [deliveries, unknown, vehicles, guess] = await Promise.all([
    deliveriesOf(ctx, record),
    loadFaults(ctx, 'roteirizacao', id),
    vehiclesOf(ctx, record),
    learnedGuess(ctx, Number(record.empresa_id)),
  ])
  const free = vehicles.every((one) => one.fixedCost === 0 && one.costPerHour === 0 && one.costPerKm === 0)
  const byCost = record.menor_custo === true && !free
  const scenario: Scenario = {
    depot,
    journey: [seconds(record.inicio_jornada), seconds(record.fim_jornada)],
    objective: {
      km: record.menor_km === true,
      time: record.menor_tempo === true || record.menor_km !== true,
      cost: byCost,
    },
    deliveries: deliveries.known,
    vehicles,
    fromScratch: record.reset_solution === true,
  }
  const costs = record.menor_custo === true && free ? [NO_COSTS] : []
  const notices = [...costs, ...deliveries.notices, ...faultTexts(unknown)]
  return { record, scenario, guess, notices }
}

const NO_COSTS = 'Nenhum veículo tem custos cadastrados: as rotas seguem o tempo e a distância.'

/** An hour as a row holds it; none is midnight. */
const seconds = (hour: unknown): number => secondsOf(String(hour ?? ''))

async function deliveriesOf(ctx: Ctx, record: Row): Promise<{ known: ScenarioDelivery[]; notices: string[] }> {
  const rows = await rowsOf(ctx, DELIVERIES(Number(record.id), String(record.dRota)))
  const lost = rows.filter((row) => row.lon === null)
  const closed = rows.filter((row) => row.janelas === null && row.recebe === false)
  const notices = [
    ...(lost.length > 0
      ? [
          `${lost.length === 1 ? '1 entrega sem lugar conhecido ficou' : `${lost.length} entregas sem lugar conhecido ficaram`} de fora (${salesText(lost.map(({ venda_id }) => Number(venda_id)))}): confira o endereço ou marque o pino.`,
        ]
      : []),
    ...(closed.length > 0
      ? [
          `${closed.length === 1 ? '1 cliente não recebe' : `${closed.length} clientes não recebem`} neste dia da semana: ${salesText(closed.map(({ venda_id }) => Number(venda_id)))}.`,
        ]
      : []),
  ]
  return {
    known: rows.filter((row) => row.lon !== null).map((row) => deliveryOf(row, Number(record.serviceTime))),
    notices,
  }
}

/** The deliveries with the hours in which each customer receives on that day: the delivery's own, else the customer's, else the category's. */
const DELIVERIES = (id: number, day: string) => sql`
  select e.id, e.venda_id, e.lon, e.lat, e.peso, e.volumes, e.minutos, e.prioridade, e.veiculo_id, e.ordem, e.fixada, e.janelas,
    ${planNeeds('id')} as pede, week.hours as semana, week.received as recebe
  from roteirizacao_entrega e
  join venda s on s.id = e.venda_id
  join cliente c on c.id = s.cliente_id
  ${receptionOn(sql`${day}`)}
  where e.roteirizacao_id = ${id} order by e.id`

function deliveryOf(row: Row, serviceTime: number): ScenarioDelivery {
  return {
    id: Number(row.id),
    venda_id: Number(row.venda_id),
    place: [Number(row.lon), Number(row.lat)],
    load: [grams(row.peso), Number(row.volumes ?? 0)],
    serviceMinutes: row.minutos === null ? serviceTime : Number(row.minutos),
    windows: windowsIn(row.janelas ?? row.semana),
    priority: Number(row.prioridade ?? 0),
    skills: numbers(row.pede),
    at:
      row.veiculo_id === null || row.ordem === null
        ? undefined
        : { vehicle: Number(row.veiculo_id), order: Number(row.ordem), locked: row.fixada === true },
  }
}

const numbers = (list: unknown): number[] => (Array.isArray(list) ? list.map(Number) : [])

const grams = (kilos: unknown): number =>
  Number(
    decimal(String(kilos ?? 0))
      .times(1000)
      .round(0, 'half-up')
      .toString(),
  )

/** Windows as they are kept, `[["08:00", "12:00"], …]`, in seconds. */
export function windowsIn(value: unknown): DayWindow[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return list.flatMap((one): DayWindow[] => (Array.isArray(one) ? [[seconds(one[0]), seconds(one[1])]] : []))
}

async function vehiclesOf(ctx: Ctx, record: Row): Promise<ScenarioVehicle[]> {
  const rows = await rowsOf(
    ctx,
    sql`select l.*, v.placa, v.capacidade_kg as v_kg, v.capacidade_volumes as v_volumes, v."vCustoFixo" as v_fixo, v."vCustoHora" as v_hora, v."vCustoKm" as v_km,
          v.hora_inicial, v.hora_final,
          (select json_agg(p.particularidade_id) from particularidade_do_veiculo p where p.veiculo_id = v.id) as tem,
          (select json_agg(json_build_array(j.hora_inicio, j.hora_fim) order by j.hora_inicio) from janela_horario j
            where j.model_type = 'veiculo' and j.model_id = v.id and j.dia_semana = extract(dow from ${String(record.dRota)}::date)) as semana
        from roteirizacao_veiculo l join veiculo v on v.id = l.veiculo_id where l.roteirizacao_id = ${record.id} order by l.id`,
  )
  return rows.map((row) => vehicleOf(row, record))
}

function vehicleOf(row: Row, record: Row): ScenarioVehicle {
  const kilos = row.capacidade_kg ?? row.v_kg
  const volumes = row.capacidade_volumes ?? row.v_volumes
  return {
    id: Number(row.veiculo_id),
    name: String(row.placa),
    grams: kilos === null ? undefined : grams(kilos),
    volumes: volumes === null ? undefined : Number(volumes),
    windows: vehicleWindows(row, record),
    skills: numbers(row.tem),
    fixedCost: cents(row.vCustoFixo ?? row.v_fixo),
    costPerHour: cents(row.vCustoHora ?? row.v_hora),
    costPerKm: cents(row.vCustoKm ?? row.v_km),
    maxStops: row.max_paradas === null ? undefined : Number(row.max_paradas),
    maxMetres:
      row.max_km === null ? undefined : Number(decimal(String(row.max_km)).times(1000).round(0, 'half-up').toString()),
  }
}

const cents = (money: unknown): number =>
  Number(
    decimal(String(money ?? 0))
      .times(100)
      .round(0, 'half-up')
      .toString(),
  )

/** The hours set for this plan, else the vehicle's of that day of the week, else its general ones. */
function vehicleWindows(row: Row, record: Row): DayWindow[] {
  if (row.inicio !== null || row.fim !== null)
    return [[seconds(row.inicio ?? record.inicio_jornada), seconds(row.fim ?? record.fim_jornada)]]
  const week = windowsIn(row.semana)
  if (week.length > 0) return week
  return row.hora_inicial === null || row.hora_final === null
    ? []
    : [[seconds(row.hora_inicial), seconds(row.hora_final)]]
}

const LEARN = { days: 180, routes: 5, factor: [1, 2.5], speed: [8, 90] } as const

/**
 * How straight lines become roads here: learned from the routes that were driven in the last half year (kilometres on the meter, hours on the way) where
 * five or more tell it, else 1.3 at 30 km/h. The middle one decides, so that a meter that was misread, or a detour, does not.
 */
export async function learnedGuess(ctx: Pick<Ctx, 'db' | 'clock'>, empresa_id: number): Promise<TravelGuess> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as n, percentile_cont(0.5) within group (order by metres / distancia_reta) as factor,
          percentile_cont(0.5) within group (order by metres / moving * 3.6) filter (where moving > 0) as speed
        from (select (km_final - km_inicial)::float8 * 1000 as metres, distancia_reta,
            extract(epoch from "dhFinalizacao" - "dhLiberacao")::float8 - segundos_parado as moving
          from rota where empresa_id = ${empresa_id} and "dhFinalizacao" > ${ctx.clock.now()}::timestamptz - ${`${LEARN.days} days`}::interval and km_final > km_inicial and distancia_reta > 0) driven`,
  )
  if (Number(row?.n ?? 0) < LEARN.routes) return DEFAULT_TRAVEL
  const within = (value: unknown, [low, high]: readonly [number, number], otherwise: number) =>
    value === null || value === undefined
      ? otherwise
      : Math.round(Math.min(high, Math.max(low, Number(value))) * 100) / 100
  return {
    roadFactor: within(row?.factor, LEARN.factor, DEFAULT_TRAVEL.roadFactor),
    speedKmh: within(row?.speed, LEARN.speed, DEFAULT_TRAVEL.speedKmh),
  }
}
