import { formatNumber } from '../../../core/br/number'
import { formatCount } from '../../ui/format'
import { numberOf } from '../../ui/row'

const BYTES = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const
const STEP = 1024

/** `1,5 GB`; `–` where nobody knows. */
export function bytesText(value: unknown): string {
  const bytes = numberOf(value)
  if (bytes === null) return '–'
  const size = Math.abs(bytes)
  const at = size < 1 ? 0 : Math.min(BYTES.length - 1, Math.floor(Math.log(size) / Math.log(STEP)))
  const amount = bytes / STEP ** at
  return `${formatNumber(amount.toFixed(at < 2 ? 0 : 1), at < 2 ? 0 : 1)} ${BYTES[at]}`
}

/** By how much something grew: `+1,5 GB`, `0`, `–` where nobody knows. */
export function growthText(value: unknown): string {
  const bytes = numberOf(value)
  if (bytes === 0) return '0'
  return bytes !== null && bytes > 0 ? `+${bytesText(bytes)}` : bytesText(bytes)
}

/** `850 ms`, `2,4 s`; `–` where nobody knows. */
export function durationText(value: unknown): string {
  const ms = numberOf(value)
  if (ms === null) return '–'
  return ms < 1_000 ? `${formatNumber(ms, 0)} ms` : `${formatNumber((ms / 1_000).toFixed(1), 1)} s`
}

/** A count, with its thousands parted. */
export const countText = (value: unknown): string => formatCount(numberOf(value) ?? 0, false)
