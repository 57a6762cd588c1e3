import { CoreError } from '../../errors'
import { decodeText, type FixedLine, fixedLines, type FixedRecord } from '../../layout/fixed-width'
import { type Decimal, ZERO } from '../../money/decimal'
import type { ContaCobranca } from '../account'
import { GENERAL_240, GENERAL_400 } from './general'
import type { Layout240 } from './layout-240'
import type { Layout400 } from './layout-400'
import { LAYOUTS_240, LAYOUTS_400, READ_400 } from './layouts/layouts'
import { documentOf, title240Of, title400Of } from './title-values'
import type { Beneficiario, RemessaLida, TituloLido } from './titulo'
import { textOf, type Values, valuesOf } from './values'

/** What banks call a file that is none of theirs. */
const notRemessa = () =>
  new CoreError('unsupported_file', 'Arquivo não suportado, verifique se é uma remessa de cobrança CNAB400 ou CNAB240.')

const numberOf = (values: Values, name: string): number | null => {
  const value = values[name]
  return typeof value === 'number' ? value : null
}

function ownerOf(banco: string, header: Values, title: Values): Beneficiario {
  const isTold = (value: string) => /[1-9A-Za-z]/.test(value)
  const of = (name: string) => {
    const [first, second] = [textOf(header, name), textOf(title, name)]
    return isTold(first) || second === '' ? first : second
  }
  const optional = (name: string) => (of(name) === '' ? undefined : of(name))
  const conta: ContaCobranca = {
    banco,
    agencia: of('agencia'),
    agencia_dv: optional('agencia_dv'),
    conta: of('conta'),
    conta_dv: optional('conta_dv'),
    convenio: optional('convenio'),
    carteira: optional('carteira'),
    variacao: optional('variacao'),
  }
  return {
    nome: textOf(header, 'empresa'),
    documento: documentOf({ empresa_documento: of('empresa_documento'), empresa_tipo: of('empresa_tipo') }, 'empresa'),
    conta,
    codigo_transmissao: of('codigo_transmissao'),
  }
}

interface Reading {
  readonly titulos: TituloLido[]
  readonly desconhecidos: FixedLine[]
  readonly faltas: string[]
  first: Values
  /** Lines of the batch so far, and what titles come to: of the batch, or of the file where it has none. */
  lines: number
  total: Decimal
}

const fresh = (): Reading => ({ titulos: [], desconhecidos: [], faltas: [], first: {}, lines: 0, total: ZERO })

function take(reading: Reading, titulo: TituloLido): void {
  reading.titulos.push(titulo)
  reading.total = reading.total.plus(titulo.valor)
}

function read400(lines: readonly FixedLine[]): RemessaLida {
  const [head] = lines
  if (!head) throw notRemessa()
  const banco = head.text.slice(76, 79)
  const layout = LAYOUTS_400.get(banco) ?? READ_400.get(banco) ?? GENERAL_400
  const header = valuesOf(head, layout.header)
  const reading = fresh()
  const kinds = kinds400(layout)
  let pending: { readonly line: number; values: Values } | undefined
  const close = () => {
    if (pending) take(reading, title400Of(pending.line, pending.values, layout))
    pending = undefined
  }
  for (const [at, line] of lines.entries()) {
    if (at === 0) continue
    const kind = line.text.charAt(0)
    if (kind === kinds.detalhe) {
      close()
      pending = { line: line.line, values: valuesOf(line, layout.detalhe) }
      if (reading.titulos.length === 0) reading.first = pending.values
    } else if (layout.multa && kind === kinds.multa && pending) {
      pending.values = { ...valuesOf(line, layout.multa), ...omitEmpty(pending.values) }
    } else if (kind === '9') {
      close()
      check400(valuesOf(line, layout.trailer), at + 1, reading)
    } else reading.desconhecidos.push(line)
  }
  if (pending || lines.at(-1)?.text.charAt(0) !== '9') reading.faltas.push('Falta o registro final do arquivo.')
  close()
  return {
    banco,
    layout: 'cnab400',
    beneficiario: ownerOf(banco, header, reading.first),
    sequencia: numberOf(header, 'sequencia'),
    data: textOf(header, 'data'),
    hora: null,
    linhas: lines.length,
    titulos: reading.titulos,
    desconhecidos: reading.desconhecidos,
    faltas: reading.faltas,
  }
}

