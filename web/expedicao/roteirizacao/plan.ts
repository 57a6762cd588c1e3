import { roteirizacaoLife } from '../../../core/lifecycle/roteirizacao'
import { outsideText } from '../../../core/routing/words'
import { formatNumber } from '../../../core/br/number'
import type { DocumentKind } from '../../ui/documents/kind'
import type { LonLat } from '../../ui/map/map-model'
import { getPath, isRecord, isSet, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'

export const RESOURCE = 'expedicao/roteirizacao'
export const DELIVERY = 'expedicao/roteirizacao_entrega'
export const SCREEN = '/ui/expedicao/roteirizacao'

export const KIND: DocumentKind = {
  life: roteirizacaoLife,
  resource: RESOURCE,
  name: 'roteirizacao',
  right: 'roteirizacao',
}

/** A window of a day as people write it. */
type Hours = readonly (readonly [string, string])[]

/** A delivery of the plan as its screen uses it. */
export interface Delivery {
  readonly id: number
  readonly venda_id: number
  readonly name: string
  readonly address: string
  readonly district: string
  readonly town: string
  readonly place: LonLat | null
  readonly source: string
  readonly kilos: number
  readonly volumes: number
  /** Weight or volumes are not known, or not whole. */
  readonly unknownLoad: boolean
  /** What its vehicle must have: ids of `Surroundings.traits`. */
  readonly needs: readonly number[]
  readonly locked: boolean
  readonly vehicle: number | null
  readonly reason: string
  readonly row: Row
}

export interface Step {
  readonly type: string
  readonly id: number | null
  readonly arrival: number
  readonly distance: number
  readonly service: number
  readonly waiting: number
  readonly load: readonly number[]
  readonly violations: readonly string[]
}

export interface Route {
  readonly vehicle: number
  readonly distance: number
  readonly duration: number
  readonly waiting: number
  readonly service: number
  readonly delivery: readonly number[]
  readonly steps: readonly Step[]
  readonly violations: readonly string[]
}

export interface Solution {
  /** Of a calculation that still runs: without hours. */
  readonly live: boolean
  readonly routes: readonly Route[]
  readonly unassigned: ReadonlyMap<number, string>
  readonly distance: number
  readonly duration: number
  readonly cost: number
}

export interface PlanVehicle {
  readonly id: number
  readonly plate: string
  readonly carrier: string
  readonly traits: readonly string[]
  readonly grams: number | null
  readonly volumes: number | null
  readonly hours: readonly (readonly [number, number])[]
}

/** What lies beside the record: see the server's `plano`. */
export interface Surroundings {
  readonly home: LonLat | null
  readonly windows: ReadonlyMap<number, Hours>
  readonly vehicles: readonly PlanVehicle[]
  /** What deliveries may ask of vehicles, by id. */
  readonly traits: ReadonlyMap<number, string>
  readonly made: readonly Row[]
  readonly task: number | null
}

const whole = (value: unknown): number => numberOf(value) ?? 0
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const texts = (value: unknown): string[] => listOf(value).map((one) => textOf(one))

export function readDeliveries(record: Values | undefined): readonly Delivery[] {
  return rowsOf(record?.entregas).map((row) => ({
    id: whole(row.id),
    venda_id: whole(row.venda_id),
    name: textOf(row.xNome),
    address: textOf(row.xEnder),
    district: textOf(row.xBairro),
    town: textOf(row.xMun),
    place: isSet(row.lon) && isSet(row.lat) ? [whole(row.lon), whole(row.lat)] : null,
    source: textOf(row.fonte),
    kilos: whole(row.peso),
    volumes: whole(row.volumes),
    unknownLoad: row.sem_peso === true || row.sem_volumes === true,
    needs: listOf(row.particularidades).map(whole),
    locked: row.fixada === true,
    vehicle: numberOf(row.veiculo_id),
    reason: textOf(row.motivo),
    row,
  }))
}

function readStep(value: unknown): readonly Step[] {
  if (!isRecord(value)) return []
  const { type, id, arrival, distance, service, waiting_time, load, violations } = value
  return [
    {
      type: textOf(type),
      id: numberOf(id),
      arrival: whole(arrival),
      distance: whole(distance),
      service: whole(service),
      waiting: whole(waiting_time),
      load: listOf(load).map(whole),
      violations: texts(violations),
    },
  ]
}

function readRoute(value: unknown): readonly Route[] {
  if (!isRecord(value)) return []
  const { vehicle, distance, duration, waiting_time, service, delivery, steps, violations } = value
  return [
    {
      vehicle: whole(vehicle),
      distance: whole(distance),
      duration: whole(duration),
      waiting: whole(waiting_time),
      service: whole(service),
      delivery: listOf(delivery).map(whole),
      steps: listOf(steps).flatMap(readStep),
      violations: texts(violations),
    },
  ]
}

/** The routes of an answer; null before the first calculation. */
export function readSolution(value: unknown): Solution | null {
  if (!isRecord(value)) return null
  const summary = isRecord(value.summary) ? value.summary : {}
  return {
    live: false,
    routes: listOf(value.routes).flatMap(readRoute),
    unassigned: new Map(rowsOf(value.unassigned).map((row) => [whole(row.id), textOf(row.reason)])),
    distance: whole(summary.distance),
    duration: whole(summary.duration),
    cost: whole(summary.cost),
  }
}

const hoursOf = (value: unknown): Hours =>
  listOf(value).flatMap((one) => (Array.isArray(one) ? [[textOf(one[0]), textOf(one[1])] as const] : []))

export function readSurroundings(value: unknown): Surroundings {
  const body = isRecord(value) ? value : {}
  const home = listOf(body.saida)
  return {
    home: home.length === 2 ? [whole(home[0]), whole(home[1])] : null,
    windows: new Map(
      Object.entries(isRecord(body.janelas) ? body.janelas : {}).map(([id, hours]) => [Number(id), hoursOf(hours)]),
    ),
    vehicles: rowsOf(body.veiculos).map((row) => ({
      id: whole(row.id),
      plate: textOf(row.placa),
      carrier: textOf(getPath(row, 'transportadora.xNome')),
      traits: texts(row.particularidades),
      grams: numberOf(row.gramas),
      volumes: numberOf(row.volumes),
      hours: listOf(row.janelas).flatMap((one) =>
        Array.isArray(one) ? [[whole(one[0]), whole(one[1])] as const] : [],
      ),
    })),
    traits: new Map(rowsOf(body.particularidades).map((row) => [whole(row.id), textOf(row.descricao)])),
    made: rowsOf(body.rotas),
    task: numberOf(body.tarefa_id),
  }
}

/** What a delivery asks of its vehicle, in words. */
export const needsOf = ({ needs }: Delivery, { traits }: Surroundings): readonly string[] =>
  needs.flatMap((id) => traits.get(id) ?? [])

/** A span as `6h05` or `12 min`. */
export function span(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')}`
}

export const km = (metres: number): string => `${formatNumber((metres / 1000).toFixed(1), 1)} km`
export const kilos = (grams: number): string => {
  const value = grams / 1000
  return `${formatNumber(value.toFixed(value % 1 === 0 ? 0 : 1), value % 1 === 0 ? 0 : 1)} kg`
}

/** Why a delivery is in no route. */
export function whyOutside({ id, place, reason }: Delivery, solution: Solution | null): string {
  if (place !== null && solution?.live === true) return 'Ainda sem lugar nas rotas'
  const now = solution?.unassigned.get(id)
  return outsideText({
    placed: place !== null,
    calculated: solution !== null,
    named: now !== undefined,
    reason: now ?? reason,
  })
}

const SOURCES: Readonly<Record<string, string>> = {
  cep: 'lugar aproximado pelo CEP',
  municipio: 'lugar aproximado: centro da cidade',
  estado: 'lugar aproximado: capital do estado',
}
/** Says how roughly a place is known; '' when it is known well. */
export const sourceText = (source: string): string => SOURCES[source] ?? ''
