import { LINE_DONE, LINE_IGNORED, LINE_WAITS } from '../../../core/fields/expedicao/edi'
import type { EdiEvent, EdiFile } from '../../../core/edi/edi-file'
import { occurrenceOf } from '../../../core/edi/occurrences'
import type { Ctx } from '../../platform/context'
import { loadWhere } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { addLines, tellLines } from './counts'
import { type Edi, type EdiLine, ediLinha } from './edi'
import { findNotes } from './find-notes'
import { track } from './track'

/** Occurrences of an OCOREN. */

const lineOf = ({ line, issuer, series, number, code, at, text, waybill }: EdiEvent): Row => {
  const { text: texto, effect } = occurrenceOf(code)
  return {
    linha: line,
    tipo: 'ocorrencia',
    situacao: LINE_WAITS,
    CNPJ_emit: issuer,
    serie: series,
    nNF: number,
    codigo: code.slice(0, 10),
    texto,
    efeito: effect,
    xRecado: text.slice(0, 220) || null,
    // A time without its zone is told as the clocks of Brasília say it: so is every session of the database.
    dhOcorrencia: at,
    nCTe: waybill || null,
  }
}

/** Writes the occurrences of a file down; nothing is done with them yet. */
export const takeEvents = (ctx: Ctx, head: Edi, { events }: EdiFile): Promise<void> =>
  addLines(ctx, head, events.map(lineOf))

const noteOf = ({ CNPJ_emit, serie, nNF }: EdiLine) => ({ issuer: CNPJ_emit ?? '', series: serie, number: nNF ?? 0 })

/** Gives the occurrences that wait to their sales, each once; what has none keeps waiting, and says why. */
export async function applyEvents(ctx: Ctx, head: Edi): Promise<void> {
  const all = await loadWhere(ctx, ediLinha, 'edi_id', [head.id], { lock: true })
  const waiting = all.filter((one) => one.situacao === LINE_WAITS)
  const look = await findNotes(ctx, head.empresa_id, waiting.map(noteOf))
  const judged = waiting.map((line) => ({ line, ...look(noteOf(line)) }))
  const ready = judged.flatMap(({ line, found }) =>
    found && line.dhOcorrencia !== null
      ? [{ line, found, event: eventOf(line, line.dhOcorrencia, found.venda_id) }]
      : [],
  )
  const { empresa_id, transportadora_id, id: edi_id } = head
  const isNew = await track(
    ctx,
    { empresa_id, transportadora_id, edi_id },
    ready.map((one) => one.event),
  )
  await tellLines(
    ctx,
    ready.map(({ line, found }, at) => ({
      id: line.id,
      situacao: isNew[at] ? LINE_DONE : LINE_IGNORED,
      motivo: isNew[at] ? null : 'Esta ocorrência já era conhecida.',
      venda_id: found.venda_id,
      chNFe: found.chNFe || null,
    })),
  )
  await tellLines(
    ctx,
    judged.flatMap(({ line, found, why }) => {
      const motivo = found ? 'O arquivo não diz o dia da ocorrência.' : why
      return (found && line.dhOcorrencia !== null) || line.motivo === motivo ? [] : [{ id: line.id, motivo }]
    }),
  )
}

const eventOf = ({ codigo, texto, efeito, xRecado }: EdiLine, dhOcorrencia: string, venda_id: number) => ({
  venda_id,
  dhOcorrencia,
  codigo: codigo ?? '',
  texto: texto ?? '',
  efeito: efeito ?? ('aviso' as const),
  xRecado,
})
