import { type FixedLine, type FixedRecord, without } from '../../layout/fixed-width'
import { type Decimal, ZERO } from '../../money/decimal'
import { textOf, type Values, valuesOf } from '../cnab/values'
import { type Grupo, grupoDe, type LayoutPagamento } from './layout'
import { GERAL, LAYOUTS_PAGAMENTO } from './layouts/layouts'
import type { Pagador, PagamentoLido, Tributo } from './pagamento'
import { joined, payerOf, paymentOf, type Row, taxIn } from './read-values'

/** What files of payments and their returns share: a walk over their lines. */

/** A payment with what its records tell besides, for returns. */
export interface LinhaLida {
  readonly pagamento: PagamentoLido
  readonly values: Values
  /** Codes of the bank, of the payment and of its batch. */
  readonly codigos: string
  readonly autenticacao: string
}

export interface Lote {
  readonly lote: string
  readonly forma: string
  readonly codigos: string
}

export interface ArquivoLido {
  readonly banco: string
  readonly pagador: Pagador
  readonly sequencia: number | null
  readonly data: string
  readonly hora: string
  readonly itens: readonly LinhaLida[]
  readonly lotes: readonly Lote[]
  readonly linhas: number
  readonly desconhecidos: readonly FixedLine[]
  readonly faltas: readonly string[]
}

const KEPT = 1000

interface Pending {
  readonly row: Omit<Row, 'values'>
  values: Values
  autenticacao: string
}

interface Batch {
  readonly lote: string
  readonly forma: string
  readonly servico: string
  grupo: Grupo
  codigos: string
  values: Values
  lines: number
  /** What its payments come to, and those that are entered alone. */
  total: Decimal
  entered: Decimal
}

/** How a Pix begins is told where other payments have blanks. */
const isPixB = ({ text }: FixedLine): boolean => /^0[1-5]/.test(text.slice(14, 16))

/** The records after the first of a payment, by their letters. */
function recordOf(line: FixedLine, letter: string, batch: Batch, layout: LayoutPagamento): FixedRecord | undefined {
  // What the document came to is told by its payment: no file is refused for want of it here.
  if (letter === 'B')
    return batch.forma === layout.formas.pix || isPixB(line) ? layout.bPix : without(layout.b, 'documento_valor')
  if (letter === 'W') return layout.w
  if (letter === 'Z') return layout.z
  return letter === 'J' && line.text.slice(17, 19) === '52' && !/^\d{44}/.test(line.text.slice(17))
    ? batch.forma === layout.formas.pix_qr
      ? layout.j52Pix
      : layout.j52
    : undefined
}

function firstRecord(letter: string, tributo: Tributo | undefined, layout: LayoutPagamento): FixedRecord | undefined {
  if (letter === 'A') return layout.a
  if (letter === 'J') return layout.j
  if (letter === 'O') return layout.o
  return letter === 'N' && tributo ? layout.n[tributo] : undefined
}

const isFirst = (letter: string): letter is Row['segmento'] => /^[AJON]$/.test(letter)

/** Changes of what was entered before are no new money, and some banks do not sum them. */
const isEntry = (movimento: string): boolean => !/^[1-9]/.test(movimento)

class Walk {
  readonly itens: LinhaLida[] = []
  readonly lotes: Lote[] = []
  readonly desconhecidos: FixedLine[] = []
  readonly faltas: string[] = []
  pagador: Pagador
  batch: Batch | undefined
  private pending: Pending | undefined
  private batches = 0
  private closed = false

  constructor(
    readonly header: Values,
    readonly layout: LayoutPagamento,
    readonly banco: string,
    readonly inFile: number,
  ) {
    this.pagador = payerOf(banco, header, {})
  }

  wrong(what: string): void {
    if (this.faltas.length < KEPT) this.faltas.push(what)
  }

  unknown(line: FixedLine): void {
    if (this.desconhecidos.length < KEPT) this.desconhecidos.push(line)
  }

  /** A payment is whole where the next one begins. */
  close(): void {
    const { pending, batch } = this
    if (pending && batch) {
      const pagamento = paymentOf({ ...pending.row, values: pending.values }, this.layout, this.pagador)
      this.itens.push({
        pagamento,
        values: pending.values,
        codigos: textOf(pending.values, 'ocorrencias') || batch.codigos,
        autenticacao: pending.autenticacao,
      })
      batch.total = batch.total.plus(pagamento.valor)
      if (isEntry(pagamento.movimento)) batch.entered = batch.entered.plus(pagamento.valor)
    }
    this.pending = undefined
  }

