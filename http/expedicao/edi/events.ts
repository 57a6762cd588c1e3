import { LINE_DONE, LINE_IGNORED, LINE_WAITS } from '../../../core/fields/expedicao/edi'
import type { EdiEvent, EdiFile } from '../../../core/edi/edi-file'
import { occurrenceOf } from '../../../core/edi/occurrences'
import type { Ctx } from '../../platform/context'
import type { Row } from '../../platform/resource'
import { addLines, tellLines, waitingLines } from './counts'
import type { Edi, EdiLine } from './edi'
import { findNotes } from './find-notes'
import { track, type Tracked } from './track'

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
  addLines(ctx, head, events, lineOf)

const noteOf = ({ CNPJ_emit, serie, nNF }: EdiLine) => ({ issuer: CNPJ_emit ?? '', series: serie, number: nNF ?? 0 })

const NO_DAY = 'O arquivo não diz o dia da ocorrência.'

/** An occurrence that has found its sale. */
interface Ready {
  readonly id: number
  readonly chNFe: string
  readonly event: Tracked
}

/** Gives the occurrences that wait to their sales, each once; what has none keeps waiting, and says why. */
export async function applyEvents(ctx: Ctx, head: Edi): Promise<void> {
  const ready: Ready[] = []
  for await (const waiting of waitingLines(ctx, head)) {
    const look = await findNotes(ctx, head.empresa_id, waiting.map(noteOf))
    const left = waiting.flatMap((line) => {
      const { found, why } = look(noteOf(line))
      const { id, dhOcorrencia, motivo } = line
      if (found && dhOcorrencia !== null) {
        ready.push({ id, chNFe: found.chNFe, event: eventOf(line, dhOcorrencia, found.venda_id) })
        return []
      }
      const reason = why ?? NO_DAY
      return motivo === reason ? [] : [{ id, motivo: reason }]
    })
    await tellLines(ctx, left)
  }
  const { empresa_id, transportadora_id, id: edi_id } = head
  const isNew = await track(
    ctx,
    { empresa_id, transportadora_id, edi_id },
    ready.map((one) => one.event),
  )
  await tellLines(
    ctx,
    ready.map(({ id, chNFe, event }, at) => ({
      id,
      situacao: isNew[at] ? LINE_DONE : LINE_IGNORED,
      motivo: isNew[at] ? null : 'Esta ocorrência já era conhecida.',
      venda_id: event.venda_id,
      chNFe: chNFe || null,
    })),
  )
}

const eventOf = ({ codigo, texto, efeito, xRecado }: EdiLine, dhOcorrencia: string, venda_id: number): Tracked => ({
  venda_id,
  dhOcorrencia,
  codigo: codigo ?? '',
  texto: texto ?? '',
  efeito: efeito ?? 'aviso',
  xRecado,
})
