/**
 * A quote of 1,000 lines priced anew by 500 promotions that run, 20 products each, some that ask for others; their book is made once. In turn with
 * pricing as many plain lines as there are offers (10,000: discounts, IPI, totals). Bounds, medians of 50 runs: 30 ms, 2.5 times that.
 */
import { priceDocument } from '../core/pricing/totals'
import { promotedLines } from '../core/pricing/promoted'
import { promotionBook } from '../core/pricing/promotions'
import { compare, figure } from './measure'

const [BOUND_MS, BOUND_RATIO] = [30, 2.5]
const [LINES, PROMOTIONS, ITEMS] = [1_000, 500, 20]
const promotions = Array.from({ length: PROMOTIONS }, (_, at) => ({
  id: at + 1,
  xNome: `Promoção ${at + 1}`,
  dInicio: '2026-11-01',
  dFim: '2026-11-30',
  prioridade: at % 3,
  empresa_ids: at % 2 ? [1, 2] : [],
  tabela_preco_ids: at % 5 ? [] : [5],
  promocao_mercadoria_list: Array.from({ length: ITEMS }, (__, of) => ({
    id: at * ITEMS + of,
    mercadoria_id: 1 + ((at * 7 + of * 53) % LINES),
    vUnTrib: at % 2 ? (5 + (of % 9) * 0.9).toFixed(2) : null,
    vDesc: at % 2 ? null : '0.12',
    qMinima: of % 4 ? null : 2,
    dependencia_list:
      of % 5 ? [] : [{ mercadoria_id: 3 }, { mercadoria_id: 4 }, { mercadoria_id: 9999, tipo: 'OR' as const }],
  })),
}))
const lines = Array.from({ length: LINES }, (_, at) => ({
  mercadoria_id: 1 + at,
  qTrib: 1 + (at % 4),
  vUnTrib: '12.34',
  vNormal: '12.34',
}))
const place = { empresa_id: 1, tabela_preco_id: 5, date: '2026-11-20' }
const book = promotionBook(promotions)
const recalculate = () => promotedLines(lines, place, book)

const offers = Array.from({ length: PROMOTIONS * ITEMS }, (_, at) => ({
  qTrib: 1 + (at % 4),
  vUnTrib: '12.34',
  vDesc: '0.05',
  pIPI: '0.05',
}))
const result = await compare(
  50,
  async () => recalculate(),
  async () => priceDocument(offers),
)
const { p50, p95 } = result.ours
const lowered = recalculate().filter((one) => one.promotion !== null).length
figure(
  'core: quote of 1,000 lines by 500 promotions',
  { p50_ms: p50, p95_ms: p95, bound_ms: BOUND_MS, ratio: result.ratio, bound_ratio: BOUND_RATIO, lowered },
  p50 <= BOUND_MS && result.ratio <= BOUND_RATIO && lowered > 0,
)
