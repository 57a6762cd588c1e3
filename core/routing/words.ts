import type { Reason } from './solution'
import type { Violation } from './timetable'

/** How routes are told to people: on screens, in workbooks and on paper in the same words. */

const VIOLATIONS: Readonly<Record<Violation['cause'], string>> = {
  lead_time: 'Antes do horário',
  delay: 'Atraso',
  load: 'Acima da capacidade',
  max_load: 'Carga demais no intervalo',
  max_tasks: 'Paradas demais',
  max_travel_time: 'Viagem longa demais',
  max_distance: 'Acima do máximo de km',
  skills: 'Falta uma particularidade',
  precedence: 'Fora de ordem',
  missing_break: 'Sem o intervalo do veículo',
}

const REASONS: Readonly<Record<Reason, string>> = {
  capacity: 'Não cabe em nenhum veículo: falta capacidade',
  window: 'Nenhum veículo chega a tempo no horário em que recebe',
  skill: 'Nenhum veículo tem a particularidade pedida',
  distance: 'Passa do máximo de km dos veículos',
  max_tasks: 'Passa do máximo de paradas dos veículos',
}

const wordOf = (words: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined

/** What a step or a route breaks, by its cause; a cause that is not known is told as it is. */
export const violationText = (cause: string): string => wordOf(VIOLATIONS, cause) ?? cause

/** What is known of a delivery that stands in no route. */
export interface Outside {
  /** Whether its place on the map is known. */
  readonly placed: boolean
  /** Whether routes were calculated. */
  readonly calculated: boolean
  /** Whether the routes that stand name it among those left out. */
  readonly named: boolean
  /** Why, by the solver's name for it; '' where none was found. */
  readonly reason: string
}

/** Why a delivery stands in no route. */
export function outsideText({ placed, calculated, named, reason }: Outside): string {
  if (!placed) return 'Sem lugar no mapa: confira o endereço ou marque o pino'
  if (!calculated) return 'Ainda não calculada'
  return wordOf(REASONS, reason) ?? (named ? 'Retirada das rotas à mão' : 'Incluída depois do cálculo')
}

/** Seconds from midnight as HH:MM; what runs past the day keeps counting. */
export function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** 'HH:MM' as seconds from midnight; '' is midnight. */
export function secondsOf(hour: string): number {
  const [hours = 0, minutes = 0] = hour.split(':').map(Number)
  return hours * 3600 + minutes * 60
}

/** A span of seconds as `12 min` or `3 h 05 min`, to the nearest minute. */
export function spanText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** The hours in which a customer receives on a day: `08:00–12:00 e 13:00–17:00`; none is not on that day. */
export const hoursText = (hours: readonly (readonly [from: string, to: string])[]): string =>
  hours.length === 0 ? 'não recebe neste dia' : hours.map(([from, to]) => `${from}–${to}`).join(' e ')
