import { decimal } from '../money/decimal'
import type { FixedLine, FixedValues } from '../layout/fixed-width'
import { cieloBrand } from './brands'
import {
  type BatchDraft,
  type CardAnticipation,
  type CardFile,
  type CardKind,
  type CardMode,
  rowDraft,
  Rows,
  signed,
} from './card-file'
import { ACCOUNT, ENTRY, HEADER, NEGOTIATED, NEGOTIATION, PIX, RESERVE, TRAILER, UR } from './cielo-layout'
import { fewNotices, readRecords, required, told } from './records'

/** Cielo's electronic statement, layout 15: each entry (E) is a row, in the receivable unit (D) that it belongs to. */

const LAYOUTS = {
  '0': HEADER,
  D: UR,
  E: ENTRY,
  '8': PIX,
  A: NEGOTIATION,
  B: NEGOTIATED,
  C: ACCOUNT,
  R: RESERVE,
  '9': TRAILER,
} as const

type Unit = FixedValues<typeof UR>
type Entry = FixedValues<typeof ENTRY>

const PAYMENTS = '04'
/** What the acquirer calls paid. */
const PAID = new Set([
  '04',
  '05',
  '10',
  '11',
  '31',
  '32',
  '98',
  '99',
  '0A',
  '0B',
  '0C',
  '0M',
  '0N',
  '0W',
  '0Z',
  '46',
  '47',
  '58',
])
const BY_NEGOTIATION = '58'

const KINDS: Readonly<Record<string, CardKind>> = {
  '01': 'venda',
  '02': 'venda',
  '03': 'venda',
  '42': 'venda',
  '06': 'cancelamento',
  '07': 'cancelamento',
  '08': 'contestacao',
  '09': 'contestacao',
  '10': 'aluguel',
}
const MODES: Readonly<Record<string, CardMode>> = { '001': 'debito', '002': 'credito' }

/** A deposit as units tell it; none where they tell no day. */
function batchOf(unit: Unit | undefined, day: string | null, option: string): BatchDraft | null {
  if (!unit || day === null) return null
  return {
    payment_date: day,
    brand: cieloBrand(unit.bandeira),
    bank: unit.banco.slice(-3),
    branch: unit.agencia,
    account: `${unit.conta}${unit.digito_conta}`,
    paid: option === PAYMENTS || PAID.has(unit.status_pagamento),
  }
}

function addEntry(rows: Rows, entry: Entry, unit: Unit | undefined, option: string): void {
  const kind = KINDS[entry.tipo_lancamento] ?? 'ajuste'
  const sale_date = entry.data_autorizacao_venda ?? entry.data_captura
  const day = unit?.data_pagamento ?? unit?.data_vencimento_original ?? entry.data_lancamento
  const gross = signed(entry.sinal_valor_bruto, entry.valor_bruto_venda_parcela)
  const [installment, installments] = [Math.max(1, entry.parcela ?? 1), Math.max(1, entry.numero_total_parcelas ?? 1)]
  const same = [sale_date, entry.nsu_doc, entry.codigo_autorizacao, installment]
  rows.add(
    rowDraft({
      kind,
      sale_date,
      nsu: entry.nsu_doc,
      authorization_code: entry.codigo_autorizacao,
      tid: entry.tid,
      card_number: entry.bin_cartao === '' ? '' : `${entry.bin_cartao}******${entry.numero_cartao}`,
      brand: cieloBrand(entry.bandeira_liquidacao),
      mode: MODES[entry.tipo_liquidacao] ?? 'outro',
      installment,
      installments,
      gross,
      net: signed(entry.sinal_valor_liquido, entry.valor_liquido_venda),
      payment_date: day,
      summary_number: entry.chave_ur,
      anticipated: unit?.status_pagamento === BY_NEGOTIATION,
      description: kind === 'venda' ? '' : `Lançamento ${entry.tipo_lancamento}, ajuste ${entry.codigo_ajuste}`,
      identity:
        kind === 'venda' ? same : [...same, entry.data_lancamento ?? day, entry.codigo_ajuste, gross.toFixed(2)],
    }),
    batchOf(unit, day, option),
  )
}

function addPix(rows: Rows, pix: FixedValues<typeof PIX>, option: string): void {
  const { data_pagamento, data_transacao } = pix
  rows.add(
    rowDraft({
      kind: 'venda',
      sale_date: data_transacao,
      nsu: pix.nsu_doc,
      tid: pix.tx_id || pix.id_pix,
      brand: 'Pix',
      mode: 'pix',
      gross: signed(pix.sinal_valor_bruto, pix.valor_bruto),
      net: signed(pix.sinal_valor_liquido, pix.valor_liquido),
      payment_date: data_pagamento,
      identity: [data_transacao, pix.nsu_doc, pix.id_pix],
    }),
    data_pagamento === null
      ? null
      : {
          payment_date: data_pagamento,
          brand: 'Pix',
          bank: pix.banco.slice(-3),
          branch: pix.agencia,
          account: pix.conta,
          paid: option === PAYMENTS,
        },
  )
}

function anticipationOf(one: FixedValues<typeof NEGOTIATED>, payment_date: string): CardAnticipation {
  return {
    payment_date,
    cost: decimal(one.valor_desconto ?? 0).toFixed(2),
    summary_number: null,
    original_date: one.data_vencimento_original,
    brand: cieloBrand(one.bandeira),
  }
}

/** Reads a file of layout 15. Throws `damaged_card_file`, `bad_field`. */
export function readCielo(lines: readonly FixedLine[]): CardFile {
  const { records, unknown } = readRecords(lines, 1, LAYOUTS)
  const header = required(
    records.find((one) => one.type === '0'),
    'o cabeçalho',
  )
  const option = header.opcao_extrato
  const rows = new Rows('cielo', header.estabelecimento_matriz)
  const notices: string[] = []
  const anticipations: CardAnticipation[] = []
  const units = new Map<string, Unit>()
  let unit: Unit | undefined
  let negotiatedFor: string | null = null
  for (const one of records) {
    if (one.type === 'D') {
      unit = one.values
      if (unit.chave_ur !== '') units.set(unit.chave_ur, unit)
    } else if (one.type === 'E') addEntry(rows, one.values, units.get(one.values.chave_ur) ?? unit, option)
    else if (one.type === '8') addPix(rows, one.values, option)
    else if (one.type === 'A') negotiatedFor = one.values.data_pagamento
    else if (one.type === 'B' && negotiatedFor !== null) anticipations.push(anticipationOf(one.values, negotiatedFor))
  }
  const trailer = records.find((one) => one.type === '9')
  if (!trailer) notices.push('O arquivo não tem o registro final: pode estar cortado.')
  else if (trailer.values.total_registros !== lines.length && trailer.values.total_registros !== lines.length - 2)
    notices.push(
      `O registro final conta ${trailer.values.total_registros ?? 0} registros, e o arquivo tem ${lines.length}.`,
    )
  return {
    acquirer: 'cielo',
    layout: 'cielo-v15',
    option,
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
