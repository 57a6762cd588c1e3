import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { get, post, readRow, remove } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { FormModel } from '../../ui/form/form-model'
import { counted } from '../../ui/format'
import type { DrawnMap } from '../../ui/map/draw'
import type { LonLat } from '../../ui/map/map-model'
import { getPath, isRecord, textOf, type Row } from '../../ui/row'
import { livePlan, standing, steady, type Standing } from './standing'
import {
  DELIVERY,
  readDeliveries,
  readSolution,
  readSurroundings,
  RESOURCE,
  type Delivery,
  type Solution,
  type Surroundings,
} from './plan'

/** A change that can be taken back. */
interface Change {
  readonly what: string
  readonly undo: () => Promise<void>
}

/** Where a stop is put: a vehicle (null: outside of all) and its number there, 1 the first; undefined the last. */
export interface Spot {
  readonly vehicle: number | null
  readonly order?: number | undefined
}

/** A plan as the server has it now. */
interface Look {
  readonly row: Row
  readonly around: Surroundings
}

/** A question about one stop. */
export interface Asking {
  readonly kind: 'move' | 'transfer' | 'edit' | 'place'
  readonly delivery: Delivery
}

const NOWHERE: Surroundings = { home: null, windows: new Map(), vehicles: [], traits: new Map(), made: [], task: null }
const KEPT_CHANGES = 50

/** An open plan: its routes, deliveries and vehicles, what is pointed at, and every change by hand with the way back. */
export class Planner {
  readonly deliveries = signal<readonly Delivery[]>([])
  readonly solution = signal<Solution | null>(null)
  readonly around = signal<Surroundings>(NOWHERE)
  /** The routes of a running calculation, as far as it has come. */
  readonly live = signal<Solution | null>(null)
  readonly busy = signal(false)
  readonly changes = signal<readonly Change[]>([])
  /** What the last change came to, for those who listen. */
  readonly told = signal('')
  readonly hoveredRoute = signal<number | null>(null)
  readonly hoveredStop = signal<number | null>(null)
  readonly chosenRoute = signal<number | null>(null)
  readonly chosenStop = signal<number | null>(null)
  readonly closed = signal<ReadonlySet<number>>(new Set())
  readonly map = signal<DrawnMap | null>(null)
  /** What is asked of one stop now, in a dialog of its own. */
  readonly asking = signal<Asking | null>(null)
  /** The delivery whose place is asked for on the map. */
  readonly placing = signal<Delivery | null>(null)
  readonly standing: ReadonlySignal<Standing> = computed(() => {
    const now = standing(this.deliveries.value, this.live.value ?? this.solution.value, this.around.value)
    this.stood = steady(now, this.stood)
    return this.stood
  })
  /** The stop that Tab goes to: where one was, else the first. */
  readonly tabStop: ReadonlySignal<number | null> = computed(() => {
    const { routes, outside, places } = this.standing.value
    const current = this.current.value
    if (current !== null && (places.has(current) || outside.some(({ delivery }) => delivery.id === current)))
      return current
    const first = outside[0] ?? routes.find(({ stops }) => stops.length > 0)?.stops[0]
    return first?.delivery.id ?? null
  })

  private stood: Standing | undefined
  /** The stop that had the focus last. */
  private readonly current = signal<number | null>(null)
  private readonly attached = signal(new FormModel())
  private last: Promise<unknown> = Promise.resolve()
  /** Counts changes, so that an answer from before one is not shown after it. */
  private round = 0

  /** The form of the plan's record. */
  get form(): FormModel {
    return this.attached.value
  }

  attach(form: FormModel): void {
    this.attached.value = form
  }

  drawnOn(map: DrawnMap | null): void {
    this.map.value = map
  }

  hover(route: number | null, stop: number | null): void {
    this.hoveredRoute.value = route
    this.hoveredStop.value = stop
  }

  hoverStop(stop: number | null): void {
    this.hoveredStop.value = stop
  }

  hoverRoute(route: number | null): void {
    this.hoveredRoute.value = route
  }

  focused(stop: number): void {
    this.current.value = stop
  }

  /** Chooses a stop; none, when it is chosen already. */
  chooseStop(id: number | null): void {
    this.chosenStop.value = this.chosenStop.peek() === id ? null : id
  }

