import { sql } from 'drizzle-orm'
import type { EdiFile, EdiWaybill } from '../../../core/edi/edi-file'
import { LINE_DONE, LINE_IGNORED, LINE_WAITS } from '../../../core/fields/expedicao/edi'
import { allocate } from '../../../core/money/allocate'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { loadWhere } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { addLines, tellLines, waitingLines } from './counts'
import { type Edi, type EdiLine, ediLinha } from './edi'
import { findNotes, type Lookup } from './find-notes'
import { knownWaybills, type Waybill, waybillKey } from './known-waybills'

/** Transport documents of a CONEMB: a line for each note that one carries, with its share of the freight. */

const NO_NOTE = { issuer: '', series: null, number: 0 } as const

const named = ({ issuer, series, number }: EdiWaybill): Waybill => ({
  CNPJ_cte: issuer,
  serieCTe: series,
  nCTe: number,
})

/** Writes the waybills of a file down; one that another file told, or this one before, is ignored. */
export async function takeWaybills(ctx: Ctx, head: Edi, { waybills }: EdiFile): Promise<void> {
  const known = await knownWaybills(ctx, head, 'conhecimento', waybills.map(named))
  const look = await findNotes(
    ctx,
    head.empresa_id,
    waybills.flatMap((one) => one.notes),
  )
  const seen = new Set<string>()
  const lines = waybills.flatMap((one) => {
    const key = waybillKey(named(one))
    const before = known.get(key)?.before ?? (seen.has(key) ? head.id : null)
    seen.add(key)
    return linesOf(one, look, before)
  })
  await addLines(ctx, head, lines, (one) => one)
}

/** Shares the freight by what the notes are worth, where all are known; evenly where one is not. */
function linesOf(
  waybill: EdiWaybill,
  look: (note: (typeof waybill.notes)[number]) => Lookup,
  before: number | null,
): readonly Row[] {
  const { line, key, freight } = waybill
  const notes = waybill.notes.length === 0 ? [NO_NOTE] : waybill.notes
  const worth = notes.map((one) => look(one).found?.vNF ?? '0')
  const isKnown = worth.every((one) => decimal(one).sign() > 0)
  const shares = allocate(freight, isKnown ? worth : notes.map(() => '1'))
  return notes.map((note, at) => ({
    linha: line,
    tipo: 'conhecimento',
    situacao: before === null ? LINE_WAITS : LINE_IGNORED,
    motivo: before === null ? null : `Este conhecimento já veio no arquivo nº ${before}.`,
    CNPJ_emit: note.issuer || null,
    serie: note.series,
    nNF: note.number || null,
    ...named(waybill),
    chCTe: key || null,
    vFrete: shares[at]?.toFixed(2) ?? '0.00',
    vConhecimento: freight,
  }))
}

/** Waybills that were ignored for another file's sake wait again where no other file tells them any more. What this file told before stays ignored. */
async function wake(ctx: Ctx, head: Edi): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`select id from (
          select id, situacao, linha, min(linha) over (partition by "CNPJ_cte", "serieCTe", "nCTe") as first from edi_linha where edi_id = ${head.id}) o
        where situacao = ${LINE_IGNORED} and linha = first`,
  )
  const ids = rows.map((row) => Number(row.id))
  const ignored = await loadWhere(ctx, ediLinha, 'id', ids, { lock: true })
  const known = await knownWaybills(ctx, head, 'conhecimento', ignored)
  const free = ignored.filter((line) => (known.get(waybillKey(line))?.before ?? null) === null)
  await tellLines(
    ctx,
    free.map(({ id }) => ({ id, situacao: LINE_WAITS, motivo: null })),
  )
}

const noteOf = ({ CNPJ_emit, serie, nNF }: EdiLine) => ({ issuer: CNPJ_emit ?? '', series: serie, number: nNF ?? 0 })

/** Gives the waybills that wait to the sales of their notes. */
export async function applyWaybills(ctx: Ctx, head: Edi): Promise<void> {
  await wake(ctx, head)
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
