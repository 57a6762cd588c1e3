import { type CivilDate, addDays, daysBetween, weekday } from '../br/civil-date'
import { CoreError } from '../errors'
import type { LotRule } from './lots'
import type { PlanLine } from './plan'
import type { PlanInput, PlanItem } from './plan-input'

/**
 * Proves a plan from its input alone: this module shares no code with the planner, only the shapes of its input and answer. It walks
 * every item day by day with plain sums and says where a balance, a lot, a lead time or a firm order is not as it should be, where
 * a demand is left unmet, and where an order is not needed. Any demand could be met here: a late order is placed, and said to be late.
 */
export interface Violation {
  readonly code:
    | 'unknown_item'
    | 'invalid_order'
    | 'unmet'
    | 'not_needed'
    | 'too_much'
    | 'lot'
    | 'lead_time'
    | 'action'
    | 'falta'
    | 'firm'
  readonly item: string
  readonly date: CivilDate
  readonly message: string
}

export interface CheckedPlan {
  readonly orders: readonly Pick<
    PlanLine,
    'item' | 'quantity' | 'release_quantity' | 'date' | 'data_pedido' | 'days_late' | 'falta' | 'tipo_acao'
  >[]
  readonly firm?: readonly FirmKept[] | undefined
}

/** A firm order as it was, and when the plan counts on it instead. */
interface FirmKept {
  readonly item: string
  readonly date: CivilDate
  readonly quantity: number
  readonly forward?: { readonly date: CivilDate } | undefined
}

const firmText = ({ item, date, quantity }: Omit<FirmKept, 'forward'>): string => `${item}|${date}|${quantity}`

type Order = CheckedPlan['orders'][number]

const MAX_CELLS = 20_000_000
const MAX_VIOLATIONS = 1000

export function checkPlan(input: PlanInput, plan: CheckedPlan): { valid: boolean; violations: Violation[] } {
  if (!(input.days >= 1) || input.items.length * input.days > MAX_CELLS) {
    throw new CoreError('too_large', `Plano grande demais para conferir: no máximo ${MAX_CELLS} dias de item.`)
  }
  const checker = new Checker(input, plan)
  checker.run()
  return { valid: checker.violations.length === 0, violations: checker.violations.slice(0, MAX_VIOLATIONS) }
}

class Checker {
  readonly violations: Violation[] = []
  private readonly items: Map<string, PlanItem>
  private readonly makes: Set<string>
  private readonly gross = new Map<string, Map<number, number>>()
  private readonly coming = new Map<string, Map<number, number>>()
  private readonly orders = new Map<string, Order[]>()

  constructor(
    private readonly input: PlanInput,
    private readonly plan: CheckedPlan,
  ) {
    this.items = new Map(input.items.map((item) => [item.code, item]))
    const parents = new Set((input.bom ?? []).map((line) => line.parent))
    this.makes = new Set(
      [...this.items.values()]
        .filter((one) => (one.source ?? (parents.has(one.code) ? 'make' : 'buy')) === 'make')
        .map((one) => one.code),
    )
  }

  run(): void {
    this.readDemand()
    this.checkFirm()
    for (const order of this.plan.orders) this.readOrder(order)
    for (const item of this.items.values()) this.walk(item)
  }

  private fault(code: Violation['code'], item: string, date: CivilDate, message: string): void {
    if (this.violations.length <= MAX_VIOLATIONS) this.violations.push({ code, item, date, message })
  }

  private day(date: CivilDate): number {
    return Math.max(0, daysBetween(this.input.start, date))
  }

  private add(to: Map<string, Map<number, number>>, item: string, day: number, quantity: number): void {
    const days = to.get(item) ?? new Map<number, number>()
    days.set(day, (days.get(day) ?? 0) + quantity)
    to.set(item, days)
  }

  private readDemand(): void {
    for (const { item, date, quantity } of this.input.demands ?? [])
      this.add(this.gross, item, this.day(date), quantity)
    const counted = this.countedOn()
    for (const { item, date: told, quantity, explode } of this.input.orders ?? []) {
      const date = counted.get(firmText({ item, date: told, quantity }))?.shift() ?? told
      this.add(this.coming, item, this.day(date), quantity)
      const source = this.items.get(item)
      if (!explode || !source || !this.makes.has(item) || this.day(date) >= this.input.days) continue
      const start = this.before(addDays(this.input.start, this.day(date)), source)
      this.draw(source, start, quantity / (source.yield ?? 1))
    }
  }

