/** A sale of 1,000 lines recalculated whole: four discounts, IPI, ICMS-ST by rule, document totals. Bound: 16 ms (one frame), median of 50 runs. */
import { priceDocument } from '../core/pricing/totals'
import { ruleBook } from '../core/tax/rules'
import { stByRule } from '../core/tax/st'
import { figure, latency } from './measure'

const LINES = 1_000
const BOUND_MS = 16
const book = ruleBook([{ id: 'st', UFDest: 'SP', tax: { pICMS: '12', pICMSST: '18', pMVAST: '40', pFCPST: '2' } }])
const lines = Array.from({ length: LINES }, (_, at) => ({
  vUnTrib: (1 + (at % 97) * 1.37).toFixed(2),
  qTrib: (1 + (at % 13)).toFixed(3),
  vDesc: '0.1',
  vDesc2: '0.05',
  vDesc3: '0.02',
  vDesc4: at % 2 ? '0.01' : '0',
  pIPI: '0.05',
}))

function recalculate(): string {
  const priced = priceDocument(lines)
  const withSt = priced.lines.map((line, at) => {
    const st = stByRule(book, { UFDest: 'SP', date: '2026-11-20' }, { vProd: line.vProd, vIPI: line.vIPI })
    return {
      ...lines[at],
      vUnTrib: lines[at]?.vUnTrib ?? '0',
      qTrib: lines[at]?.qTrib ?? '0',
      vICMSST: st.values.vICMSST ?? '0',
      vFCPST: st.values.vFCPST ?? '0',
    }
  })
  return priceDocument(withSt).totals.vTotal.toFixed(2)
}

const times: number[] = []
for (let run = 0; run < 60; run++) {
  const from = performance.now()
  recalculate()
  if (run >= 10) times.push(performance.now() - from)
}
const { p50, p95 } = latency(times)
figure(
  'core: sale of 1,000 lines recalculated',
  { p50_ms: p50, p95_ms: p95, bound_ms: BOUND_MS, ratio: Number((p50 / BOUND_MS).toFixed(2)), vTotal: recalculate() },
  p50 <= BOUND_MS,
)
