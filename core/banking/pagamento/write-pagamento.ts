import { CoreError } from '../../errors'
import type { FixedRecord } from '../../layout/fixed-width'
import { plainText, writePlain } from '../../layout/write-plain'
import { decimal, sum } from '../../money/decimal'
import type { Falta } from '../cnab/room'
import type { Values } from '../cnab/values'
import { paymentOrderFaults } from './check-pagamento'
import type { LayoutPagamento } from './layout'
import { LAYOUTS_PAGAMENTO } from './layouts/layouts'
import type { OrdemPagamento, Pagamento } from './pagamento'
import { formOf, ownerValues, surchargeOf, valuesOfPayment } from './payment-values'
import { isPix, prepared } from './prepare'
import { readPagamento } from './read-pagamento'
import { groupOf, recordsOf } from './records'

const MAX_PAYMENTS = 20_000
const BREAK = '\r\n'
const WIDTH = 240

/** Capitals and small letters are not the same in these. */
const CASED = /^(?:chave|qr_endereco|qr_txid|favorecido_email)$/

const row = (record: FixedRecord, values: Values): string => writePlain(record, values, WIDTH, CASED)

const layoutOf = (banco: string): LayoutPagamento => {
  const found = LAYOUTS_PAGAMENTO.get(banco)
  if (found) return found
  throw new CoreError('unknown_bank', `Não há layout de pagamentos CNAB240 para o banco ${banco}.`)
}

/** A batch is of one form and one service; batches stand in the order of their first payments. */
const batchesOf = ({ pagamentos }: OrdemPagamento, layout: LayoutPagamento): readonly (readonly Pagamento[])[] => [
  ...Map.groupBy(pagamentos, (one) => `${formOf(one, layout) ?? ''}/${one.servico}`).values(),
]

/** What a batch comes to: all of it, and of taxes its parts. */
function sumsOf(batch: readonly Pagamento[]): Values {
  const taxes = batch.flatMap((one) => (one.tipo === 'tributo' ? [one] : []))
  const of = (amounts: readonly string[]) => sum(amounts).toFixed(2)
  return {
    total: of(batch.map(({ valor }) => valor)),
    total_principal: of(taxes.map(({ principal }) => principal)),
    total_outras: of(taxes.map(({ dados }) => dados.outras_entidades ?? '0')),
    total_acrescimos: of(taxes.map(surchargeOf)),
  }
}

function batchLines(batch: readonly Pagamento[], at: number, ordem: OrdemPagamento, layout: LayoutPagamento): string[] {
  const [first] = batch
  if (!first) return []
  const { lote, fim } = layout.lotes[groupOf(first)]
  const owner: Values = { ...ownerValues(ordem), lote: String(at + 1) }
  const lines = [row(lote, { ...owner, forma: formOf(first, layout) ?? '', servico: first.servico })]
  for (const [index, one] of batch.entries()) {
    const values = valuesOfPayment(one, ordem.pagador)
    for (const record of recordsOf(one, layout)) {
      const n = layout.conta === 'pagamentos' ? index + 1 : lines.length
      lines.push(row(record, { ...values, lote: String(at + 1), n }))
    }
  }
  lines.push(row(fim, { lote: String(at + 1), registros: lines.length + 1, ...sumsOf(batch) }))
  return lines
}

function linesOf(ordem: OrdemPagamento, layout: LayoutPagamento): string[] {
  const batches = batchesOf(ordem, layout)
  const lines = [
    row(layout.header, { ...ownerValues(ordem), lote: '0' }),
    ...batches.flatMap((batch, at) => batchLines(batch, at, ordem, layout)),
  ]
  lines.push(row(layout.fim, { lote: '9999', lotes: batches.length, registros: lines.length + 1 }))
  return lines
}

/**
 * The orders that a bank wants one file each of: Itaú takes Pix and other payments in files apart. The first has the order's file number, the next the number after.
 */
export function filesOf(ordem: OrdemPagamento): readonly OrdemPagamento[] {
  if (!LAYOUTS_PAGAMENTO.get(ordem.banco)?.pixApart) return [ordem]
  const [others, pix] = [ordem.pagamentos.filter((one) => !isPix(one)), ordem.pagamentos.filter(isPix)]
  if (others.length === 0 || pix.length === 0) return [ordem]
  const after = ordem.sequencia === null ? null : ordem.sequencia + 1
  return [
    { ...ordem, pagamentos: others },
    { ...ordem, sequencia: after, pagamentos: pix },
  ]
}

/** What the bank would refuse of a file, each with payment, field and column; nothing where it may be written. Throws `unknown_bank`. */
export const checkPagamento = (ordem: OrdemPagamento): readonly Falta[] =>
  paymentOrderFaults(prepared(ordem), layoutOf(ordem.banco))

/** Faults that are told at once. */
const TOLD = 20

/**
 * Writes a file of payments for the bank's own layout, one batch a form of payment: capitals without accents, lines that end with CR LF, totals and counts of what is in it. What
 * was written is read again before it is offered. Throws `unknown_bank`; `invalid_pagamento` with `fields` by seu número, each message with field and column; `too_large` over
 * 20,000 payments.
 */
export function writePagamento(told: OrdemPagamento): string {
  const none = 'A ordem não tem pagamentos.'
  if (told.pagamentos.length === 0) throw new CoreError('invalid_pagamento', none, { pagamentos: [none] })
  if (told.pagamentos.length > MAX_PAYMENTS)
    throw new CoreError('too_large', `A ordem passa do limite de ${MAX_PAYMENTS} pagamentos.`)
  const ordem = prepared(told)
  const layout = layoutOf(ordem.banco)
  const faults = paymentOrderFaults(ordem, layout)
  const [first] = faults
  if (first) {
    const byPayment = Map.groupBy(faults.slice(0, TOLD), (one) => one.seu_numero || 'pagador')
    const fields = Object.fromEntries([...byPayment].map(([who, list]) => [who, list.map((one) => one.mensagem)]))
    throw new CoreError('invalid_pagamento', first.mensagem, fields)
  }
  const text = linesOf(ordem, layout)
    .map((line) => `${line}${BREAK}`)
    .join('')
  assertReadable(text, batchesOf(ordem, layout).flat())
  return text
}

/** What money goes by, whatever else a payment tells. */
const essence = (one: Pagamento): string => {
  const goes = () => {
    switch (one.tipo) {
      case 'pix': {
        return one.chave
      }
      case 'pix_qr': {
        return `${one.endereco} ${one.txid}`
      }
      case 'tributo': {
        return `${one.tributo} ${one.contribuinte.documento}`
      }
      case 'boleto':
      case 'guia': {
        return one.codigo_barras
      }
      default: {
        const { banco, agencia, conta, conta_dv } = one.conta
        return [banco, agencia, conta, conta_dv.toUpperCase()].map((text) => text.replace(/^0+(?=.)/, '')).join(' ')
      }
    }
  }
  const number = plainText(one.seu_numero).trim()
  return [one.tipo, number, one.data ?? '', decimal(one.valor).toFixed(2), goes()].join('|')
}

/** The file, as our own reader has it, tells the payments that were given. */
function assertReadable(text: string, pagamentos: readonly Pagamento[]): void {
  const read = readPagamento(text)
  const same =
    read.faltas.length === 0 &&
    read.desconhecidos.length === 0 &&
    read.pagamentos.length === pagamentos.length &&
    read.pagamentos.every((one, at) => {
      const own = pagamentos[at]
      return own !== undefined && essence(one) === essence(own)
    })
  if (!same) throw new CoreError('invalid_pagamento', 'O arquivo escrito não é lido de volta como foi pedido.')
}
