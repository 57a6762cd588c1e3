import { hoursText, secondsOf, spanText } from '../../../core/routing/words'
import { rotaLife } from '../../../core/lifecycle/rota'
import type { DocumentKind } from '../../ui/documents/kind'
import { counted, formatAmount, formatQuantity } from '../../ui/format'
import { getPath, isRecord, isSet, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'

export const RESOURCE = 'expedicao/rota'
export const STOP_RESOURCE = 'expedicao/rota_venda'
export const RIGHT = 'rotas_entrega'

export const KIND: DocumentKind = { life: rotaLife, resource: RESOURCE, name: 'rota', right: RIGHT }

/** A sale on the route. */
export interface Stop {
  readonly row: Row
  readonly id: number
  readonly name: string
  readonly address: string
  /** HH:MM, '' where it is not known. */
  readonly arrival: string
  /** Hours in which the customer receives; empty: all day. */
  readonly windows: readonly (readonly [from: string, to: string])[]
  /** The customer does not receive on that day of the week. */
  readonly closed: boolean
  readonly late: boolean
  /** What it asks of the vehicle, and whether that has it. */
  readonly needs: readonly Need[]
  readonly state: StopState
}

interface Need {
  readonly name: string
  readonly met: boolean
}

export type StopState = 'espera' | 'entregue' | 'ocorrencia'

function windowsOf(value: unknown): readonly (readonly [string, string])[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one) =>
    Array.isArray(one) && one.length === 2 ? [[textOf(one[0]), textOf(one[1])] as const] : [],
  )
}

const needsIn = (value: unknown): readonly Need[] =>
  Array.isArray(value)
    ? value.filter(isRecord).map(({ descricao, tem }) => ({ name: textOf(descricao), met: tem === true }))
    : []

const isWithin = (hour: string, [from, to]: readonly [string, string]): boolean =>
  secondsOf(hour) >= secondsOf(from) && secondsOf(hour) <= secondsOf(to)

/** `19:36`, and of a later day `19:36 (+1 dia)`: hours of a route count on past midnight. */
export function arrivalText(hour: string): string {
  const minutes = secondsOf(hour) / 60
  const days = Math.floor(minutes / 1440)
  if (days === 0) return hour
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor((minutes % 1440) / 60))}:${two(minutes % 60)} (+${counted(days, 'dia', 'dias')})`
}

/** The stops of a route in their order. */
export function stopsOf(route: Values): readonly Stop[] {
  return rowsOf(route.rota_vendas)
    .toSorted((a, b) => (numberOf(a.ordem) ?? 0) - (numberOf(b.ordem) ?? 0) || Number(a.id) - Number(b.id))
    .map((row) => {
      const windows = windowsOf(row.janelas)
      const arrival = textOf(row.hora_prevista)
      const closed = Array.isArray(row.janelas) && windows.length === 0
      return {
        row,
        id: Number(row.id),
        name: textOf(row.xNome),
        address: textOf(row.xEnder),
        arrival,
        windows,
        closed,
        late: arrival !== '' && windows.length > 0 && !windows.some((window) => isWithin(arrival, window)),
        needs: needsIn(row.pede),
        state: isSet(row.xOcorrencia) ? 'ocorrencia' : isSet(row.dhEntrega) ? 'entregue' : 'espera',
      }
    })
}

/** `recebe 08:00–12:00 e 13:00–17:00`, and what is wrong with it; '' for all day. */
export function windowText({ windows, closed, late }: Pick<Stop, 'windows' | 'closed' | 'late'>): string {
  if (closed) return hoursText([])
  return windows.length === 0 ? '' : `recebe ${hoursText(windows)}${late ? ': fora do horário' : ''}`
}

/** `pede Munck, Refrigerado`, and what of it the vehicle has not; '' for nothing. */
export function needsText({ needs }: Pick<Stop, 'needs'>): string {
  if (needs.length === 0) return ''
  const missing = needs.filter(({ met }) => !met).map(({ name }) => name)
  const asked = `pede ${needs.map(({ name }) => name).join(', ')}`
  if (missing.length === 0) return asked
  return missing.length === needs.length ? `${asked}: o veículo não tem` : `${asked}: falta ${missing.join(', ')}`
}

/** Metres as kilometres with one decimal; '' when not known. */
export function kilometresText(metres: unknown): string {
  const value = numberOf(metres)
  return value === null ? '' : formatAmount((value / 1000).toFixed(1), 1)
}

/** Seconds as `3 h 05 min`; '' when not known. */
export function timeText(seconds: unknown): string {
  const value = numberOf(seconds)
  return value === null ? '' : spanText(value)
}

interface Load {
  readonly text: string
  /** More than the vehicle carries. */
  readonly over: boolean
}

/** What the vehicle carries of what it can. */
export function loadsOf(route: Values): readonly Load[] {
  const load = (value: unknown, limit: unknown, unit: string): Load => {
    const [carried, most] = [numberOf(value) ?? 0, numberOf(limit)]
    const shown = formatQuantity(carried, 1)
    return {
      text: most === null ? `${shown} ${unit}` : `${shown} de ${formatQuantity(most)} ${unit}`,
      over: most !== null && carried > most,
    }
  }
  return [
    load(route.volumes, route.capacidade_volumes, 'volumes'),
    ...(Number(route.peso) > 0 || isSet(route.capacidade_kg) ? [load(route.peso, route.capacidade_kg, 'kg')] : []),
  ]
}

export const plateOf = (route: Values): string => textOf(getPath(route, 'veiculo.placa'))
