import { type Json, asNumber, asNumbers, asObject, asObjects, asWindows } from './json'
import { type Guess, type Leg, type Stop, legOf, samePlace } from './request'

/** One thing that a solution does against the request. */
export interface Fault {
  readonly cause: string
  readonly vehicle?: unknown
  readonly step?: string
  readonly message: string
}

type Place = { readonly at: Json; readonly key: string }

/** Walks one route of a solution and notes each fault. Times are taken from the steps and must be possible; loads and cost are worked out anew. */
export class RouteCheck {
  cost: number
  priority = 0
  private readonly load: number[]
  private readonly capacity: readonly number[]
  private place: Place | undefined
  /** When the last located stop was left, and the time spent in breaks since. */
  private left: number
  private paused = 0
  private clock: number
  private seconds = 0
  private metres = 0
  private tasks = 0
  private readonly breaks: Map<string, Json>
  private readonly onBoard = new Set<string>()
  private readonly perTaskHour: number

  constructor(
    private readonly problem: Json,
    private readonly vehicle: Json,
    private readonly stops: ReadonlyMap<string, Stop>,
    private readonly steps: readonly Json[],
    private readonly guess: Guess,
    private readonly served: Set<string>,
    private readonly faults: Fault[],
  ) {
    const costs = vehicle['costs'] === undefined ? {} : asObject(vehicle['costs'], 'costs')
    this.cost = asNumber(costs['fixed'], 0, 'fixed')
    this.perTaskHour = asNumber(costs['per_task_hour'], 0, 'per_task_hour')
    this.capacity = asNumbers(vehicle['capacity'], 'capacity')
    this.breaks = new Map(asObjects(vehicle['breaks'], 'breaks').map((one) => [String(one['id']), one]))
    const [from] = asNumbers(vehicle['time_window'], 'time_window')
    this.left = this.clock = asNumber(steps[0]?.['arrival'], from ?? 0, 'arrival')
    if (this.clock < (from ?? 0)) this.fault('window', 'start', 'O veículo sai antes de seu horário.')
    if (vehicle['start'] !== undefined || vehicle['start_index'] !== undefined)
      this.place = { at: vehicle, key: 'start' }
    this.load = this.capacity.map((_, kind) =>
      this.stepStops().reduce((sum, stop) => sum + (stop.partner ? 0 : (stop.delivery[kind] ?? 0)), 0),
    )
    this.fits('start')
    for (const step of steps) this.walk(step)
    this.finish()
  }

  private stepStops(): Stop[] {
    return this.steps.flatMap((step) => this.stops.get(keyOf(step)) ?? [])
  }

  private fault(cause: string, step: string, message: string): void {
    this.faults.push({ cause, vehicle: this.vehicle['id'], step, message })
  }

  private fits(step: string): void {
    const over = this.load.some((value, kind) => value > (this.capacity[kind] ?? 0) || value < 0)
    if (over)
      this.fault('capacity', step, `A carga ${this.load.join(', ')} passa da capacidade ${this.capacity.join(', ')}.`)
  }

  private walk(step: Json): void {
    const { type } = step
    if (type === 'start' || type === 'end') return
    if (type === 'break') return this.pause(step)
    const key = keyOf(step)
    const stop = this.stops.get(key)
    if (!stop) return this.fault('unknown', key, 'A tarefa não existe no problema.')
    if (this.served.has(key)) this.fault('repeated', key, 'A tarefa aparece mais de uma vez.')
    this.served.add(key)
    this.serve(stop, step)
  }

  private serve(stop: Stop, step: Json): void {
    const { key } = stop
    this.tasks++
    this.priority += stop.priority
    const here: Place = { at: stop.at, key: 'location' }
    const setup =
      this.place && samePlace(this.problem, this.place.at, here.at, [this.place.key, here.key]) ? 0 : stop.setup
    const arrival = this.arrive(here, step, key)
    const begin = step['arrival'] === undefined ? firstOpening(stop.windows, arrival) : arrival + this.waiting(step)
    if (!inside(stop.windows, begin)) this.fault('window', key, `O atendimento começa em ${begin}, fora da janela.`)
    this.clock = this.left = begin + setup + stop.service
    this.cost += ((setup + stop.service) * this.perTaskHour) / 3600
    const skills = asNumbers(this.vehicle['skills'], 'skills')
    if (!stop.skills.every((one) => skills.includes(one)))
      this.fault('skill', key, 'O veículo não tem a habilidade pedida.')
    for (let kind = 0; kind < this.load.length; kind++) {
      this.load[kind] = (this.load[kind] ?? 0) + (stop.pickup[kind] ?? 0) - (stop.delivery[kind] ?? 0)
    }
    this.fits(key)
    if (!stop.partner) return
    if (key.startsWith('pickup')) this.onBoard.add(key)
    else if (!this.onBoard.delete(stop.partner))
      this.fault('precedence', key, 'A entrega vem antes da coleta, ou em outro veículo.')
  }

