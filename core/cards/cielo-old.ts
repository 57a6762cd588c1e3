import { allocate } from '../money/allocate'
import { decimal, sum, ZERO, type Decimal } from '../money/decimal'
import type { FixedLine, FixedValues } from '../layout/fixed-width'
import { cieloBrand } from './brands'
import {
  type BatchDraft,
  type CardAnticipation,
  type CardFile,
  type CardKind,
  rowDraft,
  Rows,
  signed,
} from './card-file'
import { HEADER } from './cielo-layout'
import { ANTICIPATED, ANTICIPATED_DEBIT, ANTICIPATION, SALE, SUMMARY, TRAILER } from './cielo-old-layout'
import { fewNotices, readRecords, required, told } from './records'

/** Cielo's electronic statement before layout 15: summaries (RO), each followed by its sales (CV). What it keeps of a summary is shared among its sales. */

const LAYOUTS = {
  '0': HEADER,
  '1': SUMMARY,
  '2': SALE,
  '5': ANTICIPATION,
  '6': ANTICIPATED,
  '7': ANTICIPATED_DEBIT,
  '9': TRAILER,
} as const

type Summary = FixedValues<typeof SUMMARY>
type Sale = FixedValues<typeof SALE>

const PAYMENTS = '04'
const IS_SALE = '01'
const IS_RENT = '04'
const CANCELLED = '17'
const DISPUTED = new Set(['10', '11', '28'])
const REJECTED = /^0*[1-9]\d*$/

function kindOf({ tipo_transacao, origem_ajuste }: Summary): CardKind {
  if (tipo_transacao === IS_SALE || tipo_transacao === '00') return 'venda'
  if (tipo_transacao === IS_RENT) return 'aluguel'
  if (origem_ajuste === CANCELLED) return 'cancelamento'
  return DISPUTED.has(origem_ajuste) ? 'contestacao' : 'ajuste'
}

/** By which number a summary is known in every file. */
const summaryOf = ({
  numero_unico_ro,
  numero_ro,
  parcela,
}: Pick<Summary, 'numero_unico_ro' | 'numero_ro' | 'parcela'>) =>
  [numero_unico_ro || numero_ro, parcela].filter((part) => part !== '').join('/')

function batchOf(summary: Summary, option: string): BatchDraft | null {
  const day = summary.data_prevista_pagamento ?? summary.data_envio_banco
  if (day === null) return null
  return {
    payment_date: day,
    brand: cieloBrand(summary.bandeira),
    bank: summary.banco.slice(-3),
    branch: summary.agencia,
    account: summary.conta,
    paid: option === PAYMENTS,
  }
}

const accepted = (sale: Sale): boolean => !REJECTED.test(sale.motivo_rejeicao)

/** What the acquirer keeps of each sale: of the summary, by their value, to the cent. */
function feesOf(summary: Summary, sales: readonly Sale[]): readonly Decimal[] {
  const fee = signed(summary.sinal_comissao, summary.valor_comissao).neg()
  const values = sales.map((one) => decimal(one.valor ?? 0))
  if (values.every((one) => one.isZero())) return values.map(() => ZERO)
  return allocate(fee, values)
}

