import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvColumns, labelsCsv } from './csv'
import { type Drawing, drawLabel } from './draw'
import { readEpl } from './epl.fixture'
import { SAMPLE, volumeText } from './fields'
import { printerFile } from './files'
import { dotsOf, ELEMENT_DEFAULTS, type ElementKind, type Label, type LabelElement } from './label'
import { bytesIn, inPage } from './pages'
import { pickingLabels } from './picking'
import { readPpla } from './ppla.fixture'
import { isDark, type PrintedLabel } from './printed.fixture'
import { drawingFor, GIVEN_TEMPLATES, type PrinterLanguage } from './template'
import { readZpl } from './zpl.fixture'

const element = (tipo: ElementKind, valor: string, more: Partial<LabelElement> = {}): LabelElement => ({
  ...ELEMENT_DEFAULTS,
  tipo,
  valor,
  x: 2,
  y: 2,
  largura: 96,
  altura: 12,
  ...more,
})
const labelOf = (...elementos: readonly LabelElement[]): Label => ({ largura: 100, altura: 60, dpi: 203, elementos })
const ONE = { colunas: 1, espaco_x: 0, espaco_y: 3 }
const drawn = (label: Label, language: PrinterLanguage, record = {}): Drawing =>
  drawLabel(label, record, drawingFor(language))

const PRINTERS = ['epl', 'pplb', 'ppla'] as const
/** What a printer of a language prints of a label, so often. */
function printed(label: Label, language: (typeof PRINTERS)[number], copies = 1, record = {}): PrintedLabel {
  const file = printerFile(language, [{ drawing: drawn(label, language, record), copies }], ONE)
  const [read] = language === 'ppla' ? readPpla(file, { height: label.altura, dpi: label.dpi }) : readEpl(file)
  if (read === undefined) throw new Error('Nothing was printed.')
  return read
}

/** Texts as people here write them, with the signs that are commands of printers. */
const written = fc
  .string({
    unit: fc.constantFrom(...'aZ7 -/^~\\>"çãõáéêíóúÇÃÕÉº½°'),
    minLength: 1,
    maxLength: 24,
  })
  .map((text) => text.replaceAll(/\s+/g, ' ').trim())
  .filter((text) => text !== '')

const placed = fc.record({
  x: fc.integer({ min: 0, max: 30 }),
  y: fc.integer({ min: 0, max: 20 }),
  alinha: fc.constantFrom(0, 1, 2),
})
const labels = fc
  .record({
    text: written,
    code: fc.stringMatching(/^\d{4,12}$/),
    at: placed,
    copies: fc.integer({ min: 1, max: 999 }),
  })
  .map(({ text, code, at: { x, y, alinha }, copies }) => {
    const places = { x, alinha, largura: 100 - x }
    const label = labelOf(
      element('texto', text, { ...places, y, altura: 4 }),
      element('code128', code, { ...places, y: y + 6, altura: 12, legivel: false }),
      element('qr', code, { ...places, y: y + 19, largura: 14 }),
      element('caixa', '', { ...places, y: y + 34, largura: 60, altura: 5 }),
    )
    return { label, text, copies }
  })

/** The modules of a drawing's symbols, and whether what was printed is dark where they are and white where they are not. */
function expectSymbols(drawing: Drawing, read: PrintedLabel): void {
  const dots = (mm: number): number => (mm * drawing.dpi) / 25.4
  const centre = (from: number, at: number, module: number): number =>
    dots(from) + (at + 0.5) * dotsOf(module, drawing.dpi)
  for (const mark of drawing.marks) {
    if (mark.kind === 'bars') {
      const middle = dots(mark.y + mark.height / 2)
      const seen = Array.from(mark.symbol.modules, (_, at) => isDark(read, centre(mark.x, at, mark.module), middle))
      expect(seen.map(Number).join('')).toBe(mark.symbol.modules)
    }
    if (mark.kind === 'qr') {
      const { size, runs } = mark.code
      const wanted = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
      for (const [x, y, width] of runs) wanted[y]?.fill(true, x, x + width)
      const inner = wanted.slice(4, -4).map((row) => row.slice(4, -4))
      const seen = inner.map((row, down) =>
        row.map((_, at) => isDark(read, centre(mark.x, at + 4, mark.module), centre(mark.y, down + 4, mark.module))),
      )
      expect(seen).toEqual(inner)
    }
  }
}

/** A box is black in the middle of each of its sides, and white inside. */
function expectBox(box: LabelElement | undefined, read: PrintedLabel): void {
  const { x = 0, y = 0, largura = 0, altura = 0 } = box ?? {}
  const at = (right: number, down: number): boolean =>
    isDark(read, ((x + right) * 203) / 25.4, ((y + down) * 203) / 25.4)
  const [middle, half, stroke] = [largura / 2, altura / 2, 0.15]
  const sides = [at(middle, stroke), at(stroke, half), at(largura - stroke, half), at(middle, altura - stroke)]
  expect([...sides, at(middle, half)]).toEqual([true, true, true, true, false])
}

