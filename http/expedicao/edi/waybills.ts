import { sql } from 'drizzle-orm'
import type { EdiFile, EdiWaybill } from '../../../core/edi/edi-file'
import { LINE_DONE, LINE_IGNORED, LINE_WAITS } from '../../../core/fields/expedicao/edi'
import { allocate } from '../../../core/money/allocate'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import type { Row } from '../../platform/resource'
import { addLines, tellLines, waitingLines } from './counts'
import type { Edi, EdiLine } from './edi'
import { findNotes, type Lookup } from './find-notes'

/** Transport documents of a CONEMB: a line for each note that one carries, with its share of the freight. */

const NO_NOTE = { issuer: '', series: null, number: 0 } as const

/** Writes the waybills of a file down; one that an earlier file told is ignored. */
export async function takeWaybills(ctx: Ctx, head: Edi, { waybills }: EdiFile): Promise<void> {
  const known = await toldBefore(ctx, head, waybills)
  const look = await findNotes(
    ctx,
    head.empresa_id,
    waybills.flatMap((one) => one.notes),
  )
  await addLines(
    ctx,
    head,
    waybills.flatMap((one) => linesOf(one, look, known.get(keyOf(one.issuer, one.series, one.number)))),
    (one) => one,
  )
}

const keyOf = (issuer: string, series: string, number: string): string => `${issuer}/${series}/${number}`

/** Shares the freight by what the notes are worth, where all are known; evenly where one is not. */
function linesOf(
  waybill: EdiWaybill,
  look: (note: (typeof waybill.notes)[number]) => Lookup,
  before: number | undefined,
): readonly Row[] {
  const { line, issuer, series, number, key, freight } = waybill
  const notes = waybill.notes.length === 0 ? [NO_NOTE] : waybill.notes
  const worth = notes.map((one) => look(one).found?.vNF ?? '0')
  const isKnown = worth.every((one) => decimal(one).sign() > 0)
  const shares = allocate(freight, isKnown ? worth : notes.map(() => '1'))
  return notes.map((note, at) => ({
    linha: line,
    tipo: 'conhecimento',
    situacao: before === undefined ? LINE_WAITS : LINE_IGNORED,
    motivo: before === undefined ? null : `Este conhecimento já veio no arquivo nº ${before}.`,
    CNPJ_emit: note.issuer || null,
    serie: note.series,
    nNF: note.number || null,
    CNPJ_cte: issuer,
    serieCTe: series,
    nCTe: number,
    chCTe: key || null,
    vFrete: shares[at]?.toFixed(2) ?? '0.00',
    vConhecimento: freight,
  }))
}

async function toldBefore(ctx: Ctx, head: Edi, waybills: readonly EdiWaybill[]): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf(
    ctx,
    sql`select "CNPJ_cte", "serieCTe", "nCTe", min(edi_id) as edi_id from edi_linha where empresa_id = ${head.empresa_id} and tipo = 'conhecimento'
        and situacao <> ${LINE_IGNORED} and edi_id <> ${head.id}
        and "nCTe" in (select jsonb_array_elements_text(${JSON.stringify(waybills.map((one) => one.number))}::jsonb)) group by 1, 2, 3`,
  )
  return new Map(
    rows.map((row) => [keyOf(String(row.CNPJ_cte), String(row.serieCTe), String(row.nCTe)), Number(row.edi_id)]),
  )
}

const noteOf = ({ CNPJ_emit, serie, nNF }: EdiLine) => ({ issuer: CNPJ_emit ?? '', series: serie, number: nNF ?? 0 })

/** Gives the waybills that wait to the sales of their notes. */
export async function applyWaybills(ctx: Ctx, head: Edi): Promise<void> {
  for await (const waiting of waitingLines(ctx, head)) {
    const look = await findNotes(ctx, head.empresa_id, waiting.map(noteOf))
    await tellLines(
      ctx,
      waiting.map((line) => {
        const { found, why } = look(noteOf(line))
        return {
          id: line.id,
          situacao: found ? LINE_DONE : LINE_WAITS,
          motivo: why ?? null,
          venda_id: found?.venda_id ?? null,
          chNFe: found?.chNFe || null,
          vVenda: found?.vFrete ?? null,
        }
      }),
    )
  }
}
