import { CoreError } from '../../errors'
import { code, date, decimals, decodeText, type FixedLine, fixedLines, text, time } from '../../layout/fixed-width'
import { readSlip } from '../boleto'
import { dayOf, textOf, type Values, valuesOf } from '../cnab/values'
import type { Pessoa } from './pagamento'
import { documentIn } from './payment-values'

/** The sweep of the DDA: slips that others registered against a company, as its bank tells them (FEBRABAN, segments G and H). */

/** Until when what is taken off: an amount, or percent. */
interface DescontoDda {
  readonly tipo: 'valor' | 'percentual'
  readonly valor: string
  readonly data: string | null
}

/** A slip to be paid. Amounts are decimal text in reais, days YYYY-MM-DD or null where none is told. */
export interface TituloDda {
  readonly linha: number
  /** The bank's code of what happened to it, as it stands; 01 is a new one. */
  readonly movimento: string
  /** 44 digits, and the 47 that are typed; the latter empty where the digits are not right. */
  readonly codigo_barras: string
  readonly linha_digitavel: string
  /** The bank that collects. */
  readonly banco: string
  readonly emissor: Pessoa
  /** Who sold the title to the issuer, where one is told. */
  readonly sacador: Pessoa | null
  readonly numero_documento: string
  readonly dVencimento: string | null
  readonly dEmissao: string | null
  readonly valor: string
  readonly abatimento: string
  /** Reais for each day late. */
  readonly juros_dia: string
  readonly multa: { readonly tipo: 'valor' | 'percentual'; readonly valor: string; readonly data: string | null } | null
  readonly descontos: readonly DescontoDda[]
  readonly mensagens: readonly string[]
}

export interface VarreduraDda {
  readonly banco: string
  /** Whose slips they are. */
  readonly pagador: Pessoa
  readonly data: string | null
  readonly hora: string | null
  readonly titulos: readonly TituloDda[]
  readonly linhas: number
  /** Records that are not known, as they came; no more than 1,000 are kept. */
  readonly desconhecidos: readonly FixedLine[]
  /** What does not add up. */
  readonly faltas: readonly string[]
}

const HEADER = {
  empresa_tipo: code(18, 1),
  empresa_documento: code(19, 14),
  empresa: text(73, 30),
  data: date(144, 'ddmmyyyy'),
  hora: time(152),
} as const

const G = {
  movimento: code(16, 2),
  codigo_barras: text(18, 44),
  emissor_tipo: code(62, 1),
  emissor_documento: code(63, 15),
  emissor_nome: text(78, 30),
  vencimento: date(108, 'ddmmyyyy'),
  valor: decimals(116, 15),
  numero_documento: text(148, 15),
  emissao: date(182, 'ddmmyyyy'),
  juros_dia: decimals(190, 15),
  desconto_1_codigo: code(205, 1),
  desconto_1_data: date(206, 'ddmmyyyy'),
  desconto_1_valor: decimals(214, 15),
} as const

const H = {
  sacador_tipo: code(18, 1),
  sacador_documento: code(19, 15),
  sacador_nome: text(34, 40),
  desconto_2_codigo: code(74, 1),
  desconto_2_data: date(75, 'ddmmyyyy'),
  desconto_2_valor: decimals(83, 15),
  desconto_3_codigo: code(98, 1),
  desconto_3_data: date(99, 'ddmmyyyy'),
  desconto_3_valor: decimals(107, 15),
  multa_codigo: code(122, 1),
  multa_data: date(123, 'ddmmyyyy'),
  multa_valor: decimals(131, 15),
  abatimento: decimals(146, 15),
  mensagem_1: text(161, 40),
  mensagem_2: text(201, 40),
} as const

const amountOf = (values: Values, name: string): string => textOf(values, name) || '0.00'
const isTold = (amount: string): boolean => /[1-9]/.test(amount)

const personOf = (values: Values, prefix: string): Pessoa => ({
  nome: textOf(values, `${prefix}_nome`),
  documento: documentIn(textOf(values, `${prefix}_documento`), textOf(values, `${prefix}_tipo`)),
})

/** A term of a code, a day and an amount; the code 2 is of percent. */
function termOf(values: Values, name: string): DescontoDda | null {
  const valor = amountOf(values, `${name}_valor`)
  if (!isTold(valor)) return null
  const tipo = textOf(values, `${name}_codigo`) === '2' ? 'percentual' : 'valor'
  return { tipo, valor, data: dayOf(values, `${name}_data`) }
}

const DISCOUNTS = ['desconto_1', 'desconto_2', 'desconto_3']

