import type { DrawOptions } from './draw'
import { LABEL_FIELDS, LABEL_USES, type LabelUse } from './fields'
import {
  ELEMENT_DEFAULTS,
  ELEMENT_KINDS,
  elementFaults,
  type ElementKind,
  type Label,
  type LabelElement,
} from './label'
import { PAPER_NAMES, type Sheet } from './sheet'
import { WIDEST } from './zpl'

/** What a label is printed on. */
export const MEDIA = { folha: 'Folha de etiquetas', rolo: 'Rolo (impressora de etiquetas)' } as const
export type Medium = keyof typeof MEDIA

/** Languages of label printers; `csv` is for programs that have labels of their own. */
export const LANGUAGES = {
  zpl: 'ZPL (Zebra e compatíveis)',
  epl: 'EPL2',
  ppla: 'PPLA (Argox e Datamax)',
  pplb: 'PPLB (Argox)',
  csv: 'CSV (BarTender)',
} as const
export type Language = keyof typeof LANGUAGES
/** Languages that a printer itself takes. */
export type PrinterLanguage = Exclude<Language, 'csv'>
/** What files of labels are. */
export type LabelFormat = Language | 'pdf'

/** A template: a label and what it is printed on. */
export interface LabelTemplate extends Label, Sheet {
  readonly descricao: string
  readonly uso: LabelUse
  readonly midia: Medium
  readonly linguagem: Language
  /** The file of a label of BarTender, which then draws it and takes the fields alone. */
  readonly bartender: string
}

/** The file that labels of a template are, where nobody asks for another. */
export const formatOf = ({ midia, linguagem, bartender }: LabelTemplate): LabelFormat =>
  midia === 'folha' ? 'pdf' : bartender.trim() === '' ? linguagem : 'csv'

/** How labels are drawn for a file. */
export const drawingFor = (format: LabelFormat): DrawOptions => (format === 'zpl' ? { widest: WIDEST } : {})

/** A template that comes with the program. */
export interface GivenTemplate extends LabelTemplate {
  /** Its number among those that are given; the same as `mercadoria.tipo_etiqueta`. */
  readonly n: number
}

const element = (
  tipo: ElementKind,
  valor: string,
  [x, y, largura, altura]: readonly [number, number, number, number],
  more: Partial<LabelElement> = {},
): LabelElement => ({ ...ELEMENT_DEFAULTS, tipo, valor, x, y, largura, altura, ...more })

const CENTRE = { alinha: 1 }
const BOLD = { negrito: true }

type Printed = Sheet & Pick<LabelTemplate, 'midia' | 'linguagem' | 'bartender' | 'dpi'>

const paper = (colunas: number, linhas: number, margins: readonly [x: number, y: number], gap: number): Printed => ({
  midia: 'folha',
  linguagem: 'zpl',
  bartender: '',
  dpi: 600,
  papel: 'a4',
  colunas,
  linhas,
  margem_x: margins[0],
  margem_y: margins[1],
  espaco_x: gap,
  espaco_y: 0,
})

const roll = (colunas: number, gap: number): Printed => ({
  midia: 'rolo',
  linguagem: 'zpl',
  bartender: '',
  dpi: 203,
  papel: 'a4',
  colunas,
  linhas: 1,
  margem_x: 0,
  margem_y: 0,
  espaco_x: gap,
  espaco_y: 3,
})

