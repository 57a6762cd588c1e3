import * as v from 'valibot'
import { CoreError } from '../errors'
import { amount, coreFunction } from '../function'
import { checkDigit } from './check-digit'
import { encodeElements, encodeText } from './code128'
import { buildLink, linkData, readLink } from './digital-link'
import { type ReadFault, readBracketed } from './elements'
import { markFault } from './fault'
import { labelLine } from './label-line'
import { encodeEan13, encodeEan8, encodeItf14, encodeUpcA, encodeUpcE } from './linear'
import { LINTERS } from './lint'
import { describeFault } from './messages'
import { RULE_NAMES, parseGs1 } from './parse'
import { readReceipt } from './receiving'
import { generateScan, parseScan } from './scan'
import { parseQuantityBarcode, readVariableEan } from './variable-ean'

const text = v.pipe(v.string(), v.maxLength(20_000))
const flag = v.optional(v.boolean())
const position = v.pipe(v.number(), v.integer())

const linkOptions = v.object({
  permitConvenienceAlphas: flag,
  permitZeroSuppressedGTIN: flag,
  permitUnknownAIs: flag,
  allowUnknownAsAttribute: flag,
})

function missing(names: string): never {
  throw new CoreError('invalid_input', `Informe ${names}.`)
}

function told(fault: ReadFault | undefined): { error?: string; message?: string } {
  return fault ? { error: fault.error, message: describeFault(fault) } : {}
}

const readers = [
  coreFunction({
    name: 'gs1.parseScan',
    summary: 'Lê o que o leitor envia com o identificador de simbologia.',
    takes: '{scan}',
    gives: '{ok, symbology, expectData, okFullValidation, ai?, error?, message?}',
    input: v.object({ scan: text }),
    run: ({ scan }) => {
      const { ok, symbology, data, elements, fault, okFullValidation } = parseScan(scan)
      const ai = elements?.map((one) => ({ ai: one.ai, value: one.value }))
      return { ok, symbology, expectData: data, okFullValidation, ...(ai ? { ai } : {}), ...told(fault) }
    },
  }),
  coreFunction({
    name: 'gs1.generateScan',
    summary: 'Diz o que o leitor enviaria para um símbolo com estes dados; null quando o símbolo não os comporta.',
    takes: '{symbology, data, addCheckDigit?}',
    gives: '{expectScan}',
    input: v.object({ symbology: text, data: text, addCheckDigit: v.optional(v.boolean(), false) }),
    run: ({ symbology, data, addCheckDigit }) => ({ expectScan: generateScan(symbology, data, addCheckDigit) ?? null }),
  }),
  coreFunction({
    name: 'gs1.parse',
    summary:
      'Lê e confere elementos GS1; rule diz quais associações contam em ok (padrão: todas para bracketed, nenhuma para data).',
    takes: `{bracketed} ou {data}, rule?: ${RULE_NAMES.join(' | ')}, permitUnknownAIs?`,
    gives: '{ok, okWithoutRequiredPairs, okContent, ai, hri, scanGs1_128?, scanQr?, digitalLink?, error?, message?}',
    input: v.object({
      bracketed: v.optional(text),
      data: v.optional(text),
      rule: v.optional(v.picklist(RULE_NAMES)),
      permitUnknownAIs: flag,
    }),
    run: (input) =>
      input.data === undefined && input.bracketed === undefined ? missing('bracketed ou data') : parseGs1(input),
  }),
  coreFunction({
    name: 'gs1.digitalLink',
    summary: 'Lê um GS1 Digital Link ou monta um a partir de elementos.',
    takes: '{uri, options?} ou {stem?, bracketed, options?}',
    gives: '{ok, data, error?, message?} ou {ok, uri, error?, message?}',
    input: v.object({
      uri: v.optional(text),
      stem: v.optional(text),
      bracketed: v.optional(text),
      options: v.optional(linkOptions),
    }),
    run: (input) => {
      if (input.uri !== undefined) {
        const { elements, fault } = readLink(input.uri, input.options)
        return { ok: !fault, data: fault ? null : linkData(elements), ...told(fault) }
      }
      if (input.bracketed === undefined) return missing('uri ou bracketed')
      const { elements, fault } = readBracketed(input.bracketed, {
        permitUnknownAIs: input.options?.permitUnknownAIs === true,
      })
      const link = fault ? { fault } : buildLink(elements, input.stem, input.options)
      return 'uri' in link ? { ok: true, uri: link.uri } : { ok: false, uri: null, ...told(link.fault) }
    },
  }),
  coreFunction({
    name: 'gs1.receiving',
    summary: 'Lê uma leitura do recebimento: etiqueta interna, GTIN ou GS1 (produto, lote, validade, peso).',
    takes: '{scan, referenceDate, lotScan?}',
    gives: '{kind, ai, view, product, quantity?, traceable, warnings?, id?, gtin14?, message?}',
    input: v.object({ scan: text, referenceDate: v.string(), lotScan: flag }),
    run: ({ scan, ...options }) => readReceipt(scan, options),
  }),
]

