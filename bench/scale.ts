/**
 * Ten thousand weights from a scale on the network, one after another: what the middle one takes (bound 5 ms, the scale's own answer being immediate) and what memory the agent
 * keeps after the first two thousand (bound 16 MB).
 */
import { Scale } from '../agents/scale/scale'
import { tcpLine } from '../agents/scale/tcp'
import { startScale } from '../fixtures/simulators/scale'
import { figure, latency } from './measure'

const [WARM, REST] = [2_000, 8_000]
const BOUND_MS = 5
const BOUND_MB = 16

const simulator = startScale()
simulator.says = [Uint8Array.from('\u000201000\u0003', (character) => character.charCodeAt(0))]
const scale = new Scale({ protocol: 'toledo-prt1', open: tcpLine('127.0.0.1', simulator.port) })
await scale.start()

async function weigh(times: number): Promise<{ readonly took: readonly number[]; readonly rss: number }> {
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const from = performance.now()
    await scale.weigh(1_000)
    took.push(performance.now() - from)
  }
  Bun.gc(true)
  return { took, rss: process.memoryUsage().rss }
}

const first = await weigh(WARM)
const { took, rss } = await weigh(REST)
const ms = latency(took)
const grown_mb = Math.round(((rss - first.rss) / 2 ** 20) * 10) / 10
figure(
  '10000 weights of a scale',
  { ...ms, bound_ms: BOUND_MS, grown_mb, bound_mb: BOUND_MB },
  ms.p50 <= BOUND_MS && grown_mb <= BOUND_MB,
)
scale.stop()
simulator.stop()
process.exit()
