import { CoreError } from '../errors'
import { LIMITS, type TimeWindow } from './problem'

/** Refuses the request with the name that VROOM gives to the fault, and what to do about it. */
export function refuse(fault: string, help: string): never {
  throw new CoreError('input_error', `${fault} ${help}`)
}

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0

/** A whole number from 0 to the limit, or what stands for an absent one. */
export function countOr(fields: Fields, key: string, absent: number, fault: string): number {
  const value = fields[key]
  if (value === undefined) return absent
  if (!isCount(value) || value > LIMITS.value) refuse(fault, `O campo ${key} é um inteiro de 0 a ${LIMITS.value}.`)
  return value
}

export function idOf(value: unknown, what: string): { fields: Fields; id: number } {
  if (!isFields(value)) refuse(`Invalid ${what}.`, 'Cada item é um objeto com id e seus campos.')
  const { id } = value
  if (!isCount(id) || id > Number.MAX_SAFE_INTEGER) {
    refuse(`Invalid or missing id for ${what}.`, 'O id é um inteiro não negativo.')
  }
  return { fields: value, id }
}

export function listOf(fields: Fields, key: string, limit: number, fault: string): readonly unknown[] | undefined {
  const value = fields[key]
  if (value === undefined) return undefined
  if (!Array.isArray(value)) refuse(fault, `O campo ${key} é uma lista.`)
  if (value.length > limit) refuse(fault, `O campo ${key} tem ${value.length} itens; o limite é ${limit}.`)
  return value
}

/** Amounts, one per dimension; absent means none of each. */
export function amountsOf(fields: Fields, key: string, dimensions: number): readonly number[] {
  const values = listOf(fields, key, LIMITS.dimensions, `Invalid ${key} array.`)
  if (values === undefined) return Array.from({ length: dimensions }, () => 0)
  if (values.length !== dimensions) {
    refuse(`Inconsistent ${key} length: ${values.length} instead of ${dimensions}.`, 'Todos usam as mesmas dimensões.')
  }
  return values.map((value) => {
    if (!isCount(value) || value > LIMITS.value)
      refuse(`Invalid ${key} value.`, 'Quantidades são inteiros não negativos.')
    return value
  })
}

export function skillsOf(fields: Fields): readonly number[] {
  const values = listOf(fields, 'skills', LIMITS.skills, 'Invalid skills object.') ?? []
  return values.map((value) => {
    if (!isCount(value)) refuse('Invalid skill value.', 'Cada habilidade é um inteiro não negativo.')
    return value
  })
}

export function windowOf(value: unknown): TimeWindow {
  const [from, to]: unknown[] = Array.isArray(value) && value.length === 2 ? value : []
  if (!isCount(from) || !isCount(to) || to > LIMITS.value) {
    refuse('Invalid time-window.', 'A janela é [início, fim], em segundos inteiros.')
  }
  if (from > to) refuse(`Invalid time window: [${from}, ${to}].`, 'O início vem antes do fim.')
  return { from, to }
}

/** By their begin, then by their end. */
export const byTime = (a: TimeWindow, b: TimeWindow): number => a.from - b.from || a.to - b.to

/** Windows, put in order, which must lie apart from each other; absent means any time. */
export function windowsOf(fields: Fields, what: string, absent: TimeWindow): readonly TimeWindow[] {
  const fault = `Invalid time_windows array for ${what}.`
  const values = listOf(fields, 'time_windows', LIMITS.windows, fault)
  if (values === undefined) return [absent]
  if (values.length === 0) refuse(fault, 'Informe ao menos uma janela, ou nenhum campo.')
  const windows = values.map(windowOf).toSorted(byTime)
  for (const [at, window] of windows.entries()) {
    const before = windows[at - 1]
    if (before && window.from <= before.to) {
      refuse(`Unsorted or overlapping time-windows for ${what}.`, 'As janelas não se tocam.')
    }
  }
  return windows
}

/** Longitude and latitude in degrees. */
export function coordinatesOf(value: unknown, fault: string): readonly [number, number] | undefined {
  if (value === undefined) return undefined
  const [longitude, latitude]: unknown[] = Array.isArray(value) ? value : []
  const good = (one: unknown, limit: number): one is number => typeof one === 'number' && Math.abs(one) <= limit
  if (!good(longitude, 180) || !good(latitude, 90)) refuse(fault, 'As coordenadas são [longitude, latitude] em graus.')
  return [longitude, latitude]
}

export function descriptionOf({ description }: Fields): string | undefined {
  if (description !== undefined && typeof description !== 'string')
    refuse('Invalid description value.', 'A descrição é um texto.')
  return description?.slice(0, 1000)
}
