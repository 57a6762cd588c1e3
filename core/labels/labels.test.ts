import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { withCheckDigit } from '../gs1'
import { type BarsMark, drawLabel, type Mark } from './draw'
import { SAMPLE } from './fields'
import { dotsOf, ELEMENT_DEFAULTS, type ElementKind, elementFaults, type Label, type LabelElement } from './label'
import { textWidth, wrapText } from './letters'
import { placesOf, placesOn, sheetFaults } from './sheet'
import { drawingFor, GIVEN_TEMPLATES, templateFaults } from './template'
import { zplOf } from './zpl'
import { readZpl } from './zpl.fixture'

const element = (tipo: ElementKind, valor: string, more: Partial<LabelElement> = {}): LabelElement => ({
  ...ELEMENT_DEFAULTS,
  tipo,
  valor,
  x: 2,
  y: 2,
  largura: 96,
  altura: 20,
  ...more,
})
const labelOf = (...elementos: readonly LabelElement[]): Label => ({ largura: 100, altura: 50, dpi: 203, elementos })
const ONE = { colunas: 1, espaco_x: 0, espaco_y: 3 }
const printed = (...elementos: readonly LabelElement[]) =>
  readZpl(zplOf([{ drawing: drawLabel(labelOf(...elementos), {}), copies: 1 }], ONE))[0]?.fields ?? []
const barsOf = (marks: readonly Mark[]): BarsMark => {
  const bars = marks.find((mark) => mark.kind === 'bars')
  if (bars === undefined) throw new Error('There are no bars.')
  return bars
}
const refusal = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof CoreError) return error.message
    throw error
  }
  throw new Error('Nothing was refused.')
}

/** Any text a person may give a product, signs that are commands of printers among them. */
const written = fc
  .string({
    unit: fc.constantFrom('a', 'Z', '7', ' ', '^', '~', '_', '\\', '>', '"', '{', 'ç', 'Ã', 'é', '½', '€', '\n'),
    minLength: 1,
    maxLength: 40,
  })
  .map((text) => text.replaceAll(/\s+/g, ' ').trim())
  .filter((text) => text !== '')
const ascii = fc.string({
  unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 25,
})

