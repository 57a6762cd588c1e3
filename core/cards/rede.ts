import { splitEvenly } from '../money/allocate'
import { decimal, sum, ZERO } from '../money/decimal'
import type { FixedLine, FixedValues } from '../layout/fixed-width'
import { redeBrand } from './brands'
import { type BatchDraft, type CardFile, type CardKind, rowDraft, Rows } from './card-file'
import { ADJUSTMENT, AT_ONCE, HEADER, IN_PARTS, MATRIX, PART, SUMMARY, TOTAL, TRAILER } from './rede-layout'
import { fewNotices, readRecords, required, told } from './records'

/** Rede's EEVC: sales on credit, by summary (RV). What is sold in instalments falls due as the summary's parts (014) say. */

const LAYOUTS = {
  '002': HEADER,
  '004': MATRIX,
  '006': SUMMARY,
  '008': AT_ONCE,
  '010': SUMMARY,
  '012': IN_PARTS,
  '014': PART,
  '011': ADJUSTMENT,
  '026': TOTAL,
  '028': TRAILER,
} as const

type Summary = FixedValues<typeof SUMMARY>
type Sale = FixedValues<typeof AT_ONCE> | FixedValues<typeof IN_PARTS>

const APPROVED = new Set(['', '000'])

interface Group {
  readonly summary: Summary
  readonly atOnce: FixedValues<typeof AT_ONCE>[]
  readonly inParts: FixedValues<typeof IN_PARTS>[]
  readonly parts: FixedValues<typeof PART>[]
}

function batchOf({ banco, agencia, conta, bandeira }: Summary, payment_date: string | null): BatchDraft | null {
  if (payment_date === null) return null
  return { payment_date, brand: redeBrand(bandeira), bank: banco, branch: agencia, account: conta, paid: false }
}

const common = (sale: Sale, { bandeira, rv }: Summary) => ({
  kind: 'venda' as const,
  mode: 'credito' as const,
  sale_date: sale.data_cv,
  nsu: sale.nsu.replace(/^0+/, ''),
  authorization_code: sale.autorizacao,
  card_number: sale.cartao,
  brand: redeBrand(bandeira),
  summary_number: rv,
})

const sameSale = (sale: Sale, installment: number) => [sale.data_cv, sale.nsu, sale.autorizacao, installment]

/** What each instalment of a sale is worth: what does not divide is in the first, as the acquirer has it. */
function addInParts(rows: Rows, sale: FixedValues<typeof IN_PARTS>, { summary, parts }: Group): void {
  const installments = Math.min(99, Math.max(1, sale.parcelas ?? 1))
  const shares = splitEvenly(sale.valor ?? 0, installments, { remainder: 'first' })
  for (const [at, gross] of shares.entries()) {
    const installment = at + 1
    const day = parts.find((one) => one.parcela === installment)?.data_credito ?? null
    rows.add(
      rowDraft({
        ...common(sale, summary),
        installment,
        installments,
        gross,
        net: (at === 0 ? sale.valor_liquido_primeira : sale.valor_liquido_demais) ?? ZERO,
        payment_date: day,
        identity: sameSale(sale, installment),
      }),
      batchOf(summary, day),
    )
  }
}

function addGroup(rows: Rows, group: Group, notices: string[]): void {
  const { summary, atOnce, inParts } = group
  const all = [...atOnce, ...inParts]
  for (const sale of all)
    if (!APPROVED.has(sale.status))
      notices.push(`Venda não aprovada pela Rede: NSU ${sale.nsu}, situação ${sale.status}.`)
  const day = summary.data_credito
  for (const sale of atOnce) {
    if (!APPROVED.has(sale.status)) continue
    rows.add(
      rowDraft({
        ...common(sale, summary),
        gross: sale.valor ?? 0,
        net: sale.valor_liquido ?? 0,
        payment_date: day,
        identity: sameSale(sale, 1),
      }),
      batchOf(summary, day),
    )
  }
  for (const sale of inParts) if (APPROVED.has(sale.status)) addInParts(rows, sale, group)
  const sold = sum(all.map((one) => one.valor ?? 0))
  if (!sold.eq(summary.valor_bruto ?? 0))
    notices.push(`O resumo ${summary.rv} soma ${summary.valor_bruto ?? '0.00'}, e as suas vendas ${sold.toFixed(2)}.`)
}

const ADJUSTED: readonly [RegExp, CardKind][] = [
  [/ALUGU|LOCA/i, 'aluguel'],
  [/CANCEL/i, 'cancelamento'],
  [/CONTEST|CHARGEB/i, 'contestacao'],
]

function addAdjustment(rows: Rows, one: FixedValues<typeof ADJUSTMENT>): void {
  const amount = decimal(one.valor_credito ?? one.valor_ajuste ?? 0)
  const gross = one.natureza === 'D' ? amount.neg() : amount
  const brand = redeBrand(one.bandeira)
  rows.add(
    rowDraft({
      kind: ADJUSTED.find(([words]) => words.test(one.descricao))?.[1] ?? 'ajuste',
      sale_date: one.data_ajuste,
      brand,
      gross,
      net: gross,
      payment_date: one.data_credito,
      summary_number: one.rv,
      description: one.descricao,
      identity: [one.rv, one.data_ajuste, one.data_credito, one.motivo, gross.toFixed(2)],
    }),
    one.data_credito === null
      ? null
      : {
          payment_date: one.data_credito,
          brand,
          bank: one.banco,
          branch: one.agencia.slice(-5),
          account: one.conta,
          paid: false,
        },
  )
}

/** Reads an EEVC file. Throws `damaged_card_file`, `bad_field`. */
export function readRede(lines: readonly FixedLine[]): CardFile {
  const { records, unknown } = readRecords(lines, 3, LAYOUTS)
  const header = required(
    records.find((one) => one.type === '002'),
    'o cabeçalho',
  )
  const rows = new Rows('rede', header.pv_grupo)
  const notices: string[] = []
  const groups = new Map<string, Group>()
  for (const one of records) {
    if (one.type === '006' || one.type === '010')
      groups.set(one.values.rv, { summary: one.values, atOnce: [], inParts: [], parts: [] })
    else if (one.type === '008' || one.type === '012' || one.type === '014') {
      const group = groups.get(one.values.rv)
      if (!group) notices.push(`Linha ${one.line}: venda sem resumo.`)
      else if (one.type === '008') group.atOnce.push(one.values)
      else if (one.type === '012') group.inParts.push(one.values)
      else group.parts.push(one.values)
    }
  }
  for (const group of groups.values()) addGroup(rows, group, notices)
  for (const one of records) if (one.type === '011') addAdjustment(rows, one.values)
  const trailer = records.find((one) => one.type === '028')
  if (!trailer) notices.push('O arquivo não tem o registro final: pode estar cortado.')
  else if (trailer.values.quantidade_registros !== lines.length)
    notices.push(
      `O registro final conta ${trailer.values.quantidade_registros ?? 0} registros, e o arquivo tem ${lines.length}.`,
    )
  return {
    acquirer: 'rede',
    layout: 'rede-eevc',
    option: 'EEVC',
    merchant: header.pv_grupo,
    sequence: header.sequencia,
    begin_date: header.data_emissao,
    end_date: header.data_emissao,
    rows: rows.rows,
    batches: rows.batches,
    anticipations: [],
    records: told(records),
    unknown,
    notices: fewNotices(notices),
  }
}