  /** The days on which the plan counts on firm orders, by the order: earlier than they were to come, and only where the plan was to bring them forward. */
  private countedOn(): Map<string, CivilDate[]> {
    const days = new Map<string, CivilDate[]>()
    for (const one of this.plan.firm ?? []) {
      const date = one.forward?.date ?? one.date
      if (one.forward && (!this.input.forward || daysBetween(date, one.date) <= 0))
        this.fault('firm', one.item, one.date, 'Uma ordem já colocada só pode ser antecipada.')
      const key = firmText(one)
      days.set(key, [...(days.get(key) ?? []), date])
    }
    return days
  }

  /** Components of a release fall due on its day, or today when that is past, later by the line's offset; those without decimals are whole. */
  private draw(parent: PlanItem, release: CivilDate, quantity: number): void {
    for (const line of this.input.bom ?? []) {
      if (line.parent !== parent.code) continue
      const loss = line.scrap ?? 0
      const each = line.scrapRule === 'multiply' ? line.qty + line.qty * loss : line.qty / (1 - loss)
      const drawn = each * quantity
      const whole = this.items.get(line.child)?.decimals === 0
      const due = whole ? Math.ceil(drawn - 1e-9 * (drawn + 1)) : drawn
      this.add(this.gross, line.child, this.day(release) + (line.offset ?? 0), due)
    }
  }

  private checkFirm(): void {
    const { firm } = this.plan
    if (!firm) return
    const kept = firm.map(firmText).sort()
    const placed = (this.input.orders ?? []).map(firmText).sort()
    if (kept.join('\n') !== placed.join('\n')) {
      this.fault('firm', '', this.input.start, 'As ordens já colocadas não foram mantidas como estavam.')
    }
  }

  private isWorked(date: CivilDate): boolean {
    const { workdays = [1, 2, 3, 4, 5], holidays = [] } = this.input.calendar ?? {}
    return workdays.includes(weekday(date)) && !holidays.includes(date)
  }

  private before(date: CivilDate, item: PlanItem): CivilDate {
    const lead = item.phantom ? 0 : (item.leadTime ?? 7)
    if (item.leadTimeIn !== 'working') return addDays(date, -lead)
    let at = date
    for (let passed = 0; passed < lead;) {
      at = addDays(at, -1)
      if (this.isWorked(at)) passed += 1
    }
    return at
  }

  private readOrder(order: Order): void {
    const item = this.items.get(order.item)
    if (!item)
      return this.fault('unknown_item', order.item, order.date, 'A ordem é de um item que não está no planejamento.')
    const day = daysBetween(this.input.start, order.date)
    if (!(order.quantity > 0) || day < 0 || day >= this.input.days) {
      return this.fault('invalid_order', order.item, order.date, 'Quantidade ou data da ordem fora do plano.')
    }
    const release = this.before(order.date, item)
    if (order.data_pedido !== release || order.days_late !== Math.max(0, daysBetween(release, this.input.start))) {
      this.fault('lead_time', order.item, order.date, `A data do pedido deveria ser ${release}.`)
    }
    const makes = this.makes.has(order.item)
    if (order.tipo_acao !== (item.phantom ? 0 : makes ? 2 : 1)) {
      this.fault('action', order.item, order.date, 'A ação da ordem (comprar ou produzir) não é a do item.')
    }
    if (!near(order.release_quantity, order.quantity / (item.yield ?? 1), order.quantity)) {
      this.fault('lot', order.item, order.date, 'A quantidade a pedir não considera o rendimento.')
    }
    this.checkLot(item, order)
    const known = this.orders.get(order.item)
    if (known) known.push(order)
    else this.orders.set(order.item, [order])
    if (makes) this.draw(item, release, order.quantity / (item.yield ?? 1))
  }

  private checkLot(item: PlanItem, order: Order): void {
    const { min, mult, max } = bounds(item.lot)
    const fault = (message: string) => this.fault('lot', order.item, order.date, message)
    if (order.quantity < min - 1e-6) fault(`Abaixo do lote mínimo de ${min}.`)
    if (order.quantity > max + 1e-6) fault(`Acima do lote máximo de ${max}.`)
    if (mult > 0 && !onGrid(order.quantity, mult)) fault(`Não é múltiplo de ${mult}.`)
    if (item.decimals !== undefined && mult === 0 && min === 0 && !onGrid(order.quantity, 10 ** -item.decimals)) {
      fault(`Passa das ${item.decimals} casas decimais da unidade.`)
    }
  }