function addSummary(rows: Rows, summary: Summary, all: readonly Sale[], option: string): void {
  const kind = kindOf(summary)
  const batch = batchOf(summary, option)
  const sales = all.filter((one) => accepted(one))
  const fees = feesOf(summary, sales)
  const common = {
    kind,
    brand: cieloBrand(summary.bandeira),
    payment_date: batch?.payment_date ?? null,
    summary_number: summaryOf(summary),
    anticipated: summary.identificador_antecipacao !== '',
    mode: 'credito',
  } as const
  for (const [at, sale] of sales.entries()) {
    const gross = signed(sale.sinal, sale.valor)
    const [installment, installments] = [
      Math.max(1, Number(sale.parcela) || 1),
      Math.max(1, Number(sale.total_parcelas) || 1),
    ]
    const same = [sale.data_venda, sale.nsu, sale.autorizacao, installment]
    rows.add(
      rowDraft({
        ...common,
        sale_date: sale.data_venda,
        nsu: sale.nsu,
        authorization_code: sale.autorizacao,
        tid: sale.tid,
        card_number: sale.cartao,
        installment,
        installments,
        gross,
        net: gross.minus(fees[at] ?? ZERO),
        identity: kind === 'venda' ? same : [...same, common.payment_date, summary.origem_ajuste, gross.toFixed(2)],
      }),
      batch,
    )
  }
  const [gross, net] = [
    signed(summary.sinal_bruto, summary.valor_bruto),
    signed(summary.sinal_liquido, summary.valor_liquido),
  ]
  const rest = gross.minus(sum(sales.map((one) => signed(one.sinal, one.valor))))
  const restNet = net.minus(sum(sales.map((one, at) => signed(one.sinal, one.valor).minus(fees[at] ?? ZERO))))
  if (rest.isZero() && restNet.isZero()) return
  rows.add(
    rowDraft({
      ...common,
      kind: sales.length === 0 ? kind : 'ajuste',
      gross: rest,
      net: restNet,
      sale_date: summary.data_apresentacao,
      description: sales.length === 0 ? 'Resumo sem vendas' : 'Diferença entre o resumo e as suas vendas',
      identity: [common.summary_number, summary.data_apresentacao, common.payment_date, 'resumo'],
    }),
    batch,
  )
}

function anticipationOf(one: FixedValues<typeof ANTICIPATED>, payment_date: string): CardAnticipation {
  const [before, after] = [
    signed(one.sinal_bruto_antecipacao, one.valor_bruto_antecipacao),
    signed(one.sinal_liquido_antecipacao, one.valor_liquido_antecipacao),
  ]
  return {
    payment_date,
    cost: before.minus(after).toFixed(2),
    summary_number: summaryOf(one),
    original_date: one.data_vencimento,
    brand: cieloBrand(one.bandeira),
  }
}

/** Reads a file of the older layouts. Throws `damaged_card_file`, `bad_field`. */
export function readOldCielo(lines: readonly FixedLine[]): CardFile {
  const { records, unknown } = readRecords(lines, 1, LAYOUTS)
  const header = required(
    records.find((one) => one.type === '0'),
    'o cabeçalho',
  )
  const rows = new Rows('cielo', header.estabelecimento_matriz)
  const notices: string[] = []
  const anticipations: CardAnticipation[] = []
  const summaries: { readonly summary: Summary; readonly sales: Sale[] }[] = []
  let paidOn: string | null = null
  for (const one of records) {
    if (one.type === '1') summaries.push({ summary: one.values, sales: [] })
    else if (one.type === '2') {
      const last = summaries.at(-1)
      if (last) last.sales.push(one.values)
      else notices.push(`Linha ${one.line}: venda sem resumo.`)
    } else if (one.type === '5') paidOn = one.values.data_credito
    else if (one.type === '6' && paidOn !== null) anticipations.push(anticipationOf(one.values, paidOn))
  }
  for (const { summary, sales } of summaries) addSummary(rows, summary, sales, header.opcao_extrato)
  const rejected = summaries.flatMap(({ sales }) => sales).filter((one) => !accepted(one))
  for (const one of rejected) notices.push(`Venda rejeitada pela Cielo: NSU ${one.nsu}, motivo ${one.motivo_rejeicao}.`)
  const trailer = records.find((one) => one.type === '9')
  if (!trailer) notices.push('O arquivo não tem o registro final: pode estar cortado.')
  else if (trailer.values.total !== lines.length - 2)
    notices.push(`O registro final conta ${trailer.values.total ?? 0} registros, e o arquivo tem ${lines.length - 2}.`)
  return {
    acquirer: 'cielo',
    layout: 'cielo-v001',
    option: header.opcao_extrato,
    merchant: header.estabelecimento_matriz,
    sequence: header.sequencia,
    begin_date: header.periodo_inicial,
    end_date: header.periodo_final,
    rows: rows.rows,
    batches: rows.batches,
    anticipations: anticipations.filter((one) => decimal(one.cost).sign() > 0),
    records: told(records),
    unknown,
    notices: fewNotices(notices),
  }
}
