import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OtlpSimulator, type OtlpSpan, startOtlp } from '../../../fixtures/simulators/otlp'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { dropped } from './exporter'
import { startTraces, type Traces } from './traces'

/** Traces by OTLP: calls with what they ask of the database, in the trace of whoever asked. */

let server: TestServer
let collector: OtlpSimulator
let traces: Traces
beforeAll(async () => {
  ;[server, collector] = await Promise.all([testServer(), startOtlp()])
  traces = startTraces(`${collector.url}/`)
})
afterAll(async () => {
  await traces.stop()
  await server.close()
  await collector.stop()
})

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const asked = (search: string, traceparent: string) =>
  server.admin('GET', `/api/motorista?search=${search}`, undefined, { traceparent })
const attributeOf = ({ attributes }: OtlpSpan, wanted: string) => attributes.find(({ key }) => key === wanted)?.value
const callSpan = () => collector.spans.findLast(({ name }) => name === 'motorista list')

it('a call goes on with the trace that it came in, with its statements below it and none of their values', async () => {
  await asked('Fulana', `00-${TRACE}-${PARENT}-01`)
  await traces.flush()
  expect([collector.faults, dropped.spans]).toEqual([[], 0])
  const span = callSpan()
  expect(span).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: 2, status: {} })
  expect(span && attributeOf(span, 'http.response.status_code')).toEqual({ intValue: '200' })
  const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId)
  expect(below.map(({ traceId }) => traceId)).toEqual(below.map(() => TRACE))
  expect(below.some((one) => JSON.stringify(attributeOf(one, 'db.query.text')).includes('motorista'))).toBe(true)
  expect(JSON.stringify(collector.spans)).not.toContain('Fulana')
})

it.each([
  ['of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
  ['with more behind', `00-${TRACE}-${PARENT}-01-x`],
  ['that is none', 'lixo'],
])('a traceparent %s begins a trace of its own', async (_, traceparent) => {
  await asked('x', traceparent)
  await traces.flush()
  expect(callSpan()?.traceId).not.toBe(TRACE)
  expect(callSpan()?.parentSpanId).toBeUndefined()
})

it('what a collector does not take is dropped and counted, and calls are answered', async () => {
  collector.misbehave('error')
  expect((await asked('x', '')).status).toBe(200)
  const before = collector.spans.length
  await traces.flush()
  expect(dropped.spans).toBeGreaterThan(0)
  expect(collector.spans.length).toBe(before)
})
