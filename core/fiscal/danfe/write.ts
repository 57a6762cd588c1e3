import { maskCep, maskCnpj, maskCpf, maskPhone } from '../../br/masks'
import { formatNumber } from '../../br/number'
import { formatDate } from '../../br/date-text'

/** How a DANFE writes what the XML holds; what is absent is written as nothing. */

type Maybe = string | null | undefined

/** `1234.5` as `1.234,50`. */
export const money = (value: Maybe): string => (value ? formatNumber(value) : '')

/** Zeros at the end go down to two decimals. */
const USUAL_DECIMALS = 2

/** A quantity with the decimals of the XML that say something. */
export function exact(value: Maybe): string {
  const written = value?.split('.')[1]?.length ?? 0
  return withDecimals(value, Math.min(written, USUAL_DECIMALS))
}

/** A price with the decimals of the XML that say something, two at least. */
export const priceText = (value: Maybe): string => withDecimals(value, USUAL_DECIMALS)

function withDecimals(value: Maybe, least: number): string {
  if (!value) return ''
  const kept = (value.split('.')[1] ?? '').replace(/0+$/, '').length
  return formatNumber(value, Math.max(kept, least))
}

/** CNPJ, with letters too, or CPF, with their signs. */
export function taxIdText({ CNPJ, CPF }: { readonly CNPJ?: Maybe; readonly CPF?: Maybe }): string {
  return CNPJ ? maskCnpj(CNPJ) : CPF ? maskCpf(CPF) : ''
}

export const cepText = (CEP: Maybe): string => (CEP ? maskCep(CEP.padStart(8, '0')) : '')
export const phoneText = (fone: Maybe): string => (fone ? maskPhone(fone.replace(/^0+(?=\d{10})/, '')) : '')

/** `000.001.234` */
export const numberText = (nNF: string): string => nNF.padStart(9, '0').replace(/(\d{3})(?=\d)/g, '$1.')

/** Groups of four, as people read a key aloud. */
export const keyText = (chNFe: string): string => chNFe.replace(/(.{4})(?=.)/g, '$1 ')

/** The day of `2026-11-26T19:05:00-03:00`, where it happened. */
export const dayText = (value: Maybe): string => formatDate(value)

/** The time of day, where it happened; nothing for a date alone. */
export const timeText = (value: Maybe): string => /T(\d{2}:\d{2}:\d{2})/.exec(value ?? '')?.[1] ?? ''

export const dayTimeText = (value: Maybe): string => `${dayText(value)} ${timeText(value)}`.trim()

/** What there is of several, joined. */
export const joined = (parts: readonly Maybe[], by: string): string => parts.filter(Boolean).join(by)

/** An amount other than zero. */
export const counts = (value: Maybe): value is string => Boolean(value) && /[1-9]/.test(value ?? '')
