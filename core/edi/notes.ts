import type { EdiNote } from './edi-file'

/** A series as a number: blank is 0, `001` is 1; what is no number is none that this company issues. */
export function seriesOf(text: string): number | null {
  const bare = text.trim()
  if (bare === '') return 0
  return /^\d{1,3}$/.test(bare) ? Number(bare) : null
}

/** A note as records name it; none where its number is blank or zero. */
export function noteOf(issuer: string, series: string, number: number | null): EdiNote | undefined {
  return number ? { issuer, series: seriesOf(series), number } : undefined
}

/** Numbers of waybills and invoices without the zeros that fill them up. */
export const bare = (text: string): string => text.replace(/^0+(?=.)/, '')