const omitEmpty = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))

const constantOf = (record: FixedRecord | undefined): string => {
  const field = record?.['registro']
  return field?.kind === 'constant' ? field.value : ''
}

const kinds400 = (layout: Layout400) => ({ detalhe: constantOf(layout.detalhe), multa: constantOf(layout.multa) })

function check400(trailer: Values, own: number, { faltas, total: summed }: Reading): void {
  const told = numberOf(trailer, 'linha')
  if (told !== null && told !== own) faltas.push(`O registro final diz ser o ${told}º e é o ${own}º.`)
  const total = textOf(trailer, 'total')
  if (total !== '' && !summed.eq(total)) faltas.push('A soma dos títulos não é a do registro final.')
}

function read240(lines: readonly FixedLine[]): RemessaLida {
  const [head] = lines
  if (!head) throw notRemessa()
  const banco = head.text.slice(0, 3)
  const layout = LAYOUTS_240.get(banco) ?? GENERAL_240
  const header = valuesOf(head, layout.header)
  const reading = fresh()
  let batch: Values = {}
  let pending: { readonly line: number; values: Values } | undefined
  const close = () => {
    if (pending) take(reading, title240Of(pending.line, pending.values, layout))
    pending = undefined
  }
  for (const line of lines.slice(1)) {
    const kind = line.text.charAt(7)
    const segment = kind === '3' ? line.text.charAt(13) : ''
    reading.lines += 1
    if (segment === 'P') {
      close()
      pending = { line: line.line, values: valuesOf(line, layout.p) }
      if (reading.titulos.length === 0) reading.first = pending.values
    } else if ((segment === 'Q' || segment === 'R') && pending) {
      pending.values = { ...pending.values, ...valuesOf(line, segment === 'Q' ? layout.q : layout.r) }
    } else if (kind === '1') {
      batch = valuesOf(line, layout.lote)
      reading.lines = 1
      reading.total = ZERO
    } else if (kind === '5' || kind === '9') {
      close()
      check240(kind, line, lines.length, layout, reading)
    } else reading.desconhecidos.push(line)
  }
  if (lines.at(-1)?.text.charAt(7) !== '9') reading.faltas.push('Falta o registro final do arquivo.')
  close()
  return {
    banco,
    layout: 'cnab240',
    beneficiario: ownerOf(banco, { ...batch, ...omitEmpty(header) }, reading.first),
    sequencia: numberOf(header, 'sequencia'),
    data: textOf(header, 'data'),
    hora: textOf(header, 'hora') || null,
    linhas: lines.length,
    titulos: reading.titulos,
    desconhecidos: reading.desconhecidos,
    faltas: reading.faltas,
  }
}

function check240(
  kind: string,
  line: FixedLine,
  inFile: number,
  layout: Layout240,
  { faltas, lines, total: summed }: Reading,
): void {
  const values = valuesOf(line, kind === '5' ? layout.fimLote : layout.fim)
  const told = numberOf(values, 'registros')
  const lot = line.text.slice(3, 7)
  const own = kind === '9' ? inFile : lines
  const what = kind === '9' ? 'O arquivo' : `O lote ${lot}`
  if (told !== null && told > 0 && told !== own) faltas.push(`${what} diz ter ${told} registros e tem ${own}.`)
  if (kind === '9') return
  const total = textOf(values, 'total')
  if (total !== '' && !/^0*\.?0*$/.test(total) && !summed.eq(total))
    faltas.push(`A soma dos títulos não é a do lote ${lot}.`)
}

/**
 * Reads a remessa of titles, of 400 or 240 columns: bank and layout from its first line; of a bank whose layout is not known, what all banks share. Lines of any ending and any
 * encoding, cut at the right or not. Throws `unsupported_file` for what is none, `bad_field` for an amount that is no number, `too_large`.
 */
export function readRemessa(file: Uint8Array | string): RemessaLida {
  const lines = fixedLines(typeof file === 'string' ? file : decodeText(file))
  const first = lines[0]?.text ?? ''
  if (/^01REMESSA/i.test(first)) return read400(lines)
  if (/^\d{7}0/.test(first) && first.length <= 240 && first.charAt(142) === '1') return read240(lines)
  throw notRemessa()
}
