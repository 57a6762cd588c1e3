import * as v from 'valibot'
import { coreFunction } from '../function'
import { csvColumns, labelsCsv } from './csv'
import { drawLabel } from './draw'
import { eplOf } from './epl'
import { LABEL_USES, type LabelUse } from './fields'
import {
  ALIGNMENTS,
  ELEMENT_DEFAULTS,
  ELEMENT_KINDS,
  type ElementKind,
  MOST_ELEMENTS,
  MOST_LABELS,
  MOST_LINES,
  SIDES,
} from './label'
import { MOST_VOLUMES, pickingLabels } from './picking'
import { pplaOf } from './ppla'
import { type Paper, PAPERS, placesOf } from './sheet'
import { drawingFor, type LabelFormat } from './template'
import { zplOf } from './zpl'

const keysOf = <K extends string>(words: Readonly<Record<K, unknown>>): K[] =>
  // The keys of an object of these keys.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  Object.keys(words) as K[]

const length = v.pipe(v.number(), v.minValue(0), v.maxValue(SIDES.max))
const side = v.pipe(v.number(), v.minValue(SIDES.min), v.maxValue(SIDES.max))
const count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max))

const element = v.object({
  tipo: v.picklist(keysOf<ElementKind>(ELEMENT_KINDS)),
  valor: v.optional(v.pipe(v.string(), v.maxLength(500)), ''),
  x: length,
  y: length,
  largura: length,
  altura: length,
  linhas: v.optional(count(MOST_LINES), ELEMENT_DEFAULTS.linhas),
  alinha: v.optional(v.picklist(Object.keys(ALIGNMENTS).map(Number)), ELEMENT_DEFAULTS.alinha),
  negrito: v.optional(v.boolean(), ELEMENT_DEFAULTS.negrito),
  legivel: v.optional(v.boolean(), ELEMENT_DEFAULTS.legivel),
})
const label = v.object({
  largura: side,
  altura: side,
  dpi: v.optional(v.picklist([203, 300, 600]), 203),
  elementos: v.pipe(v.array(element), v.maxLength(MOST_ELEMENTS)),
})
const record = v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(500))), {})
const roll = v.optional(
  v.object({ colunas: count(20), espaco_x: v.optional(length, 0), espaco_y: v.optional(length, 0) }),
  { colunas: 1 },
)
const registros = v.pipe(
  v.array(v.object({ campos: record, qEtiquetas: v.optional(count(MOST_LABELS), 1) })),
  v.maxLength(MOST_LABELS),
)
const printing = v.object({ etiqueta: label, registros, rolo: roll })
const told = v.optional(v.pipe(v.string(), v.maxLength(500)), '')
const number = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647))
const picking = v.object({
  separacao_id: number,
  venda_id: v.optional(v.nullable(number), null),
  cliente: told,
  volumes: v.optional(v.nullable(v.pipe(number, v.maxValue(MOST_VOLUMES))), null),
  rota: told,
  transportadora: told,
  cidade: told,
  uf: told,
  peso: told,
})

const copiesOf = ({ etiqueta, registros }: v.InferOutput<typeof printing>, format: LabelFormat) =>
  registros.map(({ campos, qEtiquetas }) => ({
    drawing: drawLabel(etiqueta, campos, drawingFor(format)),
    copies: qEtiquetas,
  }))

const PRINTS = '{etiqueta: {largura, altura, dpi, elementos}, registros: [{campos, qEtiquetas}], rolo?}'

export const labelsFunctions = [
  coreFunction({
    name: 'labels.draw',
    summary: 'Desenha uma etiqueta preenchida: textos, barras, QR e caixas, em milímetros.',
    takes: '{etiqueta: {largura, altura, dpi, elementos: [{tipo, valor, x, y, largura, altura, …}]}, campos}',
    gives: '{width, height, dpi, marks}',
    input: v.object({ etiqueta: label, campos: record }),
    run: ({ etiqueta, campos }) => drawLabel(etiqueta, campos),
  }),
  coreFunction({
    name: 'labels.zpl',
    summary: 'Escreve etiquetas em ZPL, para impressoras Zebra e compatíveis.',
    takes: PRINTS,
    gives: 'texto ZPL',
    input: printing,
    run: (input) => zplOf(copiesOf(input, 'zpl'), input.rolo),
  }),
  coreFunction({
    name: 'labels.epl',
    summary: 'Escreve etiquetas em EPL2 ou PPLB, para impressoras Eltron e Argox.',
    takes: PRINTS,
    gives: 'texto EPL2',
    input: printing,
    run: (input) => eplOf(copiesOf(input, 'epl'), input.rolo),
  }),
  coreFunction({
    name: 'labels.ppla',
    summary: 'Escreve etiquetas em PPLA, para impressoras Argox e Datamax.',
    takes: PRINTS,
    gives: 'texto PPLA',
    input: printing,
    run: (input) => pplaOf(copiesOf(input, 'ppla'), input.rolo),
  }),
  coreFunction({
    name: 'labels.csv',
    summary: 'Escreve os campos de etiquetas em CSV, para programas que têm etiquetas próprias.',
    takes: '{uso, registros: [{campos, qEtiquetas}]}',
    gives: 'texto CSV',
    input: v.object({ uso: v.picklist(keysOf<LabelUse>(LABEL_USES)), registros }),
    run: ({ uso, registros: asked }) =>
      labelsCsv(
        csvColumns(uso),
        asked.map(({ campos, qEtiquetas }) => ({ record: campos, copies: qEtiquetas })),
      ),
  }),
  coreFunction({
    name: 'labels.separacao',
    summary: 'Diz os campos das etiquetas de uma separação, uma por volume.',
    takes: '{separacao_id, venda_id?, cliente?, volumes?, rota?, transportadora?, cidade?, uf?, peso?}',
    gives: '[campos]',
    input: picking,
    run: (input) => pickingLabels(input),
  }),
  coreFunction({
    name: 'labels.sheet',
    summary: 'Diz onde ficam etiquetas em folhas, a partir do primeiro lugar livre.',
    takes:
      '{folha: {papel, colunas, linhas, margem_x, margem_y, espaco_x, espaco_y, largura, altura}, quantidade, posInit?}',
    gives: '[{page, x, y}]',
    input: v.object({
      folha: v.object({
        papel: v.optional(v.picklist(keysOf<Paper>(PAPERS)), 'a4'),
        colunas: count(50),
        linhas: count(50),
        margem_x: length,
        margem_y: length,
        espaco_x: length,
        espaco_y: length,
        largura: side,
        altura: side,
      }),
      quantidade: count(MOST_LABELS),
      posInit: v.optional(count(2500), 1),
    }),
    run: ({ folha, quantidade, posInit }) => placesOf(folha, folha, { count: quantidade, posInit }),
  }),
]
