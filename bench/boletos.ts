/**
 * 2,000 boletos as one PDF, drawn in a thread. Bounds: 10 s of processor time, others wait less than 50 ms for their turn meanwhile (95 of 100), and so many
 * times the bare drawing of the same texts and as many boxes by the same library. Then how the memory of the process grows while as many are written and let go of.
 */
import { hybridOf, paperOf } from '../core/banking/paper/paper.fixture'
import { readPdf } from '../fixtures/read-pdf'
import { writeBoletos } from '../http/financeiro/boleto-paper/boletos-pdf'
import { boletosPdf } from '../http/financeiro/boleto-paper/draw-apart'
import { compare, figure, latency, round, spent } from './measure'

const COUNT = 2_000
const BOUND_SECONDS = 10
const BOUND_TURN_MS = 50
const BOUND_RATIO = 2.5
const BOUND_GROWTH_MB = 64
const TURN_MS = 5

const { default: Document } = await import('pdfkit')
const { texts, rectangles } = readPdf(await boletosPdf([paperOf()], { forma: 'folha' }))

/** What a sheet says and as many boxes, without anything that knows where they belong. */
async function bare(pages: number): Promise<void> {
  const pdf = new Document({ margin: 0, autoFirstPage: false })
  pdf.on('data', () => undefined)
  const done = new Promise((resolve) => pdf.on('end', resolve))
  for (let page = 0; page < pages; page++) {
    pdf.addPage({ size: 'A4', margin: 0 })
    pdf.font('Helvetica').fontSize(8)
    for (const [at, text] of texts.entries()) pdf.text(text, 22, 22 + at * 9, { lineBreak: false })
    for (let at = 0; at < rectangles; at++) pdf.rect(20 + at * 2.5, 780, 1.1, 36)
    pdf.fill('#000')
  }
  pdf.end()
  await done
}

/** How long everything else waits for its turn while something is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<readonly number[]> {
  const waits: number[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    waits.push(now - last - TURN_MS)
    last = now
  }, TURN_MS)
  await work()
  clearInterval(timer)
  return waits
}

const papers = Array.from({ length: COUNT }, (_, at) => paperOf({ n: at + 1 }))
const hybrids = papers.map((_, at) => hybridOf({ n: at + 1 }))
const some = papers.slice(0, 40)
const { ours, baseline, ratio } = await compare(
  15,
  () => writeBoletos(some, { forma: 'folha' }, () => undefined),
  () => bare(some.length),
)
figure(
  'boletos: a sheet against the bare library',
  { ms: round(ours.p50 / some.length), bare_ms: round(baseline.p50 / some.length), ratio, bound_ratio: BOUND_RATIO },
  ratio <= BOUND_RATIO,
)

for (const [name, list, forma] of [
  ['sheets', papers, 'folha'],
  ['booklets', papers, 'carne'],
  ['sheets with a QR Code', hybrids, 'folha'],
] as const) {
  let bytes = 0
  const [from, work] = [performance.now(), spent()]
  const waits = latency(await turnsDuring(async () => void (bytes = (await boletosPdf(list, { forma })).length)))
  const [seconds, cpu] = [round((performance.now() - from) / 1000), round(spent() - work)]
  // What has no QR Code is bound; one takes as long as the rest of its sheet.
  const isBound = list === papers
  figure(
    `boletos: ${COUNT} ${name} in a thread`,
    {
      seconds,
      cpu_seconds: cpu,
      ...(isBound ? { bound_cpu_seconds: BOUND_SECONDS } : {}),
      bytes,
      turn_ms: waits,
      bound_turn_ms: BOUND_TURN_MS,
    },
    (!isBound || cpu <= BOUND_SECONDS) && waits.p95 <= BOUND_TURN_MS,
  )
}

const megabytes = (): number => {
  Bun.gc(true)
  return process.memoryUsage.rss() / 2 ** 20
}
function* endless(count: number) {
  for (let at = 0; at < count; at++) yield paperOf({ n: (at % 90_000) + 1 })
}
const write = (count: number) => writeBoletos(endless(count), { forma: 'folha' }, () => undefined)
await write(COUNT / 4)
const before = megabytes()
await write(COUNT)
const growth = round(megabytes() - before)
figure(
  `boletos: memory of ${COUNT} written`,
  { growth_mb: growth, bound_mb: BOUND_GROWTH_MB },
  growth <= BOUND_GROWTH_MB,
)
