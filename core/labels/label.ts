import { CoreError } from '../errors'

/** What an element of a label is. `barras` chooses its symbol by what it holds: a GTIN is EAN-13, EAN-8 or ITF-14, all else Code 128. */
export const ELEMENT_KINDS = {
  texto: 'Texto',
  barras: 'Código de barras',
  code128: 'Code 128',
  gs1: 'GS1-128',
  qr: 'QR',
  caixa: 'Caixa ou linha',
} as const
export type ElementKind = keyof typeof ELEMENT_KINDS

/** Where a text or a symbol stands in its element's width. */
export const ALIGNMENTS = { 0: 'Esquerda', 1: 'Centro', 2: 'Direita' } as const

/**
 * One element of a label. Millimetres from its upper left corner. `valor` is text with fields in braces (`R$ {preco}`). `altura` is the height of a letter, of bars with
 * their number, of a box; a QR code is `largura` wide and high. A box of no height is a line.
 */
export interface LabelElement {
  readonly tipo: ElementKind
  readonly valor: string
  readonly x: number
  readonly y: number
  readonly largura: number
  readonly altura: number
  /** Lines that a text may take; what does not fit is cut. */
  readonly linhas: number
  readonly alinha: number
  readonly negrito: boolean
  /** The number stands under its bars. */
  readonly legivel: boolean
}

/** A label: its size in mm, the dots per inch of what prints it, and its elements, the later over the earlier. */
export interface Label {
  readonly largura: number
  readonly altura: number
  readonly dpi: number
  readonly elementos: readonly LabelElement[]
}

/** What an element begins with. */
export const ELEMENT_DEFAULTS = { linhas: 1, alinha: 0, negrito: false, legivel: true } as const

/** A side of a label, in mm. */
export const SIDES = { min: 8, max: 300 } as const
/** Resolutions of printers, and of paper. */
export const RESOLUTIONS = { 203: '203 dpi', 300: '300 dpi', 600: '600 dpi' } as const
export const MOST_ELEMENTS = 60
export const MOST_LINES = 20
/** Labels of one print. */
export const MOST_LABELS = 2_000

const MM_PER_INCH = 25.4

/** Dots of a printer that a length in mm is. */
export const dotsOf = (mm: number, dpi: number): number => Math.round((mm * dpi) / MM_PER_INCH)
/** Dots that a length in mm takes at least. */
export const dotsFrom = (mm: number, dpi: number): number => Math.ceil((mm * dpi) / MM_PER_INCH)
/** A length of so many dots, in mm. */
export const mmOf = (dots: number, dpi: number): number => (dots * MM_PER_INCH) / dpi

/** What is wrong with a label; its message names what it was printed of. */
export const invalidLabel = (message: string): CoreError => new CoreError('invalid_label', message)

const isDrawnAs = (tipo: ElementKind, ...kinds: readonly ElementKind[]): boolean => kinds.includes(tipo)

/** What is wrong with an element on a label of this size, by field; undefined when nothing. Fields that `known` has not are refused. */
export function elementFaults(
  element: LabelElement,
  { largura, altura }: Pick<Label, 'largura' | 'altura'>,
  known: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const faults: Record<string, string> = {}
  const { tipo, valor, x, y } = element
  if (isDrawnAs(tipo, 'caixa') ? false : valor.trim() === '') faults.valor = 'Preencha este campo.'
  const unknown = fieldsIn(valor).find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined) faults.valor = `Não há o campo {${unknown}}.`
  if (element.largura <= 0) faults.largura = 'Informe a largura.'
  else if (x + element.largura > largura + TOLERANCE) faults.largura = 'Passa da borda direita da etiqueta.'
  const tall = heightOf(element)
  if (tall <= 0 && !isDrawnAs(tipo, 'caixa')) faults.altura = 'Informe a altura.'
  else if (y + tall > altura + TOLERANCE)
    faults[isDrawnAs(tipo, 'qr') ? 'largura' : 'altura'] = 'Passa da borda de baixo da etiqueta.'
  return Object.keys(faults).length === 0 ? undefined : faults
}

/** Rounded sizes may pass by so much, in mm. */
const TOLERANCE = 0.05
/** From a line of text to the next, in heights of its letters. */
export const LINE = 1.15

/** How far down an element reaches, in mm. */
export const heightOf = ({ tipo, altura, largura, linhas }: LabelElement): number =>
  tipo === 'texto' ? altura * (1 + LINE * (linhas - 1)) : tipo === 'qr' ? largura : altura

const FIELD = /\{(\w+)\}/g

/** Names of the fields that a text holds: `R$ {preco}` holds `preco`. */
export const fieldsIn = (text: string): string[] => [...text.matchAll(FIELD)].map(([, name = '']) => name)

/** What a label is printed of: by field, as it is read. */
export type LabelRecord = Readonly<Record<string, string>>

/** A text with its fields filled in, each as `write` writes it; one that the record has not is empty. Control characters become blanks. */
export const fillText = (text: string, record: LabelRecord, write: (value: string) => string = String): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  text.replaceAll(FIELD, (_, name: string) => write(record[name] ?? '')).replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
