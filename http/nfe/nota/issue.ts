import { sendUntil } from '../../../core/fiscal/contingency-term'
import { epecOf } from '../../../core/fiscal/issue/frozen'
import type { Note } from '../../../core/fiscal/issue/note'
import { noteXml, type NoteXml } from '../../../core/fiscal/issue/note-xml'
import type { Problem } from '../../../core/fiscal/issue/problems'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import type { Ctx } from '../../platform/context'
import { nextNumber } from '../../platform/series'
import type { Row } from '../../platform/resource'
import { assertValid, NOTE_SCHEMA } from '../sefaz/assert-valid'
import { sign, type Signer } from '../sefaz/sign'
import { randomCode } from '../random-code'
import { DocumentRefused } from '../document-refused'
import { wayOf } from '../contingencia/way'
import { queueNotes } from './authorise'
import { buildNote, trialOf } from './build'
import { queueEvent } from './events'
import { keepXml } from './keep'
import { type Nfe, nfe } from './nfe'
import { assertOnlyNote } from './of-origin'
import { suplOf } from './qr-code'
import { seriesOf } from './series-of'
import type { Source } from './source/source'

/** tpEmis of what is announced to the national environment before it is authorised. */
const EPEC = '4'

/** What stands in the way of a note. */
export class NoteRefused extends DocumentRefused {
  constructor(problems: readonly Problem[]) {
    super(problems, { code: 'note_refused', of: 'nota', message: 'A nota não pode ser emitida.' })
  }
}

/**
 * Numbers, signs and queues a note, in the caller's transaction (T1): the series' row is locked to its commit, so a rollback leaves no gap. A note that was rejected
 * keeps its number. Answers what the note's record is set to. Throws 400 where its document has another, 422 with all that stands in the way, 503 without a certificate.
 */
export async function issueNote(ctx: Ctx, record: Nfe): Promise<Row> {
  await assertOnlyNote(ctx, record)
  const pair = await keyPairOf(ctx, record.empresa_id)
  const series = await seriesOf(ctx, record)
  const way = await wayOf(ctx, record)
  // Judged before a number is taken: what is refused here leaves none behind.
  const trial = await buildNote(ctx, record, { ...trialOf(record), serie: series.serie, ...way })
  if (!trial.note || !trial.made || trial.problems.length > 0) throw new NoteRefused(trial.problems)
  const nNF = record.nNF ?? (await nextNumber(ctx, series, { recurso: nfe.name, registro_id: record.id }))
  const cNF = record.cNF ?? randomCode(nNF)
  const note = { ...trial.note, nNF: String(nNF), cNF }
  const made = noteXml(note, trial.made)
  const { chNFe } = made
  const signed = sign(xmlToSign(note, made, pair), pair)
  await assertValid(ctx.outside, signed, NOTE_SCHEMA, note.dhEmi.slice(0, 10))
  await keepXml(ctx, record, { tipo: 'assinada', xml: signed, chNFe })
  const numbered = { serie_numero_id: series.id, serie: series.serie, nNF, cNF, chNFe }
  const set = { ...recordOf(trial.source, note, made), ...numbered, problemas: null, cStat: null, xMotivo: null }
  // What goes out by EPEC is announced first; it is sent when its authority is back.
  if (note.tpEmis === EPEC && record.dhEpec === null)
    await queueEvent(ctx, { ...record, nNF, chNFe, tpAmb: set.tpAmb }, { tpEvento: '110140', ...epecOf(signed) })
  else await queueNotes(ctx, [{ id: record.id, empresa_id: record.empresa_id, chNFe, signed }])
  return set
}

/** An NFC-e has its QR-Code beside what is signed. */
function xmlToSign(note: Note, made: NoteXml, pair: Signer): string {
  return note.mod === '65' ? noteXml({ ...note, supl: suplOf(note, made, pair) }, made).xml : made.xml
}

/** Who a note is to, where that is a customer or a supplier. */
const partnerOf = ({ partner, register, head }: Source): Row =>
  register === 'fornecedor'
    ? { fornecedor_id: partner?.id ?? null }
    : { cliente_id: (register === 'cliente' ? partner?.id : undefined) ?? head.cliente_id ?? null }

/** What a note's record tells of its XML. */
function recordOf(source: Source, note: Note, made: NoteXml) {
  const { totals } = made
  return {
    ...partnerOf(source),
    xDest: note.dest?.xNome ?? 'Consumidor não identificado',
    CNPJ_CPF_dest: note.dest?.CNPJ_CPF ?? null,
    UF_dest: note.dest?.address?.UF ?? null,
    tpAmb: Number(note.tpAmb),
    tpEmis: Number(note.tpEmis),
    tpNF: Number(note.tpNF),
    finNFe: Number(note.finNFe),
    natOp: note.natOp,
    leiaute: made.set,
    dhEmi: note.dhEmi,
    dhLimite: sendUntil(note),
    vProd: totals.vProd.toFixed(2),
    vDesc: totals.vDesc.toFixed(2),
    vFrete: totals.vFrete.toFixed(2),
    vIPI: totals.vIPI.toFixed(2),
    vICMS: totals.vICMS.toFixed(2),
    vST: totals.vST.plus(totals.vFCPST).toFixed(2),
    vIBSCBS: totals.vIBS.plus(totals.vCBS).toFixed(2),
    vNF: totals.vNF.toFixed(2),
  }
}
