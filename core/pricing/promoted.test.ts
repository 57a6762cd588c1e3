import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, HUNDRED, ONE } from '../money/decimal'
import { priceFaults } from './guard'
import { lostPromotions, normalPrice, type PromotableLine, promotedLines } from './promoted'
import { bestPrice, type Promotion, type PromotionItem, promotionBook } from './promotions'

const DATE = '2026-11-20'
const place = { empresa_id: 1, tabela_preco_id: 5, date: DATE }
const day = fc.constantFrom(null, '2026-11-10', '2026-11-19', DATE, '2026-11-21', '2026-12-01')
const some = (ids: readonly number[]) => fc.subarray([...ids])
const item = (id: number): fc.Arbitrary<PromotionItem> =>
  fc.record({
    id: fc.constant(id),
    mercadoria_id: fc.integer({ min: 1, max: 4 }),
    vUnTrib: fc.option(fc.integer({ min: 0, max: 14_000 }).map((cents) => (cents / 100).toFixed(2))),
    vDesc: fc.constantFrom(null, '0', '0.05', '0.1', '0.5'),
    qMinima: fc.constantFrom(null, 1, 3, '2.5'),
    qMaxima: fc.constantFrom(null, 4, 10),
    dependencia_list: fc.array(
      fc.record({
        mercadoria_id: fc.integer({ min: 1, max: 5 }),
        tipo: fc.constantFrom('AND' as const, 'OR' as const),
      }),
      { maxLength: 4 },
    ),
  })
const promotions: fc.Arbitrary<Promotion[]> = fc
  .array(
    fc.record({
      xNome: fc.constantFrom('A', 'B'),
      ativo: fc.constantFrom(true, true, false),
      prioridade: fc.integer({ min: 0, max: 3 }),
      dInicio: day,
      dFim: day,
      empresa_ids: some([1, 2]),
      tabela_preco_ids: some([5, 6]),
      promocao_mercadoria_list: fc.tuple(item(1), item(2), item(3)),
    }),
    { maxLength: 8 },
  )
  .map((list) => list.map((one, at) => ({ ...one, id: at + 1 })))