  push(line: FixedLine): void {
    const kind = line.text.charAt(7)
    if (line.text.slice(0, 3) !== this.banco)
      this.wrong(`Linha ${line.line}: o banco é ${line.text.slice(0, 3)} e o do arquivo é ${this.banco}.`)
    if (this.batch) this.batch.lines += 1
    if (kind === '3' && this.batch) this.detail(line, this.batch)
    else if (kind === '1') this.open(line)
    else if (kind === '5' && this.batch) this.closeBatch(line, this.batch)
    else if (kind === '9') this.closeFile(line)
    else this.unknown(line)
  }

  private open(line: FixedLine): void {
    this.close()
    if (this.batch) this.wrong(`O lote ${this.batch.lote} não tem registro final.`)
    const values = valuesOf(line, this.layout.lotes.transferencia.lote)
    if (this.batches === 0) this.pagador = payerOf(this.banco, this.header, values)
    this.batches += 1
    this.batch = {
      lote: textOf(values, 'lote'),
      forma: textOf(values, 'forma'),
      servico: textOf(values, 'servico'),
      grupo: 'transferencia',
      codigos: textOf(values, 'ocorrencias'),
      values,
      lines: 1,
      total: ZERO,
      entered: ZERO,
    }
  }

  private detail(line: FixedLine, batch: Batch): void {
    const letter = line.text.charAt(13).toUpperCase()
    const later = recordOf(line, letter, batch, this.layout)
    if (later) {
      this.more(line, letter, later)
      return
    }
    const tributo = letter === 'N' ? taxIn(line.text, this.layout) : undefined
    const record = firstRecord(letter, tributo, this.layout)
    if (!record || !isFirst(letter)) {
      this.unknown(line)
      return
    }
    this.close()
    const { lote, forma, servico } = batch
    batch.grupo = grupoDe(letter) ?? batch.grupo
    this.pending = {
      row: { segmento: letter, linha: line.line, lote, forma, servico, tributo },
      values: valuesOf(line, record),
      autenticacao: '',
    }
  }

  private more(line: FixedLine, letter: string, record: FixedRecord): void {
    if (!this.pending) {
      this.unknown(line)
      return
    }
    const values = valuesOf(line, record)
    if (letter === 'Z') this.pending.autenticacao = textOf(values, 'autenticacao') || textOf(values, 'protocolo')
    else this.pending.values = joined(this.pending.values, values)
  }

  private closeBatch(line: FixedLine, batch: Batch): void {
    this.close()
    const values = valuesOf(line, this.layout.lotes[batch.grupo].fim)
    const told = Number(textOf(values, 'registros'))
    if (told > 0 && told !== batch.lines)
      this.wrong(`O lote ${batch.lote} diz ter ${told} registros e tem ${batch.lines}.`)
    const total = textOf(values, 'total')
    if (total !== '' && !batch.total.eq(total) && !batch.entered.eq(total))
      this.wrong(`Os pagamentos do lote ${batch.lote} somam ${batch.total.toFixed(2)} e o registro final diz ${total}.`)
    this.endBatch(batch, textOf(values, 'ocorrencias'))
  }

  private endBatch({ lote, forma, codigos }: Batch, ends: string): void {
    this.lotes.push({ lote, forma, codigos: codigos || ends })
    this.batch = undefined
  }

  private closeFile(line: FixedLine): void {
    this.close()
    this.closed = true
    const values = valuesOf(line, this.layout.fim)
    const [lots, records] = [Number(textOf(values, 'lotes')), Number(textOf(values, 'registros'))]
    if (lots > 0 && lots !== this.batches) this.wrong(`O arquivo diz ter ${lots} lotes e tem ${this.batches}.`)
    if (records > 0 && records !== this.inFile)
      this.wrong(`O arquivo diz ter ${records} registros e tem ${this.inFile}.`)
  }

  end(): void {
    this.close()
    if (this.batch) {
      this.wrong(`O lote ${this.batch.lote} não tem registro final.`)
      this.endBatch(this.batch, '')
    }
    if (!this.closed) this.wrong('Falta o registro final do arquivo.')
  }
}

/** Reads the lines of a file of payments, whichever way it goes. */
export function readLines(first: FixedLine, lines: readonly FixedLine[]): ArquivoLido {
  const banco = first.text.slice(0, 3)
  const layout = LAYOUTS_PAGAMENTO.get(banco) ?? GERAL
  const header = valuesOf(first, layout.header)
  const walk = new Walk(header, layout, banco, lines.length + 1)
  for (const line of lines) walk.push(line)
  walk.end()
  const { pagador, itens, lotes, desconhecidos, faltas } = walk
  const sequencia = Number(textOf(header, 'sequencia'))
  return {
    banco,
    pagador,
    sequencia: sequencia > 0 ? sequencia : null,
    data: textOf(header, 'data'),
    hora: textOf(header, 'hora'),
    itens,
    lotes,
    linhas: lines.length + 1,
    desconhecidos,
    faltas,
  }
}
