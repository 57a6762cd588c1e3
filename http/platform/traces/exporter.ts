import { VERSION } from '../../../core/version'
import type { Ids } from './ids'

/** Spans that wait; what comes while so many do is dropped and counted. */
const MOST_WAITING = 4_096
const BATCH = 512
const EVERY_MS = 5_000
const TIMEOUT_MS = 10_000

/** A span: times in milliseconds since 1970. Kinds as OTLP numbers them: 1 internal, 2 server, 3 client. */
export interface Span extends Ids {
  readonly name: string
  readonly kind: 1 | 2 | 3
  readonly from: number
  readonly to: number
  readonly failed: boolean
  readonly attributes: Readonly<Record<string, string | number>>
}

/** How many spans of this process were not sent. */
export const dropped = { spans: 0 }

/** Sends spans in batches by OTLP/HTTP with JSON (opentelemetry-proto 1.x). It never holds up what it tells of: what cannot be sent is dropped and counted. */
export class Exporter {
  readonly #url: string
  #waiting: Span[] = []
  #sending: Promise<void> | undefined
  readonly #timer: ReturnType<typeof setInterval>

  /** `endpoint` as OTEL_EXPORTER_OTLP_ENDPOINT has it: the path of traces is added. */
  constructor(endpoint: string) {
    this.#url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
    this.#timer = setInterval(() => void this.flush(), EVERY_MS)
  }

  add(span: Span): void {
    if (this.#waiting.length >= MOST_WAITING) dropped.spans++
    else this.#waiting.push(span)
    if (this.#waiting.length >= BATCH) void this.flush()
  }

  /** Sends what waits, one batch after another. Never throws. */
  async flush(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined))
    await this.#sending
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH)
      if (!(await this.#send(batch))) dropped.spans += batch.length
    }
  }

  async #send(batch: readonly Span[]): Promise<boolean> {
    try {
      const answer = await fetch(this.#url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(requestOf(batch)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      return false
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : { intValue: String(Math.round(value)) },
})

const nanoseconds = (ms: number): string => (BigInt(Math.round(ms * 1_000)) * 1_000n).toString()

/** An ExportTraceServiceRequest: ids in hexadecimal, 64-bit numbers as text. */
const requestOf = (batch: readonly Span[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [attribute('service.name', 'prumo'), attribute('service.version', VERSION)] },
      scopeSpans: [
        {
          scope: { name: 'prumo', version: VERSION },
          spans: batch.map(({ from, to, failed, attributes, ...span }) => ({
            ...span,
            startTimeUnixNano: nanoseconds(from),
            endTimeUnixNano: nanoseconds(to),
            attributes: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
            status: failed ? { code: 2 } : {},
          })),
        },
      ],
    },
  ],
})
