import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPaper } from './arbitrary.fixture'
import { barcode } from './barcode'
import type { Bars, Box, Mark } from './marks'
import { boletoPages } from './pages'
import { CONTAS, paperOf } from './paper.fixture'
import { boletoTexts } from './texts'

/** Wide bars of each digit, as the norm tells them: two of five, whose weights are 1, 2, 4, 7 and parity. */
const WEIGHTS = [1, 2, 4, 7, 0]
const digitOf = (wide: readonly boolean[]): string => {
  const sum = WEIGHTS.reduce((all, weight, at) => all + (wide[at] === true ? weight : 0), 0)
  expect(wide.filter(Boolean)).toHaveLength(2)
  return String(sum === 11 ? 0 : sum)
}

/** Reads bars as a scanner does: by what is wide of them and of the white between them. */
function read({ bars }: Bars): string {
  const widths = bars.flatMap(([x, width], at) => {
    const next = bars[at + 1]
    return next === undefined ? [width] : [width, next[0] - x - width]
  })
  const narrow = Math.min(...widths)
  const wide = widths.map((width) => {
    const times = width / narrow
    expect(Math.min(Math.abs(times - 1), Math.abs(times - 3))).toBeLessThan(1e-6)
    return times > 2
  })
  expect(wide.slice(0, 4)).toEqual([false, false, false, false])
  expect(wide.slice(-3)).toEqual([true, false, false])
  const digits: string[] = []
  for (let at = 4; at < wide.length - 3; at += 10) {
    const pair = wide.slice(at, at + 10)
    for (const rest of [0, 1]) digits.push(digitOf(pair.filter((_, place) => place % 2 === rest)))
  }
  return digits.join('')
}

describe('the barcode', () => {
  it('says its 44 digits in 103 by 13 mm, one to three, with 5 mm white at either end', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{44}$/), (digits) => {
        const mark = barcode(digits, 15, 200)
        expect(read(mark)).toBe(digits)
        const [first, last] = [mark.bars[0], mark.bars.at(-1)]
        expect(first?.[0]).toBe(20)
        expect((last?.[0] ?? 0) + (last?.[1] ?? 0)).toBeCloseTo(123, 9)
        expect([mark.width, mark.height]).toEqual([113, 13])
      }),
    )
  })

  it('stands once for each boleto, its middle at least 12 mm above where the paper is cut', () => {
    const papers = [1, 2, 3, 4].map((n) => paperOf({ n }))
    for (const [forma, bottoms] of [
      ['folha', [297]],
      ['carne', [99, 198, 297]],
    ] as const) {
      const pages = [...boletoPages(papers, forma)].map((marks) => marks.filter((mark) => mark.kind === 'bars'))
      expect(pages.flat().map(read)).toEqual(papers.map((paper) => paper.codigo_barras))
      for (const page of pages)
        for (const [at, { y, height }] of page.entries())
          expect((bottoms[at] ?? 0) - y - height / 2).toBeGreaterThanOrEqual(12)
    }
  })
})

it('paper is cut between boletos, and where there are fewer than three under the last one', () => {
  const cuts = (page: readonly Mark[]) =>
    page.flatMap((mark) => (mark.kind === 'stroke' && mark.dashed === true && mark.y1 === mark.y2 ? [mark.y1] : []))
  const papers = [1, 2, 3, 4].map((n) => paperOf({ n }))
  expect([...boletoPages(papers, 'carne')].map(cuts)).toEqual([[99, 198], [99]])
  expect([...boletoPages(papers.slice(0, 1), 'folha')].map((page) => cuts(page).length)).toEqual([1])
})

it.each([
  ['001', '001-9', '3041-4/52817-9', '17/019'],
  ['033', '033-7', '2105/4455667', '101'],
  ['104', '104-0', '1580/334455-0', 'RG'],
  ['237', '237-2', '1172-0/0060125-8', '9'],
  ['341', '341-7', '0057/12345-7', '109'],
  ['748', '748-X', '0165.02.00623', '1'],
  ['756', '756-0', '4327/041727-0', '1'],
  ['041', '041-8', '1102/9000150', '1'],
  ['077', '077-9', '0001/1234567-8', '112'],
  ['085', '085-1', '0101-5/98765-4', '1'],
  ['084', '084-1', '0005-2/3344-6', '9'],
  ['136', '136-8', '2401/55120-3', '21'],
  ['208', '208-1', '0050/445757-2', '1'],
  ['336', '336-0', '0001/000004018822', '10'],
  ['422', '422-7', '0040/27824-7', '1'],
])('of bank %s it prints %s, %s and %s', (banco, code, owner, carteira) => {
  const texts = boletoTexts(paperOf({}, banco))
  expect([texts.bank.code, texts.owner, texts.carteira]).toEqual([code, owner, carteira])
})

