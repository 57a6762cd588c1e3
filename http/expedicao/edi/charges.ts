import * as v from 'valibot'
import type { EdiFile, EdiInvoice, EdiNote, EdiWaybill } from '../../../core/edi/edi-file'
import { LINE_DIFFERS, LINE_DONE, LINE_WAITS } from '../../../core/fields/expedicao/edi'
import { decimal, sum } from '../../../core/money/decimal'
import type { Ctx } from '../../platform/context'
import { insertRows, loadWhere, patchRows } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { addLines, tellLines } from './counts'
import { type Edi, type EdiLine, ediFatura, ediLinha } from './edi'
import { findNotes, type FoundNote } from './find-notes'
import { knownWaybills, waybillKey } from './known-waybills'

/** What a DOCCOB charges, held against what the carrier said when it embarked the goods, and against what their sales charged. */

/** Writes the invoices of a file down, with the waybills that each charges. */
export async function takeCharges(ctx: Ctx, head: Edi, { invoices }: EdiFile): Promise<void> {
  const stored = await insertRows(
    ctx,
    ediFatura,
    invoices.map((one) => invoiceOf(head, one)),
  )
  await addLines(
    ctx,
    head,
    invoices.flatMap((one, at) => one.waybills.map((waybill) => ({ waybill, fatura: stored[at]?.id ?? null }))),
    ({ waybill, fatura }) => chargeOf(waybill, fatura),
  )
}

const invoiceOf = (
  { id, empresa_id, transportadora_id }: Edi,
  { series, number, issued, due, total }: EdiInvoice,
): Row => ({
  empresa_id,
  edi_id: id,
  transportadora_id,
  serie: series,
  numero: number,
  dEmissao: issued,
  dVencimento: due,
  valor: total,
})

const chargeOf = ({ line, issuer, series, number, freight, notes }: EdiWaybill, edi_fatura_id: number | null): Row => ({
  linha: line,
  tipo: 'cobranca',
  situacao: LINE_WAITS,
  edi_fatura_id,
  CNPJ_cte: issuer,
  serieCTe: series,
  nCTe: number,
  vFrete: freight,
  notas: notes,
})

const NOTES = v.array(v.object({ issuer: v.string(), series: v.nullable(v.number()), number: v.number() }))
const notesOf = (line: EdiLine): readonly EdiNote[] => {
  const read = v.safeParse(NOTES, line.notas)
  return read.success ? read.output : []
}

/** Holds every charge of a file, and its invoices, against what is known now. One whose invoice is posted stays as it was judged. */
export async function applyCharges(ctx: Ctx, head: Edi): Promise<void> {
  const invoices = await loadWhere(ctx, ediFatura, 'edi_id', [head.id], { lock: true })
  const open = new Set(invoices.filter((one) => one.dhLancamento === null).map((one) => one.id))
  const all = await loadWhere(ctx, ediLinha, 'edi_id', [head.id], { lock: true })
  const lines = all.filter((one) => open.has(one.edi_fatura_id ?? 0))
  const embarked = await knownWaybills(ctx, head, 'conhecimento', lines)
  const charged = await knownWaybills(ctx, head, 'cobranca', lines)
  const look = await findNotes(ctx, head.empresa_id, lines.flatMap(notesOf))
  const seen = new Set<string>()
  const edits = lines.map((line) => {
    const key = waybillKey(line)
    const found = notesOf(line).flatMap((note) => look(note).found ?? [])
    const before = charged.get(key)?.before ?? (seen.has(key) ? head.id : null)
    seen.add(key)
    return { id: line.id, ...judge(line, { embarked: embarked.get(key)?.freight ?? null, found, before }) }
  })
  await tellLines(ctx, edits)
  await sumInvoices(ctx, [...open])
}

interface Known {
  /** The freight that a CONEMB told of the waybill. */
  readonly embarked: string | null
  readonly found: readonly FoundNote[]
  /** The file that charged it before. */
  readonly before: number | null
}

/** What a charge differs by: from what was said when the goods were embarked, else from what their sales charged. */
function judge({ vFrete }: EdiLine, { embarked, found, before }: Known) {
  const sales = found.length === 0 ? null : sum(found.map((one) => one.vFrete)).toFixed(2)
  const expected = embarked ?? sales
  const off = expected === null ? null : decimal(vFrete ?? 0).minus(expected)
  const told = {
    venda_id: found[0]?.venda_id ?? null,
    chNFe: found[0]?.chNFe || null,
    vConhecimento: embarked,
    vVenda: sales,
    vDiferenca: off?.toFixed(2) ?? null,
  }
  if (before !== null)
    return { ...told, situacao: LINE_DIFFERS, motivo: `Este conhecimento já foi cobrado no arquivo nº ${before}.` }
  if (off === null)
    return {
      ...told,
      situacao: LINE_WAITS,
      motivo: 'O conhecimento não veio em um CONEMB, e as suas notas não têm venda.',
    }
  if (off.isZero()) return { ...told, situacao: LINE_DONE, motivo: null }
  const motivo = embarked === null ? 'Difere do frete cobrado nas vendas; não veio em um CONEMB.' : 'Difere do CONEMB.'
  return { ...told, situacao: LINE_DIFFERS, motivo }
}

/** What the charges of invoices come to. */
async function sumInvoices(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const lines = await loadWhere(ctx, ediLinha, 'edi_fatura_id', [...ids])
  const own = Map.groupBy(lines, (one) => one.edi_fatura_id)
  await patchRows(
    ctx,
    ediFatura,
    ids.map((id) => {
      const charges = own.get(id) ?? []
      return {
        id,
        vConhecimentos: sum(charges.map((one) => one.vFrete ?? '0')).toFixed(2),
        vEsperado: sum(charges.map((one) => one.vConhecimento ?? one.vVenda ?? '0')).toFixed(2),
        vDiferenca: sum(charges.map((one) => one.vDiferenca ?? '0')).toFixed(2),
        qDivergentes: charges.filter((one) => one.situacao === LINE_DIFFERS).length,
      }
    }),
  )
}