describe('a label as ZPL, read back', () => {
  it('says any text, at any place in its width', () => {
    fc.assert(
      fc.property(written, fc.constantFrom(0, 1, 2), (text, alinha) => {
        const [field] = printed(element('texto', text.replaceAll(/[{}]/g, '('), { altura: 2, alinha }))
        expect(field).toMatchObject({ kind: 'text', x: 16, text: text.replaceAll(/[{}]/g, '(') })
      }),
    )
  })

  it('holds any code in Code 128, whatever signs it has', () => {
    fc.assert(
      fc.property(ascii, (code) => {
        const [field] = printed(element('code128', '{codigo}', { largura: 900, legivel: false }))
        expect(field).toBeUndefined()
        const label = { ...labelOf(element('code128', '{codigo}', { largura: 900, legivel: false })), largura: 1000 }
        const file = zplOf([{ drawing: drawLabel(label, { codigo: code }), copies: 1 }], ONE)
        expect(readZpl(file)[0]?.fields[0]).toMatchObject({ kind: 'code128', text: code })
      }),
    )
  })

  it.each([
    ['789100031550', 'ean13'],
    ['9638507', 'ean8'],
    ['1789100031550', 'itf'],
  ])('holds the GTIN of %s as %s', (body, kind) => {
    const gtin = withCheckDigit(body)
    const [bars, under] = printed(element('barras', gtin))
    expect(bars).toMatchObject({ kind, text: kind === 'itf' ? gtin : body })
    expect(under?.text.replaceAll(' ', '')).toBe(gtin)
  })

  it('holds GS1 data with FNC1 where it belongs; what a record has not is left out, and short GTINs are filled', () => {
    const gs1 = element('gs1', '(01){cEAN}(10){lote}(17){validade}(37){q}')
    const print = (record: Record<string, string>) =>
      readZpl(zplOf([{ drawing: drawLabel(labelOf(gs1), record), copies: 1 }], ONE))[0]?.fields ?? []
    const [bars, under] = print({ cEAN: '7891000315507', lote: 'L(1', q: '12' })
    expect(bars?.text).toBe('<F1>010789100031550710L(1<F1>3712')
    expect(under?.text).toBe('(01) 07891000315507 (10) L(1 (37) 12')
    expect(print({})).toEqual([])
  })

  it('has bars and modules as wide as a printer draws them, in the middle of their room, at 600 dpi too', () => {
    const wide = {
      ...labelOf(element('barras', '7891000315507', { alinha: 1, legivel: false }), element('qr', 'A')),
      dpi: 600,
    }
    const drawing = drawLabel({ ...wide, altura: 100 }, {}, drawingFor('zpl'))
    const [bars, qr] = readZpl(zplOf([{ drawing, copies: 1 }], ONE))[0]?.fields ?? []
    expect([bars?.module, qr?.module]).toEqual([10, 10])
    // 95 modules of 10 dots in the middle of 96 mm that begin at 2 mm.
    expect(Math.abs((bars?.x ?? 0) + 475 - dotsOf(50, 600))).toBeLessThanOrEqual(20)
    expect(barsOf(drawLabel({ ...wide, altura: 100 }, {}).marks).module).toBeGreaterThan(0.8)
  })

  it('draws columns side by side, the last row as far as it goes, and prints copies of one column at once', () => {
    const drawing = drawLabel({ ...labelOf(element('texto', 'A', { largura: 30 })), largura: 33 }, {})
    const rows = readZpl(zplOf([{ drawing, copies: 4 }], { colunas: 3, espaco_x: 2, espaco_y: 0 }))
    expect(rows.map(({ fields }) => fields.length)).toEqual([3, 1])
    expect(rows[0]?.fields.map(({ x }) => x)).toEqual([16, 296, 575])
    expect(rows[0]?.width).toBe(dotsOf(70, 203) + dotsOf(33, 203))
    expect(readZpl(zplOf([{ drawing, copies: 4 }], ONE)).map(({ copies }) => copies)).toEqual([4])
  })
})

describe('bars', () => {
  it('are whole dots wide, stand in their room with white on both sides, at any resolution', () => {
    const sizes = fc.constantFrom(203, 300, 600)
    fc.assert(
      fc.property(
        sizes,
        fc.double({ min: 45, max: 100, noNaN: true }),
        fc.constantFrom(0, 1, 2),
        (dpi, largura, alinha) => {
          const bars = element('barras', '7891000315507', { largura, alinha })
          const { marks } = drawLabel({ ...labelOf(bars), largura: 110, dpi }, {})
          const { x, module, symbol } = barsOf(marks)
          const dots = (module * dpi) / 25.4
          expect(Math.abs(dots - Math.round(dots))).toBeLessThan(1e-9)
          const white = (module * symbol.quiet) / 2
          expect(x - white).toBeGreaterThanOrEqual(2 - 0.07)
          expect(x + module * 95 + white).toBeLessThanOrEqual(2 + largura + 0.07)
        },
      ),
    )
  })

  it('are refused where they would be too narrow to be read, with the room that they need', () => {
    const small = element('barras', '7891000315507', { largura: 20 })
    expect(refusal(() => drawLabel(labelOf(small), {}))).toBe(
      "O código '7 891000 315507' não cabe em 20,0 mm: precisa de 28,3 mm.",
    )
  })

  it('are refused where their code cannot be written, and left out where there is none', () => {
    expect(refusal(() => drawLabel(labelOf(element('barras', 'PEÇA')), {}))).toContain('Code 128')
    expect(refusal(() => drawLabel(labelOf(element('gs1', '(01)7891000315508')), {}))).toBe(
      'Dígito verificador inválido: (01).',
    )
    expect(printed(element('barras', '{cEAN}'), element('qr', '{link}'))).toEqual([])
    const drawn = drawLabel(labelOf(element('barras', '7891000315507')), {}, { withBarcode: false })
    expect(drawn.marks).toEqual([])
  })
})