/** The register keeps the kind as a number: 0 (its default) weight, 1 price. */
const labelKind = v.pipe(
  v.optional(v.picklist(['weight', 'price', 0, 1]), 0),
  v.transform((kind) => (kind === 'price' || kind === 1 ? ('price' as const) : ('weight' as const))),
)

const scaleLabel = v.object({
  digitBalanca: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '2'),
  tpIdentificacao: labelKind,
  posCodIni: position,
  posCodEnd: position,
  posValIni: position,
  posValEnd: position,
  qDecimal: position,
})

const ENCODERS: Readonly<Record<string, (value: string) => object>> = {
  ean13: (value) => ({ modules: encodeEan13(value) }),
  ean8: (value) => ({ modules: encodeEan8(value) }),
  upca: (value) => ({ modules: encodeUpcA(value) }),
  upce: (value) => ({ modules: encodeUpcE(value) }),
  itf14: (value) => ({ widths: encodeItf14(value) }),
}

const writers = [
  coreFunction({
    name: 'gs1.checkDigit',
    summary: 'Confere o dígito verificador de GTIN-8/12/13/14, GSIN e SSCC.',
    takes: '{value}',
    gives: '{ok, correctDigit?}',
    input: v.object({ value: text }),
    run: ({ value }) => checkDigit(value),
  }),
  coreFunction({
    name: 'gs1.lint',
    summary: 'Confere um valor por uma regra de conteúdo do dicionário GS1.',
    takes: '{linter, value}',
    gives: '{ok, error?, markup?}',
    input: v.object({ linter: text, value: text }),
    run: ({ linter, value }) => {
      const lint = LINTERS.get(linter)
      if (!lint)
        throw new CoreError('unknown_linter', `Regra desconhecida. Use uma de: ${[...LINTERS.keys()].join(', ')}.`)
      const fault = lint(value)
      return fault ? { ok: false, error: fault.error, markup: markFault(value, fault) } : { ok: true }
    },
  }),
  coreFunction({
    name: 'gs1.variableEan',
    summary: 'Lê o EAN-13 de peso ou preço de uma balança etiquetadora.',
    takes:
      '{barcode, config: {digitBalanca, tpIdentificacao?: weight (0) | price (1), posCodIni, posCodEnd, posValIni, posValEnd, qDecimal}, unitPrice?}',
    gives: '{matches, checkDigitOk, code?, value?, qTrib?, vTotal?}',
    input: v.object({ barcode: text, config: scaleLabel, unitPrice: v.optional(amount) }),
    run: ({ barcode, config, unitPrice }) => {
      const label = readVariableEan(barcode, config)
      if (label.value === undefined || unitPrice === undefined) return label
      return { ...label, ...labelLine(config.tpIdentificacao, label.value, unitPrice) }
    },
  }),
  coreFunction({
    name: 'gs1.parseQuantityBarcode',
    summary: 'Separa a entrada quantidade*código da venda; sem quantidade, 1.',
    takes: '{text}',
    gives: '{qTrib, code}',
    input: v.object({ text }),
    run: (input) => parseQuantityBarcode(input.text),
  }),
  coreFunction({
    name: 'gs1.code128',
    summary: 'Monta o GS1-128 de elementos ou o Code 128 de um texto, com o menor número de módulos.',
    takes: '{bracketed} ou {text}',
    gives: '{codewords, modules, bars}',
    input: v.object({ bracketed: v.optional(text), text: v.optional(text) }),
    run: (input) => {
      if (input.text !== undefined) return encodeText(input.text)
      if (input.bracketed === undefined) return missing('bracketed ou text')
      const { elements, fault } = readBracketed(input.bracketed)
      if (fault) throw new CoreError('invalid_gs1', describeFault(fault))
      return encodeElements(elements)
    },
  }),
  coreFunction({
    name: 'gs1.symbol',
    summary: 'Monta as barras de EAN-13, EAN-8, UPC-A, UPC-E ou ITF-14.',
    takes: `{kind: ${Object.keys(ENCODERS).join(' | ')}, value}`,
    gives: '{modules} ou {widths}',
    input: v.object({ kind: v.picklist(['ean13', 'ean8', 'upca', 'upce', 'itf14']), value: text }),
    run: ({ kind, value }) => ENCODERS[kind]?.(value),
  }),
]

export const gs1Functions = [...readers, ...writers]