describe.each(PRINTERS)('a label in %s, read back', (language) => {
  it('says the text, has the very modules of its bars and QR code, its box, as often as it is wanted', () => {
    fc.assert(
      fc.property(labels, ({ label, text, copies }) => {
        const read = printed(label, language, copies)
        expect(read.copies).toBe(copies)
        const [shown] = read.texts
        expect(shown?.text).not.toBe('')
        expect(text.startsWith(shown?.text ?? '')).toBe(true)
        expectSymbols(drawn(label, language), read)
        expectBox(label.elementos[3], read)
      }),
      { numRuns: 40 },
    )
  })

  it('keeps everything within the dots of the label', () => {
    fc.assert(
      fc.property(labels, ({ label }) => {
        const { texts, black } = printed(label, language)
        const [most, low] = [dotsOf(label.largura, 203), dotsOf(label.altura, 203)]
        for (const { x, y, width, height } of [...texts, ...black]) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(-0.5)
          expect(x + width).toBeLessThanOrEqual(most + 0.5)
          expect(y + height).toBeLessThanOrEqual(low + 0.5)
        }
      }),
      { numRuns: 40 },
    )
  })

  it.each(GIVEN_TEMPLATES.map((one) => [one.descricao, one] as const))('%s says what the paper does', (_, template) => {
    const label = { ...template, dpi: 203 }
    const read = printed(label, language, 1, SAMPLE)
    const drawing = drawn(label, language, SAMPLE)
    expectSymbols(drawing, read)
    const wanted = drawing.marks.flatMap((mark) => (mark.kind === 'text' ? [inPage(mark.text, 'cp850')] : []))
    expect(read.texts).toHaveLength(wanted.length)
    for (const [at, { text }] of read.texts.entries()) expect(wanted[at]?.startsWith(text.replace('…', '.'))).toBe(true)
  })
})

describe('accents', () => {
  const TEXT = 'Pão de açúcar, 1º ½ dúzia: ÇÃÕÉÊÍÓÔÚ'
  const label = labelOf(element('texto', TEXT, { altura: 3 }))

  it('are in the code page that each language tells its printer', () => {
    for (const language of PRINTERS) expect(printed(label, language).texts[0]?.text).toBe(TEXT)
    const zpl = printerFile('zpl', [{ drawing: drawn(label, 'zpl'), copies: 1 }], ONE)
    const file = new TextDecoder('utf-8', { fatal: true }).decode(zpl)
    expect(file).toContain('^CI28')
    expect(readZpl(file)[0]?.fields[0]?.text).toBe(TEXT)
  })

  it('that a page has not give way to the letter, other signs to a question mark', () => {
    expect(inPage('Ő€…–Ж', 'cp850')).toBe('OEUR...-?')
    expect([...bytesIn('ãÃ€', 'windows-1252')]).toEqual([0xe3, 0xc3, 0x80])
    expect([...bytesIn('ãÃõÕçÇéº', 'cp850')]).toEqual([198, 199, 228, 229, 135, 128, 130, 167])
  })
})

describe('the files that printers are known to take', () => {
  const told = (bytes: Uint8Array): string =>
    new TextDecoder('latin1').decode(bytes).replaceAll('\u0002', '<STX>').replaceAll('\r', '<CR>\n')
  const template = GIVEN_TEMPLATES.find(({ uso }) => uso === 'separacao')

  it.each(['zpl', 'epl', 'ppla'] as const)('of a picking in %s are as they were', async (language) => {
    if (template === undefined) throw new Error('Pickings have a template.')
    const file = printerFile(language, [{ drawing: drawn(template, language, SAMPLE), copies: 2 }], template)
    await expect(told(file)).toMatchFileSnapshot(`golden/separacao.${language}.txt`)
  })
})

describe('labels of pickings', () => {
  const asked = {
    separacao_id: 123,
    venda_id: 48213,
    cliente: '=Construções',
    rota: '',
    transportadora: '',
    cidade: 'Olinda',
    uf: 'PE',
    peso: '',
  }

  it('are one a volume, with twelve digits and which one of how many; none is one', () => {
    const all = pickingLabels({ ...asked, volumes: 12 })
    expect(all).toHaveLength(12)
    expect(all[0]).toMatchObject({ codigo12: '000000000123', volume: '01/12', volumes: '12 volumes' })
    for (const volumes of [null, 0]) expect(pickingLabels({ ...asked, volumes })).toMatchObject([{ volume: '01/01' }])
    expect(volumeText(1, 5)).toBe('01/05')
  })

  it('are a table with the headings that programs with labels of their own know, guarded', () => {
    const records = pickingLabels({ ...asked, volumes: 2 }).map((record) => ({ record, copies: 1 }))
    expect(labelsCsv(csvColumns('separacao'), records)).toBe(
      'BARCODE;COD_PEDIDO;COD_SEPARACAO;CLIENTE_NOME;VOLUME;qEtiquetas\r\n' +
        "000000000123;48213;123;'=Construções;01/02;1\r\n000000000123;48213;123;'=Construções;02/02;1\r\n",
    )
    expect(csvColumns('mercadoria').map(([heading]) => heading)).toContain('xProd')
  })
})
