import { listen, type Step } from '../../db/work'
import { Exporter, type Span } from './exporter'
import { idsOf, newId } from './ids'

const LONGEST_TEXT = 2_000
const KINDS = { call: 2, job: 1, exchange: 1 } as const

/** Traces that are sent from now on. */
export interface Traces {
  /** Sends what waits, now. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** Sends spans of calls, jobs and exchanges, and of the statements and outside requests of each, to a collector. */
export function startTraces(endpoint: string): Traces {
  const exporter = new Exporter(endpoint)
  const unlisten = listen({
    work: ({ work, ms, failed }) => {
      const { recurso, verbo } = work.name()
      const about: Record<string, string | number> = {
        'prumo.resource': recurso,
        'prumo.verb': verbo,
        'prumo.work': work.kind,
      }
      if (work.status !== undefined) about['http.response.status_code'] = work.status
      exporter.add({
        ...idsOf(work),
        ...timesOf(ms),
        name: `${recurso} ${verbo}`,
        kind: KINDS[work.kind],
        failed,
        attributes: about,
      })
    },
    statement: ({ text, ...step }) => {
      const told = text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT)
      within(exporter, step, told.split(' ')[0] ?? 'sql', { 'db.system.name': 'postgresql', 'db.query.text': told })
    },
    request: ({ method, host, ...step }) =>
      within(exporter, step, `${method} ${host}`, { 'http.request.method': method, 'server.address': host }),
  })
  return {
    flush: () => exporter.flush(),
    stop: async () => {
      unlisten()
      await exporter.stop()
    },
  }
}

/** A step of a piece of work; what nobody's work asked for is told of nowhere. */
function within(exporter: Exporter, { work, ms, failed }: Step, name: string, attributes: Span['attributes']): void {
  if (!work) return
  const { traceId, spanId } = idsOf(work)
  const ids = { traceId, spanId: newId(8), parentSpanId: spanId }
  exporter.add({ ...ids, ...timesOf(ms), name, kind: 3, failed, attributes })
}

/** What ended now, and took so long. */
function timesOf(ms: number): Pick<Span, 'from' | 'to'> {
  const to = performance.timeOrigin + performance.now()
  return { from: to - ms, to }
}
