import { anexoComputed, anexoFields } from '../../../core/fields/sis/anexo'
import { formatNumber } from '../../../core/br/number'
import { fieldsOf } from '../../ui/fields-of'
import { numberOf } from '../../ui/row'

export const RESOURCE = 'sis/anexo'
export const anexo = fieldsOf({ ...anexoFields, ...anexoComputed })

const KILOBYTE = 1024

/** Bytes as people say them: `12 kB`, `3,4 MB`. */
export function sizeOf(bytes: unknown): string {
  const kilobytes = (numberOf(bytes) ?? 0) / KILOBYTE
  return kilobytes < KILOBYTE
    ? `${formatNumber(Math.ceil(kilobytes), 0)} kB`
    : `${formatNumber((kilobytes / KILOBYTE).toFixed(1), 1)} MB`
}