describe('a text', () => {
  it('is broken between words, never wider than its room, and nothing is lost before the cut', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 1, max: 4 }), fc.boolean(), (text, lines, bold) => {
        const shown = wrapText(text, { width: 20, height: 3, bold, lines })
        expect(shown.length).toBeLessThanOrEqual(lines)
        for (const line of shown) expect(textWidth(line, 3, bold)).toBeLessThanOrEqual(20.00001)
        const all = text.replaceAll(/\s/g, '')
        const kept = shown.join('').replaceAll(/\s/g, '')
        expect(kept.endsWith('…') ? all.startsWith(kept.slice(0, -1)) : all === kept).toBe(true)
      }),
    )
    expect(wrapText('Parafuso sextavado zincado', { width: 24, height: 3, bold: false, lines: 2 })).toEqual([
      'Parafuso',
      'sextavado zinc…',
    ])
  })
})

describe('a text of one line', () => {
  it('is written smaller before it is cut: a price is whole', () => {
    const price = element('texto', 'R$ {preco}', { largura: 24, altura: 5, negrito: true })
    const sizes = ['9,90', '1.048,90', '1.234.567,89'].map((preco) => {
      const [mark] = drawLabel(labelOf(price), { preco }).marks
      expect(mark).toMatchObject({ text: `R$ ${preco}` })
      return mark?.kind === 'text' ? mark.size : 0
    })
    expect(sizes[0]).toBe(5)
    expect(sizes.toSorted((a, b) => b - a)).toEqual(sizes)
    expect(sizes.at(-1)).toBeGreaterThan(2)
  })
})

describe('a sheet', () => {
  it('is filled from its first free place on, row by row, no two labels in one place and none over the edge', () => {
    const sheets = fc.constantFrom(...GIVEN_TEMPLATES.filter(({ midia }) => midia === 'folha'))
    fc.assert(
      fc.property(
        sheets,
        fc.integer({ min: 0, max: 150 }),
        fc.integer({ min: -3, max: 80 }),
        (sheet, count, posInit) => {
          const places = placesOf(sheet, sheet, { count, posInit })
          expect(new Set(places.map((one) => JSON.stringify(one))).size).toBe(count)
          for (const { x, y } of places) {
            expect(x + sheet.largura).toBeLessThanOrEqual(210.5)
            expect(y + sheet.altura).toBeLessThanOrEqual(297.5)
          }
        },
      ),
    )
    const [small] = GIVEN_TEMPLATES
    expect(small && placesOf(small, small, { count: 2, posInit: 21 })).toEqual([
      { page: 0, x: 139.25, y: expect.closeTo(243.75) },
      { page: 1, x: 7.25, y: 15.15 },
    ])
    expect(small && placesOn(small)).toBe(21)
    expect(small && sheetFaults({ ...small, colunas: 4 }, small)).toEqual({
      colunas: 'As etiquetas passam da borda direita do papel.',
    })
  })
})

describe('a template', () => {
  it.each(GIVEN_TEMPLATES.map((one) => [one.descricao, one] as const))('%s fits, and prints the sample', (_, one) => {
    expect(templateFaults(one).filter(Boolean)).toEqual([])
    expect(one.midia === 'folha' ? sheetFaults(one, one) : undefined).toBeUndefined()
    const { marks } = drawLabel(one, SAMPLE)
    expect(marks.length).toBeGreaterThanOrEqual(one.elementos.length)
  })

  it('refuses fields that there are not, and what passes the edge', () => {
    const faults = (one: LabelElement) => elementFaults(one, { largura: 100, altura: 50 }, { xProd: 'Descrição' })
    expect(faults(element('texto', '{preso}'))).toEqual({ valor: 'Não há o campo {preso}.' })
    expect(faults(element('texto', '{xProd}', { linhas: 3 }))).toEqual({
      altura: 'Passa da borda de baixo da etiqueta.',
    })
    expect(faults(element('qr', 'A'))).toEqual({ largura: 'Passa da borda de baixo da etiqueta.' })
    expect(faults(element('caixa', '', { altura: 0 }))).toBeUndefined()
  })
})