  chooseRoute(id: number | null): void {
    this.chosenRoute.value = this.chosenRoute.peek() === id ? null : id
  }

  fold(vehicles: readonly number[], closed: boolean): void {
    const now = new Set(this.closed.peek())
    for (const id of vehicles) {
      if (closed) now.add(id)
      else now.delete(id)
    }
    this.closed.value = now
  }

  ask(asking: Asking | null): void {
    this.asking.value = asking
  }

  /** Asks for a delivery's place on the map; null: no longer. */
  askPlace(delivery: Delivery | null): void {
    this.placing.value = delivery
  }

  get id(): string {
    return textOf(this.attached.peek().record.peek()?.id)
  }

  /** Takes over a record as loaded or saved. */
  take(record: Row): void {
    this.deliveries.value = readDeliveries(record)
    this.solution.value = readSolution(record.solution)
  }

  /** Looks again: the record without what is being typed in it, and what lies around. */
  async refresh(signal?: AbortSignal): Promise<void> {
    const look = await this.look(signal)
    batch(() => this.showLook(look))
  }

  /** Looks again after a calculation. What it drew stays until what it came to is there. */
  async settle(): Promise<void> {
    try {
      const look = await this.look()
      batch(() => {
        this.live.value = null
        this.showLook(look)
      })
    } finally {
      this.live.value = null
    }
  }

  private showLook({ row, around }: Look): void {
    this.around.value = around
    this.form.refresh(row)
    this.take(row)
  }

  private async look(signal?: AbortSignal): Promise<Look> {
    const options = signal === undefined ? {} : { signal }
    const { round } = this
    const [record, around] = await Promise.all([
      get(`${RESOURCE}/${this.id}`, { ...options, quiet: true }),
      get(`${RESOURCE}/${this.id}/plano`, { ...options, quiet: true }),
    ])
    // Something changed meanwhile: what came is already old.
    return round === this.round ? { row: readRow(record), around: readSurroundings(around) } : this.look(signal)
  }

  /** Draws what a running calculation has come to. */
  follow(detail: unknown): void {
    this.live.value = livePlan(detail, this.deliveries.peek())
  }

  delivery(id: number): Delivery | undefined {
    return this.deliveries.peek().find((one) => one.id === id)
  }

  /** Where a delivery stands: its vehicle and its number there. */
  spotOf(id: number): Spot {
    const place = this.standing.peek().places.get(id)
    return place === undefined ? { vehicle: null } : { vehicle: place.vehicle, order: place.order }
  }

  /** Moves a stop, and keeps the way back. Answers whether it was moved. */
  move(id: number, to: Spot): Promise<boolean> {
    return this.moveBy(id, () => to)
  }

  /** Moves a stop within its route by so many places, as it stands when it is its turn. */
  nudge(id: number, by: number): Promise<boolean> {
    return this.moveBy(id, ({ vehicle, order }) => {
      const last = this.standing.peek().routes.find((one) => one.vehicle.id === vehicle)?.stops.length ?? 0
      return { vehicle, order: order === undefined ? order : Math.min(Math.max(order + by, 1), last) }
    })
  }

  private moveBy(id: number, target: (from: Spot) => Spot): Promise<boolean> {
    return this.change(this.delivery(id)?.name ?? '', async () => {
      const from = this.spotOf(id)
      const to = target(from)
      if (from.vehicle === to.vehicle && from.order === to.order) return undefined
      const locked = this.delivery(id)?.locked === true
      await this.put(id, to)
      if (to.vehicle === null) this.mark([id], false)
      return async () => {
        await this.put(id, from)
        if (!locked || to.vehicle !== null) return
        await this.call('fixar', { entrega_id: id, fixada: true })
        this.mark([id], true)
      }
    })
  }

  private async put(id: number, { vehicle, order }: Spot): Promise<void> {
    await this.call('mover', { entrega_id: id, veiculo_id: vehicle, ...(order === undefined ? {} : { ordem: order }) })
  }

  /** Transfers a delivery to another vehicle's route, by the specification's own rule. */
  transfer(id: number, vehicle: number): Promise<boolean> {
    return this.change(this.delivery(id)?.name ?? '', async () => {
      const from = this.spotOf(id)
      await this.call('transferir', { entrega_id: id, veiculo_id: vehicle })
      return () => this.put(id, from)
    })
  }