const lines: fc.Arbitrary<PromotableLine[]> = fc
  .array(fc.record({ mercadoria_id: fc.integer({ min: 1, max: 4 }), qTrib: fc.constantFrom(1, 2, 3, '5.5') }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((list) => list.map((one) => ({ ...one, vUnTrib: '100.00', vNormal: '100' })))

/** Every alternative of the dependencies, as sets: one of them must be there whole. */
function alternatives(list: NonNullable<PromotionItem['dependencia_list']>): number[][] {
  const sets: number[][] = [[]]
  list.forEach(({ mercadoria_id, tipo }, at) => {
    if (at > 0 && tipo === 'OR') sets.push([])
    sets.at(-1)?.push(Number(mercadoria_id))
  })
  return sets
}

/** The best price said as the rule says it, with nothing of the code that is tried: all prices that hold, the least of them. */
function byHand(line: PromotableLine, all: readonly PromotableLine[], list: readonly Promotion[]): number {
  const has = new Set(all.map((one) => Number(one.mercadoria_id)))
  const total = all
    .filter((one) => one.mercadoria_id === line.mercadoria_id)
    .reduce((sum, one) => sum + Number(one.qTrib), 0)
  const prices = list.flatMap(({ ativo, dInicio, dFim, empresa_ids = [], tabela_preco_ids = [], ...promotion }) =>
    ativo === false ||
    (dInicio ?? '0') > DATE ||
    (dFim ?? '9') < DATE ||
    (empresa_ids.length > 0 && !empresa_ids.includes(1)) ||
    (tabela_preco_ids.length > 0 && !tabela_preco_ids.includes(5))
      ? []
      : promotion.promocao_mercadoria_list.flatMap((one) =>
          one.mercadoria_id !== line.mercadoria_id ||
          Number(one.qMinima ?? 0) > Number(line.qTrib) ||
          Number(one.qMaxima ?? 1e9) < total ||
          !alternatives(one.dependencia_list ?? []).some((set) => set.every((id) => has.has(id)))
            ? []
            : [
                Number(
                  decimal(one.vUnTrib ?? 100)
                    .times(ONE.minus(one.vDesc ?? 0))
                    .round(2, 'half-up')
                    .toString(),
                ),
              ],
        ),
  )
  return Math.min(100, ...prices)
}

describe('the lines of a document', () => {
  it('have the best price that brute force finds, one by one and all together', () => {
    fc.assert(
      fc.property(lines, promotions, (all, list) => {
        const expected = all.map((line) => byHand(line, all, list))
        const found = promotedLines(all, place, promotionBook(list))
        expect(found.map(({ vUnTrib }) => Number(vUnTrib.toString()))).toEqual(expected)
        all.forEach(({ mercadoria_id, qTrib }, at) => {
          const mercadorias = all.map((one) => one.mercadoria_id)
          const qDocumento = all
            .filter((one) => one.mercadoria_id === mercadoria_id)
            .reduce((sum, one) => sum.plus(one.qTrib), decimal(0))
          const query = { ...place, mercadoria_id, qTrib, vUnTrib: 100, mercadorias, qDocumento }
          const best = bestPrice(query, list)
          expect(Number(best.vUnTrib.toString())).toBe(expected[at])
          expect(found[at]?.promotion?.promocao_id ?? null).toBe(best.promocao_id)
        })
      }),
      { numRuns: 400 },
    )
  })

  it('are settled: asked again with what they were given they stay', () => {
    fc.assert(
      fc.property(lines, promotions, (all, list) => {
        const book = promotionBook(list)
        const once = promotedLines(all, place, book)
        const next = all.map((line, at) => ({
          ...line,
          vUnTrib: once[at]?.vUnTrib ?? line.vUnTrib,
          promocao_id: once[at]?.promotion?.promocao_id ?? null,
          vPromocao: once[at]?.promotion ? once[at]?.vUnTrib : null,
        }))
        const twice = promotedLines(next, place, book)
        expect(twice.map((one) => [String(one.vUnTrib), one.promotion])).toEqual(
          once.map((one) => [String(one.vUnTrib), one.promotion]),
        )
      }),
    )
  })

  it('a promotion’s price is never told to be of another table', () => {
    fc.assert(
      fc.property(lines, promotions, fc.integer({ min: 0, max: 9_999 }), (all, list, cents) => {
        const prices = [
          { tabela_preco_id: 5, vUnTrib: 100, descricao: 'Varejo' },
          { tabela_preco_id: 6, vUnTrib: decimal(cents).div(HUNDRED), descricao: 'Atacado' },
        ]
        for (const { vUnTrib, vPromocao } of promotedLines(all, place, promotionBook(list))) {
          const judged = { vUnTrib, vUnLiquido: vUnTrib, tabela_preco_id: 5, prices, vPromocao }
          expect(priceFaults(judged).map(({ code }) => code)).not.toContain('other_table')
        }
      }),
    )
  })
})

const promo = (id: number, vUnTrib: number, more: Partial<Promotion> = {}): Promotion => ({
  id,
  xNome: `P${id}`,
  promocao_mercadoria_list: [{ id: id * 10, mercadoria_id: 7, vUnTrib }],
  ...more,
})
const line = (more: Partial<PromotableLine> = {}): PromotableLine => ({
  mercadoria_id: 7,
  qTrib: 1,
  vUnTrib: 100,
  vNormal: 100,
  ...more,
})
const one = (told: PromotableLine, list: readonly Promotion[]) => {
  const [found] = promotedLines([told], place, promotionBook(list))
  return found && { price: String(found.vUnTrib), by: found.promotion?.xNome, isKept: found.isKept }
}

describe('the price of a line', () => {
  const given = { vUnTrib: 80, promocao_id: 1, vPromocao: '80.0000' }
  it.each([
    ['typed, it stays', line({ vUnTrib: 93 }), [promo(1, 80)], { price: '93', by: undefined, isKept: false }],
    ['normal, it follows', line(), [promo(1, 80)], { price: '80', by: 'P1', isKept: false }],
    [
      'typed as the promotion has it, it is the promotion’s',
      line({ vUnTrib: 80 }),
      [promo(1, 80)],
      { price: '80', by: 'P1', isKept: false },
    ],
    [
      'of a product without a price, it stays',
      line({ vUnTrib: 0, vNormal: null }),
      [promo(1, 80)],
      { price: '0', by: undefined, isKept: false },
    ],
    [
      'of a promotion that has ended, it goes back while it is typed',
      line(given),
      [],
      { price: '100', by: undefined, isKept: false },
    ],
    [
      'and is kept where it is written',
      line({ ...given, isWritten: true }),
      [],
      { price: '80', by: undefined, isKept: true },
    ],
    [
      'by whatever way it ended',
      line({ ...given, isWritten: true }),
      [promo(1, 80, { dFim: '2026-11-19' })],
      { price: '80', by: undefined, isKept: true },
    ],
    [
      'not where another is better',
      line({ ...given, isWritten: true }),
      [promo(2, 70)],
      { price: '70', by: 'P2', isKept: false },
    ],
    [
      'nor where it runs and asks for more than there is',
      line({ ...given, isWritten: true }),
      [promo(1, 80, { tabela_preco_ids: [6] })],
      { price: '100', by: undefined, isKept: false },
    ],
    [
      'of equals it is the one of the higher priority',
      line(),
      [promo(1, 80), promo(2, 80, { prioridade: 1 })],
      { price: '80', by: 'P2', isKept: false },
    ],
  ])('%s', (_what, told, list, expected) => {
    expect(one(told, list)).toEqual(expected)
  })

  it('counts a product in all lines against the most of a document', () => {
    const list = [promo(1, 80, { promocao_mercadoria_list: [{ id: 1, mercadoria_id: 7, vUnTrib: 80, qMaxima: 5 }] })]
    const prices = (...quantities: number[]) =>
      promotedLines(
        quantities.map((qTrib) => line({ qTrib })),
        place,
        promotionBook(list),
      ).map(({ vUnTrib }) => String(vUnTrib))
    expect(prices(2, 3)).toEqual(['80', '80'])
    expect(prices(3, 3)).toEqual(['100', '100'])
  })

  it('is without promotions that of the table, else of the first', () => {
    const prices = [
      { tabela_preco_id: 9, vUnTrib: 3 },
      { tabela_preco_id: 4, vUnTrib: 2 },
    ]
    expect([normalPrice(prices, 9)?.vUnTrib, normalPrice(prices, 1)?.vUnTrib, normalPrice([], 1)]).toEqual([3, 2, null])
  })

  it('says why each of the others does not give the price', () => {
    const list = [
      promo(1, 80),
      promo(2, 85, { xNome: 'Cara' }),
      promo(3, 10, {
        xNome: 'Atacado',
        promocao_mercadoria_list: [{ id: 3, mercadoria_id: 7, vUnTrib: 10, qMinima: 50 }],
      }),
    ]
    const [one] = promotedLines([line({})], place, promotionBook(list))
    expect(one && lostPromotions(one)).toEqual(['Cara: daria R$ 85,00', 'Atacado: a quantidade mínima é 50'])
    const [none] = promotedLines([line({})], place, promotionBook(list.slice(2)))
    expect(none && lostPromotions(none)).toEqual(['Atacado: a quantidade mínima é 50'])
  })
})
