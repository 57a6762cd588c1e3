import { formatNumber } from '../br/number'
import type { SettingValues } from './settings'

/** A setting that is a whole number: what it is where nobody set it, and what it may be. */
interface NumberSetting {
  readonly usual: number
  readonly min: number
  readonly max: number
}

/** What the server itself asks the configuration for, and tells no screen. A migration brings each, with what it is for. */
const NUMBERS = {
  /** Milliseconds from which on a statement is slow; 0: none is. */
  CONSULTA_LENTA_MS: { usual: 500, min: 0, max: 600_000 },
} as const satisfies Readonly<Record<string, NumberSetting>>

export type ServerNumber = keyof typeof NUMBERS

const isServerNumber = (name: string): name is ServerNumber => Object.hasOwn(NUMBERS, name)

/** The names of those settings. */
export const SERVER_SETTINGS: readonly string[] = Object.keys(NUMBERS)

/** What such a setting is: as it was set, the usual where nothing readable is, and never beyond what it may be. */
export function serverNumber(values: SettingValues, name: ServerNumber): number {
  const { usual, min, max }: NumberSetting = NUMBERS[name]
  const told = values[name]?.trim() ?? ''
  return /^\d{1,9}$/.test(told) ? Math.min(max, Math.max(min, Number(told))) : usual
}

/** Why a value may not be given to a setting of the server; undefined where it may, and for every other item. */
export function serverSettingFault(name: string, value: string): string | undefined {
  if (!isServerNumber(name)) return undefined
  const { min, max }: NumberSetting = NUMBERS[name]
  const fits = /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
  return fits ? undefined : `Informe um número inteiro de ${formatNumber(min, 0)} a ${formatNumber(max, 0)}.`
}
