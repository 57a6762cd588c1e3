import { describe, expect, it } from 'vitest'
import { labelLine } from './label-line'
import { SCAN_MESSAGES, readReceipt } from './receiving'
import { type VariableEanConfig, parseQuantityBarcode, placePoint, readVariableEan } from './variable-ean'

const referenceDate = '2026-11-20'
const error = (message: string): unknown => ({ kind: 'error', message })

describe('receiving', () => {
  it('says the messages of the specification to the letter', () => {
    expect(SCAN_MESSAGES).toEqual({
      barcode: 'Código de barras inválido.',
      gs1: 'GS1-128 inválido ou corrompido',
      noProduct: 'GS1-128 não contém informação do produto',
      label: 'Etiqueta interna inválida',
      noTrace: 'Código não contém informação de rastreio',
    })
  })

  it.each([
    ['', SCAN_MESSAGES.barcode],
    ['123456789012', SCAN_MESSAGES.barcode],
    ['789100031550X', SCAN_MESSAGES.barcode],
    ['10L1\u001d15270331', SCAN_MESSAGES.noProduct],
    [']C110L1', SCAN_MESSAGES.noProduct],
    [']C100178983574100000029', SCAN_MESSAGES.noProduct],
    ['000000000000000', SCAN_MESSAGES.label],
    ['00789100031550 ', SCAN_MESSAGES.barcode],
    [']C1', SCAN_MESSAGES.gs1],
    [']C0ABCDEFGHIJKLMNOP', SCAN_MESSAGES.gs1],
    ['https://example.com/produto', SCAN_MESSAGES.gs1],
    ['x'.repeat(10_000), SCAN_MESSAGES.barcode],
  ])('%j: %s', (scan, message) => {
    expect(readReceipt(scan, { referenceDate })).toEqual(error(message))
  })

  const GTIN = '0107898357410015'
  it.each([
    [`]C1${GTIN}10L117271231`, ['(10) L117271231 parece trazer dentro de si (17) 271231']],
    [`]C1${GTIN}10L115271231`, ['(10) L115271231 parece trazer dentro de si (15) 271231']],
    [`]C1${GTIN}10A3103001234`, ['(10) A3103001234 parece trazer dentro de si (3103) 001234']],
    [`]C1${GTIN}21S10L1\u001d`, []],
    [`]C1${GTIN}10L1\u001d17271231`, []],
    [`]C1${GTIN}1727123110L117271231`, []],
    [`]C1${GTIN}10L117279931`, []],
    [`]C1${GTIN}10L117831231`, []],
    ['(01)07898357410015(10)L117271231', []],
  ])('%j warns %j', (scan, said) => {
    const receipt = readReceipt(scan, { referenceDate })
    expect(receipt).toMatchObject({ kind: 'gs1' })
    const warnings = receipt.kind === 'gs1' ? (receipt.warnings ?? []) : []
    expect(warnings.map((one) => one.split(':')[0])).toEqual(said)
  })

  it('reads an internal label before anything else', () => {
    expect(readReceipt('000000000000025\r\n', { referenceDate })).toEqual({ kind: 'internal-label', id: '25' })
  })

  it('prefers the supplier code (240), then GTIN, then contained GTIN', () => {
    const product = (scan: string): unknown => Reflect.get(readReceipt(scan, { referenceDate }), 'product')
    expect(product(']C10107898357410084240ABC')).toBe('ABC')
    expect(product(']C1020789835741010737\u001d')).toBeUndefined()
    expect(product(']C102078983574101073748')).toBe('07898357410107')
  })

  it.each([
    ['3100000012', '12'],
    ['3101000125', '12.5'],
    ['3103001234', '1.234'],
    ['3105001234', '0.01234'],
  ])('weight of %s is %s kg', (element, quantity) => {
    expect(readReceipt(`]C10107898357410015${element}`, { referenceDate })).toMatchObject({
      quantity,
      view: { netWeightKg: quantity },
    })
  })

  it.each([
    ['2026-11-20', '150228', '2015-02-28'],
    ['2026-11-20', '760101', '2076-01-01'],
    ['2026-11-20', '770101', '1977-01-01'],
    ['2060-01-01', '090101', '2109-01-01'],
    ['2060-01-01', '110101', '2011-01-01'],
    ['2026-11-20', '270200', '2027-02-28'],
    ['2026-11-20', '280200', '2028-02-29'],
    ['2026-11-20', '270400', '2027-04-30'],
  ])('on %s the date %s is %s', (date, yymmdd, bestBefore) => {
    expect(readReceipt(`]C1010789835741001515${yymmdd}`, { referenceDate: date })).toMatchObject({
      view: { bestBefore },
    })
  })

  it('wants lot and best-before date of a lot scan, and no product', () => {
    const lot = { referenceDate, lotScan: true }
    expect(readReceipt('10L1\u001d15270331', lot)).toMatchObject({ kind: 'gs1', product: '', traceable: true })
    expect(readReceipt('7891000315507', lot)).toEqual(error(SCAN_MESSAGES.noTrace))
    expect(readReceipt('(01)07898357410015(10)L1(17)270331', lot)).toEqual(error(SCAN_MESSAGES.noTrace))
    expect(readReceipt('123', lot)).toEqual(error(SCAN_MESSAGES.barcode))
  })

  it('reads a GTIN in a matrix symbol and in ITF-14', () => {
    expect(readReceipt(']Q17891000315507', { referenceDate })).toMatchObject({ kind: 'gtin', gtin14: '07891000315507' })
    expect(readReceipt(']I117891000310028', { referenceDate })).toMatchObject({
      kind: 'gtin',
      gtin14: '17891000310028',
    })
  })

  it.each(['', '2026-02-30', '20-11-2026', '2026-13-01'])('refuses the reference date %j', (date) => {
    expect(() => readReceipt('1', { referenceDate: date })).toThrowError('Data de referência inválida')
  })
})