/** Templates that every company has from the start: the sheets and rolls that stationers sell. A company's own are made from one of them. */
export const GIVEN_TEMPLATES: readonly [GivenTemplate, ...GivenTemplate[]] = [
  {
    n: 1,
    descricao: 'Produto · A4, 21 por folha (63,5 × 38,1 mm)',
    uso: 'mercadoria',
    ...paper(3, 7, [7.25, 15.15], 2.5),
    largura: 63.5,
    altura: 38.1,
    elementos: [
      element('texto', '{xProd}', [3, 2.5, 57.5, 3.2], { linhas: 2 }),
      element('texto', 'R$ {preco}', [3, 11, 34, 5.4], BOLD),
      element('texto', '{codigo}', [40, 12.8, 20.5, 3], { alinha: 2 }),
      element('barras', '{codigo_barras}', [3, 18.5, 57.5, 17], CENTRE),
    ],
  },
  {
    n: 2,
    descricao: 'Produto · A4, 65 por folha (38,1 × 21,2 mm)',
    uso: 'mercadoria',
    ...paper(5, 13, [4.75, 10.7], 2.5),
    largura: 38.1,
    altura: 21.2,
    elementos: [
      element('texto', '{xProd}', [2, 1.5, 34.1, 2.3], { linhas: 2 }),
      element('texto', 'R$ {preco}', [2, 7, 34.1, 3], { ...BOLD, ...CENTRE }),
      element('barras', '{codigo_barras}', [1, 11, 36.1, 9], CENTRE),
    ],
  },
  {
    n: 3,
    descricao: 'Gôndola · A4, 16 por folha (105 × 37 mm)',
    uso: 'gondola',
    ...paper(2, 8, [0, 0.5], 0),
    largura: 105,
    altura: 37,
    elementos: [
      element('texto', '{xProd}', [6, 4, 93, 4.2], { ...BOLD, linhas: 2 }),
      element('barras', '{codigo_barras}', [6, 16, 42, 17]),
      element('texto', 'R$', [50, 17.5, 8, 4]),
      element('texto', '{preco}', [58, 15, 41, 11], { ...BOLD, alinha: 2 }),
      element('texto', '{un} · {codigo}', [50, 29.5, 49, 3], { alinha: 2 }),
    ],
  },
  {
    n: 4,
    descricao: 'Produto com QR · A4, 14 por folha (99,1 × 38,1 mm)',
    uso: 'mercadoria',
    ...paper(2, 7, [4.65, 15.15], 2.5),
    largura: 99.1,
    altura: 38.1,
    elementos: [
      element('texto', '{xProd}', [4, 3, 91, 3.6], { ...BOLD, linhas: 2 }),
      element('texto', 'R$ {preco}', [4, 12.5, 40, 6], BOLD),
      element('texto', '{codigo} · {un}', [4, 20.5, 40, 3]),
      element('barras', '{codigo_barras}', [2, 25, 55, 11]),
      element('qr', '{link}', [69, 11.5, 26, 26]),
    ],
  },
  {
    n: 5,
    descricao: 'Produto · rolo de 1 coluna (60 × 40 mm)',
    uso: 'mercadoria',
    ...roll(1, 0),
    largura: 60,
    altura: 40,
    elementos: [
      element('texto', '{xProd}', [2, 2, 56, 3.5], { linhas: 2 }),
      element('texto', 'R$ {preco}', [2, 11, 35, 6], BOLD),
      element('texto', '{codigo}', [38, 13, 20, 3.2], { alinha: 2 }),
      element('barras', '{codigo_barras}', [2, 19, 56, 18], CENTRE),
    ],
  },
  {
    n: 6,
    descricao: 'Produto · rolo de 3 colunas (33 × 22 mm)',
    uso: 'mercadoria',
    ...roll(3, 2),
    largura: 33,
    altura: 22,
    elementos: [
      element('texto', '{xProdSimple}', [1.5, 1.5, 30, 2.5], { linhas: 2 }),
      element('texto', 'R$ {preco}', [1.5, 7.5, 30, 3.2], { ...BOLD, ...CENTRE }),
      element('barras', '{codigo_barras}', [0.5, 11.5, 32, 9.5], CENTRE),
    ],
  },
  {
    n: 7,
    descricao: 'Rastreio · rolo de 1 coluna (100 × 60 mm)',
    uso: 'rastreio',
    ...roll(1, 0),
    largura: 100,
    altura: 60,
    elementos: [
      element('texto', '{xProd}', [3, 3, 94, 4.4], { ...BOLD, linhas: 2 }),
      element('texto', 'Lote {nLote}', [3, 15, 60, 4.4], BOLD),
      element('texto', 'Validade {dVal}', [3, 21, 60, 3.6]),
      element('texto', '{quantidade} {un}', [60, 15, 37, 5.4], { ...BOLD, alinha: 2 }),
      element('texto', '{fornecedor} · NF {nNF}', [3, 27, 94, 3]),
      element('texto', '{codigo} · {local}', [3, 31.5, 60, 3]),
      element('texto', '{volume} {via}', [60, 31.5, 37, 3], { alinha: 2 }),
      element('barras', '{etiqueta}', [3, 36.5, 94, 21], CENTRE),
    ],
  },
  {
    n: 8,
    descricao: 'Palete ou caixa · rolo de 1 coluna (100 × 60 mm)',
    uso: 'unitizador',
    ...roll(1, 0),
    largura: 100,
    altura: 60,
    elementos: [
      element('texto', '{tipo}', [3, 3, 60, 5], BOLD),
      element('texto', '{volumes}', [60, 3, 37, 5], { ...BOLD, alinha: 2 }),
      element('texto', '{conteudo}', [3, 11, 94, 3.4], { linhas: 3 }),
      element('texto', '{empresa} · {data}', [3, 26.5, 94, 3]),
      element('texto', '{local}', [3, 31.5, 60, 3.4], BOLD),
      element('texto', '{via}', [60, 31.5, 37, 3], { alinha: 2 }),
      element('barras', '{etiqueta}', [3, 36.5, 94, 21], CENTRE),
    ],
  },
  {
    n: 9,
    descricao: 'Separação · rolo de 1 coluna (100 × 50 mm)',
    uso: 'separacao',
    ...roll(1, 0),
    largura: 100,
    altura: 50,
    elementos: [
      element('texto', '{cliente}', [3, 2.5, 94, 5], { ...BOLD, linhas: 2 }),
      element('texto', '{cidade} {uf}', [3, 14.5, 58, 3.4]),
      element('texto', '{volume}', [62, 14, 35, 9], { ...BOLD, alinha: 2 }),
      element('texto', '{rota}', [3, 19, 58, 3.4]),
      element('texto', '{transportadora}', [3, 23.5, 70, 3]),
      element('texto', '{peso} kg', [74, 24, 23, 3], { alinha: 2 }),
      element('texto', 'Venda {venda_id} · Separação {separacao_id}', [3, 28, 94, 3]),
      element('barras', '{codigo12}', [3, 32, 94, 16], CENTRE),
    ],
  },
]

