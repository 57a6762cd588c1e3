import { BOUNDS } from '../../../core/measures/histogram'
import type { Replica } from '../../db/replica'
import { dropped } from '../traces/exporter'
import { sinceStart, type Tally } from './tally'

interface Metric {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly lines: readonly string[]
}

/** What this process measures of itself, as Prometheus reads it (exposition format 0.0.4). Units are in the names. */
export function metricsText(replica?: Replica): string {
  const all = sinceStart.all()
  return [...metrics(all), ...(replica ? metricsOf(replica) : [])]
    .flatMap(({ name, type, help, lines }) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''])
    .join('\n')
}

const sumOf = (all: readonly Tally[], value: (tally: Tally) => number): number =>
  all.reduce((sum, one) => sum + value(one), 0)

const countOf = ({ slots }: Tally): number => slots.reduce((sum, count) => sum + count, 0)

const labels = ({ recurso, verbo }: Tally, more = ''): string =>
  `{resource="${escaped(recurso)}",verb="${escaped(verbo)}"${more}}`

const escaped = (text: string): string => text.replaceAll(/[\\"\n]/g, (one) => (one === '\n' ? '\\n' : `\\${one}`))

const counter = (name: string, help: string, lines: readonly string[]): Metric => ({
  name,
  type: 'counter',
  help,
  lines: lines.map((line) => `${name}${line}`),
})

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  type: 'gauge',
  help,
  lines: [`${name} ${value}`],
})

function metricsOf({ standing, answered }: Replica): readonly Metric[] {
  const places = Object.entries(answered).map(([place, count]) => `{place="${place}"} ${count}`)
  return [
    gauge('prumo_replica_up', 'The replica answers, and follows the primary.', standing.state === 'away' ? 0 : 1),
    gauge('prumo_replica_lag_seconds', 'For how long it has lacked what the primary has.', standing.lagMs / 1_000),
    counter('prumo_replica_reads_total', 'Long reads, by who answered them.', places),
  ]
}

function metrics(all: readonly Tally[]): readonly Metric[] {
  const duration = 'prumo_call_duration_seconds'
  return [
    counter('prumo_http_requests_total', 'Calls answered.', [` ${sumOf(all, countOf)}`]),
    counter('prumo_http_errors_total', 'Calls that failed by our fault.', [
      ` ${sumOf(all, ({ answers }) => answers['5'] ?? 0)}`,
    ]),
    counter('prumo_http_seconds_total', 'Time spent in calls.', [` ${sumOf(all, (one) => one.seconds).toFixed(6)}`]),
    counter(
      'prumo_calls_total',
      'Calls answered, by resource, verb and class of status.',
      all.flatMap((one) =>
        Object.entries(one.answers).map(([hundred, count]) => `${labels(one, `,status="${hundred}xx"`)} ${count}`),
      ),
    ),
    {
      name: duration,
      type: 'histogram',
      help: 'How long calls take.',
      lines: all.flatMap((one) => slots(duration, one)),
    },
    counter(
      'prumo_call_database_seconds_total',
      'Time that calls wait for the database.',
      all.map((one) => `${labels(one)} ${one.databaseSeconds.toFixed(6)}`),
    ),
    counter(
      'prumo_call_statements_total',
      'Statements that calls ask the database.',
      all.map((one) => `${labels(one)} ${one.statements}`),
    ),
    counter('prumo_trace_spans_dropped_total', 'Spans that no collector took.', [` ${dropped.spans}`]),
    gauge('process_resident_memory_bytes', 'Memory in use.', process.memoryUsage.rss()),
  ]
}

/** A histogram's lines: each slot holds those before it. */
function slots(name: string, one: Tally): string[] {
  let before = 0
  const lines = one.slots.map((count, at) => {
    before += count
    return `${name}_bucket${labels(one, `,le="${BOUNDS[at] ?? '+Inf'}"`)} ${before}`
  })
  return [...lines, `${name}_sum${labels(one)} ${one.seconds.toFixed(6)}`, `${name}_count${labels(one)} ${before}`]
}