const WEIGHT: VariableEanConfig = {
  digitBalanca: '2',
  tpIdentificacao: 'weight',
  posCodIni: 2,
  posCodEnd: 6,
  posValIni: 8,
  posValEnd: 12,
  qDecimal: 3,
}

describe('scale labels', () => {
  it('reads code and weight where the point of sale says', () => {
    expect(readVariableEan('2000002001027', WEIGHT)).toEqual({
      matches: true,
      checkDigitOk: true,
      code: '00000',
      value: '0.102',
    })
    expect(readVariableEan('2000002001028', WEIGHT)).toEqual({ matches: true, checkDigitOk: false })
    expect(readVariableEan('7891000315507', WEIGHT)).toEqual({ matches: false, checkDigitOk: true })
    expect(readVariableEan('200000200102', WEIGHT)).toEqual({ matches: false, checkDigitOk: false })
  })

  it.each([
    { posCodIni: 0 },
    { posCodEnd: 1 },
    { posValEnd: 14 },
    { qDecimal: -1 },
    { digitBalanca: '' },
    { posValIni: 8.5 },
  ])('refuses %j', (wrong) => {
    expect(() => readVariableEan('2000002001027', { ...WEIGHT, ...wrong })).toThrowError('Posições da etiqueta')
  })

  it('keeps the printed price as the total of the line', () => {
    expect(labelLine('price', '2.84', '22.49')).toEqual({ qTrib: '0.126', vTotal: '2.84' })
    expect(labelLine('weight', '0.102', '22.49')).toEqual({ qTrib: '0.102', vTotal: '2.29' })
    expect(() => labelLine('price', '2.84', 0)).toThrowError('maior que zero')
  })

  it.each([
    ['00284', 2, '2.84'],
    ['00005', 3, '0.005'],
    ['00000', 0, '0'],
    ['12', 5, '0.00012'],
  ])('%s with %i decimals is %s', (digits, decimals, text) => {
    expect(placePoint(digits, decimals)).toBe(text)
  })
})

describe('quantity*barcode', () => {
  it.each([
    ['3*7891234567895', '3', '7891234567895'],
    ['7891234567895', '1', '7891234567895'],
    [' 1,5 * 789 ', '1.5', '789'],
    ['0.25*789', '0.25', '789'],
    ['1.500*789', '1500', '789'],
    ['1.500,25*789', '1500.25', '789'],
    ['003*789', '3', '789'],
    ['10*A*B', '10', 'A*B'],
  ])('%j', (text, qTrib, code) => {
    expect(parseQuantityBarcode(text)).toEqual({ qTrib, code })
  })

  it.each(['', '*', '3*', '0*789', '0,00*789', '-1*789', 'x*789', '1,*789', '1.5*789', '12.50*789', '*789', '1e3*789'])(
    'refuses %j',
    (text) => {
      expect(() => parseQuantityBarcode(text)).toThrowError(/Quantidade inválida|Informe o código/)
    },
  )
})