function titleOf(linha: number, values: Values): TituloDda {
  const bar = textOf(values, 'codigo_barras')
  const sacador = personOf(values, 'sacador')
  return {
    linha,
    movimento: textOf(values, 'movimento'),
    codigo_barras: bar,
    linha_digitavel: lineOf(bar, dayOf(values, 'vencimento')) ?? '',
    banco: bar.slice(0, 3),
    emissor: personOf(values, 'emissor'),
    sacador: sacador.documento === '' && sacador.nome === '' ? null : sacador,
    numero_documento: textOf(values, 'numero_documento'),
    dVencimento: dayOf(values, 'vencimento'),
    dEmissao: dayOf(values, 'emissao'),
    valor: amountOf(values, 'valor'),
    abatimento: amountOf(values, 'abatimento'),
    juros_dia: amountOf(values, 'juros_dia'),
    multa: termOf(values, 'multa'),
    descontos: DISCOUNTS.flatMap((name) => termOf(values, name) ?? []),
    mensagens: ['mensagem_1', 'mensagem_2'].map((name) => textOf(values, name)).filter((line) => line !== ''),
  }
}

/** Any day will do where no due date is told: it is the digits that are tried. */
function lineOf(bar: string, due: string | null): string | undefined {
  try {
    return readSlip(bar, due ?? '2026-01-01').linha_digitavel
  } catch (error) {
    if (error instanceof CoreError) return undefined
    throw error
  }
}

const unsupported = () =>
  new CoreError('unsupported_file', 'Arquivo não suportado, verifique se é uma varredura do DDA CNAB240.')

const segmentOf = ({ text: own }: FixedLine): string => (own.charAt(7) === '3' ? own.charAt(13).toUpperCase() : '')

/** A sweep has segments G; one without slips still says that it tells registered slips (service 03). */
const isSweep = (lines: readonly FixedLine[]): boolean =>
  lines.some((line) => segmentOf(line) === 'G') ||
  lines.some(({ text: own }) => own.charAt(7) === '1' && /^[TI]03/i.test(own.slice(8, 11)))

const KEPT = 1000

/** Counts that the last records of batches and of the file tell. */
function countFaults(lines: readonly FixedLine[], inFile: number): readonly string[] {
  const faults: string[] = []
  let [inBatch, closed] = [0, false]
  for (const { text: own } of lines) {
    const kind = own.charAt(7)
    inBatch = kind === '1' ? 1 : inBatch + 1
    closed ||= kind === '9'
    if (kind !== '5' && kind !== '9') continue
    const count = kind === '5' ? inBatch : inFile
    const told = Number(kind === '5' ? own.slice(17, 23) : own.slice(23, 29))
    const what = kind === '5' ? `O lote ${own.slice(3, 7)}` : 'O arquivo'
    if (told > 0 && told !== count) faults.push(`${what} diz ter ${told} registros e tem ${count}.`)
  }
  return closed ? faults : [...faults, 'Falta o registro final do arquivo.']
}

/**
 * Reads a sweep of the DDA: each slip with who issued it, when it is due, its barcode and the line that is typed. Lines of any ending and any encoding, cut at the right or not;
 * records that are not known are kept; what does not add up is told in `faltas`, as is a barcode whose digits are not right. Throws `unsupported_file` for what is none, `bad_field`
 * for an amount that is no number, `too_large` over 20 MB or 200,000 lines.
 */
export function readDda(file: Uint8Array | string): VarreduraDda {
  const [first, ...lines] = fixedLines(typeof file === 'string' ? file : decodeText(file))
  if (!first || !/^\d{7}0/.test(first.text) || !isSweep(lines)) throw unsupported()
  const titles: { readonly linha: number; values: Values }[] = []
  const desconhecidos: FixedLine[] = []
  for (const line of lines) {
    const [segment, last] = [segmentOf(line), titles.at(-1)]
    if (segment === 'G') titles.push({ linha: line.line, values: valuesOf(line, G) })
    else if (segment === 'H' && last) last.values = { ...last.values, ...valuesOf(line, H) }
    else if (!/^[159]$/.test(line.text.charAt(7)) && desconhecidos.length < KEPT) desconhecidos.push(line)
  }
  const titulos = titles.map(({ linha, values }) => titleOf(linha, values))
  const broken = titulos
    .filter((one) => one.linha_digitavel === '')
    .map((one) => `Linha ${one.linha}: o código de barras não é válido.`)
  const header = valuesOf(first, HEADER)
  return {
    banco: first.text.slice(0, 3),
    pagador: {
      nome: textOf(header, 'empresa'),
      documento: documentIn(textOf(header, 'empresa_documento'), textOf(header, 'empresa_tipo')),
    },
    data: dayOf(header, 'data'),
    hora: dayOf(header, 'hora'),
    titulos,
    linhas: lines.length + 1,
    desconhecidos,
    faltas: [...countFaults(lines, lines.length + 1), ...broken.slice(0, KEPT)],
  }
}