  async transferAway(id: number, plan: Row): Promise<boolean> {
    const name = this.delivery(id)?.name ?? ''
    const done = await this.change(name, async () => {
      await this.call('transferir_cenario', { entrega_id: id, roteirizacao_id: plan.id })
      return undefined
    })
    if (done) await this.refresh()
    return done
  }

  lock(ids: readonly number[], locked: boolean, vehicle?: number): Promise<boolean> {
    const before = ids.filter((id) => this.delivery(id)?.locked !== locked)
    const about = vehicle === undefined ? { entrega_id: ids[0] } : { veiculo_id: vehicle }
    return this.change(locked ? 'Travada' : 'Destravada', async () => {
      await this.call('fixar', { ...about, fixada: locked })
      this.mark(ids, locked)
      return async () => {
        for (const id of before) await this.call('fixar', { entrega_id: id, fixada: !locked })
        this.mark(before, !locked)
      }
    })
  }

  private mark(ids: readonly number[], locked: boolean): void {
    this.deliveries.value = this.deliveries.peek().map((one) => (ids.includes(one.id) ? { ...one, locked } : one))
  }

  /** Puts a delivery's pin elsewhere; its address is remembered there. */
  pin(id: number, place: LonLat): Promise<boolean> {
    const one = this.delivery(id)
    const back = one?.place ?? null
    return this.change(one?.name ?? '', async () => {
      await this.set(id, place)
      return back === null ? undefined : () => this.set(id, back)
    })
  }

  private async set(id: number, [lon, lat]: LonLat): Promise<void> {
    await this.call('mover_pino', { entrega_id: id, lon, lat })
    this.deliveries.value = this.deliveries
      .peek()
      .map((one) => (one.id === id ? { ...one, place: [lon, lat], source: 'manual' } : one))
  }

  /** Takes a delivery out of the plan. */
  async drop(id: number): Promise<boolean> {
    try {
      await remove(`${DELIVERY}/${id}`)
      toast.success('Entrega excluída com sucesso')
      this.forget()
      await this.refresh()
      announce(RESOURCE)
      return true
    } catch (error) {
      toast.error(error, 'Erro ao excluir entrega')
      return false
    }
  }

  /** What is no longer as it was cannot be taken back. */
  forget(): void {
    this.changes.value = []
  }

  async undo(): Promise<boolean> {
    const last = this.changes.peek().at(-1)
    if (last === undefined) return false
    this.changes.value = this.changes.peek().slice(0, -1)
    return this.change(`Desfeito: ${last.what}`, async () => {
      await last.undo()
      return undefined
    })
  }

  /** Asks the server for a change and shows the routes as they are then. */
  private async call(action: string, body: object): Promise<void> {
    const answer = await post(`${RESOURCE}/${this.id}/${action}`, body)
    const solution = isRecord(answer) ? readSolution(answer.solution) : null
    if (solution !== null) this.solution.value = solution
  }

  /** Changes come one after another, in the order in which they were asked for. */
  private change(what: string, work: () => Promise<(() => Promise<void>) | undefined>): Promise<boolean> {
    const next = this.last.then(() => this.perform(what, work))
    this.last = next
    return next
  }

  private async perform(what: string, work: () => Promise<(() => Promise<void>) | undefined>): Promise<boolean> {
    this.busy.value = true
    this.round++
    try {
      const undo = await work()
      if (undo !== undefined) this.changes.value = [...this.changes.peek(), { what, undo }].slice(-KEPT_CHANGES)
      const { faults } = this.standing.peek()
      this.told.value = `${what}. ${faults === 0 ? 'Nenhuma violação.' : `${counted(faults, 'violação', 'violações')}.`}`
      return true
    } catch (error) {
      toast.error(error)
      return false
    } finally {
      this.round++
      this.busy.value = false
    }
  }
}

/** The plans that a delivery may be transferred to: not generated, of the same company. */
export const openPlans = (rows: readonly Row[], own: string): readonly Row[] =>
  rows.filter((row) => textOf(row.id) !== own && getPath(row, 'status') !== 2)
