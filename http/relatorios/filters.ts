import { isCivilDate, firstDayOfMonth, addDays, type CivilDate } from '../../core/br/civil-date'
import type { Actor, Ctx } from '../platform/context'
import { invalid, notFound } from '../platform/errors'
import { PERIOD_END, PERIOD_START } from './period'
import type { Report, ReportFilter, ReportValues } from './report'

const MAX_ID = 2_147_483_647
const EARLIEST = '1900-01-01'
const LATEST = '2200-12-31'

class Given implements ReportValues {
  constructor(
    readonly empresa_id: number,
    readonly all: ReadonlyMap<string, string | number>,
  ) {}

  text(name: string): string | undefined {
    const value = this.all.get(name)
    return value === undefined ? undefined : String(value)
  }

  number(name: string): number | undefined {
    const value = this.all.get(name)
    return typeof value === 'number' ? value : undefined
  }
}

type Query = Readonly<Record<string, string>>
/** A value, nothing, or the message of what is wrong. */
type Read = { readonly value?: string | number; readonly fault?: string }

function readDate(text: string): Read {
  const good = isCivilDate(text) && text >= EARLIEST && text <= LATEST
  return good ? { value: text } : { fault: 'Informe uma data válida.' }
}

function readNumber(text: string, min: number, max: number): Read {
  const value = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? { value } : { fault: `Informe um número de ${min} a ${max}.` }
}

function readOne(filter: ReportFilter, text: string): Read {
  switch (filter.kind) {
    case 'period':
    case 'date':
      return readDate(text)
    case 'ref':
      return readNumber(text, 1, MAX_ID).fault === undefined
        ? { value: Number(text) }
        : { fault: 'Selecione um registro válido.' }
    case 'integer':
      return readNumber(text, filter.min, filter.max)
    case 'choice':
      return filter.options.some(({ value }) => value === text) ? { value: text } : { fault: 'Escolha uma das opções.' }
  }
}

/** The names that a filter travels under. */
export const namesOf = (name: string, { kind }: ReportFilter): readonly string[] =>
  kind === 'period' ? [name + PERIOD_START, name + PERIOD_END] : [name]

/** Reads a report's filters from an address. Throws 422 with a message a field; 404 for a company that is not the caller's. */
export function readFilters({ filters }: Report, query: Query, actor: Actor): ReportValues {
  const values = new Map<string, string | number>()
  const errors: Record<string, string[]> = {}
  for (const [name, filter] of Object.entries(filters)) {
    for (const part of namesOf(name, filter)) {
      const text = (query[part] ?? '').trim()
      const { value, fault } = text === '' ? {} : readOne(filter, text)
      if (fault !== undefined) errors[part] = [fault]
      else if (value !== undefined) values.set(part, value)
      else if (filter.required === true) errors[part] = ['Preencha este campo.']
      else if (filter.kind === 'choice') values.set(part, filter.initial)
    }
    const [from, to] = namesOf(name, filter).map((part) => values.get(part))
    if (filter.kind === 'period' && from !== undefined && to !== undefined && from > to)
      errors[name + PERIOD_END] = ['O fim do período vem antes do início.']
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return new Given(companyOf(query.empresa_id, actor), values)
}

function companyOf(asked: string | undefined, actor: Actor): number {
  if (asked === undefined || asked === '') return actor.empresa_id
  const id = Number(asked)
  if (!actor.empresas.includes(id)) throw notFound()
  return id
}

/** What the form starts with: today, its month, the next thirty days, a choice. */
export function initialValues({ filters }: Report, ctx: Pick<Ctx, 'clock'>): Record<string, string | number> {
  const today = ctx.clock.today()
  return Object.fromEntries(Object.entries(filters).flatMap(([name, filter]) => initialOf(name, filter, today)))
}

function initialOf(name: string, filter: ReportFilter, today: CivilDate): (readonly [string, string | number])[] {
  if (filter.kind === 'choice') return [[name, filter.initial]]
  if (filter.kind === 'integer') return filter.initial === undefined ? [] : [[name, filter.initial]]
  if (filter.kind === 'ref' || filter.initial === undefined) return []
  if (filter.kind === 'date') return [[name, today]]
  const [from, to] = filter.initial === 'month' ? [firstDayOfMonth(today), today] : [today, addDays(today, 30)]
  return [
    [name + PERIOD_START, from],
    [name + PERIOD_END, to],
  ]
}