  /** Stock day by day: short without the day's orders means they are needed; short with them means a demand is unmet. */
  private walk(item: PlanItem): void {
    const { days, start } = this.input
    const gross = this.gross.get(item.code)
    const coming = this.coming.get(item.code)
    const byDay = new Map<number, Order[]>()
    for (const order of this.orders.get(item.code) ?? []) {
      const day = daysBetween(start, order.date)
      byDay.set(day, [...(byDay.get(day) ?? []), order])
    }
    let stock = item.onHand ?? 0
    for (let day = 0; day < days; day++) {
      const due = gross?.get(day) ?? 0
      const margin = 1e-6 * (1 + Math.abs(stock) + due)
      const without = stock + (coming?.get(day) ?? 0) - due
      const short = this.safety(item, day) - without
      const orders = byDay.get(day) ?? []
      const ordered = orders.reduce((sum, one) => sum + one.quantity, 0)
      stock = without + ordered
      if (short - ordered > margin)
        this.fault('unmet', item.code, addDays(start, day), `Faltam ${short - ordered} e nada foi pedido.`)
      if (orders.length === 0) continue
      if (short <= 0) this.fault('not_needed', item.code, addDays(start, day), 'Há ordem sem necessidade neste dia.')
      const falta = orders.reduce((sum, one) => sum + one.falta, 0)
      if (!near(falta, Math.max(0, short), due + Math.abs(without))) {
        this.fault('falta', item.code, addDays(start, day), `A falta deveria ser ${short}.`)
      }
      const enough = this.mostNeeded(item, day, without)
      if (ordered > this.atMost(item, enough) + margin) {
        this.fault(
          'too_much',
          item.code,
          addDays(start, day),
          `Pedido de ${ordered} para uma necessidade de ${enough}.`,
        )
      }
    }
  }

  private safety(item: PlanItem, day: number): number {
    const { safetyStock } = item
    if (safetyStock === undefined || typeof safetyStock === 'number') return safetyStock ?? 0
    const date = addDays(this.input.start, day)
    let found = { from: '', quantity: 0 }
    for (const step of safetyStock) {
      if (step.from > date || step.from < found.from) continue
      if (step.from > found.from || step.quantity >= found.quantity) found = step
    }
    return found.quantity
  }

  /** The most that runs short over the days one lot may cover. */
  private mostNeeded(item: PlanItem, day: number, without: number): number {
    const type = item.lot?.type ?? 'L4L'
    const reach =
      type === 'POQ' ? (item.lot?.periods ?? 1) : ['WW', 'SM', 'LUC', 'PPB'].includes(type) ? this.input.days : 1
    let stock = without
    let most = this.safety(item, day) - stock
    for (let next = day + 1; next < Math.min(this.input.days, day + reach); next++) {
      stock += (this.coming.get(item.code)?.get(next) ?? 0) - (this.gross.get(item.code)?.get(next) ?? 0)
      most = Math.max(most, this.safety(item, next) - stock)
    }
    return most
  }

  /** The largest total that the lot rule can make of a requirement. */
  private atMost(item: PlanItem, need: number): number {
    const { min, mult, max } = bounds(item.lot)
    const grid = item.decimals === undefined ? 0 : 10 ** -item.decimals
    const step = mult + grid
    if (need <= max) return Math.max(min + mult, need + step)
    const lots = Math.floor(need / max)
    return lots * max + Math.max(min + mult, need - lots * max + step)
  }
}

function bounds(rule: LotRule | undefined): { min: number; mult: number; max: number } {
  const { type = 'L4L', qty, min = 0, mult = 0, max } = rule ?? {}
  const steps = type === 'FOQ' || type === 'MULT' ? (qty ?? mult) : type === 'MINMULT' ? (rule?.mult ?? qty ?? 0) : mult
  return {
    min: type === 'MIN' ? (qty ?? min) : min,
    mult: steps,
    max: max || (type === 'MAX' ? (qty ?? Infinity) : Infinity),
  }
}

function near(a: number, b: number, size: number): boolean {
  return Math.abs(a - b) <= 1e-6 * (1 + Math.abs(size))
}

function onGrid(quantity: number, step: number): boolean {
  const steps = quantity / step
  return Math.abs(steps - Math.round(steps)) <= 1e-6 * Math.max(1, steps)
}
