/**
 * The DANFE of a note of 20 items, from its XML to the PDF. Bound: 150 ms, median of 40. The baseline is the reading of the same XML for
 * import: drawing may cost so many readings.
 */
import { readNfe } from '../core/fiscal/read-nfe'
import { noteXml } from '../fixtures/nfe/note'
import { danfePdf } from '../http/nfe/danfe/danfe-pdf'
import { compare, figure } from './measure'

const ITEMS = 20
const MOST_ITEMS = 990
const BOUND_MS = 150
const BOUND_READINGS = 20
const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    xProd: `Parafuso sextavado de aço inoxidável M${at + 3} com porca e arruela`,
    infAdProd: at % 4 === 0 ? 'Embalagem com cem unidades, conforme o pedido' : '',
  }))

const xml = noteXml({ items: itemsOf(ITEMS), dues: 3, infCpl: 'Pedido do cliente 4711; entregar pela manhã' })
const { ours, baseline, ratio } = await compare(
  40,
  () => danfePdf(xml),
  async () => readNfe(xml),
)
figure(
  `danfe: ${ITEMS} items`,
  {
    p50_ms: ours.p50,
    p95_ms: ours.p95,
    bound_ms: BOUND_MS,
    reading_ms: baseline.p50,
    ratio,
    bound_ratio: BOUND_READINGS,
  },
  ours.p50 <= BOUND_MS && ratio <= BOUND_READINGS,
)

const largest = noteXml({ items: itemsOf(MOST_ITEMS) })
const from = performance.now()
const bytes = await danfePdf(largest)
figure(`danfe: ${MOST_ITEMS} items`, { ms: Math.round(performance.now() - from), bytes: bytes.length })