/** What is wrong with the elements of a template, by place and field. */
export const templateFaults = (
  label: Pick<LabelTemplate, 'largura' | 'altura' | 'uso' | 'elementos'>,
): readonly (Readonly<Record<string, string>> | undefined)[] =>
  label.elementos.map((one) => elementFaults(one, label, LABEL_FIELDS[label.uso]))

type Values = Readonly<Record<string, unknown>>

/** One of some words; the usual one for what is none. */
function oneOf<K extends string>(words: Readonly<Record<K, unknown>>, value: unknown, usual: K): K {
  const isOne = (name: unknown): name is K => typeof name === 'string' && Object.hasOwn(words, name)
  return isOne(value) ? value : usual
}

const numberIn = (value: unknown, usual = 0): number => {
  const number = Number(value ?? usual)
  return Number.isFinite(number) ? number : usual
}

/** A template as a record or a form has it: decimals may be texts, and what is not there yet is as a new one begins. */
export const readTemplate = (values: Values, elementos: readonly LabelElement[] = []): LabelTemplate => ({
  descricao: String(values.descricao ?? ''),
  uso: oneOf(LABEL_USES, values.uso, 'mercadoria'),
  midia: oneOf(MEDIA, values.midia, 'folha'),
  linguagem: oneOf(LANGUAGES, values.linguagem, 'zpl'),
  bartender: String(values.bartender ?? ''),
  papel: oneOf(PAPER_NAMES, values.papel, 'a4'),
  largura: numberIn(values.largura),
  altura: numberIn(values.altura),
  dpi: numberIn(values.dpi, 203),
  colunas: Math.max(1, numberIn(values.colunas, 1)),
  linhas: Math.max(1, numberIn(values.linhas, 1)),
  margem_x: numberIn(values.margem_x),
  margem_y: numberIn(values.margem_y),
  espaco_x: numberIn(values.espaco_x),
  espaco_y: numberIn(values.espaco_y),
  elementos,
})

/** An element as a record or a form has it. */
export const readElement = (values: Values): LabelElement => ({
  tipo: oneOf(ELEMENT_KINDS, values.tipo, 'texto'),
  valor: String(values.valor ?? ''),
  x: numberIn(values.x),
  y: numberIn(values.y),
  largura: numberIn(values.largura),
  altura: numberIn(values.altura),
  linhas: Math.max(1, numberIn(values.linhas, ELEMENT_DEFAULTS.linhas)),
  alinha: numberIn(values.alinha, ELEMENT_DEFAULTS.alinha),
  negrito: values.negrito === true,
  legivel: values.legivel !== false,
})