  /** Seconds that a step says it waits, which are never fewer than none. */
  private waiting(step: Json): number {
    const told = asNumber(step['waiting_time'], 0, 'waiting_time')
    if (told < 0) this.fault('travel', keyOf(step), `A espera de ${told} s é impossível.`)
    return told
  }

  /** Comes to a place: the time since the last one covers the travel and the breaks between them. */
  private arrive(to: Place, step: Json, key: string): number {
    const leg: Leg = this.place
      ? legOf(this.problem, this.vehicle, this.guess, this.place.at, to.at, [this.place.key, to.key])
      : { seconds: 0, metres: 0, cost: 0 }
    this.seconds += leg.seconds
    this.metres += leg.metres
    this.cost += leg.cost
    this.place = to
    const soonest = Math.max(this.clock, this.left + this.paused + leg.seconds)
    const arrival = asNumber(step['arrival'], soonest, 'arrival')
    this.paused = 0
    if (arrival < soonest) this.fault('travel', key, `A chegada em ${arrival} é impossível antes de ${soonest}.`)
    return arrival
  }

  private pause(step: Json): void {
    const key = keyOf(step)
    const one = this.breaks.get(String(step['id']))
    if (!one) return this.fault('break', key, 'A pausa não existe no veículo, ou se repete.')
    this.breaks.delete(String(step['id']))
    const service = asNumber(one['service'], 0, 'service')
    const arrival = asNumber(step['arrival'], this.clock, 'arrival')
    const windows = asWindows(one['time_windows'], 'time_windows')
    const begin = step['arrival'] === undefined ? firstOpening(windows, arrival) : arrival + this.waiting(step)
    if (arrival < this.clock) this.fault('travel', key, 'A pausa começa antes do fim do passo anterior.')
    if (!inside(windows, begin)) this.fault('window', key, `A pausa começa em ${begin}, fora da janela.`)
    this.clock = begin + service
    this.paused += service
    const most = one['max_load'] === undefined ? undefined : asNumbers(one['max_load'], 'max_load')
    if (most?.some((limit, kind) => (this.load[kind] ?? 0) > limit))
      this.fault('max_load', key, 'A carga na pausa é maior que a permitida.')
  }

  private finish(): void {
    const { vehicle } = this
    const hasEnd = vehicle['end'] !== undefined || vehicle['end_index'] !== undefined
    const last = this.steps.at(-1)
    if (hasEnd) this.clock = this.arrive({ at: vehicle, key: 'end' }, last?.['type'] === 'end' ? last : {}, 'end')
    const [, to] = asNumbers(vehicle['time_window'], 'time_window')
    if (this.clock > (to ?? Infinity)) this.fault('window', 'end', 'O veículo termina depois de seu horário.')
    const over = (key: string, value: number, message: string) => {
      if (value > asNumber(vehicle[key], Infinity, key)) this.fault(key, 'end', message)
    }
    over('max_tasks', this.tasks, `São ${this.tasks} tarefas, mais que o permitido.`)
    over('max_travel_time', this.seconds, `São ${this.seconds} s de viagem, mais que o permitido.`)
    over('max_distance', this.metres, `São ${this.metres} m, mais que o permitido.`)
    for (const id of this.breaks.keys()) this.fault('break', `break ${id}`, 'A pausa não foi feita.')
    for (const key of this.onBoard) this.fault('precedence', key, 'A coleta não tem sua entrega neste veículo.')
  }
}

const keyOf = (step: Json): string => `${String(step['type'])} ${String(step['id'] ?? step['job'])}`

const inside = (windows: readonly (readonly [number, number])[], time: number): boolean =>
  windows.length === 0 || windows.some(([from, to]) => from <= time && time <= to)

const firstOpening = (windows: readonly (readonly [number, number])[], time: number): number =>
  windows.reduce(
    (best, [from, to]) => (time <= to ? Math.min(best, Math.max(time, from)) : best),
    windows.length === 0 ? time : Infinity,
  )
