import { randomBytes } from 'node:crypto'
import type { Work } from '../../db/work'

/** Where a piece of work stands among spans: hexadecimal, as W3C Trace Context has them. */
export interface Ids {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
}

/** A number of so many bytes that is not 0. */
export const newId = (bytes: 8 | 16): string => {
  const id = randomBytes(bytes).toString('hex')
  return /^0+$/.test(id) ? newId(bytes) : id
}

/** `00-{trace}-{span}-{flags}`; what is not of that form, or all zeros, is as if it were not there. Later versions may have more behind. */
function readParent(header: string | undefined): Pick<Ids, 'traceId' | 'parentSpanId'> | undefined {
  const [, version, traceId, parentSpanId, more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.{0,200})?$/.exec(header ?? '') ?? []
  if (version === undefined || traceId === undefined || parentSpanId === undefined || version === 'ff') return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(parentSpanId) || (version === '00' && more !== undefined)) return undefined
  return { traceId, parentSpanId }
}

const known = new WeakMap<Work, Ids>()

/** The ids of a piece of work: it goes on with the trace of whoever asked for it, or begins one. */
export function idsOf(work: Work): Ids {
  const ids = known.get(work) ?? {
    traceId: newId(16),
    spanId: newId(8),
    ...readParent(work.traceparent),
  }
  known.set(work, ids)
  return ids
}