it('Caixa prints seven digits without a check digit, and SR where a boleto is not registered', () => {
  const conta = { banco: '104', agencia: '1', conta: '', convenio: '1100045', carteira: '2' }
  const texts = boletoTexts(paperOf({ conta }, '104'))
  expect([texts.owner, texts.carteira]).toEqual(['0001/1100045', 'SR'])
})

it('texts are as people read them, and what is not told is left to the payer', () => {
  const texts = boletoTexts(paperOf())
  expect(texts).toMatchObject({
    line: '34191.09008 00432.140051 71234.570001 9 16560000128450',
    ownNumber: '109/00004321-4',
    beneficiary: { taxId: 'CNPJ 11.222.333/0001-81' },
    payer: { name: 'Conceição Gonçalves Araújo', taxId: 'CPF 529.982.247-25' },
    guarantor: { name: '', taxId: '', address: '' },
    due: '10/12/2026',
    amount: '1.284,50',
    accepted: 'N',
    currency: 'R$',
    instalment: '2 de 12',
  })
  const open = paperOf({
    dVencimento: undefined,
    valor: undefined,
    parcela: undefined,
    instrucoes: ['x'.repeat(301)],
    beneficiario: { nome: ' A \n B ', documento: '12ABC34501DE35' },
  })
  expect(boletoTexts(open)).toMatchObject({
    due: 'Contra apresentação',
    amount: '',
    instalment: '',
    instructions: ['x'.repeat(300)],
    beneficiary: { name: 'A B', taxId: 'CNPJ 12.ABC.345/01DE-35', address: '' },
  })
})

describe('refuses', () => {
  const paper = paperOf()
  const bar = paper.codigo_barras
  it.each([
    ['digits that are none', { codigo_barras: bar.slice(1) }, 'codigo_barras'],
    [
      'a general digit that is wrong',
      { codigo_barras: bar.replace(/^(.{4})./, (_, head) => `${head}${(Number(bar[4]) % 9) + 1}`) },
      'codigo_barras',
    ],
    ['the barcode of another bank', { conta: CONTAS['237'] ?? paper.conta }, 'codigo_barras'],
    ['another day than the barcode says', { dVencimento: '2026-12-11' }, 'codigo_barras'],
    ['another amount than the barcode says', { valor: '1284.51' }, 'codigo_barras'],
    ['a ninth line of instructions', { instrucoes: Array.from({ length: 9 }, () => 'x') }, 'instrucoes'],
  ])('%s', (_, more, field) => {
    expect(() => boletoTexts({ ...paper, ...more })).toThrowError(
      expect.objectContaining({ code: 'invalid_boleto', fields: { [field]: expect.anything() } }),
    )
  })
})

/** Room that a mark takes for itself; nothing for a stroke, and for a frame around others. */
function roomOf(mark: Mark): Box | undefined {
  if (mark.kind === 'stroke' || (mark.kind === 'field' && mark.title === '')) return undefined
  if (mark.kind === 'field') return { ...mark, width: mark.width - (mark.free ?? 0) }
  if (mark.kind !== 'code') return mark
  // Four modules of white around one of at least 37.
  const white = (4 * mark.width) / 37
  return { x: mark.x - white, y: mark.y - white, width: mark.width + 2 * white, height: mark.height + 2 * white }
}

const SLACK = 1e-6
const meets = (one: Box, other: Box): boolean =>
  one.x + SLACK < other.x + other.width &&
  other.x + SLACK < one.x + one.width &&
  one.y + SLACK < other.y + other.height &&
  other.y + SLACK < one.y + one.height

it('any boleto has a place for everything: nothing meets anything else, nothing leaves the page', () => {
  fc.assert(
    fc.property(
      fc.array(anyPaper, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('folha', 'carne'),
      (papers, forma) => {
        const pages = [...boletoPages(papers, forma)]
        expect(pages).toHaveLength(forma === 'folha' ? papers.length : Math.ceil(papers.length / 3))
        for (const page of pages) {
          const rooms = page.map(roomOf).filter((room) => room !== undefined)
          for (const [at, one] of rooms.entries()) {
            expect(one.x >= 0 && one.x + one.width <= 210 && one.y >= 0 && one.y + one.height <= 297).toBe(true)
            expect(rooms.slice(at + 1).filter((other) => meets(one, other))).toEqual([])
          }
        }
      },
    ),
  )
})
