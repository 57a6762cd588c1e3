import { isEmail } from '../br/fields'
import { formatNumber } from '../br/number'
import { ALERT_KINDS, isAlertKind } from './alerts'
import type { SettingValues } from './settings'

/** A setting that is a whole number: what it is where nobody set it, and what it may be. */
interface NumberSetting {
  readonly usual: number
  readonly min: number
  readonly max: number
  /** 0 may be said too, for never. */
  readonly never?: true
}

/** What the server itself asks the configuration for, and tells no screen. A migration brings each, with what it is for. */
const NUMBERS = {
  /** Milliseconds from which on a statement is slow; 0: none is. */
  CONSULTA_LENTA_MS: { usual: 500, min: 0, max: 600_000 },
  ALERTA_SERVICO_MIN: { usual: 30, min: 5, max: 10_080 },
  ALERTA_CERTIFICADO_DIAS: { usual: 30, min: 1, max: 365 },
  ALERTA_DISCO_GB: { usual: 5, min: 0, max: 100_000 },
  /** Gigabytes that a table grows by in 7 days. */
  ALERTA_TABELA_GB: { usual: 5, min: 1, max: 100_000 },
  ALERTA_COPIA_HORAS: { usual: 48, min: 1, max: 8_760 },
  /** Days for which things are kept; 0: for good. The trail stays five years at least, as long as a tax may be asked for (CTN, arts. 173 and 174). */
  GUARDA_HISTORICO_DIAS: { usual: 0, min: 1_826, max: 36_500, never: true },
  GUARDA_EMAILS_DIAS: { usual: 0, min: 30, max: 36_500, never: true },
  /** Whoever was told of a document is not told again as long as it is known. */
  GUARDA_AVISOS_DIAS: { usual: 0, min: 365, max: 36_500, never: true },
  GUARDA_RESPOSTAS_HORAS: { usual: 24, min: 24, max: 720 },
  GUARDA_COMUNICACOES_DIAS: { usual: 30, min: 7, max: 3_650 },
  GUARDA_COMUNICACOES_FALHAS_DIAS: { usual: 90, min: 30, max: 3_650 },
} as const satisfies Readonly<Record<string, NumberSetting>>

export type ServerNumber = keyof typeof NUMBERS

const isServerNumber = (name: string): name is ServerNumber => Object.hasOwn(NUMBERS, name)

/** Lists of words, parted by semicolons: what one that is wrong is told by, or undefined. */
const LISTS = {
  ALERTA_EMAILS: (word: string) => (isEmail(word) ? undefined : `E-mail inválido: ${word}.`),
  ALERTA_DESLIGADOS: (word: string) =>
    isAlertKind(word) ? undefined : `Alerta desconhecido: ${word}. Use ${ALERT_KINDS.join(', ')}.`,
} as const

type ServerList = keyof typeof LISTS

const isServerList = (name: string): name is ServerList => Object.hasOwn(LISTS, name)

const MOST_WORDS = 20

/** The names of those settings. */
export const SERVER_SETTINGS: readonly string[] = [...Object.keys(NUMBERS), ...Object.keys(LISTS)]

const wordsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(';')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]

/** The words of such a list that are none of its faults, twenty at most. */
export const serverList = (values: SettingValues, name: ServerList): readonly string[] =>
  wordsIn(values[name] ?? '')
    .filter((word) => LISTS[name](word) === undefined)
    .slice(0, MOST_WORDS)

/** What such a setting is: as it was set, the usual where nothing readable is, and never beyond what it may be. */
export function serverNumber(values: SettingValues, name: ServerNumber): number {
  const { usual, min, max, never }: NumberSetting = NUMBERS[name]
  const told = values[name]?.trim() ?? ''
  if (never === true && told === '0') return 0
  return /^\d{1,9}$/.test(told) ? Math.min(max, Math.max(min, Number(told))) : usual
}

/** Why a value may not be given to a setting of the server; undefined where it may, and for every other item. */
export function serverSettingFault(name: string, value: string): string | undefined {
  if (isServerList(name)) {
    const words = wordsIn(value)
    if (words.length > MOST_WORDS) return `Informe no máximo ${MOST_WORDS}.`
    return words.map(LISTS[name]).find((fault) => fault !== undefined)
  }
  if (!isServerNumber(name)) return undefined
  const { min, max, never }: NumberSetting = NUMBERS[name]
  const fits = /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
  if (fits || (never === true && value === '0')) return undefined
  const or = never === true ? ', ou 0' : ''
  return `Informe um número inteiro de ${formatNumber(min, 0)} a ${formatNumber(max, 0)}${or}.`
}
